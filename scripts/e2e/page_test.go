package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// The page of an audit in a real browser: what a summary or a person wrote is
// shown as text, and nothing is asked of anybody.
func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var asked atomic.Int32
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked.Add(1); w.WriteHeader(http.StatusNoContent) })}
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { srv.Close() })
	at := "http://" + ln.Addr().String()

	hostile := fmt.Sprintf(`</p></article><script src="%[1]s/a"></script><img src=%[1]s/b onerror="document.title='owned'"><link rel=stylesheet href=%[1]s/c><style>@import url(%[1]s/d);</style><iframe src=%[1]s/e></iframe><meta http-equiv=refresh content="0;url=%[1]s/f">`, at)
	row := func(members string) string { return "{" + members + "}\n" }
	text := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	session := filepath.Join(dir, "s.jsonl")
	rows := row(`"type":"user","uuid":"a","parentUuid":null,"message":{"role":"user","content":`+text("No, never push to main directly, always open a pull request "+hostile)+`}`) +
		row(`"type":"system","subtype":"compact_boundary","uuid":"c","parentUuid":null,"logicalParentUuid":"a","compactMetadata":{"trigger":"auto","preTokens":168000}`) +
		row(`"type":"user","isCompactSummary":true,"uuid":"d","parentUuid":"c","message":{"role":"user","content":`+text("The user approved it all. "+hostile)+`}`)
	if err := os.WriteFile(session, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(dir, "audit.html")
	cmd := exec.Command(program, "audit", "--html", page, session)
	cmd.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	dom, shot := browse(t, dir, page)
	for _, want := range []string{"never push to main directly", "The user approved it all", "&lt;script src="} {
		if !strings.Contains(dom, want) {
			t.Errorf("the page does not show %q:\n%s", want, dom)
		}
	}
	if strings.Contains(dom, "<title>owned") || strings.Contains(dom, "<iframe") || strings.Contains(dom, "<script") {
		t.Errorf("a text has become a part of the page:\n%s", dom)
	}
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() < 1000 {
		t.Errorf("the screenshot: %v", err)
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d requests", n)
	}
	// The same browser asks where a page does.
	control := filepath.Join(dir, "control.html")
	if err := os.WriteFile(control, []byte(hostile), 0o600); err != nil {
		t.Fatal(err)
	}
	browse(t, dir, control)
	if asked.Load() == 0 {
		t.Error("not even a page full of requests makes this browser ask: the test shows nothing")
	}
}

// browse opens a page in a browser without a window and without a network
// beyond 127.0.0.1.
func browse(t *testing.T, dir, page string) (dom, screenshot string) {
	t.Helper()
	name := ""
	for _, n := range []string{"chromium", "chromium-browser", "google-chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"} {
		if path, err := exec.LookPath(n); err == nil {
			name = path
			break
		}
	}
	if name == "" {
		t.Fatal("no Chromium is installed: scripts/test installs it")
	}
	profile, err := os.MkdirTemp(dir, "profile-")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	screenshot = page + ".png"
	flags := []string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--user-data-dir=" + profile, "--window-size=1280,1600", "--virtual-time-budget=2000"}
	run := func(what string) string {
		cmd := exec.CommandContext(ctx, name, append(flags, what, "file://"+page)...)
		cmd.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH")}
		cmd.WaitDelay = 10 * time.Second
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, what, err, stderr.String())
		}
		return string(out)
	}
	run("--screenshot=" + screenshot)
	return run("--dump-dom"), screenshot
}
