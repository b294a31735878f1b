//! Where exercises stand in a student's file: by their `// TODO 04.2:` lines, which begin with `#` in a table.

use course::Id;

/// What a line says that is a comment, in a program or in a table.
pub fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("//").or_else(|| line.strip_prefix('#'))
}

/// The exercise whose TODO a line begins, if it begins one.
pub fn todo(line: &str) -> Option<Id> {
    let rest = comment(line)?.trim_start().strip_prefix("TODO ")?;
    Id::strict(rest.split_once(':')?.0)
}

/// The row of an exercise's TODO, counted from 1.
pub fn row(text: &str, id: Id) -> Option<usize> {
    text.lines().position(|line| todo(line) == Some(id)).map(|at| at + 1)
}

/// The exercise whose TODO stands nearest above a row, which is counted from 1.
pub fn nearest_above(text: &str, row: usize) -> Option<Id> {
    text.lines().take(row).filter_map(todo).last()
}

/// Whether a line carries a TODO on: a comment that is indented further than others.
pub fn carries_on(line: &str) -> bool {
    let text = comment(line).and_then(|text| text.strip_prefix("   "));
    text.is_some_and(|text| !text.trim().is_empty())
}

/// A text without its TODOs.
pub fn without_todos(text: &str) -> String {
    let mut in_todo = false;
    let mut own = |line: &&str| {
        in_todo = todo(line).is_some() || in_todo && carries_on(line);
        !in_todo
    };
    text.split_inclusive('\n').filter(|line| own(line)).collect()
}

/// Whether a text is the authors': then it holds the solutions, between markers.
pub fn has_markers(text: &str) -> bool {
    text.lines()
        .any(|line| comment(line).is_some_and(|comment| comment.trim_start().starts_with("BEGIN SOLUTION ")))
}

/// The lines of an exercise: from its TODO up to the next one. Without a TODO, all lines.
pub fn lines_of(text: &str, id: Id) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let Some(start) = lines.iter().position(|line| todo(line) == Some(id)) else {
        return lines;
    };
    let rest = &lines[start + 1..];
    let length = rest.iter().position(|line| todo(line).is_some()).unwrap_or(rest.len());
    lines[start..=start + length].to_vec()
}

/// A number that changes when an exercise's lines do, whatever their line ends (FNV-1a).
pub fn hash(text: &str, id: Id) -> u64 {
    let bytes = lines_of(text, id).into_iter().flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use a;\n\nfn f() {\n    // TODO 01.1: Do it;\n    //   all of it.\n    0\n}\n\nfn g() {\n    // TODO 01.2: Do that.\n}\n";

    #[test]
    fn a_place_belongs_to_the_todo_above_it() {
        let id = |number| Id { lesson: 1, number };
        assert_eq!(nearest_above(TEXT, 3), None);
        assert_eq!(nearest_above(TEXT, 6), Some(id(1)));
        assert_eq!(nearest_above(TEXT, 9), Some(id(1)));
        assert_eq!(nearest_above(TEXT, 99), Some(id(2)));
        assert_eq!(row(TEXT, id(2)), Some(10));
        assert_eq!(lines_of(TEXT, id(2)), ["    // TODO 01.2: Do that.", "}"]);
        assert_eq!(lines_of(TEXT, id(1)).len(), 6);
    }

    #[test]
    fn in_a_table_comments_begin_otherwise() {
        let text = "[[row]]\n# TODO 01.3: Do it;\n#    all of it.\nnext = []\n# END\n";
        assert_eq!(row(text, Id { lesson: 1, number: 3 }), Some(2));
        assert_eq!(without_todos(text), "[[row]]\nnext = []\n# END\n");
        assert!(has_markers("# BEGIN SOLUTION 01.3\n") && !has_markers(text));
    }

    #[test]
    fn a_text_is_the_same_with_and_without_its_todos() {
        let without = without_todos(TEXT);
        assert_eq!(without, "use a;\n\nfn f() {\n    0\n}\n\nfn g() {\n}\n");
        assert_eq!(without_todos(&without), without);
    }

    #[test]
    fn the_hash_minds_the_exercise_alone_and_no_line_ends() {
        let id = Id { lesson: 1, number: 1 };
        assert_eq!(hash(TEXT, id), hash(&TEXT.replace('\n', "\r\n").replace("use a", "use b"), id));
        assert_ne!(hash(TEXT, id), hash(&TEXT.replace('0', "1"), id));
    }
}
