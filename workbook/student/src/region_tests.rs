use super::*;

const OPEN: &str = "\
/// Twice.
pub fn twice(number: i64) -> i64 {
    // TODO 01.1: Give the double;
    //   of any number.
    let _ = number;
    0
}

/// A helper.
fn helper() {}

pub fn before(number: i64) -> i64 {
    // TODO 02.1: Give the number before.
    number
}
";

const ID: Id = Id { lesson: 1, number: 1 };

fn region() -> Region {
    let solved = OPEN.replace("    let _ = number;\n    0\n", "    let more = number;\n    number + more\n");
    Region::new(OPEN, &solved, ID).expect("a region")
}

/// What the file is like when the exercise is solved in it.
fn solved(text: &str) -> Option<String> {
    let (region, found) = (region(), region().find(text)?);
    Some(found.replaced(text, &region.answer(text, &found)))
}

#[test]
fn the_starter_is_replaced_and_nothing_else() {
    let want = OPEN.replace("    let _ = number;\n    0\n", "    let more = number;\n    number + more\n");
    assert_eq!(solved(OPEN).as_ref(), Some(&want));
    let crlf = OPEN.replace('\n', "\r\n");
    assert_eq!(solved(&crlf), Some(want.replace('\n', "\r\n")));
}

#[test]
fn what_the_student_wrote_elsewhere_stays() {
    let theirs = OPEN
        .replace("/// Twice.", "use mine;\n\n/// Twice.")
        .replace("    let _ = number;\n    0\n", "    if number > 0 {\n        return 5;\n    }\n    7\n")
        .replace("fn helper() {}", "fn helper() { mine() }")
        .replace("    number\n", "    number - 1\n");
    let found = solved(&theirs).expect("found");
    assert_eq!(
        found,
        theirs.replace(
            "    if number > 0 {\n        return 5;\n    }\n    7\n",
            "    let more = number;\n    number + more\n"
        )
    );
}

#[test]
fn a_deleted_todo_comes_back() {
    let theirs = OPEN.replace("    // TODO 01.1: Give the double;\n    //   of any number.\n", "");
    let found = solved(&theirs).expect("found");
    assert!(
        found.contains("{\n    // TODO 01.1: Give the double;\n    //   of any number.\n    let more"),
        "{found}"
    );
}

#[test]
fn a_function_of_the_students_own_may_follow() {
    let theirs = OPEN.replace("    0\n}\n", "    mine()\n}\n\nfn mine() -> i64 {\n    4\n}\n");
    let found = solved(&theirs).expect("found");
    assert!(
        found.contains("    number + more\n}\n\nfn mine() -> i64 {\n    4\n}\n\n/// A helper."),
        "{found}"
    );
}

#[test]
fn what_cannot_be_found_for_certain_is_not_touched() {
    let twice_there = OPEN.to_owned() + OPEN;
    let unclosed = OPEN.replace("    0\n", "    if number > 0 {\n    0\n");
    let renamed = OPEN
        .replace("    // TODO 01.1: Give the double;\n    //   of any number.\n", "")
        .replace("twice", "thrice");
    for theirs in [twice_there, unclosed, renamed, String::new()] {
        assert_eq!(solved(&theirs), None, "{theirs}");
    }
}

#[test]
fn a_last_line_that_starter_and_solution_share_may_be_rewritten() {
    let open = OPEN.replace("    let _ = number;\n    0\n", "    let sum = 0;\n    sum\n");
    let answer = OPEN.replace("    let _ = number;\n    0\n", "    let sum = number * 2;\n    sum\n");
    let region = Region::new(&open, &answer, ID).expect("a region");
    let theirs = open.replace("    let sum = 0;\n    sum\n", "    number * 3\n");
    let found = region.find(&theirs).expect("found");
    assert_eq!(found.replaced(&theirs, &region.answer(&theirs, &found)), answer);
}
