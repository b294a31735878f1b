#!/bin/sh
# Makes a PNG beside every diagram, for the lesson's text in the window: Dear ImGui shows no SVG.
# Needs rsvg-convert (Debian: librsvg2-bin) and a font for sans-serif. The tool then makes them small.
set -eu
cd "$(dirname "$0")/../../../lessons"
for svg in */diagrams/*.svg; do
    rsvg-convert --width 1040 --output "${svg%.svg}.png" "$svg"
done
cargo run --quiet --package workbook --example small -- */diagrams/*.png
