#!/bin/sh
# Makes a release of the checked-out commit: sets the version, tags it, and packs the book, a student's zip and the notes.
#
#   workshop/release.sh VERSION      as in 1.0.0; its notes are workshop/docs/notes/VERSION.md
#
# The same commit and tools give the same files, byte for byte. Nothing is pushed; the last line says how.
set -eu
cd "$(dirname "$0")/.."
version=${1:?usage: workshop/release.sh VERSION}
notes=workshop/docs/notes/$version.md
out=target/release-$version

stop() {
    echo "error: $*" >&2
    exit 1
}
grep -q 'git clone --depth 1 https://' README.md || stop "README.md clones from no address yet"
grep -q '\[the book\](https://[a-z]' README.md || stop "README.md links no address of the book yet"
[ -f "$notes" ] || stop "write $notes first: what is new for a student, and for an instructor"
[ -z "$(git status --porcelain)" ] || stop 'commit your changes first'
git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null && stop "v$version is released already"
before=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)

rm -rf "$out"
mkdir -p "$out"
# The version is the workspace's, so each lock file has it once for each package.
sed "s/^version = \".*\"/version = \"$version\"/" Cargo.toml >"$out/Cargo.toml"
mv "$out/Cargo.toml" Cargo.toml
for manifest in Cargo.toml workshop/*/fuzz/Cargo.toml; do
    cargo update --quiet --offline --workspace --manifest-path "$manifest"
done
git diff --quiet || git commit --quiet --all --message "Release $version"

cargo workbook handout 1 --zip "$out/students-$version.zip"
cargo workbook book --out "$out/book"
tar --create --directory "$out" --sort=name --format=ustar --mtime="@$(git log -1 --format=%ct)" \
    --owner=0 --group=0 --numeric-owner book | gzip --no-name >"$out/book-$version.tar.gz"
rm -r "$out/book"
{
    cat "$notes"
    printf '\n## All changes%s\n\n' "${before:+ since $before}"
    git log --no-merges --reverse --format='- %s' ${before:+"$before.."}HEAD
} >"$out/notes-$version.md"
(cd "$out" && sha256sum -- *-"$version".* | tee SHA256SUMS)

git tag --annotate --message "Release $version" "v$version"
echo "Publish it by: git push --atomic origin HEAD v$version; then add the files of $out."
