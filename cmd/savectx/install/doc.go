// Package install puts savectx into the settings, the skills and the plugins
// of the client, and takes it out again.
//
//	settings bytes ── Add, Remove (pure) ── bytes
//	Request ── Install, Uninstall (read everything, decide) ── Plan ── shown, asked ── Write (one journalled step)
//
// A settings file belongs to the user. Add and Remove change what is ours and
// keep every other byte; what does not parse as JSON, or has hooks of another
// shape than the client's, is refused with its place. How to take it out again
// stands in the file itself: see style.go. The record under the state folder
// only serves to put a file back that nobody has touched since.
package install
