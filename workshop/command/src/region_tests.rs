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

/// Returns the file with the exercise solved in it.
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
    let todo = "    // TODO 01.1: Give the double;\n    //   of any number.\n";
    let theirs = OPEN.replace(todo, "").replace("    // TODO 02.1: Give the number before.\n", "");
    for theirs in [&theirs, &theirs.replace("(number: i64)", "(n: i64)"), &OPEN.replace("TODO 01.1", "Done")]
    {
        let found = solved(theirs).expect("found");
        assert!(
            found.contains(&format!(
                "{{\n{todo}    let more = number;\n    number + more\n}}\n\n/// A helper."
            )),
            "{found}"
        );
    }
}

#[test]
fn where_a_todo_was_deleted_it_stood_below_what_was_given() {
    let given = OPEN.replace("    // TODO 01.1", "    let all = ();\n\n    // TODO 01.1");
    let answer = given.replace("    let _ = number;\n    0\n", "    number * 2\n");
    let region = Region::new(&given, &answer, ID).expect("a region");
    let theirs = given.replace("    // TODO 01.1: Give the double;\n    //   of any number.\n", "");
    let found = region.find(&theirs).expect("found");
    assert_eq!(found.replaced(&theirs, &region.answer(&theirs, &found)), answer);
    assert_eq!(region.find(&theirs.replace("    let all = ();\n", "")), None);
}

#[test]
fn functions_of_the_students_own_may_stand_around() {
    let mine = "fn mine() -> i64 {\n    4\n}\n\n";
    for at in ["/// Twice.", "/// A helper.", "pub fn before"] {
        let theirs = OPEN.replace(at, &format!("{mine}{at}")).replace("    0\n", "    mine()\n");
        let want = theirs
            .replace("    let _ = number;\n    mine()\n", "    let more = number;\n    number + more\n");
        assert_eq!(solved(&theirs), Some(want));
    }
    let moved = OPEN.find("/// A helper.").map(|at| [&OPEN[at..], "\n", &OPEN[..at]].concat());
    assert!(solved(&moved.expect("a helper")).is_some());
}

#[test]
fn of_two_functions_of_one_name_it_is_the_one_with_the_todo() {
    let theirs = OPEN.to_owned() + "\nimpl S {\n    fn twice(&self) -> i64 {\n        0\n    }\n}\n";
    let found = solved(&theirs).expect("found");
    assert!(found.contains("number + more\n}\n\n/// A helper."), "{found}");
    assert_eq!(solved(&theirs.replace("TODO 01.1", "Done")), None);
}

#[test]
fn what_cannot_be_found_for_certain_is_not_touched() {
    let twice_there = OPEN.to_owned() + OPEN;
    let unclosed = OPEN.replace("    0\n", "    if number > 0 {\n    0\n");
    let renamed = OPEN.replace("twice", "thrice");
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

#[test]
fn rows_of_a_table_are_found_between_others() {
    let open = "# Rows.\n[[row]]\nname = \"a\"\n# TODO 01.1: Let it lead to b.\nnext = []\n\n[[row]]\nname = \"c\"\n";
    let answer = open.replace("next = []\n", "next = [\"b\"]\n\n[[row]]\nname = \"b\"\n");
    let region = Region::new(open, &answer, ID).expect("a region");
    let more = "\n[[row]]\nname = \"d\"\n";
    for theirs in
        [open.to_owned(), open.replace("# TODO 01.1: Let it lead to b.\n", ""), open.to_owned() + more]
    {
        let found = region.find(&theirs).expect("found");
        let done = found.replaced(&theirs, &region.answer(&theirs, &found));
        assert_eq!(done, answer.clone() + if theirs.ends_with(more) { more } else { "" });
    }
}
