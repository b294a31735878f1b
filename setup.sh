#!/bin/sh
# Installs the system libraries that the lessons need, if any is missing. Silent and instant otherwise.
#
#   ./setup.sh          what running a lesson needs
#   ./setup.sh tests    and what its tests need: a virtual display, hands to type and click in it, a box to grade in,
#                       and a browser for the book
#   ./setup.sh missing  only names what running a lesson needs and is missing
set -eu

case "$(uname -s)" in
Linux) ;;
*) exit 0 ;; # macOS and Windows bring OpenGL along; see README.md for the compiler.
esac

# The compiler and linker; OpenGL with and without a display; the window; its mouse and keyboard.
packages="g++ libegl1 libgl1 libgl1-mesa-dri libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0"
case "${1-}" in
'' | missing) ;;
tests)
    packages="$packages xvfb xdotool bubblewrap chromium"
    ;;
*)
    echo "usage: ./setup.sh [tests | missing]" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null; then
    # Another distribution: say what is needed, if it seems to be missing.
    command -v c++ >/dev/null || echo "Please install a C++ compiler, Mesa's EGL and OpenGL, and libxkbcommon-x11." >&2
    exit 0
fi

missing=
for package in $packages; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "${1-}" = missing ]; then
    echo "${missing# }"
    exit 0
fi

as_root=
if [ "$(id -u)" != 0 ]; then
    as_root=sudo
    if ! command -v sudo >/dev/null; then
        echo "Please install, as root:$missing" >&2
        exit 1
    fi
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086 # one word per package
$as_root apt-get install -qq --yes --no-install-recommends $missing >/dev/null
