// Package live runs the real client the way a person does: in a pane of a
// private tmux server, against the loopback model, with a HOME, a config
// folder and an environment of its own.
//
//	Install(version)  the client by its npm name, into a cache folder
//	Start(options)    folders, model, tmux server, client; waits for the composer
//	Client.Ask, Keys  what a person types;  Client.Until  polls what they see
//	Client.Close      ends the client, the server and the model it started
//
// Nothing is inherited from the caller's environment but PATH, and nothing
// outside the session's own folder is read or written, the cache excepted.
package live
