#!/bin/sh
# Prints each room's lines by language. Beside its Rust stands the limit, as in workshop/author/tests/given.rs.
#
#   workshop/lines.sh           what is there
#   workshop/lines.sh COMMIT    also what was added and removed since, and what of that only moved: a line, but for its
#                               indent, that was removed somewhere and added somewhere. It counts once on either side.
set -eu
cd "$(dirname "$0")/.."
since=${1-}

{
    sed -n 's/^    ("\([^"]*\)", \([0-9_]*\), "\([^"]*\)"),$/room	\1	\2	\3/p' workshop/author/tests/given.rs
    git ls-files -z '*.rs' '*.toml' '*.md' '*.json' '*.js' '*.css' '*.vert' '*.frag' '*.glsl' '*.sh' '*.py' |
        xargs -0 grep -c '' | sed 's/\(.*\):/has	\1	/'
    if [ -n "$since" ]; then
        git diff --unified=0 --no-color --no-ext-diff --no-renames "$since" -- | sed 's/^/diff	/'
    fi
} | awk -F '\t' '
    function room(file,    i, j, n, part, folders) {
        for (i = 1; i <= rooms; i++) {
            n = split(where[i], folders, " ")
            for (j = 1; j <= n; j++) {
                split(folders[j] "*", part, "*")
                if (index(file, part[1]) == 1 && substr(file, length(file) - length(part[2]) + 1) == part[2]) return name[i]
            }
        }
        return "elsewhere"
    }
    function language(file,    n, part) {
        n = split(file, part, ".")
        if (part[n] ~ /^(vert|frag|glsl)$/) return "GLSL"
        return part[n] == "rs" ? "Rust" : part[n]
    }
    function line(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
    $1 == "room" { name[++rooms] = $2; gsub("_", "", $3); limit[$2] = $3; where[rooms] = $4 }
    $1 == "has" { key = language($2) "\t" room($2); has[key] += $3; keys[key] }
    $1 == "diff" {
        sub(/^diff\t/, "")
        if (/^diff --git /) body = 0
        else if (/^@@/) body = 1
        else if (!body && /^(---|\+\+\+) [ab]\//) file = substr($0, 7)
        else if (body && /^[-+]/) {
            key = language(file) "\t" room(file)
            if (!(key in keys)) next
            text = line(substr($0, 2))
            sign = substr($0, 1, 1)
            of[key, sign]++
            # An empty line and a brace are everywhere.
            if (length(text) > 3) {
                if (sign == "+") { added[text]++; whose[text, "+", added[text]] = key }
                else { removed[text]++; whose[text, "-", removed[text]] = key }
            }
        }
    }
    END {
        for (text in added) {
            both = added[text] < removed[text] ? added[text] : removed[text]
            for (i = 1; i <= both; i++) { moved[whose[text, "+", i]]++ }
        }
        format = "%-6s %-20s %8s %8s %8s %8s %8s\n"
        printf format, "", "", "lines", "at most", "added", "removed", "moved"
        for (key in keys) {
            split(key, part, "\t")
            most = part[1] == "Rust" ? limit[part[2]] : ""
            printf format, part[1], part[2], has[key], most, of[key, "+"], of[key, "-"], moved[key] | "sort"
            all[part[1]] += has[key]; plus[part[1]] += of[key, "+"]; minus[part[1]] += of[key, "-"]; same[part[1]] += moved[key]
        }
        close("sort")
        for (one in all) printf format, one, "in all", all[one], "", plus[one], minus[one], same[one] | "sort"
    }'
