// What a secret is called.

package redact

import "strings"

// ruleName makes plain English of the id of one of gitleaks' rules.
func ruleName(id string) string {
	for _, n := range [...]struct{ prefix, name string }{
		{"github-", "GitHub token"},
		{"gitlab-", "GitLab token"},
		{"slack-webhook", "webhook URL"},
		{"slack-", "Slack token"},
		{"stripe-", "Stripe key"},
		{"openai-", "OpenAI key"},
		{"anthropic-", "Anthropic key"},
		{"huggingface-", "Hugging Face token"},
		{"aws-access-token", "AWS access key"},
		{"aws-", "AWS key"},
		{"gcp-", "Google API key"},
		{"npm-", "npm token"},
		{"pypi-", "PyPI token"},
		{"age-", "private key"},
		{"microsoft-teams-webhook", "webhook URL"},
	} {
		if strings.HasPrefix(id, n.prefix) {
			return n.name
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(id, "-", " "), " api ", " API ")
}
