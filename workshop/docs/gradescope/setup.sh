#!/usr/bin/env bash
# Gradescope starts this once, as root and with the network, when it makes the image. It installs what a submission needs,
# and grades an empty one: so all that submissions share is built, and stays in the image.
set -euo pipefail
cd /autograder/source

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# A compiler's linker, git for the list of files, and OpenGL without a screen for shaders.
apt-get install -qq --yes --no-install-recommends \
    ca-certificates curl g++ git libegl1 libgl1-mesa-dri python3 util-linux >/dev/null

export RUSTUP_HOME=/usr/local/rustup CARGO_HOME=/usr/local/cargo
export PATH=/usr/local/cargo/bin:$PATH
curl --proto '=https' --tlsv1.2 --silent --show-error --fail https://static.rust-lang.org/rustup/rustup-init.sh |
    sh -s -- -y --quiet --no-modify-path --profile minimal --default-toolchain stable >/dev/null

# What was handed in runs as nobody, who can read neither the answers nor what is told of the student.
chown -R root:root /autograder/source
chmod -R o= /autograder/source

git -C workbook init --quiet
cargo build --quiet --locked --manifest-path workbook/Cargo.toml --package author --target-dir /opt/workbook

mkdir -p /tmp/empty/submission/lessons/none
touch /tmp/empty/submission/Cargo.toml /tmp/empty/submission/lessons/none/README.md
bash /autograder/source/run_autograder /tmp/empty >/dev/null
rm -rf /tmp/empty
# The compiler keeps what it made of the workbook's own answers beside what it made of the starter.
chmod 700 /opt/workbook/debug/incremental
