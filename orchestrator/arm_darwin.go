package orchestrator

// comparableStart: what the client writes on macOS is not known.
const comparableStart = false
