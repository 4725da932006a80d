#!/bin/sh
# Tries the package and the installer in bare roots of Debian 12 and 13: installed, upgraded, downgraded, removed, purged.
# Reads photographs and plays a whole demo there, and compares both with this machine's. As root, on Debian with amd64 or
# arm64; roots of arm64 run on amd64, too, by qemu-user, which takes half an hour and more each instead of minutes.
#
#   systemd/installed.sh arm64                    both ways on both releases; or: amd64
#   systemd/installed.sh arm64 bookworm           only that release
#   systemd/installed.sh arm64 bookworm package   only the package on it, or: installer
#
# WONDERTABLE_PHOTOS names a folder of photographs; without it simulated ones are used. WONDERTABLE_ROOTS names a folder
# that keeps the bare roots for the next time. The log is in build/arm64 (or amd64); everything else is removed at the end.
set -eu

. "$(dirname "$0")/roots.sh"
demo="demo --players 3 --fast --headless --json --seed 8"
work=

# ---- what is needed here --------------------------------------------------------------------------------------------

check_here() {
    [ "$(id -u)" -eq 0 ] || fail "needs root, to make roots of another Debian: sudo make $architecture"
    packages=debootstrap
    [ "$emulated" = no ] || packages="$packages qemu-user-static"
    for command in debootstrap apt-get dpkg-deb unshare chroot; do
        command -v "$command" >/dev/null || fail "needs $command: apt-get install $packages (on Debian 12 or later)"
    done
    find_mirror
    unshare --mount --pid --fork true 2>/dev/null \
        || fail "may not make namespaces of its own here, so nothing could be tried and cleaned up (a container without rights?)"
    [ "$emulated" = no ] || [ "$architecture" = arm64 ] || fail "roots of $architecture are tried on a machine of that kind only"
    [ "$emulated" = no ] || emulate
}

clean_up() {
    stop_emulating
    [ -z "$work" ] || rm -rf --one-file-system "$work"
}

# ---- a root ---------------------------------------------------------------------------------------------------------

make_root() {
    kept=${WONDERTABLE_ROOTS:+$WONDERTABLE_ROOTS/$release-$architecture.tar}
    if [ -e "${kept:-/nonexistent}" ]; then
        mkdir "$root"
        tar -C "$root" -xf "$kept"
        native_unpacking
        return
    fi
    debootstrap --arch="$architecture" --foreign --variant=minbase --include=ca-certificates "$release" "$root" "$mirror"
    native_unpacking
    inside_bare
    if [ -n "$kept" ]; then tar -C "$root" -cf "$kept.new" . && mv "$kept.new" "$kept"; fi
}

# Its own /dev is made by the second stage.
inside_bare() { unshare --mount --pid --fork --kill-child -- chroot "$root" /debootstrap/debootstrap --second-stage; }

prepare_root() {
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    rm -f "$root"/etc/apt/sources.list.d/*
    echo "deb $mirror $release main" >"$root/etc/apt/sources.list"
    mkdir -p "$root/root/wheels" "$root/root/wondertable"
    chmod 755 "$root/root" # the program does not stay root, and reads photographs there
    (cd "$project" && cp -r pyproject.toml README.md LICENSE engine vision display device systemd tests "$root/root/wondertable")
    cp -r "$work/photos" "$work/shots" "$root/root"
    cp "$work/wheels-$release/"*.whl "$root/root/wheels"
    cp "$work/"*.deb "$root/root"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # nothing is started in it
    chmod 755 "$root/usr/sbin/policy-rc.d"
    native_apt update
    native_apt install --download-only --no-install-recommends "$root/root/wondertable_${version}_$architecture.deb"
}

# Under qemu unpacking takes longer than all that is tried here: it is done by this machine's dpkg-deb, which lies where
# dpkg looks first, and Debian's Python packages are not compiled. Whatever else a package runs when it is installed is
# still run by qemu. The root is thrown away: nothing is synced.
native_unpacking() {
    mkdir -p "$root/etc/dpkg/dpkg.cfg.d"
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/thrown-away"
    [ "$emulated" = yes ] || return 0
    mkdir -p "$root/native"
    program=$(command -v dpkg-deb)
    ldd "$program" | grep -o '/[^ ]*' | while read -r library; do cp -L "$library" "$root/native"; done
    cp -L "$program" "$root/native"
    loader=$(cd "$root/native" && echo ld-linux*)
    cat >"$root/usr/sbin/dpkg-deb" <<END
#!/bin/sh
exec /native/$loader --library-path /native /native/dpkg-deb "\$@"
END
    printf '#!/bin/sh\n' >"$root/usr/sbin/py3compile"
    chmod 755 "$root/usr/sbin/dpkg-deb" "$root/usr/sbin/py3compile"
}

# This machine's apt for the root: lists and packages are brought there.
native_apt() {
    apt-get -qq --yes -o Dir="$root" -o Dir::State::status="$root/var/lib/dpkg/status" -o APT::Sandbox::User=root \
        -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture" -o Acquire::Languages=none "$@"
}

# compare NAME: what was read and played in the root against this machine's
compare() {
    "$python" -m tests.bench.processors compare "$work/read.json" "$root/root/read-$1.json" >"$work/said" \
        || { cat "$work/said" >>"$log"; cat "$work/said" >&2; fail "$release: read differently than here"; }
    say "$release: $1: $(cat "$work/said")"
    cmp "$work/demo.json" "$root/root/demo-$1.json" || fail "$release: the demo went otherwise than here"
    say "$release: $1: a whole demo: the same byte for byte, \"same\":true"
}

read_and_play() {
    inside "(cd photos && wondertable read --json *) >read-$1.json && wondertable $demo >demo-$1.json"
}

# Every file of the package is as it was built, and nothing is half installed.
sound() { inside 'said=$(dpkg --audit; dpkg --verify wondertable); echo "$said"; [ -z "$said" ]'; }

# No file names it, except what was brought here to try it; /run is gone when a machine starts anew.
nothing_left() {
    find "$root" \( -path "$root/root" -o -path "$root/run" \) -prune -o -name '*wondertable*' -print >"$work/said"
    cat "$work/said"
    [ ! -s "$work/said" ]
}

installer() {
    step "the installer" inside "sh wondertable/systemd/install.sh --console"
    step "the installer again: nothing to do" inside "sh wondertable/systemd/install.sh --console | tee said; grep 'up to date' said"
    step "photographs and a demo, as installed" read_and_play installer
    compare installer
    step "uninstall and purge" inside "sh wondertable/systemd/install.sh --uninstall --purge
        gone /opt/wondertable /etc/wondertable /var/lib/wondertable /usr/local/bin/wondertable /etc/systemd/system/wondertable*"
    step "nothing is left" nothing_left
}

package() {
    step "the package" inside "apt-get install -qq --yes --no-install-recommends ./wondertable_${version}_$architecture.deb"
    step "all of it is there" sound
    step "photographs and a demo, from the package" read_and_play package
    compare package
    step "times" inside "PYTHONPATH=/usr/lib/wondertable/\$(readlink /usr/bin/python3):/usr/lib/wondertable/common:/root/wondertable \
        python3 -m tests.bench.processors measure shots >measured.json"
    cp "$root/root/measured.json" "$work/measured-$release.json"
    step "upgrade" inside "echo '# mine' >>/etc/wondertable/config.toml; touch /var/lib/wondertable/mine
        apt-get install -qq --yes --no-install-recommends ./wondertable_$version+1_$architecture.deb; wondertable --version
        dpkg-query --show wondertable | grep -F '$version+1'; grep mine /etc/wondertable/config.toml; ls /var/lib/wondertable/mine"
    step "downgrade" inside "apt-get install -qq --yes --allow-downgrades ./wondertable_${version}_$architecture.deb
        wondertable --version; grep mine /etc/wondertable/config.toml; ls /var/lib/wondertable/mine"
    step "remove" inside "apt-get remove -qq --yes wondertable; gone /usr/lib/wondertable /usr/bin/wondertable
        grep mine /etc/wondertable/config.toml; ls /var/lib/wondertable/mine"
    step "purge" inside "apt-get purge -qq --yes wondertable
        gone /usr/lib/wondertable /etc/wondertable /var/lib/wondertable /usr/lib/systemd/system/wondertable*"
    step "nothing is left" nothing_left
}

try_release() {
    release=$1
    log=$logs/$release.log
    : >"$log"
    root=$work/$release
    step "a bare root" make_root
    step "what is tried in it" prepare_root
    case $way in both | package) package ;; esac
    case $way in both | installer) installer ;; esac
    rm -rf --one-file-system "$root"
}

# ---- on this machine ------------------------------------------------------------------------------------------------

prepare_here() {
    release="this machine"
    log=$logs/here.log
    : >"$log"
    step "the package" env PYTHON="$python" COMPRESSION="-Zgzip -z1" sh "$here/deb/build.sh" "$architecture" "$work"
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$project/pyproject.toml")
    step "a newer one" newer_package
    step "wheels for the installer, Debian 12" "$python" "$here/wheels.py" fetch "$work/wheels-bookworm" 3.11 "$machine"
    step "wheels for the installer, Debian 13" "$python" "$here/wheels.py" fetch "$work/wheels-trixie" 3.13 "$machine"
    if [ -n "${WONDERTABLE_PHOTOS:-}" ]; then
        mkdir "$work/photos"
        step "photographs" sh -eu -c 'find "$1" -maxdepth 1 \( -name "*.jpg" -o -name "*.png" \) | sort | head -n 4 \
            | xargs -d "\n" cp -t "$2"' sh "$WONDERTABLE_PHOTOS" "$work/photos"
    else
        step "photographs" "$python" -m tests.device.simulation.photograph "$work/photos" --count 4
        rm "$work/photos/"*.json
    fi
    step "pictures to measure with" "$python" -m tests.bench.processors draw "$work/shots"
    step "reading, playing and measuring here" here
}

newer_package() {
    dpkg-deb --raw-extract "$work/wondertable_${version}_$architecture.deb" "$work/newer"
    sed -i "s/^Version: .*/&+1/" "$work/newer/DEBIAN/control"
    dpkg-deb --root-owner-group --build -Zgzip -z1 "$work/newer" "$work/wondertable_$version+1_$architecture.deb"
    rm -r "$work/newer"
}

here() {
    export WONDERTABLE_STATE="$work/state" SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
    (cd "$work/photos" && "$python" -m device.command_line read --json ./*) >"$work/read.json"
    # shellcheck disable=SC2086  # a command with its arguments, on purpose
    "$python" -m device.command_line $demo >"$work/demo.json"
    grep -q '"same":true' "$work/demo.json"
    "$python" -m tests.bench.processors measure "$work/shots" >"$work/measured.json"
}

architecture=${1:-}
releases=${2:-bookworm trixie}
way=${3:-both}
case $architecture in
    arm64) machine=aarch64 ;;
    amd64) machine=x86_64 ;;
    '') fail "there are packages for arm64 and amd64: name one of them" ;;
    *) fail "there are packages for arm64 and amd64, not for $architecture" ;;
esac
for release in $releases; do
    case $release in bookworm | trixie) ;; *) fail "there is no $release here: bookworm or trixie" ;; esac
done
case $way in both | package | installer) ;; *) fail "there is no way $way: package or installer" ;; esac
logs=$project/build/$architecture
if [ "$(uname -m)" = "$machine" ]; then emulated=no; else emulated=yes; fi
cd "$project"
export PYTHONPATH="$project" PYTHONDONTWRITEBYTECODE=1
check_here
trap clean_up EXIT
trap 'exit 1' INT TERM HUP
mkdir -p "$logs" ${WONDERTABLE_ROOTS:+"$WONDERTABLE_ROOTS"}
work=$(mktemp -d -p "${TMPDIR:-/var/tmp}" "wondertable-$architecture-XXXXXX")
prepare_here
columns="here=$work/measured.json"
by=
[ "$emulated" = no ] || by=,qemu
for wanted in $releases; do
    try_release "$wanted"
    if [ -e "$work/measured-$wanted.json" ]; then columns="$columns $wanted$by=$work/measured-$wanted.json"; fi
done
say "times; those of qemu say nothing of a Raspberry Pi, only whether a step has become dearer since:"
# shellcheck disable=SC2086  # a list of files, on purpose
"$python" -m tests.bench.processors table $columns | tee "$logs/times"
