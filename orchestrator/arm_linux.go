package orchestrator

// comparableStart: the client writes field 22 of /proc/PID/stat.
const comparableStart = true
