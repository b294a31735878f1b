use super::*;
use crate::shown::{compare, wrapped};
use crate::tutor::plain;
use course::LessonInfo;
use course::protocol::Outcome;
use serde_json::Value;

fn number(x: f64) -> Told {
    Told::Numbers(vec![x])
}

fn named(numbers: &[f64]) -> Told {
    Told::Parts(numbers.iter().enumerate().map(|(at, x)| (format!("joint {at}"), number(*x))).collect())
}

/// A function that should double its input, and panics if it gives nothing.
type Answer = fn(f64) -> Option<f64>;

/// Returns what a program answers to questions about these numbers.
fn asked(numbers: &[f64], answer: Answer, earlier: bool) -> Vec<Asked> {
    let line = |words: String, earlier: Option<&str>, below: bool, answer: Option<Told>| Asked {
        words,
        earlier: earlier.map(str::to_owned),
        tags: vec![("a number below zero".to_owned(), below)],
        answer: answer.ok_or_else(|| Panic { message: "the len is 0".to_owned(), places: Vec::new() }),
    };
    let needs =
        line("what 01.1 gives".to_owned(), Some("01.1"), false, Some(Told::Word(earlier.to_string())));
    let question = |&x: &f64| line(format!("a double of {x}"), None, x < 0.0, answer(x).map(number));
    std::iter::once(needs).chain(numbers.iter().map(question)).collect()
}

const SEEN: [f64; 5] = [1.5, 4.0, 3.0, -1.0, -2.5];

fn recorded() -> Recorded {
    let of = |answer| asked(&SEEN, answer, true);
    let others: [(&str, Answer); 5] = [
        (STARTER, |_| Some(0.0)),
        ("squared", |x| Some(x * x)),
        ("squared", |x| Some((x * x).min(9.0))),
        ("signless", |x| Some(2.0 * x.abs())),
        ("cubed", |x| (x < 4.0).then_some(x * x * x)),
    ];
    let others = others.map(|(name, answer)| (name.to_owned(), of(answer)));
    let mut made = Recorded::of(&of(|x| Some(2.0 * x)), &others).expect("it answers");
    made.calls.push("01.1".to_owned());
    let read = Recorded::read(&format!("{{\"01.2\": {}}}", made.text()), "01.2").expect("a recording");
    assert!(read.agrees(&made));
    read
}

/// Returns the outcome and the words for what a student, or with others than [`SEEN`] a class, is asked.
fn told(numbers: &[f64], answer: Answer, earlier: bool) -> (Outcome, String) {
    let lines: String = asked(numbers, answer, earlier).iter().map(|asked| asked.line() + "\n").collect();
    let asked = Asked::of_lines(&lines).expect("what was told");
    let ours = |numbers| self::asked(numbers, |x| Some(2.0 * x), true);
    let questions = Recorded::drawn(&ours(numbers), &ours(&SEEN)).expect("it answers");
    let recorded = recorded();
    let verdict = Verdict::of(&asked, &questions, &recorded, &|_| false);
    let lesson = LessonInfo::named(course::root(), "01-hierarchical-transforms").expect("a lesson");
    let known = |name: &str| (name == "squared").then(|| &lesson.mistakes.data.all[0]);
    let said = verdict.report(&lesson.exercises()[0], &known);
    (verdict.outcome, said.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn outcome(answer: Answer) -> Outcome {
    told(&SEEN, answer, true).0
}

fn mistake(name: &str) -> Outcome {
    Outcome::Mistake(name.to_owned())
}

#[test]
fn a_mistake_is_recognised_only_if_every_answer_agrees_with_it() {
    assert_eq!(outcome(|x| Some(x + x)), Outcome::Passed);
    assert_eq!(outcome(|_| Some(0.0)), Outcome::Open);
    assert_eq!(outcome(|x| Some(x * x)), mistake("squared"));
    // Another way to make it, and what some of both ways give.
    assert_eq!(outcome(|x| Some((x * x).min(9.0))), mistake("squared"));
    assert_eq!(outcome(|x| Some(if x == 3.0 { 7.0 } else { x * x })), Outcome::Wrong);
    // A mistake that panics in a question cannot have answered it; where there's no answer, it may be behind the others.
    assert_eq!(outcome(|x| Some(x * x * x)), Outcome::Wrong);
    assert_eq!(outcome(|x| (x < 4.0).then_some(x * x * x)), mistake("cubed"));
    assert_eq!(outcome(|_| None), Outcome::Panicked);
    for answer in [|_| Some(f64::NAN), |_| Some(f64::INFINITY)] as [Answer; 2] {
        assert_eq!(outcome(answer), Outcome::Wrong);
    }
}

#[test]
fn an_earlier_exercise_may_be_to_blame_if_it_is_called() {
    let blocked = Outcome::Blocked("01.1".to_owned());
    assert_eq!(told(&SEEN, |_| Some(0.0), false).0, blocked);
    // It may do without.
    assert_eq!(told(&SEEN, |x| Some(2.0 * x), false).0, Outcome::Passed);
    let (outcome, said) = told(&SEEN, |x| Some(x * x), false);
    assert!(outcome == blocked && said.contains("Begin there. If you're sure"), "{said}");
    let mut recorded = recorded();
    recorded.calls.clear();
    let (asked, questions) = (asked(&SEEN, |x| Some(x * x), false), recorded.questions());
    assert_eq!(Verdict::of(&asked, &questions, &recorded, &|_| false).outcome, mistake("squared"));
    assert_eq!(Verdict::of(&asked, &questions, &recorded, &|_| true).outcome, blocked);
}

#[test]
fn what_is_drawn_neither_confirms_nor_refutes_and_is_told_to_nobody() {
    let all = [77.0, 1.5, 4.0, 3.0, -1.0, -2.5, 88.0];
    assert_eq!(told(&all, |x| Some(x + x), true).0, Outcome::Passed);
    assert_eq!(told(&all, |x| Some(x * x), true).0, mistake("squared"));
    assert_eq!(told(&all, |_| Some(0.0), true).0, Outcome::Open);
    // A table of the visible questions, and a panic that would tell of others.
    for answer in
        [|x| Some(if x < 5.0 { 2.0 * x } else { 0.0 }), |x| (x < 5.0).then_some(2.0 * x)] as [Answer; 2]
    {
        let (_, said) = told(&all, answer, true);
        assert!(
            said.contains("that you don't see")
                && !["77", "154", "88"].iter().any(|part| said.contains(part))
        );
    }
    let (asked, recorded) = (asked(&[1.0], Some, true), recorded());
    let verdict = Verdict::of(&asked, &[], &recorded, &|_| true);
    assert_eq!(verdict.outcome, Outcome::OtherQuestions("0".to_owned()));
}

#[test]
fn what_no_mistake_explains_alone_is_said_with_care() {
    let said = |answer| told(&SEEN, answer, true).1;
    let title =
        LessonInfo::named(course::root(), "01-hierarchical-transforms").expect("a lesson").mistakes.data.all
            [0]
        .title
        .clone();
    // One where numbers are positive, and another below.
    let both = said(|x| Some(if x > 0.0 { x * x } else { -2.0 * x }));
    assert!(both.contains("Two mistakes together explain") && both.contains(&title), "{both}");
    // The only one that explains each wrong answer, though a right one speaks against it.
    let perhaps = said(|x| Some(if x == 4.0 { 8.0 } else { x * x }));
    assert!(perhaps.contains("Wherever you are wrong, it's this:") && perhaps.contains(&title), "{perhaps}");
    // A single answer agrees by chance.
    assert!(!said(|x| Some(if x == 3.0 { 9.0 } else { 2.0 * x })).contains(&title));
    let below = said(|x| Some(if x < 0.0 { 7.0 + x } else { 2.0 * x }));
    let words = "Both questions that failed have a number below zero, unlike the 3 that were right.";
    assert!(below.contains(words), "{below}");
    let few = said(|x| Some(if x == 3.0 { 6.0 } else { 50.0 + x }));
    assert!(
        few.contains("Asked for a double of 4.") && few.contains("1 of 5 questions was answered right."),
        "{few}"
    );
    assert!(said(|x| Some(if x == 3.0 { f64::NAN } else { 2.0 * x })).contains("NaN is no number."));
    let (outcome, panicked) = told(&SEEN, |x| (x != 1.5).then_some(5.0), true);
    assert_eq!(outcome, Outcome::Panicked);
    assert!(panicked.contains("The list is empty here.") && panicked.contains("And asked for"), "{panicked}");
}

#[test]
fn answers_come_back_and_what_a_stranger_wrote_is_refused() {
    let rigid = Told::Parts(vec![
        ("translation".to_owned(), Told::Numbers(vec![1.0, f64::NAN, 1e-7])),
        ("rotation".to_owned(), Told::Turn(vec![0.0, 0.6, 0.0, -0.8])),
        ("fell".to_owned(), Told::Course(vec!["it \"lies\"".to_owned()])),
        ("turned".to_owned(), Told::Degrees(vec![359.99])),
    ]);
    assert_eq!(Told::of_list(rigid.as_list()).map(|again| again.agrees(&rigid)), Some(true));
    let turned = |sign: f64| Told::Turn([0.0, 0.6, 0.0, 0.8].map(|x| sign * x).into());
    assert!(turned(1.0).agrees(&turned(-1.0)) && !turned(1.0).agrees(&Told::Turn(vec![0.0, -0.6, 0.0, 0.8])));
    assert!(Told::Degrees(vec![-180.0]).agrees(&Told::Degrees(vec![180.01])));
    assert!(!number(1e9).agrees(&number(f64::INFINITY)) && !number(1.0).agrees(&Told::Fine(vec![1.0])));
    for list in
        [r#"["n",2,1.0]"#, r#"["n",1,1.0,2.0]"#, r#"["p",999999999999,"",0]"#, r#"["x",1,1]"#, r#"["q",0]"#]
    {
        assert_eq!(Told::of_list(serde_json::from_str(list).expect("a list")), None, "{list}");
    }
    let deep = (0..3 << 20).map(|at| [Value::from("p"), 1.into(), "".into()][at % 3].clone()).collect();
    assert_eq!(Told::of_list(deep), None);
    for line in ["", "passed", "[1,2,3]", r#"["x",null,[],{"message":1}]"#, r#"["x",null,[[1]],["w","a"]]"#] {
        assert_eq!(Asked::of_line(line), None, "{line}");
    }
    let course = |events: &[&str]| Told::Course(events.iter().map(|event| (*event).to_owned()).collect());
    let of = |told| vec![Asked { words: String::new(), earlier: None, tags: Vec::new(), answer: Ok(told) }];
    let others = [("fell".to_owned(), of(course(&["a", "x", "y", "z"])))];
    let recorded = Recorded::of(&of(course(&["a", "b", "c"])), &others).expect("it answers");
    assert_eq!(
        recorded.text(),
        r#"{"names": ["fell"], "calls": [], "questions": [
[["c",3,"a","b","c"],[[4,[1,2],[3,"x"]]]]
]}"#
    );
    assert_eq!(recorded.agreeing(0, &course(&["a", "x", "other"])), ["fell"]);
    assert!(recorded.agreeing(0, &course(&["a", "b", "x"])).is_empty());
}

#[test]
fn answers_are_shown_where_they_differ() {
    let diagonal = |z: f64| Told::Matrix(vec![1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, z]);
    let said = compare(&diagonal(3.0004), &diagonal(3.0));
    assert!(said.matches('*').count() == 1 && said.contains("3.0004*"), "{said}");
    assert_eq!(compare(&number(0.7502), &number(0.75)), "  Came out   0.7502\n  Expected   0.75\n");
    let row = |seventh| Told::Numbers((0..12).map(|at| if at == 6 { seventh } else { f64::NAN }).collect());
    let said = "  The first that differs is number 7 of 12.\n  Came out   2\n  Expected   3\n";
    assert_eq!(compare(&row(2.0), &row(3.0)), said);
    let table = compare(&named(&[1.0, 2.0]), &named(&[1.0, 3.0]));
    assert_eq!(
        table,
        "           Came out  Expected\n  joint 0  1         1\n  joint 1  2         3         ←\n"
    );
    assert!(aligned(&[["x".repeat(1 << 17), String::new()]]).len() > 1 << 17);
    let said = compare(&named(&[1.0, 2.0, 3.0, 4.0, 0.0]), &named(&[1.0, 2.0, 3.0, 4.0, 5.0]));
    assert_eq!(said, "  1 of 5 differs. It is joint 4.\n  Came out   0\n  Expected   5\n");
    let course = |events: &[&str]| Told::Course(events.iter().map(|event| (*event).to_owned()).collect());
    let said = compare(&course(&["a", "b"]), &course(&["a", "b", "c"]));
    let want = "  2 came out, but 3 were expected. The first 2 are right; then:\n  Came out   nothing\n  Expected   c\n";
    assert_eq!(said, want);
    let quarter = Told::Turn(vec![0.0, -0.5f64.sqrt(), 0.0, -0.5f64.sqrt()]);
    assert_eq!(show(&quarter, DIGITS), "90.0° about (0, 1, 0)");
    assert_eq!(plain("the *parent's* `a * b`, *and* 2 * 3"), "the parent's `a * b`, and 2 * 3");
    assert!(wrapped(&"word ".repeat(40)).lines().all(|line| line.starts_with("  word") && line.len() <= 80));
}
