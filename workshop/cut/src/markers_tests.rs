use super::*;
use proptest::prelude::*;

const SOURCE: &str = "\
fn before() {}

fn answer() -> u32 {
    // TODO 04.2: Say what the answer is;
    //   all of it.
    // BEGIN SOLUTION 04.2
    let six = 6;

    six * 7
    // END SOLUTION 04.2
    // STARTER 04.2: if true {
    // STARTER 04.2:     0
    // STARTER 04.2:
    // STARTER 04.2: } else { 1 }
}
";

fn parse(text: &str) -> Source<'_> {
    Source::parse("a.rs", text).expect("a source without problems")
}

#[test]
fn an_open_exercise_has_its_todo_and_the_starter() {
    let open = parse(SOURCE).project(|_| State::Open);
    let want = "\
fn before() {}

fn answer() -> u32 {
    // TODO 04.2: Say what the answer is;
    //   all of it.
    if true {
        0

    } else { 1 }
    // END 04.2
}
";
    assert_eq!(open, want);
}

#[test]
fn in_a_table_markers_are_comments_of_its_own() {
    let table = "[[row]]\n# TODO 04.2: Say it;\n#    all of it.\n# BEGIN SOLUTION 04.2\nnext = [\"b\"]\n# END SOLUTION 04.2\n# STARTER 04.2: next = []\n\n# On.\n";
    let source = parse(table);
    let todo = "[[row]]\n# TODO 04.2: Say it;\n#    all of it.\n";
    assert_eq!(source.project(|_| State::Open), format!("{todo}next = []\n# END 04.2\n\n# On.\n"));
    assert_eq!(source.project(|_| State::Code("x = 1")), format!("{todo}x = 1\n# END 04.2\n\n# On.\n"));
}

#[test]
fn a_solved_exercise_has_its_todo_and_the_solution() {
    let solved = parse(SOURCE).project(|_| State::Solved);
    let want = "\
fn before() {}

fn answer() -> u32 {
    // TODO 04.2: Say what the answer is;
    //   all of it.
    let six = 6;

    six * 7
    // END 04.2
}
";
    assert_eq!(solved, want);
}

#[test]
fn code_is_fitted_to_its_place() {
    let code = "\n\n  if true {\n      1\n\n  } else { 2 }\n";
    let text = parse(SOURCE).project(|_| State::Code(code));
    assert!(
        text.ends_with("all of it.\n    if true {\n        1\n\n    } else { 2 }\n    // END 04.2\n}\n"),
        "{text}"
    );
}

#[test]
fn line_ends_are_kept() {
    let source = SOURCE.replace('\n', "\r\n");
    for state in [State::Open, State::Solved, State::Code("one\n  two")] {
        let text = parse(&source).project(|_| state);
        assert_eq!(text, parse(SOURCE).project(|_| state).replace('\n', "\r\n"));
    }
}

#[test]
fn a_source_without_markers_stays_as_it_is() {
    for text in ["", "\n", "no line end", "// todo: not a marker\n/// TODO in a text\n// TODOs\r\n"] {
        assert_eq!(parse(text).project(|_| State::Open), text);
    }
}

#[test]
fn shaders_are_marked_alike() {
    let text = "void main() {\n\t// TODO 09.1: Blend.\n\t// BEGIN SOLUTION 09.1\n\tx = 1.0;\n\t// END SOLUTION 09.1\n}";
    assert_eq!(
        parse(text).project(|_| State::Open),
        "void main() {\n\t// TODO 09.1: Blend.\n\t// END 09.1\n}"
    );
    let two = parse(text).project(|_| State::Code("x = 2.0;"));
    assert_eq!(two, "void main() {\n\t// TODO 09.1: Blend.\n\tx = 2.0;\n\t// END 09.1\n}");
}

#[test]
fn each_slip_is_named_with_its_place() {
    for case in include_str!("markers_slips.txt").split("==\n").skip(1) {
        let (text, want) = case.trim_end().split_once("=> ").expect("a source and what is said");
        let problem = Source::parse("a.rs", text).expect_err(text).to_string();
        assert_eq!(problem, format!("a.rs:{want}"), "for\n{text}");
        let with_crlf = text.replace('\n', "\r\n");
        let problem = Source::parse("a.rs", &with_crlf).expect_err(text).to_string();
        assert_eq!(problem, format!("a.rs:{want}"), "for\n{text} with CRLF");
    }
}

/// A well-formed source: pieces of code and regions, with a marker in none of the code.
fn any_source() -> impl Strategy<Value = String> {
    let code = prop::collection::vec("( {4})?(// )?[a-z{}();.ä ]{0,12}", 0..4);
    let region = (code.clone(), code.clone(), any::<bool>(), prop::sample::select(vec!["", "    ", "\t"]));
    let piece = (code, region);
    (prop::collection::vec(piece, 0..5), any::<bool>()).prop_map(|(pieces, crlf)| {
        let mut text = String::new();
        for (number, (code, (solution, starter, long, indent))) in pieces.into_iter().enumerate() {
            let id = format!("07.{}", number + 1);
            let mut line = |line: String| text.push_str(&(line + "\n"));
            code.into_iter().for_each(&mut line);
            line(format!("{indent}// TODO {id}: Do it."));
            if long {
                line(format!("{indent}//   All of it."));
            }
            line(format!("{indent}// BEGIN SOLUTION {id}"));
            solution.into_iter().for_each(&mut line);
            line(format!("{indent}// END SOLUTION {id}"));
            starter.into_iter().for_each(|code| line(format!("{indent}// STARTER {id}: {code}")));
        }
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}

fn without_lines(text: &str, words: &[&str]) -> String {
    let kept = |line: &&str| !words.iter().any(|word| line.contains(word));
    text.split_inclusive('\n').filter(kept).collect()
}

proptest! {
    #[test]
    fn solved_is_the_master_without_its_markers(text in any_source()) {
        let solved = parse(&text).project(|_| State::Solved);
        let want = without_lines(&text, &["// BEGIN SOLUTION", "// STARTER"]);
        prop_assert_eq!(solved, want.replace("// END SOLUTION", "// END"));
    }

    #[test]
    fn each_exercise_is_open_or_solved_by_itself(text in any_source()) {
        let source = parse(&text);
        let (open, solved) = (source.project(|_| State::Open), source.project(|_| State::Solved));
        for region in source.regions() {
            let state = |id| if id == region.id { State::Solved } else { State::Open };
            let one = source.project(state);
            let other = source.project(|id| if id == region.id { State::Open } else { State::Solved });
            prop_assert_eq!(one.len() + other.len(), open.len() + solved.len());
            let answer = region.todo.clone() + &region.solution;
            prop_assert!(one.contains(&answer));
        }
    }

    #[test]
    fn the_solution_as_code_solves(text in any_source()) {
        let source = parse(&text);
        for region in source.regions() {
            let code = region.fitted(&region.solution);
            prop_assert_eq!(dedented(&code), dedented(&region.solution));
        }
    }
}
