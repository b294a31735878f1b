#!/bin/sh
# Tries on one Debian machine what can be tried here of other systems, and prints a row of a table for each.
#
#   workshop/proof/elsewhere.sh [PART…]    parts: types shaders arm wayland windows; all of them without a word
#
# It installs what a part needs: targets by rustup, packages by apt. What can't be had is said in its row. Nothing here runs
# on a real Mac or a real Windows, with Microsoft's linker, or on a graphics card.
set -u
cd "$(dirname "$0")/../.."
failed=0
out=$PWD/target/elsewhere
mkdir -p "$out"

row() { printf '| %s | %s | %s |\n' "$1" "$2" "$3"; }

# Says how a command ended: its row has words for a good end, the number of tests that passed, or the first error.
try() { # SYSTEM WHAT GOOD COMMAND…
    system=$1 what=$2 good=$3
    shift 3
    if "$@" >"$out/log" 2>&1; then
        passed=$(awk '/^test result: ok/ { passed += $4 } END { print passed }' "$out/log")
        row "$system" "$what" "${good:-all $passed pass}"
    else
        failed=1
        row "$system" "$what" "**fails**: $(grep -E -m 1 'error|panicked|FAILED' "$out/log")"
        cp "$out/log" "$out/failed-$(printf %s "$system-$what" | tr -c 'a-zA-Z0-9\n' -)"
    fi
}

target() { # SYSTEM TRIPLE: adds Rust's standard library for another system.
    command -v rustup >/dev/null || { row "$1" 'types' 'not here: only rustup fetches other targets'; return 1; }
    rustup --quiet target add "$2" 2>/dev/null || { row "$1" "$2" 'not here: rustup cannot fetch it'; return 1; }
    cargo fetch --quiet --locked --target "$2" 2>/dev/null || { row "$1" "$2" 'not here: cargo cannot fetch its crates'; return 1; }
}

packages() { # SYSTEM PACKAGE…
    system=$1
    shift
    dpkg-query --show "$@" >/dev/null 2>&1 && return
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get install -qq --yes --no-install-recommends "$@" >/dev/null 2>&1 || {
        row "$system" "$*" 'not here: apt cannot install them'
        return 1
    }
}

types() {
    # Nothing is linked, so imgui's C++ needs no compiler, and its archive may be empty.
    printf '#!/bin/sh\nfor a; do case $a in -out:*|/out:*) : >"${a#*:}";; esac; done\n' >"$out/lib"
    chmod +x "$out/lib"
    target macOS aarch64-apple-darwin && CXX_aarch64_apple_darwin=true AR_aarch64_apple_darwin=true SDKROOT=/ \
        try macOS 'types of all packages' 'no error, no warning' check aarch64-apple-darwin
    target Windows x86_64-pc-windows-msvc && CXX_x86_64_pc_windows_msvc=true AR_x86_64_pc_windows_msvc=$out/lib \
        try Windows 'types of all packages' 'no error, no warning' check x86_64-pc-windows-msvc
}

# Tests are built every night, on real systems.
check() { RUSTFLAGS='-D warnings' cargo check --workspace --locked --target "$1"; }

# What spot.frag has when a model has all that it can have, as `LitProgram::get` tells it.
defines='#define TEXTURED true
#define HAS_HOLES true
#define SHINES true
#define GLOWS true
#define NIGHT true
#define LAMP true'

# A shader with what it includes, each file once.
included='
    function emit(file,    line, part) {
        if (file in seen) return
        seen[file] = 1
        while ((getline line < file) > 0) {
            if (line ~ /^#version/) { if (!versions++) print "#version " v " core\n" defines > out }
            else if (line ~ /^#include/) { split(line, part, "\""); emit("shaders/" part[2]) }
            else print line > out
        }
    }
    BEGIN { emit(file) }'

shaders() {
    packages shaders glslang-tools || return
    for version in 330 410; do
        refused= count=0
        for file in $(grep -l '^#version' shaders/*.* shaders/*/*.*); do
            awk -v v=$version -v defines="$defines" -v file="$file" -v out="$out/${file##*/}" "$included"
            count=$((count + 1))
            glslangValidator "$out/${file##*/}" >/dev/null || refused="$refused $file"
        done
        [ -z "$refused" ] || failed=1
        row shaders "strict GLSL $version core, by glslang" "${refused:-all $count are accepted}"
    done
}

arm() {
    packages ARM g++-aarch64-linux-gnu qemu-user && target ARM aarch64-unknown-linux-gnu || return
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu'
    for package in common formats check course; do
        try ARM "tests of $package, under qemu" '' \
            cargo test --quiet --lib --target aarch64-unknown-linux-gnu --package "$package"
    done
}

wayland() {
    packages Wayland weston && cargo build --quiet || return
    XDG_RUNTIME_DIR=$(mktemp -d)
    export XDG_RUNTIME_DIR
    LIBGL_ALWAYS_SOFTWARE=1 weston --backend=headless-backend.so --socket=elsewhere --width=1600 --height=1000 \
        --idle-time=0 --no-config >"$out/weston" 2>&1 &
    compositor=$!
    printf 'wait 0.2\ntap H\nwait 0.1\ntap Esc\ntap Esc\n' >"$out/keys"
    opened=0 closed=
    for lesson in lessons/*_*; do
        name=$(basename "$lesson" | tr _ -)
        if env -u DISPLAY WAYLAND_DISPLAY=elsewhere LIBGL_ALWAYS_SOFTWARE=1 timeout 120 "target/debug/$name" \
            --script "$out/keys" >"$out/log" 2>&1; then opened=$((opened + 1)); else closed="$closed $name"; fi
    done
    kill "$compositor"
    [ -z "$closed" ] || failed=1
    row Wayland 'each lesson opens, hears a key and ends (weston, without X11)' "$opened open${closed:+, these do not:$closed}"
}

windows() {
    packages Windows g++-mingw-w64-x86-64-posix wine wine64 && target Windows x86_64-pc-windows-gnu || return
    triple=x86_64-pc-windows-gnu
    try Windows 'all that students use is built by mingw' 'no error' cargo build --target $triple
    # Wine 8 lacks a library from which Rust takes random numbers, and mingw's own lie elsewhere.
    printf '#include <windows.h>\n#include <ntsecapi.h>\nBOOL WINAPI ProcessPrng(PBYTE to, SIZE_T n) { return RtlGenRandom(to, (ULONG)n); }\n' >"$out/prng.c"
    x86_64-w64-mingw32-gcc -shared -o "$out/bcryptprimitives.dll" "$out/prng.c" -ladvapi32
    cp /usr/lib/gcc/x86_64-w64-mingw32/*-posix/libstdc++-6.dll /usr/lib/gcc/x86_64-w64-mingw32/*-posix/libgcc_s_seh-1.dll \
        /usr/x86_64-w64-mingw32/lib/libwinpthread-1.dll "$out"
    export WINEPREFIX="$out/wine" WINEPATH="Z:$out" WINEDEBUG=-all LIBGL_ALWAYS_SOFTWARE=1
    packages Windows xvfb || return
    mkdir -p "$out/programs"
    for program in target/$triple/debug/*.exe; do
        name=$(basename "$program" .exe)
        printf '#!/bin/sh\nDISPLAY=%s exec wine "%s" "$@"\n' "$display" "$PWD/$program" >"$out/programs/$name"
        chmod +x "$out/programs/$name"
    done
    Xvfb $display -screen 0 1500x1000x24 >/dev/null 2>&1 &
    screen=$!
    DISPLAY=$display wine wineboot -i >/dev/null 2>&1
    WORKBOOK_PROGRAMS=$out/programs try Windows 'pictures and films of all texts, drawn under wine' 'all are within the tolerance' \
        cargo test --quiet --package proof --test proof -- pictures::every_picture --test-threads 1
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER="env DISPLAY=$display wine"
    try Windows 'tests of the packages that students use, under wine' '' \
        cargo test --quiet --no-fail-fast --target $triple
    kill "$screen"
}
display=:78

row system what result
row --- --- ---
for part in ${*:-types shaders arm wayland windows}; do "$part"; done
exit $failed
