package main

// clipboardTools are tried in this order: Wayland's, then X11's, each only
// where its display is.
func clipboardTools(getenv func(string) string) [][]string {
	var tools [][]string
	if getenv("WAYLAND_DISPLAY") != "" {
		tools = append(tools, []string{"wl-copy"})
	}
	if getenv("DISPLAY") != "" {
		tools = append(tools, []string{"xclip", "-selection", "clipboard"}, []string{"xsel", "--clipboard", "--input"})
	}
	return tools
}
