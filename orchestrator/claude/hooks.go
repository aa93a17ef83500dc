// Hooks as the settings name them.

package claude

import (
	"encoding/json"
	"slices"
	"strings"
)

// Handler is one hook of the settings.
type Handler struct {
	Event, Matcher string
	Type           string // command, http, prompt, agent, mcp_tool
	Command        string // a shell line, or with Args the program
	Args           []string
	Path, Level    string
}

// Hooks are the handlers of an event that are in effect, highest level first.
// Two that are the same count once, as in the client. An event of "" means
// every event.
func (s Settings) Hooks(event string) []Handler {
	all := s.Handlers(event)
	if why, _ := s.HooksOff(); why == "" {
		return all
	}
	if off := s.Bool("disableAllHooks"); off.Value && off.Level == LevelManaged {
		return nil
	}
	return slices.DeleteFunc(all, func(h Handler) bool { return h.Level != LevelManaged })
}

// Handlers are the handlers of an event as they are written, in effect or not.
func (s Settings) Handlers(event string) []Handler {
	var out []Handler
	for _, f := range s.Files {
		for _, h := range f.handlers(event) {
			same := func(o Handler) bool {
				return o.Event == h.Event && o.Matcher == h.Matcher && o.Type == h.Type && o.Command == h.Command && slices.Equal(o.Args, h.Args)
			}
			if !slices.ContainsFunc(out, same) {
				out = append(out, h)
			}
		}
	}
	return out
}

// handlers skips what the client skips: an event, a group, a handler of the
// wrong shape, and no other with it (2.1.332; 2.1.100 passes over the file).
func (f File) handlers(event string) []Handler {
	events := asObject(f.top["hooks"])
	var names []string
	for name := range events {
		if event == "" || name == event {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var out []Handler
	for _, name := range names {
		for _, group := range asList(events[name]) {
			g := asObject(group)
			matcher := asText(g["matcher"])
			for _, raw := range asList(g["hooks"]) {
				h := asObject(raw)
				handler := Handler{Event: name, Matcher: matcher, Type: asText(h["type"]), Command: asText(h["command"]), Path: f.Path, Level: f.Level}
				if handler.Type == "" || handler.Type == "command" && handler.Command == "" {
					continue
				}
				for _, a := range asList(h["args"]) {
					handler.Args = append(handler.Args, asText(a))
				}
				out = append(out, handler)
			}
		}
	}
	return out
}

func asList(raw json.RawMessage) []json.RawMessage {
	var l []json.RawMessage
	if json.Unmarshal(raw, &l) != nil {
		return nil
	}
	return l
}

func asText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// HooksOff says which setting keeps the hooks of user and project from
// running, and where it stands; "" when none does. disableAllHooks counts
// where it stands highest: false in the local file undoes the user's true
// (2.1.332).
func (s Settings) HooksOff() (why, path string) {
	if v := s.Bool("disableAllHooks"); v.Value {
		return "disableAllHooks", v.Path
	}
	for _, f := range s.Files {
		if f.Level == LevelManaged && string(f.top["allowManagedHooksOnly"]) == "true" {
			return "allowManagedHooksOnly", f.Path
		}
	}
	return "", ""
}

// HookInstalled tells whether a settings file of the user or the project calls
// savectx for that hook event, or our plugin, which has them all, is enabled.
// It reads the files as the client merges them: any of them counts.
func HookInstalled(config, project, event string) bool {
	s := ReadSettings(config, project)
	for _, h := range s.Hooks(event) {
		if e, ok := OurHook(h.Command, h.Args); ok && e == event {
			return true
		}
	}
	if why, _ := s.HooksOff(); why != "" {
		return false
	}
	return slices.ContainsFunc(s.Plugins(), func(p Value[string]) bool { return OurPlugin(p.Value) })
}

// OurPlugin tells whether a name in enabledPlugins is that of our plugin, of
// whichever marketplace.
func OurPlugin(name string) bool { return strings.HasPrefix(name, "savectx@") }
