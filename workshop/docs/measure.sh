#!/bin/sh
# Measures what docs/speed.md tells. Takes some minutes; nothing else should run meanwhile.
set -eu
cd "$(dirname "$0")/../.."
lesson=01-hierarchical-transforms
main=lessons/01_hierarchical_transforms/main.rs
export CARGO_TARGET_DIR=target/speed

# How long a command takes, and what processor time it uses: with more to do than two cores, the second tells more.
seconds() {
    label=$1
    shift
    start=$(date +%s.%N) before=$(children)
    "$@" >/dev/null 2>&1
    end=$(date +%s.%N) after=$(children)
    printf '| %s | %.1f s | %.1f s |\n' "$label" "$(echo "$end - $start" | bc)" "$(echo "$after - $before" | bc)"
}

# The processor time of all commands so far, in seconds.
children() {
    ticks=$(sed 's/.*) //' "/proc/$$/stat" | awk '{print $14 + $15}')
    echo "scale=2; $ticks / $(getconf CLK_TCK)" | bc
}

# Does something with a file changed, and puts the file back.
after_change() {
    file=$1
    cp "$file" "$CARGO_TARGET_DIR/kept"
    sed -i "$2" "$file"
    shift 2
    "$@" || true
    cp "$CARGO_TARGET_DIR/kept" "$file"
}

rm -rf "$CARGO_TARGET_DIR"
cargo fetch --quiet
echo '| what | time | processor time |'
echo '|---|---|---|'
seconds 'first build, one lesson, everything downloaded' cargo build --bin $lesson
seconds 'the first `cargo workbook check 1` after it' cargo workbook check 1
seconds 'the first `cargo workbook run 1`' cargo workbook run 1 --headless --picture target/speed/picture.png
seconds 'the first `cargo workbook check`, of all lessons' cargo workbook check
seconds 'the first command of the instructors' cargo workbook notes --help
seconds "build after a change to a lesson's \`main.rs\`" after_change $main 's/base_x: 0.0/base_x: 0.1/' cargo build --bin $lesson
double='s/degrees.to_radians()/(2.0 * degrees).to_radians()/'
seconds 'build after a change to `common`' after_change common/src/transform/spaces.rs "$double" cargo build --bin $lesson
for again in 1 2 3 4 5; do
    # Each time another text, so that nothing is known already.
    seconds '`cargo workbook check 1` after a change to `common`' after_change common/src/transform/spaces.rs "$double;\$a // $again" cargo workbook check 1
done
seconds 'from the start to the first picture, headless' \
    "$CARGO_TARGET_DIR/debug/$lesson" --headless --panel --picture target/speed/picture.png
cargo build --quiet --workspace

echo
echo '| lesson, 1280×800, debug build, with its panel | one picture |'
echo '|---|---|'
for folder in lessons/[0-9]*; do
    name=$(basename "$folder" | tr _ -)
    printf '| %s | ' "$name"
    "$CARGO_TARGET_DIR/debug/$name" --headless --panel --bench 300 | sed 's/ per frame.*/ |/'
done
