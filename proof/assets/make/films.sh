#!/bin/sh
# Makes the films of F2 and F3 in README.md: lessons 07 and 09 with factors-swapped, a mistake in 07.2.
# Their programs, with every mistake in them, are what `cargo workbook atlas 7` leaves; that which is right is the tree's own.
set -eu
cd "$(dirname "$0")/../../.."
built=$PWD/target/workbook
script=$(mktemp)
trap 'rm "$script"' EXIT
cargo build --bin 07-two-triangles
export WORKBOOK_ROOT="$PWD" WORKBOOK_VARIANT=07.2=factors-swapped
for lesson in 01 02 03 04 05 06 07 08 09; do WORKBOOK_VARIANT=$WORKBOOK_VARIANT,$lesson=solution; done

# Renders a lesson's film with what is read as its script.
film() {
    cat > "$script"
    lesson=$1 to=$2
    shift 2
    WORKBOOK_OURS="$PWD/target/debug/$lesson" "$built/out/debug/$lesson" --headless --script "$script" \
        --film "docs/pictures/$to" --fps 10 "$@"
}

# Moves the wipe by so many steps, a picture each.
wipe() {
    for _ in $(seq "$2"); do printf 'tap Alt+%s\nwait 0.1\n' "$1"; done
}

film 07-two-triangles ours.gif --at 0.8 --set 'figure=long arm' --set 'what waves=both' << SCRIPT
size 760x460
tap H
move away
wait 0.9
tap F2
wait 0.8
tap Space
wait 1
tap F2
wait 0.5
$(wipe Left 8)
$(wipe Right 18)
wait 0.5
tap F2
wait 2.8
tap F2
wait 2
SCRIPT

film 09-rigged-cylinder inspector.gif --set bend=60 << SCRIPT
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
