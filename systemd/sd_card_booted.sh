#!/bin/sh
# Boots a container of Debian 13 that finds the files of `wondertable sd-card` where a Raspberry Pi does: does its own
# cloud-init do all that they say? As root, on Debian; five minutes. The log is in build/sd-card.log. The container has no
# network, so the installation begins and fails; Wi-Fi, and what only Raspberry Pi OS has, are not tried.
#
#   systemd/sd_card_booted.sh
set -eu

. "$(dirname "$0")/roots.sh"
release=trixie
log=$project/build/sd-card.log
work=

make_root() {
    debootstrap --variant=minbase --include=cloud-init,systemd-sysv,sudo,openssh-server,netplan.io,dbus \
        "$release" "$root" "$mirror"
}

make_card() {
    card=$root/boot/firmware
    mkdir -p "$card"
    echo "no package" >"$work/wondertable_0.0.0_arm64.deb"
    echo "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHRyaWFs trial" >"$work/key.pub"
    echo 'it'\''s "x": {y}' | (cd "$project" && "$python" -m device.command_line sd-card --out "$card" --hostname table-1 \
        --package "$work/wondertable_0.0.0_arm64.deb" --wifi "Zu Hause: #1" --country DE --timezone Europe/Rome \
        --ssh-key "$work/key.pub")
    mkdir -p "$root/etc/cloud/cloud.cfg.d"
    cat >"$root/etc/cloud/cloud.cfg.d/99_card.cfg" <<END
datasource_list: [NoCloud, None]
datasource: {NoCloud: {seedfrom: "file:///boot/firmware"}}
END
    cat >"$root/etc/systemd/system/trial-ends.service" <<END
[Unit]
After=cloud-final.service
[Service]
ExecStart=/bin/sh -c 'sleep 10; systemctl --no-block poweroff'
END
    mkdir -p "$root/etc/systemd/system/cloud-init.target.wants"
    ln -s ../trial-ends.service "$root/etc/systemd/system/cloud-init.target.wants/trial-ends.service"
}

boot() {
    unit="--register=no"
    [ -d /run/systemd/system ] || unit="--register=no --keep-unit"
    # shellcheck disable=SC2086  # two options, on purpose
    timeout --kill-after=20 300 systemd-nspawn --quiet --directory="$root" --machine=wondertable-card $unit \
        --private-network --console=read-only --boot systemd.journald.forward_to_console=1 </dev/null
}

# said WHAT COMMAND...: it must hold in the root
said() {
    what=$1
    shift
    (cd "$root" && "$@") || fail "$what: no; all that was said is in $log"
    say "$what"
}

check() {
    said "no stage of cloud-init has an error" grep -q '"errors": \[\]' var/lib/cloud/data/result.json
    said "the name" grep -qx table-1 etc/hostname
    said "the time zone" test "$(readlink "$root/etc/localtime")" = /usr/share/zoneinfo/Europe/Rome
    said "the user has no password" grep -q '^pi:!' etc/shadow
    said "the user has a key" grep -q trial home/pi/.ssh/authorized_keys
    said "the network" grep -q '"Zu Hause: #1"' etc/netplan/50-cloud-init.yaml
    said "the settings" test -s etc/wondertable/config.toml
    said "the service is enabled" test -L etc/systemd/system/multi-user.target.wants/wondertable-install.service
    said "the installation began" grep -q "Wondertable is being installed" "$log"
}

[ "$(id -u)" -eq 0 ] || fail "needs root, to boot a container"
for command in debootstrap systemd-nspawn; do
    command -v "$command" >/dev/null || fail "needs $command: apt-get install debootstrap systemd-container"
done
find_mirror
mkdir -p "$(dirname "$log")"
: >"$log"
work=$(mktemp -d -p "${TMPDIR:-/var/tmp}" wondertable-card-XXXXXX)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
root=$work/root
step "a bare root" make_root
step "the files of the card" make_card
step "booted" boot
check
