//! Writes a class's results as a page of HTML.

use crate::instructor::atlas::pairs;
use crate::instructor::class::tally::{Belief, Class, kind};
use crate::instructor::grade::engine::{Engine, Reached};
use crate::instructor::grade::marks::Mark;
use crate::instructor::grade::report::short;
use course::{LessonInfo, Mistake, Oral};
use pulldown_cmark::{Event, Options, Parser, html};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use workbook::page::{base64, mathml};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page's security policy: a browser may fetch nothing.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The number of commonest beliefs that come first in the page.
const FIRST: usize = 3;

/// Returns the page, with or without names and all else about single students.
pub fn page(root: &Path, class: &Class<'_>, engines: &[Engine], named: bool) -> String {
    let lessons: BTreeSet<String> =
        class.columns.iter().map(|column| format!("{:02}", column.lesson.number)).collect();
    let lessons = lessons.into_iter().collect::<Vec<_>>().join(", ");
    let warning = if named { " With names: not for the wall." } else { "" };
    let (students, exercises) = (class.students.len(), class.columns.len());
    let first = class.beliefs.len().min(FIRST);
    let cards: Vec<String> = class
        .beliefs
        .iter()
        .enumerate()
        .map(|(at, belief)| of_belief(root, class, at, belief, named))
        .collect();
    let shown = match first {
        0 => "<p>No wrong answer has a known belief behind it.</p>\n".to_owned(),
        _ => format!("<ol class=\"first\">\n<li>{}</li>\n</ol>\n", cards[..first].join("</li>\n<li>")),
    };
    let others = class.beliefs.iter().zip(&cards).skip(first).map(|(belief, card)| {
        let (id, title) = (class.columns[belief.column].exercise.id(), inline(belief.title()));
        let count = belief.count;
        format!(
            "<details class=\"more\"><summary>{id} · {count}&nbsp;× {title}</summary>\n{card}</details>\n"
        )
    });
    let others = section("Other beliefs", &others.collect::<String>());
    // A class may have handed in engines alone.
    let is_graded = exercises > 0;
    let (mut by_exercise, mut by_student, mut left) = (String::new(), String::new(), String::new());
    if is_graded {
        by_exercise = section("What to talk about first", &shown)
            + &section("Exercise by exercise", &exercises_table(class));
    }
    let engines = section("Their engines", &engines_table(engines, named));
    if named && is_graded {
        by_student = section("Student by student", &students_table(class));
        left = section("For you to look at", &left_to_you(class));
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>What the class believes</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>What the class believes</h1>\n\
         <p class=\"dim\">Students: {students}. Exercises: {exercises}, of lessons {lessons}. For instructors: it holds what orals ask.{warning}</p>\n\
         {by_exercise}{by_student}{engines}{others}{left}\
         </main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// Returns a part of the page under a title, or nothing if it is empty.
fn section(title: &str, html: &str) -> String {
    if html.is_empty() { String::new() } else { format!("<h2>{title}</h2>\n{html}") }
}

/// Returns what the page says of a belief: the pictures, questions and texts that help against it.
fn of_belief(root: &Path, class: &Class<'_>, at: usize, belief: &Belief<'_>, named: bool) -> String {
    let column = &class.columns[belief.column];
    let (lesson, exercise) = (column.lesson, column.exercise);
    let mut html = format!(
        "<div class=\"card\" id=\"b{at}\">\n<p class=\"count\"><b>{}</b> of {} answers</p>\n\
         <p class=\"dim\">{} {}: {}</p>\n",
        belief.count,
        column.tried(),
        exercise.id(),
        escaped(&exercise.title),
        inline(belief.title())
    );
    if let Some(mistake) = belief.mistake {
        let is_its = |oral: &&Oral| {
            let behind = lesson.mistakes.data.named(oral.mistake.get_ref());
            behind.is_some_and(|behind| std::ptr::eq(behind, mistake))
        };
        let (term, said) = match lesson.answers.data.orals.iter().find(is_its) {
            None => ("The check says", prose(&mistake.say)),
            Some(Oral { ask, mentions, .. }) => {
                ("Ask aloud", prose(ask) + &folded("A right answer mentions", &prose(mentions)))
            }
        };
        html += &format!(
            "<h3><q>{}</q></h3>\n{}<dl><dt>{term}</dt>\n<dd class=\"ask\">{said}</dd>\n",
            inline(&mistake.belief),
            pictures(root, lesson, mistake)
        );
        let hints = exercise.hints.get_ref();
        if let Some(hint) = mistake.hint.get_ref().checked_sub(1).and_then(|at| hints.get(at)) {
            html += &format!("<dt>Hint that helps</dt>\n<dd>{}</dd>\n", folded("It", &prose(hint)));
        }
        html += "</dl>\n";
    }
    if named {
        let who: Vec<String> = belief.who.iter().map(|who| name(class.students[*who])).collect();
        html += &folded("Who", &who.join(", "));
    }
    html + "</div>\n"
}

/// Returns HTML that a click on the summary unfolds.
fn folded(summary: &str, html: &str) -> String {
    format!("<details><summary>{summary}</summary>{html}</details>\n")
}

/// Returns the mistake's picture beside the right one, if the lesson's text has them.
fn pictures(root: &Path, lesson: &LessonInfo, mistake: &Mistake) -> String {
    let text = std::fs::read_to_string(root.join(lesson.file("README.md"))).unwrap_or_default();
    let pair = pairs::of(&text, mistake.name.get_ref()).into_iter().flatten().zip(["Wrong", "Right"]);
    let figure = |(cell, what): (&str, &str)| {
        let (alt, path) = cell.strip_prefix("![")?.strip_suffix(')')?.split_once("](")?;
        let data = base64(&std::fs::read(root.join(&lesson.folder).join(path)).ok()?);
        let (words, alt) = (inline(alt.strip_prefix("right: ").unwrap_or(alt)), escaped(alt));
        let caption = format!("<figcaption><b>{what}:</b> {words}</figcaption>");
        Some(format!("<figure><img src=\"data:image/png;base64,{data}\" alt=\"{alt}\">{caption}</figure>\n"))
    };
    format!("<div class=\"pair\">\n{}</div>\n", pair.filter_map(figure).collect::<String>())
}

/// Returns a table, in a box that scrolls sideways.
fn table(class: &str, caption: &str, head: &[String], rows: &str) -> String {
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{cell}</th>")).collect();
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\n<table class=\"{class}\">\n\
         <caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

/// Returns a table that counts, for each exercise, the students who have it right.
fn exercises_table(class: &Class<'_>) -> String {
    let mut rows = String::new();
    for (at, column) in class.columns.iter().enumerate() {
        let counts = column.counts();
        let bar: String = (counts.iter().zip(["right", "tried", "open"]))
            .map(|(count, class)| format!("<span class=\"{class}\" style=\"flex:{count}\"></span>"))
            .collect();
        let cells = counts.map(|count| format!("<td class=\"number\">{count}</td>")).concat();
        let beliefs = class.beliefs.iter().enumerate().filter(|(_, belief)| belief.column == at);
        let mut wrong: Vec<String> = beliefs
            .map(|(at, belief)| {
                format!("{}&nbsp;× <a href=\"#b{at}\">{}</a>", belief.count, inline(belief.title()))
            })
            .collect();
        let mut others: BTreeMap<&str, usize> = BTreeMap::new();
        for (class, _, words) in column.votes().map(kind) {
            if !["right", "open", "none", "belief"].contains(&class) {
                *others.entry(words).or_default() += 1;
            }
        }
        wrong.extend(others.into_iter().map(|(words, count)| format!("{count}&nbsp;× {words}")));
        let (id, title, wrong) = (column.exercise.id(), escaped(&column.exercise.title), wrong.join("<br>"));
        rows += &format!(
            "<tr><th scope=\"row\">{id} {title}</th><td><div class=\"bar\" aria-hidden=\"true\">{bar}</div></td>{cells}<td>{wrong}</td></tr>\n"
        );
    }
    let head = ["exercise", "share", "right", "tried", "open", "beliefs"].map(str::to_owned);
    let caption = "How many have an exercise right, have tried it, and have it open; and what they believe.";
    table("exercises", caption, &head, &rows)
}

/// Returns a table with the state of each exercise for each student.
fn students_table(class: &Class<'_>) -> String {
    let mut head = vec!["student".to_owned(), "right".to_owned()];
    head.extend(class.columns.iter().map(|column| column.exercise.id().to_string()));
    let (mut rows, mut legend) = (String::new(), BTreeMap::new());
    for (who, student) in class.students.iter().enumerate() {
        let (mut right, mut cells) = (0, String::new());
        for column in &class.columns {
            let (class, sign, words) = kind(column.now[who]);
            legend.insert(words, sign);
            right += usize::from(class == "right");
            let words = told(column.now[who]);
            cells += &format!(
                "<td class=\"{class}\" title=\"{words}\"><i aria-hidden=\"true\">{sign}</i><span class=\"heard\">{words}</span></td>"
            );
        }
        let (shown, whole) = (name(student), escaped(student));
        rows += &format!(
            "<tr><th scope=\"row\" title=\"{whole}\">{shown}</th><td class=\"number\">{right}</td>{cells}</tr>\n"
        );
    }
    let legend: String =
        legend.into_iter().map(|(words, sign)| format!("<li><i>{sign}</i> {words}</li>")).collect();
    let table = table("who", "A name tells which submission it is.", &head, &rows);
    format!("<ul class=\"legend\">{legend}</ul>\n{table}")
}

/// Returns a table with how many sentences are true of each program, or without names, of how many programs all are.
fn engines_table(engines: &[Engine], named: bool) -> String {
    let Some(first) = engines.first() else { return String::new() };
    let milestones = first.milestones.iter().map(|reached| reached.name.clone());
    let head: Vec<String> = ["program".to_owned()].into_iter().chain(milestones).collect();
    let caption = "How many of the judge's sentences are true.";
    if named {
        let cell = |reached: &Reached| {
            let (class, words) =
                (if reached.is_whole() { "right" } else { "wrong" }, escaped(&reached.words()));
            format!("<td class=\"{class}\" title=\"{words}\">{}/{}</td>", reached.holding, reached.of)
        };
        let row = |engine: &Engine| {
            let cells: String = engine.milestones.iter().map(cell).collect();
            format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", name(&engine.name))
        };
        return table("engines", caption, &head, &engines.iter().map(row).collect::<String>());
    }
    let whole = |at: usize| {
        engines.iter().filter(|engine| engine.milestones.get(at).is_some_and(Reached::is_whole)).count()
    };
    let cells = (0..first.milestones.len()).map(|at| format!("<td class=\"number\">{}</td>", whole(at)));
    let row =
        format!("<tr><th scope=\"row\">all, of {}</th>{}</tr>\n", engines.len(), cells.collect::<String>());
    table("engines", caption, &head, &row)
}

/// Returns the lists of answers and hand-ins that wait for a person.
fn left_to_you(class: &Class<'_>) -> String {
    let mut items = String::new();
    for (who, student) in class.students.iter().enumerate() {
        for column in class.columns.iter().filter(|column| kind(column.now[who]).0 == "hand") {
            let (student, id, words) = (name(student), column.exercise.id(), told(column.now[who]));
            let (handed_in, file) = (escaped(column.files[who]), column.exercise.file.get_ref());
            items += &format!("<li>{student}, {id}: {words}, in <code>{handed_in}/{file}</code></li>\n");
        }
    }
    for graded in class.gradings.last().into_iter().flat_map(|report| &report.submissions) {
        if let Some(why) = &graded.unreadable {
            items += &format!("<li>{}: it {}</li>\n", name(&graded.name), escaped(&short(why, 160)));
        }
    }
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}

/// Returns a mark in words, shortened since a compiler's may be long.
fn told(mark: Option<&Mark>) -> String {
    escaped(&short(&mark.map_or_else(|| kind(None).2.to_owned(), Mark::words), 160))
}

/// Returns a text in one line, with HTML's special characters escaped.
fn escaped(text: &str) -> String {
    let text = text.replace(char::is_control, " ").replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns a name, which may be written from right to left: the text beside it keeps its direction.
fn name(name: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(name))
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
