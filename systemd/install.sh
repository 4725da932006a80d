#!/bin/sh
# Makes a Raspberry Pi (Raspberry Pi OS, Debian 12 or 13) into the appliance. Run it as root from the project's folder:
#
#   systemd/install.sh                  installs, or brings up to date; games and settings stay
#   systemd/install.sh --wheel FILE     the same with a wheel of the project instead of this folder
#   systemd/install.sh --console        draws on the bare screen and starts with the machine (the default without desktop)
#   systemd/install.sh --desktop        starts as a window of whoever logs in (the default with a desktop)
#   systemd/install.sh --dry-run        only says what would be done
#   systemd/install.sh --uninstall      removes it; games and settings stay; with --purge they go, too
#
# It may be stopped at any moment and run again: the program is put together beside the one that is in use, tried, and
# then takes its place in one step.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
project=$(dirname "$here")
started_in=$PWD
called="$0 $*"
# Root runs no Python that lies where somebody happened to start this: not from the current folder, not by the
# environment, and no other interpreter than the system's.
cd /
export PYTHONSAFEPATH=1
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP
python=/usr/bin/python3
program=/opt/wondertable
settings=/etc/wondertable
state=/var/lib/wondertable
downloads=/var/cache/wondertable
units=/etc/systemd/system
unit=$units/wondertable.service
rules=/etc/polkit-1/rules.d/60-wondertable.rules
others="wondertable-off.service wondertable-off.path wondertable-phones.service wondertable-phones.path wondertable-hall.service wondertable-hall.path"
command=/usr/local/bin/wondertable
autostart=/etc/xdg/autostart/wondertable.desktop
user=wondertable
groups="video render input gpio audio"
work=

say() { echo "wondertable: $*"; }

fail() {
    echo "wondertable: $*" >&2
    exit 1
}

# Does it, or with --dry-run says it.
run() {
    if [ "$dry" = yes ]; then
        echo "  $*"
    else
        "$@"
    fi
}

# Writes standard input to a file, in one step, if that says anything new: put FILE MODE
put() {
    if [ "$dry" = yes ]; then
        echo "  write $1"
        cat >/dev/null
        return
    fi
    mkdir -p "$(dirname "$1")"
    cat >"$1.new"
    chmod "$2" "$1.new"
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

# systemd is there, and is what runs this machine (it is not in a chroot or a container that is being built).
booted() { [ -d /run/systemd/system ]; }

systemctl_if_there() { if command -v systemctl >/dev/null 2>&1; then run systemctl "$@"; fi; }

read_arguments() {
    dry=no action=install purge=no wheel='' session=
    while [ $# -gt 0 ]; do
        case $1 in
            --dry-run) dry=yes ;;
            --uninstall) action=uninstall ;;
            --purge) purge=yes ;;
            --console) session=console ;;
            --desktop) session=desktop ;;
            --wheel)
                [ $# -gt 1 ] || fail "--wheel needs a file"
                case $2 in /*) wheel=$2 ;; *) wheel=$started_in/$2 ;; esac
                shift ;;
            --help | -h) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
            *) fail "unknown argument $1; try --help" ;;
        esac
        shift
    done
    [ "$purge" = no ] || [ "$action" = uninstall ] || fail "--purge goes with --uninstall"
    [ -z "$wheel" ] || [ -f "$wheel" ] || fail "there is no file $wheel"
    [ "$dry" = yes ] || [ "$(id -u)" -eq 0 ] || fail "needs root: sudo $called"
}

# ---- installing ----------------------------------------------------------------------------------------------------

check_system() {
    command -v apt-get >/dev/null 2>&1 || fail "needs Raspberry Pi OS or Debian"
    release=$(sed -n 's/^VERSION_ID="\{0,1\}\([0-9]*\).*/\1/p' /etc/os-release)
    case $release in
        12 | 13) ;;
        *) say "notice: made for Debian 12 and 13; this is ${release:-none that says its number}" ;;
    esac
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) fail "needs a 64-bit system: install the 64-bit Raspberry Pi OS" ;;
    esac
}

has_desktop() {
    ! sh "$here/deb/without-desktop"
}

# As it was installed before; a first time as the machine starts.
choose_session() {
    [ -z "$session" ] || return 0
    if [ -e "$unit" ]; then session=console
    elif [ -e "$autostart" ] || has_desktop; then session=desktop
    else session=console; fi
}

# pygame comes from Debian: its SDL can draw on a screen without a desktop, the one in PyPI's wheels cannot.
# espeak-ng is the voice.
install_packages() {
    say "Debian's packages"
    packages="python3-pygame espeak-ng libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri"
    [ "$dry" = yes ] || apt-get update -qq || say "notice: no network? what is missing cannot be installed now"
    for package in python3-picamera2 libcamera-ipa python3-lgpio; do # its camera, what drives it, and its pins
        if apt-cache show "$package" >/dev/null 2>&1; then
            packages="$packages $package"
        else
            say "notice: left out $package, which only Raspberry Pi OS has; USB cameras and keyboards work without it"
        fi
    done
    # shellcheck disable=SC2086  # a list of names, on purpose
    DRY_RUN=$dry sh "$here/packages.sh" $packages
    upgrade_camera
}

# Before this release a camera that hangs would hang the program.
oldest_picamera2=0.3.20
upgrade_camera() {
    there=$(dpkg-query --show --showformat='${Version}' python3-picamera2 2>/dev/null) || return 0
    if [ -n "$there" ] && dpkg --compare-versions "$there" lt "$oldest_picamera2"; then
        say "python3-picamera2 $there is older than $oldest_picamera2: upgrading it"
        run env DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --only-upgrade python3-picamera2 libcamera-ipa \
            || say "notice: it could not be upgraded; the camera is not used until it is"
    fi
}

install_user() {
    say "user and groups"
    for group in $groups; do
        getent group "$group" >/dev/null || made="${made:-} $group"
    done
    for group in ${made:-}; do
        run groupadd --system "$group"
    done
    if [ -n "${made:-}" ] && [ "$dry" = no ]; then
        mkdir -p "$program"
        echo "$made" >>"$program/groups"
    fi
    getent passwd "$user" >/dev/null \
        || run useradd --system --user-group --no-create-home --home-dir "$state" --shell /usr/sbin/nologin "$user"
    run usermod --append --groups "$(echo "$groups" | tr ' ' ,)" "$user"
}

install_folders() {
    say "settings in $settings, games in $state"
    run install -d -m 0755 "$settings"
    run install -d -m 0750 "$state"
    run chown -R "$user:$user" "$state" # an earlier installation's user may have had another number
    [ -e "$settings/config.toml" ] || put "$settings/config.toml" 0644 <<'END'
# Only what is said here differs from the packaged settings, which explain themselves:
#   /opt/wondertable/defaults.toml
#
# [screen]
# language = "en"
#
# [camera]
# spec = "v4l2:0"  # a USB camera instead of the Raspberry Pi's own
END
}

# What makes the packages from PyPI different.
packages_fingerprint() {
    cat "$here/requirements.lock"
    "$python" --version
}

# What makes one installation different from another.
fingerprint() {
    {
        packages_fingerprint
        if [ -n "$wheel" ]; then cat "$wheel"; else
            (cd "$project" && find pyproject.toml engine vision display device -type f ! -path '*/__pycache__/*' \
                -exec sha256sum {} + | sort)
        fi
    } | sha256sum | cut -d' ' -f1
}

install_program() {
    wanted=$(fingerprint)
    current=$(readlink "$program/current" 2>/dev/null || true)
    if [ -n "$current" ] && [ "$(cat "$program/$current/fingerprint" 2>/dev/null)" = "$wanted" ]; then
        say "the program is up to date"
        slot=$current
        try_slot # Debian's packages may have changed since
        return
    fi
    previous=$current
    if [ "$current" = a ]; then slot=b; else slot=a; fi
    say "the program, into $program/$slot"
    run mkdir -p "$program"
    run rm -rf "${program:?}/$slot"
    run "$python" -I -m venv --system-site-packages "$program/$slot"
    fill_slot
    try_slot
    if [ "$dry" = no ]; then
        echo "$wanted" >"$program/$slot/fingerprint"
        packages_fingerprint | sha256sum >"$program/$slot/packages"
    fi
    run sync
    run ln -sfn "$slot" "$program/current.new"
    run mv -T "$program/current.new" "$program/current"
}

# The old program may still run until the new one has been started.
tidy() {
    for slot in a b; do
        if [ "$dry" = no ] && [ "$slot" != "$(readlink "$program/current")" ]; then rm -rf "${program:?}/$slot"; fi
    done
    run rm -rf "$downloads"
}

# What was downloaded is kept until everything is there, so that the next attempt goes on where this one stopped.
fill_slot() {
    pip="$program/$slot/bin/python -I -m pip --disable-pip-version-check --cache-dir $downloads install --quiet --no-deps --no-compile"
    if same_packages; then
        say "the same packages from PyPI as before: no network is needed"
        cp -a "$program/$previous/lib/." "$program/$slot/lib/"
    else
        # shellcheck disable=SC2086  # a command with its arguments, on purpose
        run $pip --require-hashes --only-binary :all: -r "$here/requirements.lock" \
            || fail "the packages could not be downloaded; the program that was there is left in use"
    fi
    source=$wheel
    if [ -z "$source" ] && [ "$dry" = no ]; then
        # A copy, since building leaves traces in the folder, and this one is not root's.
        work=$(mktemp -d)
        source=$work
        (cd "$project" && cp -r pyproject.toml README.md LICENSE engine vision display device "$work")
    fi
    # shellcheck disable=SC2086
    run $pip --no-index --force-reinstall --no-build-isolation "${source:-$project}"
    # Bytecode by all processors, where pip uses one. A file of somebody else's that no Python could read is none of ours.
    run "$program/$slot/bin/python" -I -m compileall -qq -j 0 "$program/$slot/lib" || true
}

same_packages() {
    [ "$dry" = no ] && [ -n "$previous" ] && [ -e "$program/$previous/packages" ] \
        && [ "$(packages_fingerprint | sha256sum)" = "$(cat "$program/$previous/packages")" ]
}

try_slot() {
    run "$program/$slot/bin/python" -I "$here/try.py" || fail "the parts do not get along; the program that was there is left in use"
}

# With a desktop the program belongs to whoever is logged in, and so do the games: the command asks for no others.
install_command() {
    say "the command $command"
    if [ "$session" = desktop ]; then
        run ln -sfn "$program/current/bin/wondertable" "$command"
    else
        put_command
    fi
    [ "$dry" = yes ] || put_defaults
}

# A copy: a link might lead to somewhere that is not root's.
put_defaults() {
    rm -f "$program/defaults.toml"
    put "$program/defaults.toml" 0644 \
        <"$("$program/current/bin/python" -I -c 'import device.settings; print(device.settings.__path__[0])')/defaults.toml"
}

put_command() {
    put "$command" 0755 <<END
#!/bin/sh
# The appliance's own games and settings; root becomes the appliance's user.
export WONDERTABLE_STATE=$state
export XDG_RUNTIME_DIR="\${XDG_RUNTIME_DIR:-/run/$user}" # or SDL complains that there is none
if [ "\$(id -u)" -eq 0 ]; then # files that it writes are still the caller's: see device/caller.py
    exec $program/current/bin/python -I -m device.as_user $user "\$@"
fi
exec $program/current/bin/wondertable "\$@"
END
}

install_start() {
    if [ "$session" = desktop ]; then
        say "starts with the desktop"
        put "$autostart" 0644 <"$here/wondertable.desktop"
        remove_unit
        return
    fi
    say "starts with the machine"
    put "$unit" 0644 <"$here/wondertable.service"
    for other in $others; do
        put "$units/$other" 0644 <"$here/$other"
    done
    # Without polkit nobody is asked whether an own Wi-Fi may be opened, and NetworkManager refuses it.
    if [ -d /etc/polkit-1 ]; then put "$rules" 0644 <"$here/wondertable.rules"; fi
    run rm -f "$autostart"
    systemctl_if_there enable --quiet wondertable.service wondertable-off.path wondertable-phones.path wondertable-hall.path
    if booted; then
        run systemctl daemon-reload
        run systemctl restart wondertable-off.path wondertable-phones.path wondertable-hall.path
        run systemctl try-restart wondertable.service || roll_back
    fi
}

# The new program was tried, but does not start: the old one takes its place again.
roll_back() {
    if [ -n "${previous:-}" ] && [ -d "$program/$previous" ]; then
        ln -sfn "$previous" "$program/current.new"
        mv -T "$program/current.new" "$program/current"
        systemctl restart wondertable.service || true
        fail "the new program does not start (journalctl -u wondertable says why); the one before is in use again"
    fi
    fail "the program does not start: journalctl -u wondertable says why"
}

say_what_next() {
    [ "$dry" = no ] || return 0
    if [ "$session" = desktop ]; then doctor="wondertable doctor"; else doctor="sudo wondertable doctor"; fi
    say "done. \"$doctor\" says whether camera, buttons and screen are well."
    if [ "$session" = console ] && booted && ! systemctl is-active --quiet wondertable.service; then
        say "It starts with the machine; now already with: sudo systemctl start wondertable"
    fi
}

install_all() {
    check_system
    choose_session
    install_packages
    install_user
    install_folders
    install_program
    install_command
    install_start
    tidy
    say_what_next
}

# ---- removing ------------------------------------------------------------------------------------------------------

remove_unit() {
    [ -e "$unit" ] || return 0
    systemctl_if_there disable --quiet wondertable.service wondertable-off.path wondertable-phones.path wondertable-hall.path
    if booted; then
        run systemctl stop wondertable-off.path wondertable-phones.path wondertable-phones.service \
            wondertable-hall.path wondertable-hall.service wondertable.service
    fi
    for other in $others; do run rm -f "$units/$other"; done
    run rm -f "$rules"
    run rm -f "$unit" # the last: as long as it is there, another attempt removes all
    if booted; then run systemctl daemon-reload; fi
}

# Removing goes on with the next step, whatever one says.
try() { run "$@" || left="${left:-} $1"; }

uninstall_all() {
    say "removing the program"
    remove_unit || left=" systemctl"
    made=$(cat "$program/groups" 2>/dev/null || true)
    try rm -rf "$autostart" "$command" "$downloads" "$program"
    if getent passwd "$user" >/dev/null; then try userdel "$user"; fi
    for group in $made; do
        try groupdel "$group"
    done
    if [ "$purge" = yes ]; then
        try rm -rf "$settings" "$state" "$state-hall" "/var/lib/private/wondertable-hall"
    else
        say "settings in $settings and games in $state stay; --uninstall --purge removes them"
    fi
    [ -z "${left:-}" ] || fail "not everything could be removed (see above):$left"
    say "done. Debian's packages stay as they are."
}

# One at a time; what an earlier one that was killed has left running counts as one, too.
only_one() {
    [ "$dry" = no ] || return 0
    exec 9>/run/wondertable-install # only root may create it: a lock that anybody holds would stop every upgrade
    flock --wait 120 9 || fail "another installation is running"
}

trap '[ -z "$work" ] || rm -rf "$work"' EXIT
read_arguments "$@"
only_one
[ "$dry" = no ] || say "would do:"
"${action}_all"
