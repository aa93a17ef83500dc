// gitleaks' rules, read from the configuration that its library carries.

package redact

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/zricethezav/gitleaks/v8/config"
)

// Only the text of the rules is taken from gitleaks (8.30.1), not its
// detector: that one compiles every pattern when it is made, 31 ms against 2,
// costs a program that links it 2.7 ms at its start against 1.4, and does not
// say at which byte a secret lies.

// gitleaksConfig is what this package reads of the configuration.
type gitleaksConfig struct {
	Rules []gitleaksRule `toml:"rules"`
}

type gitleaksRule struct {
	ID          string              `toml:"id"`
	Regex       string              `toml:"regex"`
	Path        string              `toml:"path"`
	SecretGroup int                 `toml:"secretGroup"`
	Entropy     float64             `toml:"entropy"`
	Keywords    []string            `toml:"keywords"`
	Allowlists  []gitleaksAllowlist `toml:"allowlists"`
}

type gitleaksAllowlist struct {
	Condition   string   `toml:"condition"`
	RegexTarget string   `toml:"regexTarget"`
	Regexes     []string `toml:"regexes"`
	Paths       []string `toml:"paths"`
}

// leastRules is fewer than gitleaks has: with less, something was not read.
const leastRules = 150

// gitleaksRules reads the rules. The error says that the configuration is not
// TOML or has too few of them.
func gitleaksRules() ([]*rule, error) {
	var c gitleaksConfig
	if err := toml.Unmarshal([]byte(config.DefaultConfig), &c); err != nil {
		return nil, fmt.Errorf("reading gitleaks' rules: %w", err)
	}
	var rules []*rule
	for _, g := range c.Rules {
		if g.Regex == "" || g.Path != "" || replacedRule(g.ID) {
			continue
		}
		r := &rule{
			name:     ruleName(g.ID),
			rank:     rankVendor,
			pattern:  lazily(loosened(g.Regex)),
			group:    g.SecretGroup,
			entropy:  g.Entropy,
			allow:    g.allowed(),
			keywords: make([]string, len(g.Keywords)),
		}
		for i, k := range g.Keywords {
			r.keywords[i] = strings.ToLower(k)
		}
		if len(r.keywords) == 0 {
			continue // it would run on every text
		}
		rules = append(rules, r)
	}
	if len(rules) < leastRules {
		return nil, errors.New("reading gitleaks' rules: most of them are missing")
	}
	return rules, nil
}

// replacedRule reports whether this package has a finder of its own instead,
// or the rule finds what is no secret.
func replacedRule(id string) bool {
	switch id {
	case "generic-api-key", "private-key", "curl-auth-header", "curl-auth-user", "jwt", "jwt-base64",
		"kubernetes-secret-yaml", "hashicorp-tf-password":
		return true
	}
	return strings.HasSuffix(id, "-client-id") || strings.HasSuffix(id, "-access-id") || strings.HasSuffix(id, "-public-key")
}

// loosened makes a pattern match in more surroundings: what precedes the
// vendor's name is of no interest and slow to match, and a token may end
// before any character that cannot be part of it.
func loosened(expr string) string {
	expr = strings.ReplaceAll(expr, `[\w.-]{0,50}?`, "")
	return strings.ReplaceAll(expr, `(?:[\x60'"\s;]|\\[nr]|$)`, `(?:[^0-9A-Za-z_-]|$)`)
}

// allowed returns the test for what the rule lets pass, with the one that goes
// for all rules: a token has a digit or changing cases, a word does not.
func (g *gitleaksRule) allowed() func(secret, match string) bool {
	type list struct {
		target string
		res    []func() *regexp.Regexp
	}
	var lists []list
	for _, a := range g.Allowlists {
		if len(a.Regexes) == 0 || len(a.Paths) > 0 && strings.EqualFold(a.Condition, "AND") {
			continue
		}
		l := list{target: a.RegexTarget}
		for _, e := range a.Regexes {
			l.res = append(l.res, lazily(e))
		}
		lists = append(lists, l)
	}
	bareHex := g.ID == "sourcegraph-access-token"
	return func(secret, match string) bool {
		if !mixed(secret) || placeholder(secret) || bareHex && isHex(secret) {
			return true
		}
		for _, l := range lists {
			subject := secret
			if l.target != "" {
				subject = match
			}
			for _, re := range l.res {
				if re := re(); re != nil && re.MatchString(subject) {
					return true
				}
			}
		}
		return false
	}
}

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}
