//! The class as a page.

use crate::instructor::atlas::pairs;
use crate::instructor::class::tally::{Belief, Class};
use anyhow::Result;
use course::{LessonInfo, Mistake, Oral};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use workbook::page::{base64, mathml};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page is complete: a browser must not fetch anything else.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The kinds of states, in the order in which a click sorts them.
const ORDER: [&str; 8] = ["right", "belief", "wrong", "broken", "hand", "waits", "open", "none"];

/// The page, with names or without all that is about single students.
pub fn page(root: &Path, class: &Class<'_>, named: bool) -> Result<String> {
    let lessons: BTreeSet<String> =
        class.columns.iter().map(|column| format!("{:02}", column.lesson.number)).collect();
    let lessons = lessons.into_iter().collect::<Vec<_>>().join(", ");
    let warning = if named { " With names: not for the wall." } else { "" };
    let (students, exercises) = (class.students.len(), class.columns.len());
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>What the class believes</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>What the class believes</h1>\n\
         <p class=\"dim\">Students: {students}. Exercises: {exercises}, of lessons {lessons}. For instructors: it holds what orals ask.{warning}</p>\n\
         <h2>What to talk about first</h2>\n"
    );
    let first = class.first();
    let cards =
        first.iter().map(|belief| of_belief(root, class, belief, named)).collect::<Result<Vec<_>>>()?;
    match cards.is_empty() {
        true => html.push_str("<p>No wrong answer has a known belief behind it.</p>\n"),
        false => writeln!(html, "<ol class=\"first\">\n<li>{}</li>\n</ol>", cards.join("</li>\n<li>"))?,
    }
    html.push_str(&exercises_table(class));
    if named {
        html.push_str(&students_table(class));
    }
    if class.beliefs.len() > first.len() {
        html.push_str("<h2>Other beliefs</h2>\n");
    }
    for belief in &class.beliefs[first.len()..] {
        let (id, title) = (class.columns[belief.column].exercise.id(), inline(belief.title()));
        let (count, card) = (belief.who.len(), of_belief(root, class, belief, named)?);
        writeln!(
            html,
            "<details class=\"more\"><summary>{id} · {count}&nbsp;× {title}</summary>\n{card}</details>"
        )?;
    }
    let left = left_to_you(class);
    if named && !left.is_empty() {
        writeln!(html, "<h2>For you to look at</h2>\n<ul>\n<li>{}</li>\n</ul>", left.join("</li>\n<li>"))?;
    }
    Ok(html + "</main>\n<script>\n" + SCRIPT + "</script>\n</body>\n</html>\n")
}

/// A belief with all that helps against it.
fn of_belief(root: &Path, class: &Class<'_>, belief: &Belief<'_>, named: bool) -> Result<String> {
    let column = &class.columns[belief.column];
    let (lesson, exercise) = (column.lesson, column.exercise);
    let mut html = format!(
        "<div class=\"card\" id=\"{}\">\n<p class=\"count\"><b>{}</b> of {} answers</p>\n\
         <p class=\"dim\">{} {}: {}</p>\n",
        anchor(class, belief),
        belief.who.len(),
        column.tried(),
        exercise.id(),
        escaped(&exercise.title),
        inline(belief.title())
    );
    if let Some(mistake) = belief.mistake {
        writeln!(
            html,
            "<h3><q>{}</q></h3>\n{}<dl>",
            inline(&mistake.belief),
            pictures(root, lesson, mistake)
        )?;
        let behind = |oral: &&Oral| lesson.mistakes.data.named(oral.mistake.get_ref());
        let is_its = |oral: &&Oral| behind(oral).is_some_and(|behind| std::ptr::eq(behind, mistake));
        match lesson.answers.data.orals.iter().find(is_its) {
            Some(oral) => writeln!(
                html,
                "<dt>Ask aloud</dt>\n<dd class=\"ask\">{}<details><summary>A right answer mentions</summary>{}</details></dd>",
                prose(&oral.ask),
                prose(&oral.mentions)
            )?,
            None => {
                writeln!(html, "<dt>The check says</dt>\n<dd class=\"ask\">{}</dd>", prose(&mistake.say))?
            }
        }
        let hints = exercise.hints.get_ref();
        if let Some(hint) = mistake.hint.get_ref().checked_sub(1).and_then(|at| hints.get(at)) {
            let hint = prose(hint);
            writeln!(
                html,
                "<dt>Hint that helps</dt>\n<dd><details><summary>It</summary>{hint}</details></dd>"
            )?;
        }
        html.push_str("</dl>\n");
    }
    if named {
        let who: Vec<String> = belief.who.iter().map(|who| name(class.students[*who])).collect();
        writeln!(html, "<details><summary>Who</summary>{}</details>", who.join(", "))?;
    }
    Ok(html + "</div>\n")
}

/// The mistake's picture beside the right one, if the lesson's text has them.
fn pictures(root: &Path, lesson: &LessonInfo, mistake: &Mistake) -> String {
    let text = std::fs::read_to_string(root.join(lesson.file("README.md"))).unwrap_or_default();
    let pair = pairs::of(&text, mistake.name.get_ref()).into_iter().flatten().zip(["Wrong", "Right"]);
    let figure = |(cell, what): (&str, &str)| {
        let (alt, path) = cell.strip_prefix("![")?.strip_suffix(')')?.split_once("](")?;
        let data = base64(&std::fs::read(root.join(&lesson.folder).join(path)).ok()?);
        let words = inline(alt.strip_prefix("right: ").unwrap_or(alt));
        let alt = escaped(alt);
        Some(format!(
            "<figure><img src=\"data:image/png;base64,{data}\" alt=\"{alt}\"><figcaption><b>{what}:</b> {words}</figcaption></figure>\n"
        ))
    };
    match pair.filter_map(figure).collect::<String>() {
        figures if figures.is_empty() => figures,
        figures => format!("<div class=\"pair\">\n{figures}</div>\n"),
    }
}

/// A table that is as wide as it needs.
fn table(class: &str, caption: &str, head: &[String], rows: &str) -> String {
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{cell}</th>")).collect();
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\n<table class=\"{class} sorts\">\n\
         <caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

/// Returns a table that counts, for each exercise, the students who have it right.
fn exercises_table(class: &Class<'_>) -> String {
    let mut rows = String::new();
    for (at, column) in class.columns.iter().enumerate() {
        let counts = column.counts();
        let share = 1000 * counts[0] / counts.iter().sum::<usize>().max(1);
        let bar: String = (counts.iter().zip(["right", "tried", "open"]))
            .map(|(count, class)| format!("<span class=\"{class}\" style=\"flex:{count}\"></span>"))
            .collect();
        let cells = counts.map(|count| format!("<td class=\"number\">{count}</td>")).concat();
        let beliefs = class.beliefs.iter().filter(|belief| belief.column == at);
        let link = |belief: &Belief<'_>| {
            format!("<a href=\"#{}\">{}</a>", anchor(class, belief), inline(belief.title()))
        };
        let beliefs = beliefs.map(|belief| (link(belief), belief.who.len()));
        let mut others: BTreeMap<&str, usize> = BTreeMap::new();
        for (kind, _, words) in column.now.iter().map(|state| state.kind()) {
            if !["right", "open", "none", "belief"].contains(&kind) {
                *others.entry(words).or_default() += 1;
            }
        }
        let others = others.into_iter().map(|(words, count)| (words.to_owned(), count));
        let wrong: Vec<String> =
            beliefs.chain(others).map(|(what, count)| format!("{count}&nbsp;× {what}")).collect();
        rows += &format!(
            "<tr><th scope=\"row\">{} {}</th><td data-key=\"{share}\"><div class=\"bar\" aria-hidden=\"true\">{bar}</div></td>{cells}<td>{}</td></tr>\n",
            column.exercise.id(),
            escaped(&column.exercise.title),
            wrong.join("<br>")
        );
    }
    let head = ["exercise", "share", "right", "tried", "open", "beliefs"].map(str::to_owned);
    let caption = "How many have an exercise right, have tried it, and have it open; and what they believe.";
    "<h2>Exercise by exercise</h2>\n".to_owned() + &table("exercises", caption, &head, &rows)
}

/// A table with the state of each exercise for each student.
fn students_table(class: &Class<'_>) -> String {
    let mut head = vec!["student".to_owned(), "right".to_owned()];
    head.extend(class.columns.iter().map(|column| column.exercise.id().to_string()));
    let (mut rows, mut legend) = (String::new(), BTreeMap::new());
    for (who, student) in class.students.iter().enumerate() {
        let (shown, whole) = (name(student), escaped(student));
        let right = class.right(who);
        rows +=
            &format!("<tr><th scope=\"row\" title=\"{whole}\">{shown}</th><td class=\"number\">{right}</td>");
        for column in &class.columns {
            let (kind, sign, words) = column.now[who].kind();
            legend.insert(words, sign);
            let words = escaped(&cut(&column.now[who].words()));
            let rank = ORDER.iter().position(|other| *other == kind).unwrap_or_default();
            rows += &format!(
                "<td class=\"{kind}\" data-key=\"{rank}\" title=\"{words}\"><i aria-hidden=\"true\">{sign}</i><span class=\"heard\">{words}</span></td>"
            );
        }
        rows += "</tr>\n";
    }
    let legend: String =
        legend.into_iter().map(|(words, sign)| format!("<li><i>{sign}</i> {words}</li>")).collect();
    format!(
        "<h2>Student by student</h2>\n<ul class=\"legend\">{legend}</ul>\n{}",
        table("who", "A name tells which submission it is.", &head, &rows)
    )
}

/// The answers and hand-ins that wait for a person.
fn left_to_you(class: &Class<'_>) -> Vec<String> {
    let mut items = Vec::new();
    for (who, student) in class.students.iter().enumerate() {
        for column in class.columns.iter().filter(|column| column.now[who].kind().0 == "hand") {
            let words = escaped(&cut(&column.now[who].words()));
            items.push(format!("{}, {}: {words}", name(student), column.exercise.id()));
        }
    }
    if let Some(report) = class.gradings.last() {
        for graded in &report.submissions {
            let unreadable = graded.unreadable.iter();
            items.extend(unreadable.map(|why| format!("{}: it {}", name(&graded.name), escaped(&cut(why)))));
        }
    }
    items
}

/// The name of a belief's place on the page.
fn anchor(class: &Class<'_>, belief: &Belief<'_>) -> String {
    let letters = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("b-{}-{}", class.columns[belief.column].exercise.id(), belief.name).chars().map(letters).collect()
}

/// Words of a compiler may be long.
fn cut(words: &str) -> String {
    match words.char_indices().nth(160) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words.to_owned(),
    }
}

/// A text in one row, without signs that HTML would take for its own.
fn escaped(text: &str) -> String {
    let mut html = String::new();
    for c in text.chars() {
        match c {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            c => html.push(if c.is_control() { ' ' } else { c }),
        }
    }
    html
}

/// Returns a name, which may be written from right to left: the text beside it keeps its direction.
fn name(name: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(name))
}

/// Words in a row.
fn inline(markdown: &str) -> String {
    let html = prose(markdown.trim());
    let words = html.trim().strip_prefix("<p>").and_then(|html| html.strip_suffix("</p>"));
    words.unwrap_or(&html).to_owned()
}

/// Markdown of the workbook's own, without its links and pictures.
fn prose(markdown: &str) -> String {
    let mut pictures = 0;
    let math = |latex: &str, is_block| mathml(latex, is_block).unwrap_or_else(|_| escaped(latex));
    let events = Parser::new_ext(markdown, Options::ENABLE_MATH).filter_map(|event| {
        match event {
            Event::Start(Tag::Image { .. }) => pictures += 1,
            Event::End(TagEnd::Image) => pictures -= 1,
            _ if pictures > 0 => {}
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => {}
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::InlineMath(latex) => return Some(Event::InlineHtml(math(&latex, false).into())),
            Event::DisplayMath(latex) => return Some(Event::InlineHtml(math(&latex, true).into())),
            event => return Some(event),
        }
        None
    });
    let mut html = String::new();
    html::push_html(&mut html, events);
    html
}
