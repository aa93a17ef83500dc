package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"savectx/scripts/live"
)

// explore: reads commands from stdin
func main() {
	o := live.Options{}
	if v := os.Getenv("V"); v != "" {
		o.Version = v
	}
	t := time.Now()
	c, err := live.Start(context.Background(), o)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	defer c.Close()
	fmt.Println("up in", time.Since(t), c.ID, c.Server().Socket, c.Root)
	sc := bufio.NewScanner(os.Stdin)
	for sc.Scan() {
		f := strings.SplitN(sc.Text(), " ", 2)
		switch f[0] {
		case "quit":
			return
		case "reqs":
			for i, r := range c.Model.Requests() {
				fmt.Println(i, r.Model, r.Tools, len(r.Raw), r.Compaction())
				if len(f) > 1 {
					os.WriteFile(fmt.Sprintf("%s.%d.json", f[1], i), r.Raw, 0644)
				}
			}
		}
	}
}
