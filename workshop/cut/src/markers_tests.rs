use super::*;

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
fn code_is_fitted_to_its_place() {
    let code = "\n\n  if true {\n      1\n\n  } else { 2 }\n";
    let text = parse(SOURCE).project(|_| State::Code(code));
    assert!(
        text.ends_with("all of it.\n    if true {\n        1\n\n    } else { 2 }\n    // END 04.2\n}\n"),
        "{text}"
    );
}

#[test]
fn a_source_without_markers_stays_as_it_is() {
    for text in ["", "\n", "no line end", "// todo: not a marker\n/// TODO in a text\n// TODOs\r\n"] {
        assert_eq!(parse(text).project(|_| State::Open), text);
    }
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

/// Tests the course's own sources: each exercise alone is open or solved, and nothing but markers goes.
#[test]
fn solved_is_the_source_without_its_markers() {
    let files = crate::tree::read(course::root()).expect("files");
    let mut regions = 0;
    for (file, contents) in files.iter().filter(|(file, _)| crate::projection::can_have_markers(file)) {
        let text = str::from_utf8(contents).expect("a text");
        let source = parse(text);
        let (open, solved) = (source.project(|_| State::Open), source.project(|_| State::Solved));
        let is_marker =
            |line: &&str| ["BEGIN SOLUTION ", "STARTER "].iter().any(|marker| line.contains(marker));
        let want: String = text.split_inclusive('\n').filter(|line| !is_marker(line)).collect();
        assert_eq!(solved, want.replace("END SOLUTION ", "END "), "{file}");
        for region in source.regions() {
            let one = source
                .project(|id| if id == region.id { State::Code(&region.solution) } else { State::Open });
            let other = source.project(|id| if id == region.id { State::Open } else { State::Solved });
            assert_eq!(one.len() + other.len(), open.len() + solved.len(), "{}", region.id);
            assert!(one.contains(&(region.todo.clone() + &region.solution)), "{}", region.id);
            regions += 1;
        }
    }
    assert!(regions > 50, "{regions}");
}
