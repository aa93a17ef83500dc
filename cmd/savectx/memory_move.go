// Taking everything out of the session store, and in again.

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"savectx/preserve/memory/store"
)

func (v *voice) exportMemory(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	return v.remembered(c.Context, func(s *store.Store) error { return s.Export(c.Context, v.out) })
}

func (v *voice) importMemory(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{"memory import needs a file", "it takes what savectx memory export printed; - is stdin"}
	}
	name := c.Args().First()
	in := io.Reader(os.Stdin)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return usageError{fmt.Sprintf("%q cannot be read: %v", name, err), "give what savectx memory export printed"}
		}
		defer f.Close()
		in = f
	}
	hide, err := v.secrets()
	if err != nil {
		return err
	}
	clean, err := v.spooled(c.Context, in, hide.clean)
	if err != nil {
		return err
	}
	defer clean.Close()
	err = v.remembered(c.Context, func(s *store.Store) error {
		if err := s.Import(c.Context, clean); err != nil {
			return coded{exitFailed, err, "it takes what savectx memory export printed; what stood before is as it was"}
		}
		z, err := s.Sizes(context.WithoutCancel(c.Context)) // it is done, whoever gives up now
		if err == nil {
			v.tell("kept now: sessions %d, facts of their own %d, entries of TempContext.md %d", z.Sessions, z.Memories, z.Entries)
		}
		return err
	})
	v.factsChanged(true)
	return err
}

// spooled is what came in, cleaned, in a file without a name: the store waits
// for no reader.
func (v *voice) spooled(ctx context.Context, in io.Reader, clean func(string) string) (*os.File, error) {
	f, err := os.CreateTemp("", "savectx-import-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	_, err = until(ctx, func() ([]byte, error) {
		out := bufio.NewWriter(f)
		if err := withoutSecretsIn(in, out, clean); err != nil {
			return nil, coded{exitFailed, err, "nothing was taken in"}
		}
		if err := out.Flush(); err != nil {
			return nil, err
		}
		_, err := f.Seek(0, io.SeekStart)
		return nil, err
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// lineMost bounds a line that comes in, in bytes: the store takes none as long.
const lineMost = 128 << 20

// withoutSecretsIn copies line by line what came from somewhere else. Secrets
// are taken out of the texts in a line: taken out of the line, they could take
// a part of its JSON with them.
func withoutSecretsIn(in io.Reader, out io.Writer, clean func(string) string) error {
	r := bufio.NewReader(in)
	for n := 1; ; n++ {
		var line []byte
		part, err := r.ReadSlice('\n')
		for line = append(line, part...); errors.Is(err, bufio.ErrBufferFull) && len(line) < lineMost; line = append(line, part...) {
			part, err = r.ReadSlice('\n')
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			return fmt.Errorf("line %d is longer than %d MiB", n, lineMost>>20)
		}
		if _, werr := out.Write(cleanLine(line, clean)); werr != nil {
			return werr
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// cleanLine is a line of JSON with its texts cleaned; what is none is cleaned
// as it is.
func cleanLine(line []byte, clean func(string) string) []byte {
	var doc any
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if len(bytes.TrimSpace(line)) == 0 || dec.Decode(&doc) != nil || len(bytes.TrimSpace(line[dec.InputOffset():])) > 0 {
		return []byte(clean(string(line)))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(cleanTexts(doc, clean)); err != nil {
		return []byte(clean(string(line)))
	}
	return b.Bytes()
}

func cleanTexts(doc any, clean func(string) string) any {
	switch doc := doc.(type) {
	case string:
		return clean(doc)
	case []any:
		for i := range doc {
			doc[i] = cleanTexts(doc[i], clean)
		}
	case map[string]any:
		for name := range doc {
			doc[name] = cleanTexts(doc[name], clean)
		}
	}
	return doc
}
