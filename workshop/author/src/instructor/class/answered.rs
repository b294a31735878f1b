//! Which paragraph of a lesson's text and which page of the slides answer a belief.
//!
//! Nobody has written that down for some three hundred beliefs, so it is found by words: those of the belief, of what the
//! check says to it and of the hint that helps are looked for in each paragraph, and those of the exercise's hints in the
//! whole section around it. A word counts the more the fewer paragraphs of the course have it. A page of the slides
//! that shows the mistake itself comes before all others, and one that shows another mistake is none.

use anyhow::{Context, Result};
use course::{Exercise, LessonInfo, Mistake};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const SLIDES: &str = "workshop/docs/slides";

/// What a whole section says weighs this much, where a paragraph's own words weigh one.
const SECTION: f64 = 0.7;

/// A paragraph that has less in common answers nothing.
const NEAR: f64 = 0.4;

/// Shorter ones lead over to something else, in words.
const SHORTEST: usize = 12;

/// The lessons' texts and the slides.
pub struct Texts {
    passages: BTreeMap<u8, Vec<Passage>>,
    slides: Vec<Slide>,
    /// How many paragraphs have a word, and how many there are.
    with: BTreeMap<String, usize>,
    all: usize,
}

/// A paragraph.
pub struct Passage {
    /// The heading above it.
    pub heading: String,
    /// The paragraph, in Markdown.
    pub text: String,
}

/// A page of the slides.
pub struct Slide {
    /// The talk, as in `Part I: Frames`.
    pub talk: String,
    /// Its number, from 1.
    pub page: usize,
    /// What stands at its top.
    pub title: String,
    text: String,
}

/// The weight of each word.
type Weights = BTreeMap<String, f64>;

impl Texts {
    /// Reads them from the workbook.
    pub fn read(root: &Path, lessons: &[LessonInfo]) -> Result<Self> {
        let mut texts = Self { passages: BTreeMap::new(), slides: Vec::new(), with: BTreeMap::new(), all: 0 };
        for lesson in lessons {
            let text = std::fs::read_to_string(root.join(lesson.file("README.md"))).unwrap_or_default();
            let passages = passages(&text);
            for passage in &passages {
                let words: BTreeSet<String> = words(&passage.whole()).collect();
                words.into_iter().for_each(|word| *texts.with.entry(word).or_default() += 1);
            }
            texts.all += passages.len();
            texts.passages.insert(lesson.number, passages);
        }
        let Ok(decks) = std::fs::read_dir(root.join(SLIDES)) else { return Ok(texts) };
        let mut decks: Vec<_> = decks.map(|deck| Ok(deck?.path())).collect::<Result<_>>().context(SLIDES)?;
        decks.sort();
        for deck in decks {
            let text = std::fs::read_to_string(&deck).unwrap_or_default();
            texts.slides.extend(slides(&text));
        }
        Ok(texts)
    }

    /// The paragraph of the lesson that is nearest to a belief, if one is near.
    pub fn passage(&self, exercise: &Exercise, mistake: &Mistake) -> Option<&Passage> {
        let passages = self.passages.get(&exercise.id().lesson)?;
        let (belief, task) = self.asked(exercise, mistake);
        let section = |heading: &str| -> String {
            let those = passages.iter().filter(|passage| passage.heading == heading);
            those.fold(heading.to_owned(), |text, passage| text + "\n" + &passage.text)
        };
        let near = |passage: &Passage| {
            let [own, whole] = [passage.whole(), section(&passage.heading)].map(|text| self.weights(&text));
            alike(&belief, &own) + SECTION * alike(&task, &whole)
        };
        let all = passages.iter().map(|passage| (near(passage), passage));
        all.filter(|(near, _)| *near >= NEAR).reduce(greater).map(|(_, passage)| passage)
    }

    /// The page of the slides that shows a mistake, or else the nearest one of its lesson; and whether it shows it.
    pub fn slide(
        &self,
        lesson: &LessonInfo,
        exercise: &Exercise,
        mistake: &Mistake,
    ) -> Option<(&Slide, bool)> {
        let folder = format!("{}/pictures/", lesson.folder);
        let mistakes = format!("{folder}mistakes/");
        let shows = format!("{mistakes}{}.png", mistake.name.get_ref());
        if let Some(slide) = self.slides.iter().find(|slide| slide.text.contains(&shows)) {
            return Some((slide, true));
        }
        let (belief, task) = self.asked(exercise, mistake);
        let of_lesson = |slide: &&Slide| {
            slide.page > 1
                && slide.text.contains(&format!("{}/", lesson.folder))
                && !slide.text.contains(&mistakes)
        };
        let near = |slide: &Slide| {
            let page = self.weights(&slide.text);
            alike(&belief, &page) + SECTION * alike(&task, &page)
        };
        let all = self.slides.iter().filter(of_lesson).map(|slide| (near(slide), slide));
        all.reduce(greater).map(|(_, slide)| (slide, false))
    }

    /// The words of a belief, and those of its exercise.
    fn asked(&self, exercise: &Exercise, mistake: &Mistake) -> (Weights, Weights) {
        let hints = exercise.hints.get_ref();
        let hint = mistake.hint.get_ref().checked_sub(1).and_then(|at| hints.get(at));
        // What is seen is told in the words of the screen, which no text has.
        let say: Vec<&str> =
            mistake.say.split_inclusive(['.', '?']).filter(|say| !say.contains("screen")).collect();
        let belief = format!(
            "{} {} {} {}",
            mistake.title,
            mistake.belief,
            say.concat(),
            hint.map_or("", String::as_str)
        );
        let task = format!("{} {} {}", exercise.title, mistake.belief, hints.join(" "));
        (self.weights(&belief), self.weights(&task))
    }

    fn weights(&self, text: &str) -> Weights {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        words(text).for_each(|word| *counts.entry(word).or_default() += 1);
        let weight = |word: &str, count: u32| {
            let with = self.with.get(word).copied().unwrap_or_default() + 1;
            (1.0 + f64::from(count).ln()) * (self.all as f64 / with as f64).ln().max(0.0)
        };
        let weighed = |(word, count): (String, u32)| {
            let weight = weight(&word, count);
            (word, weight)
        };
        counts.into_iter().map(weighed).collect()
    }
}

impl Passage {
    fn whole(&self) -> String {
        format!("{} {}", self.heading, self.text)
    }
}

/// The first of the greatest.
fn greater<T>(best: (f64, T), next: (f64, T)) -> (f64, T) {
    if next.0 > best.0 { next } else { best }
}

/// How much two texts have in common, from 0 to 1: the cosine of the angle between them.
fn alike(a: &Weights, b: &Weights) -> f64 {
    let length = |weights: &Weights| weights.values().map(|weight| weight * weight).sum::<f64>().sqrt();
    let both: f64 = a.iter().filter_map(|(word, weight)| Some(weight * b.get(word)?)).sum();
    if both == 0.0 { 0.0 } else { both / (length(a) * length(b)) }
}

/// The words of a text in small letters, without what grammar adds to them and without the addresses of links.
fn words(text: &str) -> impl Iterator<Item = String> {
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once("](") {
        plain.push_str(before);
        plain.push(' ');
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    let plain = plain.to_lowercase();
    let words: Vec<String> = plain
        .split(|c: char| !c.is_alphabetic() && c != '_')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let stem = |end: &&str| word.strip_suffix(*end).filter(|stem| stem.chars().count() > 3);
            ["ing", "ed", "es", "s"].iter().find_map(stem).unwrap_or(word).to_owned()
        })
        .collect();
    words.into_iter()
}

/// The paragraphs of a lesson that explain: those before *Your turn*, and what it tells to whom is right.
fn passages(text: &str) -> Vec<Passage> {
    const TOLD: &str = "When yours is right";
    let mut passages: Vec<Passage> = Vec::new();
    let mut heading = String::new();
    let (mut is_told, mut is_past, mut is_code, mut goes_on) = (true, false, false, false);
    for block in text.replace("\r\n", "\n").split("\n\n") {
        let block = block.trim();
        let fences = block.lines().filter(|line| line.starts_with("```")).count();
        let was_code = is_code;
        is_code ^= fences % 2 == 1;
        if was_code || fences > 0 {
            continue;
        }
        if let Some(title) = block.strip_prefix('#') {
            let title = title.trim_start_matches('#').trim();
            heading = title.to_owned();
            if block.starts_with("## ") {
                is_past |= title == "Your turn";
                is_told = !is_past && title != "Goals";
            }
            continue;
        }
        if let Some((_, summary)) = block.split_once("<summary>") {
            heading = summary.split("</summary>").next().unwrap_or_default().to_owned();
            continue;
        }
        let is_answer = heading.starts_with(TOLD);
        if block.starts_with(['|', '!', '<']) || !(is_told || is_answer) {
            continue;
        }
        let is_formula = block.starts_with("$$");
        match passages.last_mut().filter(|last| goes_on && last.heading == heading) {
            Some(last) => last.text.push_str(&format!("\n\n{block}")),
            None if !is_formula && block.split_whitespace().count() >= SHORTEST => {
                passages.push(Passage { heading: heading.clone(), text: block.to_owned() });
            }
            None => {
                goes_on = false;
                continue;
            }
        }
        // What a paragraph leads to belongs to it.
        goes_on = block.ends_with(':');
    }
    passages
}

/// The pages of a talk.
fn slides(text: &str) -> Vec<Slide> {
    let head = |text: &str| {
        let line = text.lines().find(|line| line.starts_with('#'));
        line.map_or(String::new(), |line| line.trim_start_matches('#').trim().to_owned())
    };
    let talk = head(text);
    let pages = text.split("\n---\n").enumerate();
    pages
        .map(|(at, text)| Slide {
            talk: talk.clone(),
            page: at + 1,
            title: head(text),
            text: text.to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_explains_is_a_passage_with_what_it_leads_to() {
        let long = "one two three four five six seven eight nine ten eleven twelve";
        let text = format!(
            "# A\n\n{long} a\n\n## Goals\n\n{long} b\n\n## The idea\n\n### C\n\n{long}:\n\n$$c$$\n\n$$d$$\n\n| {long} |\n\n\
             ```\n{long}\n\n{long}\n```\n\nToo short.\n\n## Your turn\n\n{long} e\n\n<summary>When yours is right: f</summary>\n\n{long} f\n\n## Check yourself\n\n{long} g\n"
        );
        let all = passages(&text);
        let told: Vec<(&str, &str)> = all
            .iter()
            .map(|passage| (&*passage.heading, passage.text.trim_start_matches(long).trim()))
            .collect();
        assert_eq!(told, [("A", "a"), ("C", ":\n\n$$c$$"), ("When yours is right: f", "f")]);
    }

    #[test]
    fn a_belief_finds_what_answers_it() -> Result<()> {
        let root = course::root();
        let lessons = LessonInfo::all(root)?;
        let texts = Texts::read(root, &lessons)?;
        let of = |number: u8, name: &str| {
            let lesson = lessons.iter().find(|lesson| lesson.number == number).context("a lesson")?;
            let mistake = lesson.mistakes.data.named(name).context("a mistake")?;
            Ok::<_, anyhow::Error>((lesson, lesson.exercise(*mistake.exercise.get_ref())?, mistake))
        };
        for (number, name, heading) in
            [(2, "rotation-not-inverted", "The way back"), (7, "local-inverse", "Turned joints")]
        {
            let (_, exercise, mistake) = of(number, name)?;
            let passage = texts.passage(exercise, mistake);
            assert_eq!(passage.map(|passage| &*passage.heading), Some(heading), "{name}");
        }
        let (lesson, exercise, mistake) = of(7, "inverse-of-the-pose")?;
        let slide = texts.slide(lesson, exercise, mistake);
        let slide = slide.map(|(slide, shows)| (&*slide.talk, &*slide.title, shows));
        assert_eq!(slide, Some(("Part III: Skin", "What is wrong here?", true)));
        // Another's page is none for this one.
        let (lesson, exercise, mistake) = of(7, "local-inverse")?;
        let slide = texts.slide(lesson, exercise, mistake).context("a page")?;
        assert!(!slide.1 && slide.0.title != "What is wrong here?", "{}", slide.0.title);
        Ok(())
    }
}
