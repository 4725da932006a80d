#!/bin/sh
# Makes the files of a release in build/release, and its tag. CHECKS are run before (.ci/run); PYTHON has pip, setuptools and
# packaging, and `wondertable` beside it. Only what is committed, for a version that has no tag and that CHANGELOG.md tells of,
# with nothing left under Unreleased.
set -eu

cd "$(dirname "$0")/.."
python=${PYTHON:-$PWD/.venv/bin/python}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
tag=v$version
out=$PWD/build/release

refuse() {
    echo "wondertable: no release: $1" >&2
    exit 1
}

clean() { [ -z "$(git status --porcelain)" ] || refuse "there are changes that are not committed: see git status"; }

clean
commit=$(git rev-parse HEAD)
if git rev-parse --quiet --verify "refs/tags/$tag" >/dev/null; then
    refuse "$tag is there already: raise the version in pyproject.toml, or remove the tag with git tag -d $tag"
fi
section() { awk -v title="$1" 'index($0, title) == 1 { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md; }
news=$(section "## [$version] - ")
[ -n "$news" ] || refuse "CHANGELOG.md has no section that begins with ## [$version] and a date"
[ -z "$(section "## [Unreleased]")" ] || refuse "CHANGELOG.md has lines under Unreleased: put them under ## [$version]"
git var GIT_COMMITTER_IDENT >/dev/null # who makes the tag: git says what to do if it does not know

${CHECKS:-.ci/run}

rm -rf "$out"
sh systemd/kits.sh "$(dirname "$python")/wondertable" "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive "$commit" | tar -x -C "$work"
"$python" -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir "$out" "$work"
rm -rf "$work/build"
(cd "$work" && "$python" -m tools.engine_wheel "$out") >/dev/null
for architecture in arm64 amd64; do
    PYTHON=$python sh "$work/systemd/deb/build.sh" "$architecture" "$out" >/dev/null
done

# Links of the changelog lead to pages of the project, which are not beside the notes.
cat >"$out/NOTES.md" <<END
# Wondertable $version

| file | for |
|---|---|
| wondertable_${version}_arm64.deb | Raspberry Pi OS (Debian 12 or 13, 64 bit): sudo apt install ./wondertable_${version}_arm64.deb |
| wondertable_${version}_amd64.deb | the same on a PC |
| wondertable-kit-second-four-players-a4.pdf | stickers for the box with sun and moon on its boards (2020), at most four players, on A4 (or Letter) |
| wondertable-kit-second-four-players-*-later.pdf | what five to seven players need beside those |
| the other wondertable-kit-second-*.pdf | everything for seven players, with the Leaders: whole, without backs, or on pre-cut labels |
| wondertable-kit-first-*.pdf | the same for the box with the letters A and B (2010) |
| wondertable-kit-calibration-*.pdf | a page to measure a wide lens with |
| wondertable-$version-*.whl | the program, for pip |
| wondertable_engine-*.whl | the rules alone, for programs |
| SHA256SUMS | sha256sum --check SHA256SUMS says whether all of it arrived whole |

$(printf '%s\n' "$news" | sed -E 's/\[([^]]*)\]\(([^)]*)\)/\1: \2/g')
END
(cd "$out" && rm -f SHA256SUMS && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)

clean
[ "$(git rev-parse HEAD)" = "$commit" ] || refuse "something was committed meanwhile"
git tag --annotate --message "Wondertable $version" "$tag" "$commit"
ls -l "$out"
echo "The release is in build/release, and $tag is made. Nothing was sent anywhere: git push origin $tag"
