#!/bin/sh
# Makes the film of F3 in README.md: lesson 09 with factors-swapped, a mistake in 07.2.
# Its program, with every mistake in it, is what `cargo workbook atlas 7` leaves.
set -eu
cd "$(dirname "$0")/../../.."
script=$(mktemp)
trap 'rm "$script"' EXIT
export WORKBOOK_ROOT="$PWD" WORKBOOK_VARIANT=07.2=factors-swapped
for lesson in 01 02 03 04 05 06 07 08 09; do WORKBOOK_VARIANT=$WORKBOOK_VARIANT,$lesson=solution; done

cat > "$script" << SCRIPT
size 850x570
tap H
wait 0.1
tap Space
wait 0.9
tap F3
wait 1
click "inspect=vertex"
wait 0.5
click 340,338
wait 0.5
move 660,480
wait 0.2
wheel -3
wait 0.5
wheel -3
wait 5
SCRIPT
target/workbook/out/debug/09-rigged-cylinder --headless --script "$script" --set bend=60 \
    --film docs/pictures/inspector.gif --fps 10
