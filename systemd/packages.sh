#!/bin/sh
# Installs the Debian packages that the Python wheels of this project lean on, and those that are named as arguments;
# does nothing where they are there. With DRY_RUN=yes it only says what it would install.
set -eu

command -v dpkg-query >/dev/null 2>&1 || exit 0

# Debian 13 renamed some libraries for its 64-bit time_t; the old name is then a virtual package of the new one, which
# is never "installed".
todays() {
    if apt-cache show "${1}t64" >/dev/null 2>&1; then echo "${1}t64"; else echo "$1"; fi
}

# For this machine's own processor: a library may be there for another one, too, or only for that (Steam on a PC).
native=$(dpkg --print-architecture)
installed() {
    dpkg-query --show --showformat='${Architecture} ${db:Status-Status}\n' "$1" 2>/dev/null \
        | grep -qxE "($native|all) installed"
}

missing=
for package in python3-venv libgl1 "$(todays libzbar0)" "$(todays libglib2.0-0)" "$@"; do
    installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "${DRY_RUN:-no}" = yes ]; then
    echo "wondertable: would install$missing"
    exit 0
fi
if [ "$(id -u)" -eq 0 ]; then
    sudo=
elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
else
    echo "wondertable needs these packages:$missing. Install them as root with: apt-get install$missing" >&2
    exit 1
fi
echo "wondertable: installing$missing"
$sudo apt-get update -qq || echo "wondertable: notice: the lists of packages are old (no network?)" >&2
# shellcheck disable=SC2086  # a list of names, on purpose
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -qq --yes --no-install-recommends $missing
