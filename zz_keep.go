//go:build keep

package keep

import (
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
)
