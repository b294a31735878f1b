//! `cargo workbook class`: what a class believes, on one page.

use crate::cli::Run;
use crate::instructor::atlas::pairs;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::Report;
use crate::instructor::weight;
use anstream::println;
use anyhow::{Context, Result};
use course::command_line::{Command, Line, Opt};
use course::{Exercise, LessonInfo, Mistake, Oral};
use pulldown_cmark::{Event, Options, Parser, html};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use workbook::page::{base64, mathml};
use workbook::style::DIM;
use workbook::write;

const STYLE: &str = include_str!("class.css");

/// The page's security policy: a browser may fetch nothing and start nothing.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/// The number of commonest beliefs that are unfolded.
const FIRST: usize = 3;

pub const CLASS: (Command, Run) = (
    Command {
        name: "class",
        more: "\
FILE is what `grade` has written. The page is beside it: the beliefs behind wrong answers, the commonest first, each with
its pictures and what to ask. It opens in any browser, and asks for nothing on the network.",
        words: &[["<FILE>", "The grading"]],
        options: &[Opt::switch("anonymous", "Leave out names, as for a page that is shown in class")],
        examples: "cargo workbook class ../class/grades.json",
        ..Command::EMPTY
    },
    |root, line| {
        class(root, line)?;
        Ok(true)
    },
);

fn class(root: &Path, line: &Line) -> Result<()> {
    let file = Path::new(line.words.first().context("<FILE> is missing")?);
    let (report, lessons) = (Report::read(file)?, LessonInfo::all(root)?);
    let anonymous = line.has("anonymous");
    let out = file.with_file_name(if anonymous { "class.html" } else { "class-with-names.html" });
    write::atomically(&out, page(root, &report, &lessons, !anonymous).as_bytes())?;
    println!("{} {DIM}written{DIM:#}", out.display());
    Ok(())
}

/// A belief behind wrong answers to an exercise.
struct Belief<'a> {
    lesson: &'a LessonInfo,
    exercise: &'a Exercise,
    /// The mistake's title, or its name if this workbook doesn't have it.
    title: &'a str,
    mistake: Option<&'a Mistake>,
    /// The names of the submissions that show it.
    who: Vec<&'a str>,
    /// The number of answers to the exercise.
    of: usize,
}

/// Returns the marks of an exercise, each with its submission's name.
fn marks<'a>(report: &'a Report, exercise: &Exercise) -> Vec<(&'a str, &'a Mark)> {
    let all = report.submissions.iter().flat_map(|one| one.exercises.iter().map(|mark| (&*one.name, mark)));
    all.filter(|(_, mark)| mark.exercise == exercise.id()).collect()
}

fn is_answer(mark: &Mark) -> bool {
    !matches!(mark.outcome, Verdict::Open | Verdict::Missing)
}

/// Returns the beliefs behind wrong answers to an exercise. One answer may show two.
fn beliefs<'a>(report: &'a Report, lesson: &'a LessonInfo, exercise: &'a Exercise) -> Vec<Belief<'a>> {
    let marks = marks(report, exercise);
    let mut holders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, mark) in marks.iter().filter(|(_, mark)| mark.outcome == Verdict::Mistake) {
        mark.detail.split('+').for_each(|belief| holders.entry(belief).or_default().push(name));
    }
    let of = marks.iter().filter(|(_, mark)| is_answer(mark)).count();
    let belief = |(name, who)| {
        let mistake = lesson.mistakes.data.of(exercise.id()).find(|mistake| mistake.name.get_ref() == name);
        Belief { lesson, exercise, title: mistake.map_or(name, |mistake| &mistake.title), mistake, who, of }
    };
    holders.into_iter().map(belief).collect()
}

/// Returns the page, with or without names.
fn page(root: &Path, report: &Report, lessons: &[LessonInfo], named: bool) -> String {
    let exercises = lessons.iter().flat_map(|lesson| lesson.exercises().iter().map(move |one| (lesson, one)));
    let mut all =
        exercises.clone().flat_map(|(lesson, one)| beliefs(report, lesson, one)).collect::<Vec<_>>();
    all.sort_by_key(|belief| Reverse((belief.who.len(), weight(belief.exercise))));
    let card = |(at, belief): (usize, &Belief<'_>)| {
        let open = if at < FIRST { " open" } else { "" };
        let (count, id, title) = (belief.who.len(), belief.exercise.id(), inline(belief.title));
        let told = told(root, belief, named);
        format!(
            "<details{open}><summary><b>{count}</b> of {} · {id} {title}</summary>\n{told}</details>\n",
            belief.of
        )
    };
    let cards: String = all.iter().enumerate().map(card).collect();
    let rows: String = exercises.map(|(_, exercise)| row(exercise, &marks(report, exercise))).collect();
    let unread = report.submissions.iter().filter_map(|one| Some((&one.name, one.unreadable.as_ref()?)));
    let unread = unread.filter(|_| named).map(|(name, why)| {
        format!("<p>Nothing of <bdi>{}</bdi> was graded, since it {}.</p>\n", escaped(name), escaped(why))
    });
    let unread: String = unread.collect();
    let (count, lessons) = (report.submissions.len(), report.lessons.join(", "));
    let warning = if named { " With names: not for the wall." } else { "" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>What the class believes</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>What the class believes</h1>\n<p>{count} submissions, {}. For instructors: it holds what orals ask.{warning}</p>\n\
         <h2>What to talk about first</h2>\n{cards}<h2>Exercise by exercise</h2>\n\
         <table>\n<tr><th>exercise</th><th>right</th><th>tried</th><th>open</th><th>not right, for another reason</th></tr>\n\
         {rows}</table>\n{unread}</body>\n</html>\n",
        escaped(&lessons)
    )
}

/// Returns the row of an exercise: how many have it right, have tried it, and have it open.
fn row(exercise: &Exercise, marks: &[(&str, &Mark)]) -> String {
    if marks.is_empty() {
        return String::new();
    }
    let count = |is: &dyn Fn(&Mark) -> bool| marks.iter().filter(|(_, mark)| is(mark)).count();
    let right = count(&|mark| mark.points() >= 1.0);
    let open = count(&|mark| !is_answer(mark));
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    let is_other =
        |mark: &&Mark| is_answer(mark) && !matches!(mark.outcome, Verdict::Passed | Verdict::Mistake);
    for mark in marks.iter().map(|(_, mark)| *mark).filter(is_other) {
        *others.entry(mark.outcome.words()).or_default() += 1;
    }
    let others: Vec<String> =
        others.into_iter().map(|(words, count)| format!("{count}&nbsp;× {words}")).collect();
    let (id, title) = (exercise.id(), escaped(&exercise.title));
    let tried = marks.len() - right - open;
    format!(
        "<tr><th>{id} {title}</th><td>{right}</td><td>{tried}</td><td>{open}</td><td>{}</td></tr>\n",
        others.join(", ")
    )
}

/// Returns what helps against a belief: its sentence, pictures, question and hint.
fn told(root: &Path, belief: &Belief<'_>, named: bool) -> String {
    let mut html = String::new();
    if let Some(mistake) = belief.mistake {
        let data = (&belief.lesson.mistakes.data, &belief.lesson.answers.data.orals);
        let is_its = |oral: &&Oral| {
            data.0.named(oral.mistake.get_ref()).is_some_and(|behind| std::ptr::eq(behind, mistake))
        };
        html += &format!(
            "<h3><q>{}</q></h3>\n{}",
            inline(&mistake.belief),
            pictures(root, belief.lesson, mistake)
        );
        html += &match data.1.iter().find(is_its) {
            None => format!("<p>The check says:</p>\n{}", prose(&mistake.say)),
            Some(Oral { ask, mentions, .. }) => {
                format!(
                    "<p>Ask aloud:</p>\n{}<p>A right answer mentions:</p>\n{}",
                    prose(ask),
                    prose(mentions)
                )
            }
        };
        let hint = belief.exercise.hints.get_ref().get(mistake.hint.get_ref().saturating_sub(1));
        html += &hint.map_or(String::new(), |hint| format!("<p>The hint that helps:</p>\n{}", prose(hint)));
    }
    if named {
        // A name may be written from right to left: the text beside it keeps its direction.
        let who: Vec<String> = belief.who.iter().map(|who| format!("<bdi>{}</bdi>", escaped(who))).collect();
        html += &format!("<p>{}</p>\n", who.join(", "));
    }
    html
}

/// Returns the mistake's picture beside the right one, if the lesson's text has them.
fn pictures(root: &Path, lesson: &LessonInfo, mistake: &Mistake) -> String {
    let text = std::fs::read_to_string(root.join(lesson.file("README.md"))).unwrap_or_default();
    let pair = pairs::of(&text, mistake.name.get_ref()).into_iter().flatten().zip(["Wrong", "Right"]);
    let figure = |(cell, what): (&str, &str)| {
        let (alt, path) = cell.strip_prefix("![")?.strip_suffix(')')?.split_once("](")?;
        let data = base64(&std::fs::read(root.join(&lesson.folder).join(path)).ok()?);
        let alt = escaped(alt.strip_prefix("right: ").unwrap_or(alt));
        Some(format!(
            "<figure><img src=\"data:image/png;base64,{data}\" alt=\"{alt}\"><figcaption>{what}: {alt}</figcaption></figure>\n"
        ))
    };
    format!("<div>\n{}</div>\n", pair.filter_map(figure).collect::<String>())
}

/// Returns a text in one line, with HTML's special characters escaped.
fn escaped(text: &str) -> String {
    let text = text.replace(char::is_control, " ").replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns Markdown as HTML without a paragraph around it.
fn inline(markdown: &str) -> String {
    let html = prose(markdown.trim());
    let words = html.trim().strip_prefix("<p>").and_then(|html| html.strip_suffix("</p>"));
    words.unwrap_or(&html).to_owned()
}

/// Returns the workbook's own Markdown as HTML.
fn prose(markdown: &str) -> String {
    let math = |latex: &str, is_block| mathml(latex, is_block).unwrap_or_else(|_| escaped(latex));
    let events = Parser::new_ext(markdown, Options::ENABLE_MATH).map(|event| match event {
        Event::InlineMath(latex) => Event::InlineHtml(math(&latex, false).into()),
        Event::DisplayMath(latex) => Event::InlineHtml(math(&latex, true).into()),
        // None of it is anything but words.
        Event::Html(words) | Event::InlineHtml(words) => Event::Text(words),
        event => event,
    });
    let mut html = String::new();
    html::push_html(&mut html, events);
    html
}
