//! Links the words of the glossary and the letters of the formulas where a lesson first has them.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use workbook::page::links::{relative, slug};
use workbook::page::{OPTIONS, edited, is_kept, mathml, text_of};

/// The rows of the glossary and the table of symbols, with what a link needs of each.
pub struct Words {
    pub words: Vec<Word>,
    pub letters: Vec<Letter>,
}

/// A row of the glossary.
pub struct Word {
    /// Our own word for it, as the glossary writes it.
    pub name: String,
    /// The anchor of its row on the glossary's page.
    pub id: String,
    /// Its names in a text, lower case: our own word, and the field's words that belong to it alone.
    pub forms: Vec<String>,
    /// The lesson that explains it.
    pub lesson: Option<u8>,
}

/// A letter of the formulas, or a sign used as one.
pub struct Letter {
    /// The letter as LaTeX writes it.
    pub latex: String,
    /// The anchor of its row on the page of symbols.
    pub id: String,
    /// Its row of the table of symbols, in Markdown. A letter with two meanings has two rows.
    row: String,
    lessons: Vec<u8>,
}

impl Letter {
    /// Returns what the table of symbols says that the letter stands for.
    fn meaning(&self) -> &str {
        self.row.split(" | ").nth(1).unwrap_or_default()
    }

    /// Returns an attribute with the formula's letters and their meaning, since a formula isn't read as a link's name.
    fn label(&self, latex: &str) -> String {
        let name = mathml(latex, false).map_or(String::new(), |html| text_of(&html));
        let means = plain_words(self.meaning()).map_or(String::new(), |means| format!(": {means}"));
        format!(" aria-label=\"{name}{means}\"")
    }
}

impl Words {
    /// Reads the glossary and the table of symbols, both Markdown.
    pub fn read(glossary: &str, symbols: &str) -> Self {
        let rows: Vec<Vec<&str>> = rows(glossary).collect();
        let own: Vec<String> = rows.iter().map(|row| plain(row[0])).collect();
        let field = |row: &[&str]| -> Vec<String> { row[1].split(',').map(plain).collect() };
        let all: Vec<String> = rows.iter().flat_map(|row| field(row)).collect();
        let is_alone = |word: &String| {
            // One word alone, such as *cost*, often means what it means everywhere.
            word.contains([' ', '-'])
                && word != "the same"
                && !own.contains(word)
                && all.iter().filter(|other| *other == word).count() == 1
        };
        let words = rows.iter().map(|row| {
            let name = row[0].trim_matches('`').to_owned();
            let ours = (!row[0].starts_with('`')).then(|| plain(row[0]));
            let forms = ours.into_iter().chain(field(row).into_iter().filter(is_alone)).collect();
            Word {
                id: format!("word-{}", slug(&name)),
                name,
                forms,
                lesson: row.last().and_then(|n| n.parse().ok()),
            }
        });
        let mut letters: Vec<Letter> = Vec::new();
        for row in self::rows(symbols) {
            let lessons: Vec<u8> =
                row[row.len() - 1].split(',').filter_map(|n| n.trim().parse().ok()).collect();
            for latex in row[0].split('$').skip(1).step_by(2) {
                let meaning = match letters.iter().filter(|letter| letter.latex == latex).count() {
                    0 => String::new(),
                    before => format!("-{}", before + 1),
                };
                letters.push(Letter {
                    id: letter_id(latex) + &meaning,
                    latex: latex.to_owned(),
                    row: row.join(" | "),
                    lessons: lessons.clone(),
                });
            }
        }
        Self { words: words.collect(), letters }
    }

    /// Finds the first word in a lesson's text that is not in `but`, and its place. Before a lesson explains
    /// it, one word alone mostly means what it means everywhere: an arm swings, a page shows a picture.
    pub fn first(&self, text: &str, lesson: u8, but: &[usize]) -> Option<(usize, std::ops::Range<usize>)> {
        let small = text.to_lowercase();
        // A letter whose small one is longer would move all places behind it.
        if small.len() != text.len() {
            return None;
        }
        let open = self.words.iter().enumerate().filter(|(i, _)| !but.contains(i));
        let places = open.flat_map(|(i, word)| word.forms.iter().map(move |form| (i, form)));
        let is_explained = |i: usize| self.words[i].lesson.is_none_or(|first| first <= lesson);
        let places = places.filter(|(i, form)| form.contains(' ') || is_explained(*i));
        let found = places.filter_map(|(i, form)| Some((i, whole(&small, form)?)));
        // Of two that begin at one place the longer is meant.
        found.min_by_key(|(_, place)| (place.start, usize::MAX - place.end))
    }

    /// Returns the letter that a formula consists of, perhaps with an index or a stroke.
    pub fn letter(&self, latex: &str, lesson: u8) -> Option<&Letter> {
        let bare = latex.split(['_', '\'', '^']).next().unwrap_or(latex).trim();
        if latex.contains(['=', '+']) || latex.contains("\\cdot") {
            return None;
        }
        self.letters.iter().find(|letter| letter.latex == bare && letter.lessons.contains(&lesson))
    }

    /// Returns the text of a lesson, which is at `to` in the book, with a link at its first use of each word
    /// and letter. Returns these words too.
    pub fn linked(&self, text: &str, lesson: u8, to: &str, means: &[String]) -> (String, Vec<usize>) {
        let (mut edits, mut used, mut letters) = (Vec::new(), Vec::new(), BTreeSet::new());
        let link = |table: &str, id: &str, words: &str, means: &str, label: &str| {
            let page = relative(to, &format!("docs/{table}.html"));
            let means = plain_words(means).map_or(String::new(), |means| format!(" data-means=\"{means}\""));
            format!("<a class=\"term\" href=\"{page}#{id}\"{means}{label}>{words}</a>")
        };
        // In how many headings, links, pictures and pieces of code this is: nothing is linked there.
        let mut closed = 0;
        for (event, mut place) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
            match event {
                Event::Start(
                    Tag::Heading { .. } | Tag::CodeBlock(_) | Tag::Link { .. } | Tag::Image { .. },
                ) => {
                    closed += 1;
                }
                Event::End(TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::Link | TagEnd::Image) => {
                    closed -= 1
                }
                Event::InlineMath(latex) if closed == 0 => {
                    let letter = self.letter(&latex, lesson);
                    let Some(letter) = letter.filter(|letter| letters.insert(&letter.id)) else { continue };
                    let mut html = link(
                        "symbols",
                        &letter.id,
                        &text[place.clone()],
                        letter.meaning(),
                        &letter.label(&latex),
                    );
                    if is_kept(&text[place.end..]) {
                        html = format!("<span class=\"keep\">{html}{}</span>", &text[place.end..=place.end]);
                        place.end += 1;
                    }
                    edits.push((place, html));
                }
                Event::Text(same) if closed == 0 && &text[place.clone()] == same.as_ref() => {
                    while let Some((word, at)) = self.first(&text[place.clone()], lesson, &used) {
                        let at = place.start + at.start..place.start + at.end;
                        let id = &self.words[word].id;
                        let link = link("glossary", id, &text[at.clone()], &means[word], "");
                        place.start = at.end;
                        edits.push((at, format!("<span id=\"use-{id}\">{link}</span>")));
                        used.push(word);
                    }
                }
                _ => {}
            }
        }
        (edited(text, edits), used)
    }

    /// Returns the page of the letters, with an anchor in each row.
    pub fn with_places(&self, page: &str) -> String {
        let line = |line: &str| {
            let letters = self.letters.iter().filter(|letter| format!("| {} |", letter.row) == line);
            let places: String = letters.map(|letter| format!("<a id=\"{}\"></a>", letter.id)).collect();
            if places.is_empty() { line.to_owned() } else { format!("| {places}{}", &line[2..]) }
        };
        page.lines().map(|text| line(text) + "\n").collect()
    }
}

/// Returns a sentence without Markdown's marks, for an attribute, or none if it has a formula.
fn plain_words(text: &str) -> Option<String> {
    let words =
        text.replace(['*', '`'], "").replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    (!words.is_empty() && !words.contains(['$', '\\', '['])).then_some(words)
}

/// Returns the cells of all tables' rows in a page, without the headings.
fn rows(page: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = page.lines().filter(|line| line.starts_with("| ") && line.ends_with('|'));
    let rows = lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    rows.filter(|row| row.len() > 2 && !row[row.len() - 1].starts_with("lesson"))
}

fn plain(words: &str) -> String {
    words.trim().trim_matches('`').to_lowercase()
}

/// Returns the name of a letter in an address. It differs for small and large letters.
fn letter_id(latex: &str) -> String {
    let part =
        |c: char| if c.is_uppercase() { format!("capital-{}", c.to_lowercase()) } else { c.to_string() };
    format!("letter-{}", latex.chars().filter(|c| c.is_alphanumeric()).map(part).collect::<String>())
}

/// Finds the first place in a text where a word, or several, stand as a whole.
fn whole(text: &str, word: &str) -> Option<std::ops::Range<usize>> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).find_map(|(start, _)| {
        let end = start + word.len();
        let end = if text[end..].starts_with('s') { end + 1 } else { end };
        let apart = !text[..start].ends_with(is_letter) && !text[end..].starts_with(is_letter);
        apart.then_some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLOSSARY: &str = "\
| our word | the field's words | Assimp | lesson |
|---|---|---|---|
| joint | joint, bone | `aiNode` | 02 |
| `joint_from_bind` | inverse bind matrix | `mOffsetMatrix` | 07 |
| bind pose | bind pose, rest pose | | 07 |
| at rest | rest pose | | 06 |
";

    #[test]
    fn the_field_s_word_leads_to_ours() {
        let symbols = "| symbol | meaning | lessons |\n|---|---|---|\n| $A$ | matrix | 01, 06 |\n";
        let words = Words::read(GLOSSARY, symbols);
        let first = |text: &str, but: &[usize]| {
            words.first(text, 7, but).map(|(i, place)| (words.words[i].name.clone(), text[place].to_owned()))
        };
        let found = |name: &str, text: &str| Some((name.to_owned(), text.to_owned()));
        assert_eq!(first("Two Joints", &[]), found("joint", "Joints"));
        assert_eq!(
            first("an inverse bind matrix here", &[]),
            found("joint_from_bind", "inverse bind matrix")
        );
        assert_eq!(first("jointed, a rest pose", &[]), None, "whose rest pose is not said");
        assert_eq!(first("Two joints in the bind pose", &[0]), found("bind pose", "bind pose"));
        let early = words.first("Joints; an inverse bind matrix", 1, &[]);
        assert_eq!(early.map(|(i, _)| i), Some(1), "one word alone is not linked before its lesson");
        assert!(words.letter("A_2", 6).is_some() && words.letter("A", 2).is_none());
        assert!(words.with_places(symbols).contains("| <a id=\"letter-capital-a\"></a>$A$ |"));
    }
}
