// Package prompts holds the words savectx writes for others to read, one
// file a language under words/, embedded in the program.
//
// The words of the typed line are read twice: by the summariser, as
// additional instructions, and afterwards by the agent, because the client
// keeps them in the conversation. They therefore say what a summary holds
// and never tell anybody to do something. They hold no digits either: a
// digit that strays into an open dialog picks a choice.
//
// Nothing is parsed until [Load] asks for a language.
package prompts
