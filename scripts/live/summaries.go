package live

import (
	"time"

	"savectx/scripts/loopback"
)

// FailingSummary makes the model refuse to summarise.
var FailingSummary = loopback.Summary{Status: 400}

// SlowSummary makes it take its time.
func SlowSummary(d time.Duration) loopback.Summary { return loopback.Summary{Delay: d} }
