#!/bin/sh
# Builds the Debian package: build.sh ARCHITECTURE [FOLDER]. arm64 or amd64, on any machine; into build/deb by default.
# PYTHON is a Python with pip, setuptools and packaging; COMPRESSION says how hard dpkg-deb tries (-Zgzip -z1 is quick).
set -eu

architecture=$1
case $architecture in
    arm64) machine=aarch64 ;;
    amd64) machine=x86_64 ;;
    *) echo "wondertable: there are packages for arm64 and amd64, not for $architecture" >&2; exit 2 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
out=$(mkdir -p "${2:-$project/build/deb}" && cd "${2:-$project/build/deb}" && pwd)
python=${PYTHON:-python3}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$project/pyproject.toml")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
lib=$root/usr/lib/wondertable
umask 022

unpack() { # unpack FOLDER WHEEL...
    folder=$1
    shift
    for wheel in "$@"; do "$python" -m zipfile -e "$wheel" "$folder"; done
}

# Everything from PyPI. What is the same for both Pythons is there once.
mkdir -p "$lib/common"
for version_of_python in 3.11 3.13; do
    "$python" "$here/../wheels.py" fetch "$work/$version_of_python" "$version_of_python" "$machine"
done
for wheel in "$work/3.11/"*.whl; do
    if [ -e "$work/3.13/$(basename "$wheel")" ]; then
        case $(basename "$wheel") in setuptools-* | packaging-*) ;; *) unpack "$lib/common" "$wheel" ;; esac
        rm "$wheel" "$work/3.13/$(basename "$wheel")"
    fi
done
for version_of_python in 3.11 3.13; do
    mkdir -p "$lib/python$version_of_python"
    unpack "$lib/python$version_of_python" "$work/$version_of_python/"*.whl
done

# The program itself.
(cd "$project" && mkdir "$work/source" && cp -r pyproject.toml README.md LICENSE engine vision display device "$work/source")
"$python" -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --no-index \
    --wheel-dir "$work/own" "$work/source"
unpack "$lib/common" "$work/own/"*.whl
find "$lib" -type d -name tests -prune -exec rm -rf {} +
find "$lib" -type d \( -name __pycache__ -o -name include \) -prune -exec rm -rf {} +
find "$lib" -type f -exec chmod 0644 {} +
rm -f "$lib/common/reportlab/fonts/"*.pfb # fonts of another licence, which no page of ours uses
install -m 0644 "$here/start.py" "$lib/start.py"
install -m 0755 "$here/without-desktop" "$lib/without-desktop"
install -D -m 0755 "$here/wondertable" "$root/usr/bin/wondertable"

# Units: as the installer's, with this package's program, and only where there is no desktop.
units=$root/usr/lib/systemd/system
mkdir -p "$units"
sed -e 's#^ExecStart=[^ ]*#ExecCondition=/usr/lib/wondertable/without-desktop\nExecStart=/usr/bin/wondertable#' \
    "$here/../wondertable.service" >"$units/wondertable.service"
sed -e 's#^ExecStart=.* -m device.features.telephones.server#ExecStart=/usr/bin/python3 -I /usr/lib/wondertable/start.py phones#' \
    "$here/../wondertable-phones.service" >"$units/wondertable-phones.service"
sed -e 's#^ExecStart=.* -m device.features.hall.publisher#ExecStart=/usr/bin/python3 -I /usr/lib/wondertable/start.py hall#' \
    "$here/../wondertable-hall.service" >"$units/wondertable-hall.service"
cp "$here/../wondertable-off.service" "$here/../wondertable-off.path" "$here/../wondertable-phones.path" \
    "$here/../wondertable-hall.path" "$units"
install -D -m 0644 "$here/../wondertable.rules" "$root/usr/share/polkit-1/rules.d/wondertable.rules"
mkdir -p "$root/etc/xdg/autostart"
sed 's#^Exec=[^ ]*#Exec=/usr/bin/wondertable#' "$here/../wondertable.desktop" >"$root/etc/xdg/autostart/wondertable.desktop"
install -D -m 0644 "$here/config.toml" "$root/etc/wondertable/config.toml"

doc=$root/usr/share/doc/wondertable
install -D -m 0644 "$here/copyright" "$doc/copyright"
install -D -m 0644 "$here/lintian-overrides" "$root/usr/share/lintian/overrides/wondertable"
install -m 0644 "$project/device/settings/defaults.toml" "$doc/defaults.toml"
install -d "$doc/examples/hall"
install -m 0644 "$here/../hall/"* "$doc/examples/hall"
gzip -9nc "$project/CHANGELOG.md" >"$doc/CHANGELOG.md.gz"
gzip -9n >"$doc/changelog.gz" <<END # in the form that Debian's tools read
wondertable ($version) unstable; urgency=medium

  * What has changed is said in CHANGELOG.md.gz.

 -- $(sed -n 's/^Maintainer: //p' "$here/control")  $(LC_ALL=C date -R -r "$project/CHANGELOG.md")
END
find "$root" -type d -exec chmod 0755 {} +
find "$units" "$root/etc" "$root/usr/share" -type f -exec chmod 0644 {} +

mkdir "$root/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" \
    -e "s/@SIZE@/$(du -sk "$root" | cut -f1)/" "$here/control" >"$root/DEBIAN/control"
(cd "$root" && find etc -type f | sed 's#^#/#' >DEBIAN/conffiles)
(cd "$root" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2 >DEBIAN/md5sums)
for script in preinst postinst prerm postrm; do install -m 0755 "$here/$script" "$root/DEBIAN/$script"; done
package=$out/wondertable_${version}_$architecture.deb
# shellcheck disable=SC2086  # two options, on purpose
dpkg-deb --root-owner-group --build ${COMPRESSION:--Zxz -z6} "$root" "$package" >/dev/null
echo "$package"
