# shellcheck shell=bash
# Shared by the scripts: what has to be there before anything runs. Sourced.

say() { printf '%s\n' "$*" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo "$@"
    else say "needs root to install packages: $*"; return 1
    fi
}

# need COMMAND PACKAGE: installs a Debian package, or says what to install.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    say "installing $2"
    if command -v apt-get >/dev/null 2>&1; then
        [ -n "${apt_updated:-}" ] || { as_root apt-get update -qq; apt_updated=1; }
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >/dev/null
    elif command -v brew >/dev/null 2>&1; then
        brew install --quiet "$2"
    else
        say "please install $2"; return 1
    fi
}

# need_client: what runs the client. The client itself is fetched by its npm
# name into the cache folder by the Go code that uses it.
need_client() {
    need tmux tmux
    need node nodejs
    need npm npm
}

# need_browser: any Chromium will do.
need_browser() {
    local name
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null 2>&1 && return
    done
    [ -d /Applications/Chromium.app ] || need chromium chromium
}

need_go() {
    command -v go >/dev/null 2>&1 || { say "please install Go (https://go.dev/doc/install), 1.26 or newer"; return 1; }
}
