# For scripts that try the program in roots of Debian: read by installed.sh, booted.sh, sd_card_booted.sh and emulated.sh.
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

# Runs a command in the root, with mounts and processes of its own that end with it.
inside() {
    unshare --mount --pid --fork --kill-child -- sh -eu -c '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount -t tmpfs tmpfs "$root/tmp"
        mkdir -p "$root/dev/shm"
        mount -t tmpfs tmpfs "$root/dev/shm"
        for device in null zero full random urandom tty; do
            touch "$root/dev/$device"
            mount --bind "/dev/$device" "$root/dev/$device"
        done
        exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive PIP_NO_INDEX=1 PIP_FIND_LINKS=/root/wheels PIP_ROOT_USER_ACTION=ignore \
            http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy \
            sh -eu -c "
                gone() { for each; do [ ! -e \"\$each\" ] || { echo \"\$each is still there\"; exit 1; }; done; }
                cd /root
                $*"' sh "$root" "$@"
}

binfmt=/proc/sys/fs/binfmt_misc
ours=$binfmt/wondertable-aarch64
registered=no
mounted=no

# The kernel hands programs of arm64 to qemu; `stop_emulating` takes it back if it was not so before.
emulate() {
    [ -d "$binfmt" ] || fail "this kernel has no binfmt_misc, so it cannot run programs of arm64"
    if [ ! -e "$binfmt/register" ]; then
        mount -t binfmt_misc binfmt_misc "$binfmt" 2>/dev/null \
            || fail "binfmt_misc cannot be mounted here, so no program of arm64 can be run"
        mounted=yes
    fi
    for known in "$binfmt"/*; do
        if [ -f "$known" ] && grep -qs '^enabled' "$known" && grep -qs '^magic 7f454c46020101.*b700$' "$known"; then return; fi
    done
    qemu=$(command -v qemu-aarch64-static) || fail "needs qemu-aarch64-static: apt-get install qemu-user-static"
    # ELF, 64 bits, little endian, a program or library, machine 183; F: qemu is opened now, so it need not be in the root.
    printf '%s' ":${ours##*/}:M::\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00:\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff:$qemu:F" \
        >"$binfmt/register" || fail "binfmt_misc does not take qemu here, so no program of arm64 can be run"
    registered=yes
}

stop_emulating() {
    if [ "$registered" = yes ]; then echo -1 >"$ours"; fi
    if [ "$mounted" = yes ]; then umount "$binfmt"; fi
}
