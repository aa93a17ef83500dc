// Secrets that only their neighbour gives away.

package redact

import "strings"

var (
	awsID     = lazily(`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`)
	awsSecret = lazily(`(?:^|[^A-Za-z0-9/+])([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)`)
)

// nearAWS is how many bytes behind an AWS key id its secret is looked for.
const nearAWS = 160

// findShapes finds the AWS secret behind an AWS key id.
func findShapes(v *view, add func(from, to int, name string, rank int)) {
	if !strings.Contains(v.lower, "akia") && !strings.Contains(v.lower, "asia") {
		return
	}
	scan(v, awsID, 0, func(m []int) {
		rest := v.text[m[1]:min(len(v.text), m[1]+nearAWS)]
		re := awsSecret()
		if re == nil {
			return
		}
		for _, s := range re.FindAllStringSubmatchIndex(rest, -1) {
			if secret := rest[s[2]:s[3]]; mixed(secret) && !isHex(secret) && entropy(secret) > 4 {
				add(m[1]+s[2], m[1]+s[3], "AWS secret key", rankToken)
			}
		}
	})
}
