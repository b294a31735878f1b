//! The class as a page.

use crate::instructor::atlas::pairs;
use crate::instructor::class::answered::Texts;
use crate::instructor::class::html::{data, escaped, name, prose};
use crate::instructor::class::tally::{Belief, Class, Column, Group, State};
use anyhow::Result;
use course::Mistake;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page asks for nothing: what is not in it, a browser must not fetch.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page.
pub fn page(root: &Path, class: &Class<'_>, texts: &Texts) -> Result<String> {
    let mut maker = Maker { root, class, texts, html: String::new() };
    maker.head()?;
    maker.first()?;
    maker.exercises()?;
    maker.students()?;
    maker.others()?;
    maker.left_to_you()?;
    write!(maker.html, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n")?;
    Ok(maker.html)
}

struct Maker<'a> {
    root: &'a Path,
    class: &'a Class<'a>,
    texts: &'a Texts,
    html: String,
}

impl Maker<'_> {
    fn head(&mut self) -> Result<()> {
        let class = self.class;
        let lessons: BTreeSet<u8> = class.columns.iter().map(|column| column.lesson.number).collect();
        let lessons: Vec<String> = lessons.iter().map(|number| format!("{number:02}")).collect();
        let gradings: Vec<String> = class.gradings.iter().map(|(name, _)| escaped(name)).collect();
        let named = if class.anonymous { "" } else { " With names: not for the wall." };
        write!(
            self.html,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>What the class believes</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>What the class believes</h1>\n\
             <p class=\"dim\">{}, {} of lessons {}; from {}. For instructors: it holds what orals ask.{named}</p>\n",
            count(class.students.len(), "student"),
            count(class.columns.len(), "exercise"),
            lessons.join(", "),
            gradings.join(" → "),
        )?;
        Ok(())
    }

    /// What to talk about first.
    fn first(&mut self) -> Result<()> {
        let first = self.class.first();
        if first.is_empty() {
            self.html.push_str(
                "<h2>What to talk about first</h2>\n<p>No wrong answer has a known belief behind it.</p>\n",
            );
            return Ok(());
        }
        self.html.push_str("<h2>What to talk about first</h2>\n<ol class=\"first\">\n");
        for belief in first {
            self.html.push_str("<li class=\"card\" ");
            self.belief(belief)?;
            self.html.push_str("</li>\n");
        }
        self.html.push_str("</ol>\n");
        Ok(())
    }

    /// A belief with all that helps against it. The tag that holds it is open.
    fn belief(&mut self, belief: &Belief<'_>) -> Result<()> {
        let class = self.class;
        let column = &class.columns[belief.column];
        let (id, lesson, exercise) = (column.exercise.id(), column.lesson, column.exercise);
        writeln!(self.html, "id=\"{}\">", anchor(column, belief))?;
        writeln!(
            self.html,
            "<p class=\"count\"><b>{}</b> of {} answers</p>",
            belief.who.len(),
            column.tried()
        )?;
        self.change(column, belief)?;
        let Some(mistake) = belief.mistake else {
            writeln!(
                self.html,
                "<h3>{}</h3>\n<p class=\"dim\">{id} {}</p>",
                escaped(belief.name),
                escaped(&exercise.title)
            )?;
            return self.holders(belief);
        };
        writeln!(
            self.html,
            "<h3><q>{}</q></h3>\n<p class=\"dim\">{id} {}: {}</p>",
            inline(&mistake.belief),
            escaped(&exercise.title),
            inline(&mistake.title)
        )?;
        self.pictures(&column.lesson.file("README.md"), &lesson.folder, mistake)?;
        self.html.push_str("<dl>\n");
        let own = lesson.answers.data.orals.iter().find(|oral| {
            let behind = lesson.mistakes.data.named(oral.mistake.get_ref());
            behind.is_some_and(|behind| std::ptr::eq(behind, mistake))
        });
        match (own, question(&mistake.say)) {
            (Some(oral), _) => writeln!(
                self.html,
                "<dt>Ask aloud</dt>\n<dd class=\"ask\">{}\
                 <details><summary>A right answer mentions</summary>{}</details></dd>",
                prose(&oral.ask),
                prose(&oral.mentions)
            )?,
            (None, Some(question)) => {
                writeln!(
                    self.html,
                    "<dt>Ask aloud, as the check does</dt>\n<dd class=\"ask\">{}</dd>",
                    prose(&question)
                )?;
            }
            (None, None) => {}
        }
        if let Some((slide, shows)) = self.texts.slide(lesson, exercise, mistake) {
            let how = if shows { "Slide that shows it" } else { "Nearest slide" };
            writeln!(
                self.html,
                "<dt>{how}</dt>\n<dd>{}, page {}: <em>{}</em></dd>",
                escaped(&slide.talk),
                slide.page,
                inline(&slide.title)
            )?;
        }
        if let Some(passage) = self.texts.passage(exercise, mistake) {
            let heading = if passage.heading.is_empty() { "at its beginning" } else { &passage.heading };
            writeln!(
                self.html,
                "<dt>Nearest paragraph of the text</dt>\n<dd><details><summary>Lesson {:02}, <em>{}</em></summary>{}</details></dd>",
                lesson.number,
                inline(heading),
                prose(&passage.text)
            )?;
        }
        let hints = exercise.hints.get_ref();
        if let Some(hint) = mistake.hint.get_ref().checked_sub(1).and_then(|at| hints.get(at)) {
            writeln!(
                self.html,
                "<dt>Hint that helps</dt>\n<dd><details><summary>Hint {} of {}</summary>{}</details></dd>",
                mistake.hint.get_ref(),
                hints.len(),
                prose(hint)
            )?;
        }
        self.html.push_str("</dl>\n");
        self.holders(belief)
    }

    /// How many held a belief at first, and what became of it.
    fn change(&mut self, column: &Column<'_>, belief: &Belief<'_>) -> Result<()> {
        let Some(change) = &belief.change else { return Ok(()) };
        let counts = belief.counts.iter().zip(&column.rounds);
        let counts: Vec<String> = counts
            .map(|(count, round)| format!("{} {count}", escaped(&self.class.gradings[round.grading].0)))
            .collect();
        writeln!(
            self.html,
            "<p>{}. Of those in the last two, {} left it ({} right now), and {} new to it.</p>",
            counts.join(" → "),
            match change.left {
                1 => "1 has".to_owned(),
                left => format!("{left} have"),
            },
            match change.right {
                1 => "1 is".to_owned(),
                right => format!("{right} are"),
            },
            match change.new {
                1 => "1 is".to_owned(),
                new => format!("{new} are"),
            },
        )?;
        Ok(())
    }

    fn holders(&mut self, belief: &Belief<'_>) -> Result<()> {
        if !self.class.anonymous && !belief.who.is_empty() {
            let who: Vec<String> = belief.who.iter().map(|who| name(self.class.students[*who])).collect();
            writeln!(
                self.html,
                "<details class=\"names\"><summary>Who</summary>{}</details>",
                who.join(", ")
            )?;
        }
        Ok(())
    }

    /// The mistake's picture beside the right one, if the lesson's text has them.
    fn pictures(&mut self, file: &str, folder: &str, mistake: &Mistake) -> Result<()> {
        let text = std::fs::read_to_string(self.root.join(file)).unwrap_or_default();
        let Some(pair) = pairs::of(&text, mistake.name.get_ref()) else { return Ok(()) };
        let mut figures = String::new();
        for (cell, what) in pair.into_iter().zip(["Wrong", "Right"]) {
            let parts = cell.strip_prefix("![").and_then(|cell| cell.strip_suffix(')')?.split_once("]("));
            let Some((alt, path)) = parts else { continue };
            let Ok(bytes) = std::fs::read(self.root.join(folder).join(path)) else { continue };
            let words = alt.strip_prefix("right: ").unwrap_or(alt);
            writeln!(
                figures,
                "<figure><img src=\"{}\" alt=\"{}\"><figcaption><b>{what}:</b> {}</figcaption></figure>",
                data("image/png", &bytes),
                escaped(alt),
                inline(words)
            )?;
        }
        if !figures.is_empty() {
            writeln!(self.html, "<div class=\"pair\">\n{figures}</div>")?;
        }
        Ok(())
    }

    /// How many have each exercise right.
    fn exercises(&mut self) -> Result<()> {
        self.html.push_str(
            "<h2>Exercise by exercise</h2>\n\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Exercise by exercise\">\n<table class=\"exercises sorts\">\n\
             <caption>How many students have an exercise right, have tried it and are not right, and have it open; and what they believe who are not right.</caption>\n\
             <thead><tr><th scope=\"col\">exercise</th><th scope=\"col\">share</th><th scope=\"col\">right</th><th scope=\"col\">tried</th><th scope=\"col\">open</th><th scope=\"col\">beliefs</th></tr></thead>\n<tbody>\n",
        );
        for (at, column) in self.class.columns.iter().enumerate() {
            let groups = [(Group::Right, "right"), (Group::Tried, "tried"), (Group::Open, "open")];
            let groups = groups.map(|(group, class)| (column.count(group), class));
            let all = groups.iter().map(|(count, _)| count).sum::<usize>().max(1);
            let bar: String = groups
                .iter()
                .map(|(count, class)| format!("<span class=\"{class}\" style=\"flex:{count}\"></span>"))
                .collect();
            let cells: String =
                groups.iter().map(|(count, _)| format!("<td class=\"number\">{count}</td>")).collect();
            let change = column.before().map_or(String::new(), |before| {
                let both = before.states.iter().zip(column.now());
                let moved = |from: bool| {
                    let is_right = |state: &State<'_>| state.group() == Group::Right;
                    let known = |state: &State<'_>| state.group() != Group::None;
                    let both = both.clone().filter(|(then, now)| known(then) && known(now));
                    both.filter(|(then, now)| is_right(then) == from && is_right(now) != from).count()
                };
                format!(" <span class=\"dim\">(right: +{}, −{})</span>", moved(false), moved(true))
            });
            let beliefs =
                self.class.beliefs.iter().filter(|belief| belief.column == at && !belief.who.is_empty());
            let mut beliefs: Vec<String> = beliefs
                .map(|belief| {
                    format!(
                        "{}&nbsp;× <a href=\"#{}\">{}</a>",
                        belief.who.len(),
                        anchor(column, belief),
                        inline(belief.title())
                    )
                })
                .collect();
            let mut others: BTreeMap<&str, usize> = BTreeMap::new();
            for state in column.now().iter().filter(|state| state.group() == Group::Tried) {
                let (class, _, words) = state.kind();
                if class != "belief" {
                    *others.entry(words).or_default() += 1;
                }
            }
            beliefs.extend(others.iter().map(|(words, count)| format!("{count}&nbsp;× {words}")));
            writeln!(
                self.html,
                "<tr><th scope=\"row\">{} {}{change}</th><td data-key=\"{}\"><div class=\"bar\" aria-hidden=\"true\">{bar}</div></td>{cells}<td>{}</td></tr>",
                column.exercise.id(),
                escaped(&column.exercise.title),
                1000 * groups[0].0 / all,
                beliefs.join("<br>")
            )?;
        }
        self.html.push_str("</tbody>\n</table>\n</div>\n");
        Ok(())
    }

    /// How each exercise stands with each student.
    fn students(&mut self) -> Result<()> {
        let class = self.class;
        let has_changes = class.columns.iter().any(|column| column.before().is_some());
        let mut legend: BTreeMap<&str, &str> = BTreeMap::new();
        for column in &class.columns {
            legend
                .extend(column.now().iter().map(|state| state.kind()).map(|(_, sign, words)| (words, sign)));
        }
        self.html.push_str("<h2>Student by student</h2>\n<ul class=\"legend\">");
        for (words, sign) in legend {
            write!(self.html, "<li><i>{sign}</i> {words}</li>")?;
        }
        if has_changes {
            self.html.push_str("<li><i>▣</i> in a frame: otherwise than before</li>");
        }
        let order = if class.anonymous {
            "Rows stand in the order of what is right, and numbers name nobody; still, who knows the class may know a row."
        } else {
            "A name tells which submission it is."
        };
        write!(
            self.html,
            "</ul>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Student by student\">\n\
             <table class=\"who sorts\">\n<caption>{order}</caption>\n\
             <thead><tr><th scope=\"col\">student</th><th scope=\"col\">right</th>"
        )?;
        for column in &class.columns {
            let title = escaped(&column.exercise.title);
            write!(self.html, "<th scope=\"col\" title=\"{title}\">{}</th>", column.exercise.id())?;
        }
        self.html.push_str("</tr></thead>\n<tbody>\n");
        for who in 0..class.students.len() {
            let (shown, whole) = (name(&class.name(who)), escaped(&class.name(who)));
            write!(
                self.html,
                "<tr><th scope=\"row\" title=\"{whole}\">{shown}</th><td class=\"number\">{}</td>",
                class.right(who)
            )?;
            for column in &class.columns {
                let state = column.now()[who];
                let (kind, sign, _) = state.kind();
                let before = column.before().map(|before| before.states[who]);
                let is_new = before.is_some_and(|before| before.words() != state.words());
                let then = before
                    .filter(|_| is_new)
                    .map_or(String::new(), |before| format!("; before: {}", before.words()));
                let words = escaped(&format!("{}{then}", cut(&state.words())));
                let new = if is_new { " new" } else { "" };
                write!(
                    self.html,
                    "<td class=\"{kind}{new}\" data-key=\"{}\" title=\"{words}\"><i aria-hidden=\"true\">{sign}</i><span class=\"heard\">{words}</span></td>",
                    rank(kind)
                )?;
            }
            self.html.push_str("</tr>\n");
        }
        self.html.push_str("</tbody>\n</table>\n</div>\n");
        Ok(())
    }

    /// The beliefs that do not come first.
    fn others(&mut self) -> Result<()> {
        let others = &self.class.beliefs[self.class.first().len()..];
        if others.is_empty() {
            return Ok(());
        }
        self.html.push_str("<h2>Other beliefs, by exercise</h2>\n");
        for (at, column) in self.class.columns.iter().enumerate() {
            let own: Vec<&Belief<'_>> = others.iter().filter(|belief| belief.column == at).collect();
            if own.is_empty() {
                continue;
            }
            writeln!(self.html, "<h3>{} {}</h3>", column.exercise.id(), escaped(&column.exercise.title))?;
            for belief in own {
                writeln!(
                    self.html,
                    "<details class=\"more\"><summary><span class=\"count\">{} of {}</span> · {}</summary>",
                    belief.who.len(),
                    column.tried(),
                    inline(belief.title())
                )?;
                self.html.push_str("<div class=\"card\" ");
                self.belief(belief)?;
                self.html.push_str("</div>\n</details>\n");
            }
        }
        Ok(())
    }

    /// What waits for a person.
    fn left_to_you(&mut self) -> Result<()> {
        let class = self.class;
        let mut items: Vec<String> = Vec::new();
        for (who, student) in class.students.iter().enumerate() {
            for column in &class.columns {
                let state = column.now()[who];
                if state.kind().0 == "hand" {
                    let whose = if class.anonymous { String::new() } else { name(student) + ", " };
                    items.push(format!("{whose}{}: {}", column.exercise.id(), escaped(&cut(&state.words()))));
                }
            }
        }
        if let Some((_, report)) = class.gradings.last() {
            for graded in &report.submissions {
                let whose = if class.anonymous { "a submission".to_owned() } else { name(&graded.name) };
                items.extend(graded.unreadable.iter().map(|why| {
                    let why =
                        if class.anonymous { String::new() } else { format!(": it {}", escaped(&cut(why))) };
                    format!("{whose} could not be read{why}")
                }));
            }
            if !report.missing.is_empty() {
                items.push(format!(
                    "{} not graded yet: run <code>grade</code> once more",
                    count(report.missing.len(), "submission")
                ));
            }
            let absent: Vec<String> = report.absent().collect();
            if !absent.is_empty() {
                items.push(format!("parts of the class that are not in here: {}", absent.join(", ")));
            }
            if !report.others.is_empty() {
                items.push(format!(
                    "{} beside the submissions, neither a folder nor an archive",
                    count(report.others.len(), "file")
                ));
            }
        }
        if !items.is_empty() {
            writeln!(
                self.html,
                "<h2>For you to look at</h2>\n<ul>\n<li>{}</li>\n</ul>",
                items.join("</li>\n<li>")
            )?;
        }
        Ok(())
    }
}

/// Where a belief stands on the page.
fn anchor(column: &Column<'_>, belief: &Belief<'_>) -> String {
    let letters = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("b-{}-{}", column.exercise.id(), belief.name).chars().map(letters).collect()
}

/// Words in a row.
fn inline(markdown: &str) -> String {
    let html = prose(markdown.trim());
    html.strip_prefix("<p>").and_then(|html| html.strip_suffix("</p>")).unwrap_or(&html).to_owned()
}

/// The question that a check ends with.
fn question(say: &str) -> Option<String> {
    let say = say.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = say.strip_suffix('?')?;
    let begin = [". ", "? ", "! "].iter().filter_map(|stop| Some(end.rfind(stop)? + 2)).max().unwrap_or(0);
    Some(format!("{}?", &end[begin..]))
}

/// How far a kind is from right, for sorting.
fn rank(kind: &str) -> usize {
    ["right", "belief", "wrong", "broken", "hand", "waits", "open", "none"]
        .iter()
        .position(|other| *other == kind)
        .unwrap_or(9)
}

/// What a compiler says may be long.
fn cut(words: &str) -> String {
    match words.char_indices().nth(160) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words.to_owned(),
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
