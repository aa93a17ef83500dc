package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory"
	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/remote"
	"savectx/preserve/safefile"
)

// mem0KeyVariable is what the server's own clients read the key from, too.
const mem0KeyVariable = "MEM0_API_KEY"

// errNotSet is in the error of a store that nobody has set up.
var errNotSet = errors.New("not set up")

// remote is a store beyond this machine, as the settings have it; the caller
// closes it. Nothing is sent or started yet. Errors: errNotSet, or what is
// wrong with the settings.
func (v *voice) remote(set config.Config, name string) (remote.Store, error) {
	switch name {
	case config.StoreMem0:
		return mem0Store(set)
	case config.StoreMCP:
		return mcpStore(set)
	}
	return nil, usageError{fmt.Sprintf("there is no store %q", oneLine(name)), "the stores are " + strings.Join(config.Stores(), ", ")}
}

func mem0Store(set config.Config) (remote.Store, error) {
	cfg, _, err := mem0Config(set)
	if err != nil {
		return nil, err
	}
	s, err := remote.Mem0(cfg)
	if err != nil {
		return nil, notUsable(err)
	}
	if p := proofOf(s.Address()); p.Wrong {
		s.Close()
		return nil, usageError{fmt.Sprintf("mem0: what is written for the user %q is not found under it, as savectx doctor saw on %s", oneLine(cfg.UserID), p.At.Local().Format("2006-01-02")),
			"set mem0.user to the user id that the server reads, or run savectx doctor --fix if it does by now"}
	}
	return s, nil
}

func notUsable(err error) error {
	return usageError{err.Error(), "set it in the configuration of savectx; savectx doctor shows what is set, and where"}
}

// mem0Config is what is set about mem0, and where the key comes from: "" when
// there is none. Errors: errNotSet, errNoUser, what is wrong with the key.
func mem0Config(set config.Config) (cfg mem0.Config, keyFrom string, err error) {
	key, keyFrom, err := mem0Key(set)
	if err != nil {
		return cfg, "", err
	}
	user, url := strings.TrimSpace(set.String(config.Mem0User)), set.String(config.Mem0URL)
	if key == "" {
		keyFrom = ""
	}
	cfg = mem0.Config{BaseURL: url, Key: key, UserID: user, Style: mem0.Style(set.String(config.Mem0Style))}
	if user == "" && url == "" && key == "" {
		err = coded{exitUsage, fmt.Errorf("mem0 is %w", errNotSet), "set mem0.user, mem0.url unless it is the hosted one, and " + mem0KeyVariable + " or mem0.key_file in ~/.config/savectx/config.toml; savectx doctor checks it"}
	} else {
		err = serverless(set.Given())
	}
	switch from := set.Given().By(config.Variable(config.Mem0URL)); {
	case err != nil:
	case url == "" && from != "": // the person may have meant another one than the hosted one
		err = usageError{fmt.Sprintf("%s: the project sets %s, so nobody knows which server you mean: mem0 is not used", oneLine(from), config.Variable(config.Mem0URL)),
			"name it with mem0.url in ~/.config/savectx/config.toml; the hosted one is " + mem0.HostedURL}
	case user == "":
		err = coded{exitUsage, errNoUser, "savectx doctor asks for it; mem0.user in the configuration of savectx is where it stands"}
	}
	return cfg, keyFrom, err
}

// errNoUser is in the error of a mem0 that is set up, but not for anybody.
var errNoUser = errors.New("mem0 is set up, but not for whom: mem0.user is not set")

// mem0Key reads the key from its file, else from the environment, unless a
// project has put it there, and says which of them it was.
func mem0Key(set config.Config) (key mem0.Key, from string, err error) {
	path := set.String(config.Mem0KeyFile)
	if path == "" {
		variable := os.Getenv(mem0KeyVariable)
		if variable == "" {
			return "", mem0KeyVariable, nil
		}
		if from := set.Given().By(mem0KeyVariable); from != "" {
			return "", "", usageError{fmt.Sprintf("%s: the key in %s comes from the project: it is not used", oneLine(from), mem0KeyVariable), "name a file with mem0.key_file"}
		}
		return mem0.Key(strings.TrimSpace(variable)), mem0KeyVariable, nil
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		path = filepath.Join(os.Getenv("HOME"), rest)
	}
	const hint = "a file with the key alone, readable by you alone (chmod 600)"
	wrong := func(why string) error {
		return usageError{fmt.Sprintf("mem0.key_file %q %s", path, why), hint}
	}
	if !filepath.IsAbs(path) { // not quoted: it may be the key itself
		return "", "", usageError{"mem0.key_file is not an absolute path", hint}
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		return "", "", wrong("is open to others")
	}
	const keyMost = 4 << 10 // bytes
	data, existed, err := safefile.ReadState(path, keyMost)
	switch {
	case err != nil:
		return "", "", wrong("cannot be read: " + reasonOf(err))
	case !existed:
		return "", "", wrong("is not there")
	}
	return mem0.Key(strings.TrimSpace(string(data))), path, nil
}

func reasonOf(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}

func mcpStore(set config.Config) (remote.Store, error) {
	name := set.String(config.MCPServer)
	if name == "" {
		return nil, coded{exitUsage, fmt.Errorf("a memory server is %w", errNotSet), "set mcp.server in ~/.config/savectx/config.toml to the name of one in Claude Code's configuration; savectx doctor lists them"}
	}
	found, err := mcpServers()
	if err != nil {
		return nil, err
	}
	server, err := found.Server(name)
	if err != nil {
		return nil, usageError{err.Error(), "claude mcp list shows the servers; mcp.server names one"}
	}
	user := set.String(config.MCPUser)
	return remote.MCP(server, anymcp.Options{Version: versionText()}, anymcp.Config{UserID: user, Names: mcpNames(set)}), nil
}

// mcpNames are the tools that the settings name.
func mcpNames(set config.Config) anymcp.Names {
	return anymcp.Names{
		Add: set.String(config.MCPAdd), Search: set.String(config.MCPSearch), List: set.String(config.MCPList),
		Update: set.String(config.MCPUpdate), Remove: set.String(config.MCPRemove), Args: set.Pairs(config.MCPArgs),
	}
}

// mcpServers are those of the client's configuration, seen from here, with the
// variables that are the person's.
func mcpServers() (anymcp.Found, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return anymcp.Found{}, fmt.Errorf("the working folder is gone: %w", err)
	}
	top := config.ProjectRoot(cwd)
	given := config.FindGiven(top, os.Getenv)
	if err := serverless(given); err != nil {
		return anymcp.Found{}, err
	}
	lookup := func(name string) (string, bool) {
		if given.By(name) != "" {
			return "", false
		}
		return os.LookupEnv(name)
	}
	return anymcp.Find(anymcp.Place{Cwd: cwd, Top: top, Main: memory.Project(cwd), Lookup: lookup})
}

// wayVariables lead to a server by another way, or make another one
// believed: net/http and crypto/x509 read them by themselves.
func wayVariables() []string {
	return []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}
}

// serverless says why no server may be used here: a project has set where the
// settings, what waits or the client's servers are, the way to a server, or
// which address a name has (resolver(5), hostname(7)).
func serverless(given config.Given) error {
	for _, name := range append(wayVariables(), "HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS") {
		if os.Getenv(name) == "" {
			continue
		}
		if from := given.By(name); from != "" {
			return usageError{fmt.Sprintf("%s: the project sets %s: no server is used", oneLine(from), name), "take it out of that file; or run savectx in another folder, outside the session"}
		}
	}
	return nil
}

// remoteStores are those of the names that are set up, each with its problem
// where it has one; the caller closes them.
func (v *voice) remoteStores(set config.Config, names []string) (stores []remote.Store, problems []error) {
	for _, name := range names {
		if name == config.StoreSession {
			continue
		}
		s, err := v.remote(set, name)
		switch {
		case err == nil:
			stores = append(stores, s)
		case !errors.Is(err, errNotSet):
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
	}
	return stores, problems
}

// outbox holds what stores could not take.
func (v *voice) outbox(state string) *outbox.Box {
	return outbox.Open(filepath.Join(state, "outbox")).Cleaning(v.withoutSecrets)
}

// deliver hands what waits to the stores that are set up. It is done in a
// process of its own, or when somebody asks for it.
func (v *voice) deliver(ctx context.Context, set config.Config, box *outbox.Box) (reports map[string]outbox.Report, err error) {
	stores, problems := v.remoteStores(set, config.Stores())
	reports = map[string]outbox.Report{}
	for _, s := range stores {
		r, derr := remote.Deliver(ctx, box, s)
		reports[s.Name()] = r
		err = cmp.Or(err, derr)
		s.Close()
	}
	return reports, errors.Join(append(problems, err)...)
}
