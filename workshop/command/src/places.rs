//! Reads the lines around an exercise in a student's file: `// TODO 04.2:` and `// END 04.2`, which begin with `#`
//! in a table. Above the workbook's answer the first reads `// Our answer to 04.2:`.

use crate::region;
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

/// Returns the exercise that ends above a line, in a student's file or in the authors' source.
pub fn end(line: &str) -> Option<Id> {
    let rest = comment(line)?.trim().strip_prefix("END ")?;
    Id::strict(rest.strip_prefix("SOLUTION ").unwrap_or(rest))
}

/// Returns a text whose TODO in the first line became the note that the workbook's answer follows.
pub fn as_ours(text: &str) -> String {
    text.replacen("TODO ", OURS, 1)
}

/// Returns true if a line continues a TODO: a comment that is indented further than others.
pub fn carries_on(line: &str) -> bool {
    let text = comment(line).and_then(|text| text.strip_prefix("   "));
    text.is_some_and(|text| !text.trim().is_empty())
}

/// Returns true if a text is the authors', with solutions between markers.
pub fn has_markers(text: &str) -> bool {
    text.lines()
        .any(|line| comment(line).is_some_and(|comment| comment.trim_start().starts_with("BEGIN SOLUTION ")))
}

/// Returns the row, counted from 1, of an exercise's TODO, or of its function if that was deleted.
pub fn row(text: &str, exercise: &Exercise) -> Option<usize> {
    let todo = text.lines().position(|line| todo(line) == Some(exercise.id()));
    todo.or_else(|| function(text, exercise)).map(|at| at + 1)
}

/// Returns the lines from an exercise's function to its END, in a table from its TODO, or one line if these are gone.
pub fn lines(text: &str, exercise: &Exercise) -> Range<usize> {
    let first = function(text, exercise).or_else(|| row(text, exercise)?.checked_sub(1)).unwrap_or(0);
    let end = text.lines().skip(first).position(|line| end(line) == Some(exercise.id()));
    first..first + 1 + end.unwrap_or(0)
}

/// Returns the index of the line that names an exercise's function, after `fn` or a type of GLSL: the last above its TODO.
pub fn function(text: &str, exercise: &Exercise) -> Option<usize> {
    let name = format!(" {}", exercise.function_name());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let names = |line: &str| {
        let (before, after) = line.split_once(&name)?;
        let begins = after.starts_with(['(', '<']) && (before.ends_with("fn") || before.chars().all(is_word));
        begins.then_some(())
    };
    let todo = text.lines().position(|line| todo(line) == Some(exercise.id()));
    let above = text.lines().take(todo.unwrap_or(usize::MAX)).enumerate();
    above.filter_map(|(at, line)| names(line).map(|()| at)).last()
}

/// Returns the code of a line, without its comment.
pub fn code_of(line: &str) -> &str {
    let code = comment(line).map_or(line, |_| "");
    ["//", " # "].iter().fold(code, |code, begin| code.split(begin).next().unwrap_or(code)).trim_end()
}

/// Returns an exercise's lines below its TODO, or the whole text if its TODO or its END is gone.
fn own(text: &str, exercise: &Exercise) -> String {
    let found = region::find(text, exercise.id());
    found.map_or_else(|| text.to_owned(), |found| region::lines(text, found.body))
}

/// Returns true if the code of an exercise in its text has the name of another one's function in it, or of a function in
/// that one's text that calls it.
pub fn names((text, exercise): (&str, &Exercise), (other_text, other): (&str, &Exercise)) -> bool {
    let words = |text: &str| {
        let code: Vec<&str> = text.lines().map(code_of).collect();
        let code = code.join("\n");
        let words = code.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned);
        words.collect::<BTreeSet<_>>()
    };
    // From its name to the next function.
    let functions = other_text.split("fn ").skip(1);
    let functions: Vec<_> =
        functions.filter_map(|own| Some((own.split(['(', '<']).next()?, words(own)))).collect();
    let mut called = BTreeSet::from([other.function_name()]);
    let mut known = 0;
    while known < called.len() {
        known = called.len();
        let calls = |words: &BTreeSet<String>| called.iter().any(|name| words.contains(*name));
        let callers: Vec<&str> =
            functions.iter().filter(|(_, words)| calls(words)).map(|(name, _)| *name).collect();
        called.extend(callers);
    }
    words(&own(text, exercise)).iter().any(|word| called.contains(word.as_str()))
}

/// Returns an exercise's code without comments and layout.
pub fn code(text: &str, exercise: &Exercise) -> String {
    let mut code = String::new();
    for c in own(text, exercise).lines().flat_map(|line| code_of(line).chars()).filter(|c| !c.is_whitespace())
    {
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

    const TEXT: &str = "use a;\n\nfn f() {\n    // TODO 01.1: Do it;\n    //   all of it.\n    0\n    // END 01.1\n}\n\nfn g() {\n    // TODO 01.2: Do that.\n    // END 01.2\n}\n";

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
        assert_eq!((row(TEXT, &exercise), lines(TEXT, &exercise)), (Some(11), 9..12));
        let without = TEXT.replace("    // TODO 01.2: Do that.\n    // END 01.2\n", "");
        assert_eq!((row(&without, &exercise), lines(&without, &exercise)), (Some(10), 9..10));
        assert_eq!(row("", &exercise), None);
        let shader = "uniform vec3 g;\nvec3 g(vec3 v) {\n    return v;\n}\nvoid main() {\n    g(v);\n}\n";
        assert_eq!(row(shader, &exercise), Some(2));
    }

    #[test]
    fn in_a_table_comments_begin_otherwise() {
        let (text, slide) = (
            "[[row]]\n# TODO 01.3: Do it;\n#    all of it.\nnext = []\n# END 01.3\n\n[[row]]\n",
            exercise("1.3", "slide"),
        );
        assert_eq!((row(text, &slide), lines(text, &slide)), (Some(2), 1..5));
        assert!(has_markers("# BEGIN SOLUTION 01.3\n") && !has_markers(text));
        assert_eq!(code(text, &slide), "next=[]");
        assert_eq!(code(text, &slide), code(&text.replace("[]", "[] # Nothing yet."), &slide));
    }

    #[test]
    fn an_exercise_may_name_another() {
        let [f, g] = [("1.1", "f"), ("1.2", "T::g")].map(|(id, name)| exercise(id, name));
        let calling = TEXT.replace("    // END 01.2", "    return f();\n    // END 01.2");
        let calls = |text: &str, [one, other]: [&Exercise; 2]| names((text, one), (text, other));
        assert!(calls(&calling, [&g, &f]) && !calls(&calling, [&f, &g]) && !calls(TEXT, [&g, &f]));
        let through = calling.replace("return f()", "return h()") + "\nfn h() {\n    f();\n}\n";
        assert!(calls(&through, [&g, &f]) && !calls(&through.replace("    f();", "    k();"), [&g, &f]));
    }

    #[test]
    fn code_is_the_exercises_alone_as_long_as_its_lines_are_known() {
        let f = exercise("1.1", "f");
        for same in [
            TEXT.replace('\n', "\r\n"),
            TEXT.replace("use a", "use b"),
            TEXT.replace("TODO 01.1: Do it", "Our answer to 01.1: Done"),
            TEXT.replace("    0\n", "  \n  // None\n   0 // at all\n"),
            TEXT.replace("fn g() {", "fn helper() {}\n\nfn g() {\n    f();"),
        ] {
            assert_eq!(code(&same, &f), "0", "{same}");
        }
        assert_ne!(code(TEXT, &f), code(&TEXT.replace("    0\n", "    1\n"), &f));
        let torn = TEXT.replace("    // END 01.1\n", "");
        assert_ne!(code(&torn, &f), code(&torn.replace("use a", "use b"), &f));
    }
}
