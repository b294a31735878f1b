#!/bin/sh
# Makes the film of F3 in docs/keys.md: lesson 09 while the two factors of 07.2 are exchanged in `common`.
set -eu
cd "$(dirname "$0")/../../.."
palette=common/src/skin/palette.rs
kept=$(mktemp)
script=$(mktemp)
cp "$palette" "$kept"
trap 'cp "$kept" "$palette"; rm "$kept" "$script"' EXIT

sed -i 's/= model_from_joints\[joint.node\] \* joint.joint_from_bind/= joint.joint_from_bind * model_from_joints[joint.node]/' "$palette"
if cmp -s "$palette" "$kept"; then
    echo "$palette has no such product" >&2
    exit 1
fi
printf '%s\n' 'size 780x660' 'tap H' 'tap Space' 'wait 0.9' 'tap F3' 'move away' 'wait 5' > "$script"
cargo run --quiet --bin 09-rigged-cylinder -- --headless --script "$script" --set bend=60 \
    --film docs/pictures/inspector.gif --fps 10
