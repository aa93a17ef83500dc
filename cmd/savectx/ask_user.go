// Asking whose memories mem0 keeps, once, and proving that it is so.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"charm.land/huh/v2"
	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/safefile"
)

// canaryPatience bounds the proof. Past it the server counts as away.
const canaryPatience = 30 * time.Second

// askMem0User asks at a terminal for the user id of a mem0 that is set up
// without one, tries it, and writes it into the person's settings. Where there
// is nothing to ask it does nothing, at once. What goes wrong is said; the only
// error is that of a person who interrupts.
func (v *voice) askMem0User(c *cli.Context) error {
	if !v.asks(c) {
		return nil
	}
	root, err := here()
	if err != nil {
		return nil
	}
	set, err := config.Load(root, os.Getenv)
	if err != nil {
		return nil
	}
	cfg, _, err := mem0Config(set)
	if !errors.Is(err, errNoUser) || onlyKey(set) && !c.Bool("fix") {
		return nil
	}
	cfg.UserID = "anybody"
	if _, err := mem0.New(cfg); err != nil { // no user id mends that
		return nil
	}
	if cfg.UserID, err = askUserID(c.Context, cfg); err != nil {
		return err
	}
	return v.settleUser(c.Context, cfg)
}

// onlyKey tells whether nothing of mem0 is set but, perhaps, a key in the
// environment, which may be another program's.
func onlyKey(set config.Config) bool {
	return set.String(config.Mem0URL) == "" && set.String(config.Mem0User) == "" && set.String(config.Mem0KeyFile) == ""
}

func askUserID(ctx context.Context, cfg mem0.Config) (string, error) {
	user := os.Getenv("USER")
	fits := func(s string) error {
		cfg.UserID = s
		_, err := mem0.New(cfg)
		return err
	}
	err := ask(ctx, huh.NewInput().Title("Whose memories does mem0 keep here?").
		Description("The user id. Under a wrong one a server answers with empty lists, and without an error.").
		Value(&user).Validate(fits))
	return user, err
}

// settleUser tries the user id and writes it down, unless the server reads
// under another one.
func (v *voice) settleUser(ctx context.Context, cfg mem0.Config) error {
	client, err := mem0.New(cfg)
	if err != nil {
		v.tell("%s", oneLine(err.Error()))
		return nil
	}
	v.tell("a marked memory is written, read back and removed: %s", oneLine(client.Address()))
	err = v.proveMem0(ctx, client)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, mem0.ErrScope):
		v.tell("%s", oneLine(v.withoutSecrets(err.Error())))
		v.hint("nothing was set; savectx doctor asks again")
		return nil
	case err != nil:
		v.tell("it could not be tried: %s", oneLine(v.withoutSecrets(err.Error())))
		v.hint("savectx doctor tries it again")
	}
	path, err := config.Path(os.Getenv)
	if err == nil {
		err = safefile.Update(path, func(old []byte) ([]byte, error) { return config.SetText(old, "mem0", "user", client.User()) })
	}
	if err != nil {
		v.tell("mem0.user was not set: %s", oneLine(err.Error()))
		v.hint(userLines(path, client.User()))
		return nil
	}
	v.say("mem0.user is %q now, in %s", oneLine(client.User()), oneLine(path))
	return nil
}

// userLines says what a person is to write where.
func userLines(path, user string) string {
	return fmt.Sprintf("in %s, below a line [mem0], write the line user = %q", oneLine(path), oneLine(user))
}

// proof is what shows that facts can be read where they are written.
type proof struct {
	Address string    `json:"address"` // of server and user
	At      time.Time `json:"at"`
	Wrong   bool      `json:"wrong,omitempty"` // they cannot: it is the wrong user id
}

func proofPath() (string, error) {
	dir, err := stateDir()
	return filepath.Join(string(dir), "mem0.json"), err
}

// proofOf is what is known of an address; the zero value when it never was
// tried.
func proofOf(address string) (p proof) {
	path, err := proofPath()
	if err != nil {
		return proof{}
	}
	data, _, err := safefile.ReadState(path, 64<<10)
	if err != nil || json.Unmarshal(data, &p) != nil || p.Address != address {
		return proof{}
	}
	return p
}

// proveMem0 writes a marked memory, reads it back and removes it, and remembers
// that it could.
func (v *voice) proveMem0(ctx context.Context, client *mem0.Client) error {
	path, err := proofPath()
	if err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, canaryPatience)
	defer cancel()
	failed := client.Canary(bounded)
	if failed != nil && !errors.Is(failed, mem0.ErrScope) {
		_ = os.Remove(path) // what it proved may no longer hold
		return failed
	}
	data, err := json.Marshal(proof{client.Address(), time.Now(), failed != nil})
	if err == nil {
		err = safefile.Replace(path, append(data, '\n'))
	}
	if err != nil && failed == nil {
		v.tell("the proof cannot be written down, so it is made again next time: %s", oneLine(err.Error()))
	}
	return failed
}
