//! Finds exercises in a student's file by their functions and `// TODO 04.2:` lines, which begin with `#` in
//! a table. Above the workbook's answer such a line reads `// Our answer to 04.2:`.

use crate::functions::{self, Function};
use course::{Exercise, Id};
use std::collections::BTreeSet;
use std::ops::Range;

const OURS: &str = "Our answer to ";

/// Returns the words of a line that is a comment, in Rust, GLSL or a table.
pub fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("//").or_else(|| line.strip_prefix('#'))
}

/// Returns the exercise whose TODO, or whose note of the workbook's answer, begins in a line.
pub fn todo(line: &str) -> Option<Id> {
    let words = comment(line)?.trim_start();
    let rest = words.strip_prefix("TODO ").or_else(|| words.strip_prefix(OURS))?;
    Id::strict(rest.split_once(':')?.0)
}

/// Returns a text whose TODO in the first line became the note that the workbook's answer follows.
pub fn as_ours(text: &str) -> String {
    text.replacen("TODO ", OURS, 1)
}

/// Returns the row, counted from 1, of an exercise's TODO, or of its function if that was deleted.
pub fn row(text: &str, exercise: &Exercise) -> Option<usize> {
    let function = || functions::all(text).into_iter().find(|own| own.name == exercise.function_name());
    let todo = text.lines().position(|line| todo(line) == Some(exercise.id()));
    Some(1 + todo.or_else(|| Some(function()?.line))?)
}

/// Returns the lines of an exercise's function, or in a table those from its TODO to an empty one.
pub fn lines(text: &str, exercise: &Exercise) -> Range<usize> {
    let start = row(text, exercise).map_or(0, |row| row - 1);
    let around = functions::all(text).into_iter().map(|own| own.line..own.body.end);
    let rows = text.lines().skip(start).take_while(|line| !line.trim().is_empty()).count();
    { around }.find(|own| own.contains(&start)).unwrap_or(start..start + rows)
}

/// Returns true if a line continues a TODO: a comment that is indented further than others.
pub fn carries_on(line: &str) -> bool {
    let text = comment(line).and_then(|text| text.strip_prefix("   "));
    text.is_some_and(|text| !text.trim().is_empty())
}

/// Returns a text without the lines of its TODOs.
pub fn without_todos(text: &str) -> String {
    let mut in_todo = false;
    let mut own = |line: &&str| {
        in_todo = todo(line).is_some() || in_todo && carries_on(line);
        !in_todo
    };
    text.split_inclusive('\n').filter(|line| own(line)).collect()
}

/// Returns true if a text is the authors', with solutions between markers.
pub fn has_markers(text: &str) -> bool {
    text.lines()
        .any(|line| comment(line).is_some_and(|comment| comment.trim_start().starts_with("BEGIN SOLUTION ")))
}

/// Returns the code of a line, without its comment.
pub fn code_of(line: &str) -> &str {
    let code = comment(line).map_or(line, |_| "");
    ["//", " # "].iter().fold(code, |code, begin| code.split(begin).next().unwrap_or(code)).trim_end()
}

/// Returns true if every bracket that is opened in some lines is closed in them, outside comments.
pub fn balanced(lines: &[&str]) -> bool {
    let mut open = Vec::new();
    lines.iter().flat_map(|line| code_of(line).chars()).all(|c| match c {
        '(' | '[' | '{' => {
            open.push(c);
            true
        }
        ')' => open.pop() == Some('('),
        ']' => open.pop() == Some('['),
        '}' => open.pop() == Some('{'),
        _ => true,
    }) && open.is_empty()
}

/// Returns true if the code of an exercise in its text has the name of another one's function in it, or of a function in
/// that one's text that calls it.
pub fn names((text, exercise): (&str, &Exercise), (other_text, other): (&str, &Exercise)) -> bool {
    let words = |text: &str, rows: Range<usize>| {
        let rows = text.lines().map(code_of).skip(rows.start).take(rows.len());
        let words = rows.flat_map(|row| row.split(|c: char| !c.is_alphanumeric() && c != '_'));
        words.map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let own = words(text, lines(text, exercise));
    let functions = functions::all(other_text);
    let mut called = BTreeSet::from([other.function_name()]);
    let mut known = 0;
    while known < called.len() {
        known = called.len();
        let calls = |function: &&Function<'_>| {
            words(other_text, function.body.clone()).iter().any(|word| called.contains(word.as_str()))
        };
        let callers: Vec<&str> = functions.iter().filter(calls).map(|function| function.name).collect();
        called.extend(callers);
    }
    own.iter().any(|word| called.contains(word.as_str()))
}

/// Returns an exercise's code without comments and layout: all functions of its name, or the whole file if
/// brackets don't match or if it is a table.
pub fn code(text: &str, exercise: &Exercise) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let own = |function: Function<'_>| {
        let lines = &lines[function.line..function.body.end];
        (function.name == exercise.function_name() && balanced(lines)).then_some(lines)
    };
    let own: Vec<&[&str]> = functions::all(text).into_iter().filter_map(own).collect();
    let own = if own.is_empty() { lines } else { own.concat() };
    let mut code = String::new();
    for c in own.iter().flat_map(|line| code_of(line).chars()).filter(|c| !c.is_whitespace()) {
        // A comma before a closing bracket depends on the layout.
        if matches!(c, ')' | ']' | '}') && code.ends_with(',') {
            code.pop();
        }
        code.push(c);
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::Spanned;

    const TEXT: &str = "use a;\n\nfn f() {\n    // TODO 01.1: Do it;\n    //   all of it.\n    0\n}\n\nfn g() {\n    // TODO 01.2: Do that.\n}\n";

    fn exercise(id: &str, function: &str) -> Exercise {
        let spanned = |text: &str| Spanned::new(0..0, text.to_owned());
        Exercise {
            id: Spanned::new(0..0, id.parse().expect("an id")),
            title: String::new(),
            file: spanned("common/src/lib.rs"),
            function: spanned(function),
            minutes: 5,
            heart: false,
            seen_in: Vec::new(),
            hints: Spanned::new(0..0, Vec::new()),
        }
    }

    #[test]
    fn where_a_todo_is_gone_the_function_stands() {
        let exercise = exercise("1.2", "T::g");
        assert_eq!(row(TEXT, &exercise), Some(10));
        assert_eq!(row(&without_todos(TEXT), &exercise), Some(7));
        assert_eq!(row("", &exercise), None);
    }

    #[test]
    fn in_a_table_comments_begin_otherwise() {
        let (text, slide) =
            ("[[row]]\n# TODO 01.3: Do it;\n#    all of it.\nnext = []\n# END\n", exercise("1.3", "slide"));
        assert_eq!(row(text, &slide), Some(2));
        let without = without_todos(text);
        assert_eq!(without, "[[row]]\nnext = []\n# END\n");
        assert!(has_markers("# BEGIN SOLUTION 01.3\n") && !has_markers(text));
        assert_eq!(code(text, &slide), code(&without, &slide));
        assert_ne!(code(text, &slide), code(&text.replace("[]", "[1]"), &slide));
        assert_eq!(code(text, &slide), code(&text.replace("[]", "[] # Nothing yet."), &slide));
    }

    #[test]
    fn a_text_is_the_same_with_and_without_its_todos() {
        let without = without_todos(TEXT);
        assert_eq!(without, "use a;\n\nfn f() {\n    0\n}\n\nfn g() {\n}\n");
        assert_eq!(without_todos(&without), without);
    }

    #[test]
    fn an_exercise_may_name_another() {
        let [f, g] = [("1.1", "f"), ("1.2", "T::g")].map(|(id, name)| exercise(id, name));
        let calling = TEXT.replace("    // TODO 01.2: Do that.", "    return f();");
        let calls = |text: &str, [one, other]: [&Exercise; 2]| names((text, one), (text, other));
        assert!(calls(&calling, [&g, &f]) && !calls(&calling, [&f, &g]) && !calls(TEXT, [&g, &f]));
        let through = calling.replace("return f()", "return h()") + "\nfn h() {\n    f();\n}\n";
        assert!(calls(&through, [&g, &f]) && !calls(&through.replace("    f();", "    k();"), [&g, &f]));
    }

    #[test]
    fn code_is_the_exercises_alone() {
        let f = exercise("1.1", "f");
        for same in [
            TEXT.replace('\n', "\r\n"),
            TEXT.replace("use a", "use b"),
            TEXT.replace("TODO 01.1: Do it", "Done"),
            without_todos(TEXT),
            TEXT.replace("    0\n}", "  \n  // None\n   0 // at all\n}\n\nfn helper() {}"),
            TEXT.replace("fn g() {", "fn helper() {}\n\nfn g() {\n    f();"),
            TEXT.replace("fn f() {", "fn h() {}\n\nfn f()\n{"),
        ] {
            assert_eq!(code(TEXT, &f), code(&same, &f), "{same}");
        }
        let another = TEXT.to_owned() + "struct S;\nimpl S {\n    fn f() {\n        1\n    }\n}\n";
        for other in
            [TEXT.replace('0', "1"), TEXT.replace("f()", "f(a: u8)"), TEXT.replace("f()", "k()"), another]
        {
            assert_ne!(code(TEXT, &f), code(&other, &f), "{other}");
        }
    }
}
