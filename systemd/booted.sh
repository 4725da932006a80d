#!/bin/sh
# Boots a container of Debian 12 with the package in it, and looks whether the units run, are watched, come back when
# they hang, and switch off: booted.sh [bookworm | trixie]. As root, some minutes. The log is in build/booted; everything
# else is removed at the end.
set -eu

. "$(dirname "$0")/roots.sh"
release=${1:-bookworm}
log=$project/build/booted/$release.log
units=etc/systemd/system
groups="/sys/fs/cgroup/systemd /sys/fs/cgroup/unified"
work=

check_here() {
    case $release in bookworm | trixie) ;; *) fail "there is no $release here: bookworm or trixie" ;; esac
    [ "$(id -u)" -eq 0 ] || fail "needs root, to boot a container: sudo make booted"
    for command in debootstrap systemd-nspawn dpkg-deb chroot; do
        command -v "$command" >/dev/null || fail "needs $command: apt-get install debootstrap systemd-container"
    done
    find_mirror
}

clean_up() {
    [ -z "$work" ] || rm -rf --one-file-system "$work"
    # Where this machine was not booted by systemd, its groups of processes are left behind.
    [ "$alone" = no ] || for group in $groups; do
        for name in payload supervisor; do
            [ -e "$before/${group##*/}-$name" ] || find "$group/$name" -depth -type d -exec rmdir {} + 2>/dev/null || true
        done
    done
}

make_root() {
    debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates "$release" "$root" "$mirror"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    cp "$work/"*.deb "$root/root"
    inside "apt-get update -qq && apt-get install -qq --yes --no-install-recommends /root/wondertable_*.deb"
    rm "$root/root/"*.deb
}

# A container has no console of its own, and neither camera nor screen: the game says so, and goes on without. The trial
# starts after it.
prepare_root() {
    cat >>"$root/etc/wondertable/config.toml" <<END
[phones]
on = true
END
    mkdir -p "$root/$units/wondertable.service.d" "$root/$units/multi-user.target.wants"
    printf '[Service]\nTTYPath=/dev/console\n' >"$root/$units/wondertable.service.d/container.conf"
    ln -sf /dev/null "$root/$units/console-getty.service"
    cp "$here/booted.py" "$root/root/booted.py"
    cat >"$root/$units/trial.service" <<END
[Unit]
After=wondertable.service
[Service]
ExecStart=/usr/bin/python3 -I /root/booted.py
StandardOutput=append:/root/said
StandardError=append:/root/said
# If something does not hold, the container ends all the same.
ExecStopPost=/bin/sh -c '[ "\$SERVICE_RESULT" = success ] || systemctl poweroff'
END
    ln -sf /$units/trial.service "$root/$units/multi-user.target.wants/trial.service"
}

boot() {
    unit="--register=no --keep-unit"
    [ "$alone" = yes ] || unit=--register=no
    # shellcheck disable=SC2086  # two options, on purpose
    timeout --kill-after=20 900 systemd-nspawn --quiet --directory="$root" --machine=wondertable-booted $unit \
        --private-network --console=read-only --boot systemd.journald.forward_to_console=1 </dev/null >"$work/console" 2>&1
    status=$?
    cp "$work/console" "$log.console"
    return $status
}

if [ -d /run/systemd/system ]; then alone=no; else alone=yes; fi
check_here
trap clean_up EXIT
trap 'exit 1' INT TERM HUP
mkdir -p "$(dirname "$log")"
: >"$log"
work=$(mktemp -d -p "${TMPDIR:-/var/tmp}" wondertable-booted-XXXXXX)
root=$work/root
before=$work/before
mkdir "$before"
for group in $groups; do
    for name in payload supervisor; do [ ! -d "$group/$name" ] || touch "$before/${group##*/}-$name"; done
done
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$project/pyproject.toml")
architecture=$(dpkg --print-architecture)
step "the package" env PYTHON="$python" COMPRESSION="-Zgzip -z1" sh "$here/deb/build.sh" "$architecture" "$work"
step "a container of $release with wondertable $version" make_root
prepare_root
say "booting it"
start=$(date +%s)
boot || { tail -n 25 "$work/console" >&2; cat "$root/root/said" 2>/dev/null >&2 || true
    fail "the container could not be booted or did not switch off by itself; see $log.console"; }
cat "$root/root/said" >>"$log" 2>/dev/null || fail "it was booted, but the trial was not started; see $log.console"
cat "$root/root/said"
tail -n 1 "$root/root/said" | grep -q "^switching off" || fail "something does not hold (above); see $log.console"
say "the container has switched itself off: all units ran, were watched, and came back ($(($(date +%s) - start)) s)"
