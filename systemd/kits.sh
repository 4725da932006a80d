#!/bin/sh
# Writes the printed kits of a release: kits.sh WONDERTABLE FOLDER
set -eu
wondertable=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"

# kit NAME OPTIONS...: one PDF
kit() {
    name=$1
    shift
    "$wondertable" --language en stickers --out "$folder/wondertable-kit-$name.pdf" "$@"
}

for edition in first second; do
    for paper in a4 letter; do
        kit "$edition-four-players-$paper" --edition "$edition" --players 4 --paper "$paper" # and NAME-later.pdf
        kit "$edition-$paper" --edition "$edition" --paper "$paper" --without corners
        kit "$edition-$paper-without-backs" --edition "$edition" --paper "$paper" --without backs,corners
    done
    for labels in L4732 5160; do
        kit "$edition-labels-$labels" --edition "$edition" --labels "$labels" --without corners
    done
done
for paper in a4 letter; do
    kit "calibration-$paper" --kit calibration --paper "$paper"
done
cd "$folder"
sha256sum -- *.pdf > SHA256SUMS
