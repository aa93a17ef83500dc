// Tokens with a form of their own: those gitleaks lacks, or wants in surroundings of its own.

package redact

import "strings"

// ownRules returns the rules for the table below.
func ownRules() []*rule {
	out := make([]*rule, 0, len(tokenForms))
	for _, f := range tokenForms {
		out = append(out, &rule{
			name:     f.name,
			rank:     rankToken,
			keywords: strings.Fields(f.keywords),
			pattern:  lazily(`(?:^|[^0-9A-Za-z])(` + f.form + `)`),
			allow: func(secret, _ string) bool {
				return !mixed(secret) || placeholder(secret) || strings.HasSuffix(secret, "EXAMPLE") ||
					f.random && !drawn(secret)
			},
		})
	}
	return out
}

// drawn reports whether the longest part of s between signs has a digit, and a
// letter of each case or many letters: "sk-learn-0.24" is none.
func drawn(s string) bool {
	longest := ""
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return !isWordRune(r) }) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return len(longest) >= 12 && mixed(longest)
}

// tokenForms are written from the vendors' documentation of their prefixes; the
// lengths are lower bounds, so that longer tokens of tomorrow are found too.
var tokenForms = [...]struct {
	name, keywords, form string
	random               bool // the prefix is also that of ordinary words
}{
	{"mem0 key", "m0-", `m0-[A-Za-z0-9]{30,}`, false},
	{"GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", `gh[pousr]_[A-Za-z0-9]{20,}`, false},
	{"GitHub token", "github_pat_", `github_pat_[A-Za-z0-9_]{22,}`, false},
	{"GitLab token", "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glrtr-", `gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct|rtr)-[\w.-]{18,}`, false},
	{"GitLab token", "gr1348941", `GR1348941[\w-]{18,}`, false},
	{"Slack token", "xox", `xox[a-z](?:\.xox[a-z])?-[\w-]{10,}`, false},
	{"Slack token", "xapp-", `xapp-\d-[\w-]{10,}`, false},
	{"Stripe key", "sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ rk_prod_ sk_org_", `(?:sk|rk)_(?:live|test|prod|org)_[A-Za-z0-9_]{10,}`, false},
	{"Stripe key", "whsec_", `whsec_[A-Za-z0-9+/=]{24,}`, false},
	{"Anthropic key", "sk-ant-", `sk-ant-[a-z0-9]+-[\w-]{20,}`, false},
	{"OpenRouter key", "sk-or-", `sk-or-[\w-]{20,}`, false},
	{"OpenAI key", "sk-", `sk-(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{20,}`, true},
	{"Hugging Face token", "hf_ api_org_", `(?:hf|api_org)_[A-Za-z0-9]{30,}`, false},
	{"npm token", "npm_", `npm_[A-Za-z0-9]{30,}`, false},
	{"PyPI token", "pypi-", `pypi-[A-Za-z0-9_-]{50,}`, false},
	{"SendGrid key", "sg.", `SG\.[\w-]{16,}\.[\w-]{16,}`, false},
	{"Twilio key", "sk", `SK[0-9a-f]{32}`, false},
	{"Mailgun key", "key-", `key-[0-9a-f]{32}`, false},
	{"Mailchimp key", "-us", `[0-9a-f]{32}-us\d{1,2}`, false},
	{"Telegram token", ":a", `\d{8,10}:A[A-Za-z0-9_-]{34}`, false},
	{"DigitalOcean token", "doo_v1_ dop_v1_ dor_v1_", `do[opr]_v1_[a-f0-9]{40,}`, false},
	{"Shopify token", "shpat_ shpca_ shppa_ shpss_ shpua_", `shp(?:at|ca|pa|ss|ua)_[A-Za-z0-9]{24,}`, false},
	{"Vault token", "hvs. hvb. hvr.", `hv[sbr]\.[\w-]{20,}`, false},
	{"AWS access key", "akia asia abia acca", `(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}`, false},
	{"AWS key", "absk", `ABSK[A-Za-z0-9+/]{60,}={0,2}`, false},
	{"Google API key", "aiza", `AIza[\w-]{35}`, false},
	{"Google token", "ya29.", `ya29\.[\w-]{20,}`, false},
	{"Google client secret", "gocspx-", `GOCSPX-[\w-]{20,}`, false},
	{"private key", "age-secret-key- age-plugin-", `AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]+)-1[A-Z0-9]{40,}`, false},
	{"JWT", "eyj", `eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}`, false},
	{"Mapbox token", "sk.eyj", `sk\.eyJ[\w-]{10,}\.[\w-]{10,}`, false},
	{"Grafana token", "glsa_ glc_", `gl(?:sa|c)_[\w+/=-]{30,}`, false},
	{"Doppler token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", `dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}`, false},
	{"Linear key", "lin_api_ lin_oauth_", `lin_(?:api|oauth)_[A-Za-z0-9]{30,}`, false},
	{"Notion token", "ntn_", `ntn_[A-Za-z0-9]{36,}`, false},
	{"Notion token", "secret_", `secret_[A-Za-z0-9]{40,}`, true},
	{"Supabase key", "sbp_ sb_secret_", `(?:sbp|sb_secret)_[\w-]{20,}`, true},
	{"Replicate token", "r8_", `r8_[A-Za-z0-9]{30,}`, false},
	{"Groq key", "gsk_", `gsk_[A-Za-z0-9]{40,}`, false},
	{"xAI key", "xai-", `xai-[A-Za-z0-9]{40,}`, false},
	{"Perplexity key", "pplx-", `pplx-[A-Za-z0-9]{32,}`, false},
	{"Nvidia key", "nvapi-", `nvapi-[\w-]{40,}`, false},
	{"Tavily key", "tvly-", `tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,}`, false},
	{"Pinecone key", "pcsk_", `pcsk_[\w-]{30,}`, false},
	{"LangSmith key", "lsv2_", `lsv2_(?:pt|sk)_[a-f0-9_]{32,}`, false},
	{"Firecrawl key", "fc-", `fc-[a-f0-9]{32}`, false},
	{"Cerebras key", "csk-", `csk-[a-z0-9]{40,}`, false},
	{"ElevenLabs key", "sk_", `sk_[a-f0-9]{48}`, false},
	{"Databricks token", "dapi", `dapi[a-f0-9]{32}(?:-\d)?`, false},
	{"New Relic key", "nrak- nrii- nrjs- nraa-", `NR(?:AK|II|JS|AA)-[A-Za-z0-9-]{19,}`, false},
	{"New Relic key", "nral", `[a-f0-9]{30,36}NRAL`, false},
	{"Sentry token", "sntrys_ sntryu_", `sntry[su]_[\w+/=-]{40,}`, false},
	{"Postman key", "pmak-", `PMAK-[a-f0-9]{20,}-[a-f0-9]{30,}`, false},
	{"Pulumi token", "pul-", `pul-[a-f0-9]{40}`, false},
	{"RubyGems key", "rubygems_", `rubygems_[a-f0-9]{40,}`, false},
	{"Terraform token", ".atlasv1.", `[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}`, false},
	{"Tailscale key", "tskey-", `tskey-[a-z]+-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+`, false},
	{"Figma token", "figd_ figo_", `fig[do]_[\w-]{30,}`, false},
	{"Airtable token", "pat", `pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`, false},
	{"Brevo key", "xkeysib- xsmtpsib-", `x(?:key|smtp)sib-[a-f0-9]{40,}-[A-Za-z0-9]{10,}`, false},
	{"Square token", "sq0csp- sq0atp- eaaa", `(?:sq0(?:csp|atp)-[\w-]{22,}|EAAA[\w-]{56,})`, false},
	{"Facebook token", "eaac eaam eaab eaag", `EAA[A-Z][A-Za-z0-9]{60,}`, false},
	{"PlanetScale token", "pscale_", `pscale_(?:tkn|oauth|pw)_[\w=.-]{30,}`, false},
	{"Docker token", "dckr_pat_ dckr_oat_", `dckr_[po]at_[\w-]{20,}`, false},
	{"Azure client secret", "q~", `[\w~.]{3}\dQ~[\w~.-]{31,}`, false},
	{"Netlify token", "nfp_ nfc_", `nf[pc]_[A-Za-z0-9]{30,}`, false},
	{"Vercel token", "vcp_ vck_ vca_ vci_", `vc[pkai]_[A-Za-z0-9]{24,}`, false},
	{"Resend key", "re_", `re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}`, false},
	{"Buildkite token", "bkua_ bkpt_ bkaj_", `bk(?:ua|pt|aj)_[a-zA-Z0-9]{30,}`, false},
	{"CircleCI token", "ccipat_ cciprj_", `CCI(?:PAT|PRJ)_\w{10,}_[a-f0-9]{40}`, false},
	{"Atlassian token", "atatt3 atctt3 atbb", `(?:AT[AC]TT3[\w=-]{60,}|ATBB[A-Za-z0-9_=]{28,})`, false},
	{"Contentful token", "cfpat-", `CFPAT-[\w-]{40,}`, false},
	{"Heroku key", "hrku-", `HRKU-[\w-]{36,}`, false},
	{"Fly token", "fm2_ fo1_ fm1a_ fm1r_", `(?:fm[12][ar]?|fo1)_[\w+/=-]{40,}`, false},
	{"Cloudflare token", "cfut_ cfat_", `cf[ua]t_[\w-]{36,}`, false},
	{"Typeform token", "tfp_", `tfp_[\w.=-]{40,}`, false},
	{"Alibaba access key", "ltai", `LTAI[A-Za-z0-9]{16,}`, false},
	{"Tencent access key", "akid", `AKID[A-Za-z0-9]{32}`, false},
	{"1Password token", "ops_eyj", `ops_eyJ[\w+/=-]{60,}`, false},
	{"Sourcegraph token", "sgp_", `sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}`, false},
	{"Braintree token", "access_token$", `access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}`, false},
	{"Razorpay key", "rzp_live_ rzp_test_", `rzp_(?:live|test)_[A-Za-z0-9]{14,}`, false},
	{"NuGet key", "oy2", `oy2[a-z0-9]{43}`, false},
	{"crates.io token", "cio", `cio[A-Za-z0-9]{32}`, true},
	{"Deno token", "ddp_", `ddp_[A-Za-z0-9]{36}`, false},
	{"Dynatrace token", "dt0c01. dt0s", `dt0[a-z]\d\d\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}`, false},
	{"Discord token", ".", `[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}`, false},
	{"password hash", "$", `\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}`, false},
	{"password hash", "$", `\$(?:1|5|6|7|y|gy|apr1|md5|sha1)\$[^\s:"',;<>]{20,}`, false},
	{"password hash", "$argon2 $scrypt$ $pbkdf2", `\$(?:argon2(?:id|i|d)|scrypt|pbkdf2[\w-]*)\$[^\s:"';<>]{30,}`, false},
	{"password hash", "pbkdf2_sha", `pbkdf2_sha\d+\$\d+\$[\w./+=$-]{30,}`, false},
	{"password hash", "sha}", `\{S?SHA\}[A-Za-z0-9+/=]{20,}`, false},
	{"password hash", "sha256} sha512}", `\{S?SHA(?:256|512)\}[A-Za-z0-9+/=]{20,}`, false},
}
