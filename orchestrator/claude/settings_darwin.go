package claude

// managedFolder holds the settings of the machine's owner.
const managedFolder = "/Library/Application Support/ClaudeCode"
