#!/bin/sh
# Runs a command while the kernel hands programs of arm64 to qemu: emulated.sh COMMAND [ARGUMENT]... As root.
set -eu

. "$(dirname "$0")/roots.sh"
trap stop_emulating EXIT
trap 'exit 1' INT TERM HUP
emulate
"$@"
