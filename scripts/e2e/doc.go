// Package e2e holds the tests that run savectx against the real client: each
// row of the table of faults that is about the client, by name, with the one
// right outcome.
//
// A test starts a session of its own (package live), brings it into the
// fault's situation as a person would, arms a job, and asserts on three
// things: the requests the model received, the transcript, and the job. The
// suite runs on the newest client and, for what differs there, on an old one.
// It is left out with -short.
package e2e
