# For scripts that try the program in roots of Debian: read by arm64.sh and booted.sh.
# shellcheck shell=sh

here=$(cd "$(dirname "$0")" && pwd)
project=$(dirname "$here")
python=${PYTHON:-$project/.venv/bin/python}

say() { echo "wondertable: $*"; }

fail() {
    echo "wondertable: $*" >&2
    exit 1
}

# step WORDS COMMAND...: runs it, into $log; says how long it took
step() {
    words=$1
    shift
    start=$(date +%s)
    echo "== $words" >>"$log"
    "$@" >>"$log" 2>&1 || { tail -n 25 "$log" >&2; fail "$release: $words: failed; all that was said is in $log"; }
    say "$release: $words: $(($(date +%s) - start)) s"
}

# Sets $mirror to the one that apt has here for Debian 12 or 13.
find_mirror() {
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' 'Origin: Debian' \
        | sed -n 's#^\([^ ]*\) \(bookworm\|trixie\)$#\1#p' | head -n 1)
    [ -n "$mirror" ] || fail "apt here has no mirror of Debian 12 or 13, which a root would be made from"
}
