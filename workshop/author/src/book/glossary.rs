//! The glossary as a page: its words by the alphabet, each with the sentence in which a lesson explains it,
//! or with one of its own where that does not stand alone.

use crate::book::words::{Word, Words};
use course::LessonInfo;

/// The headings of the columns between the field's word and the lesson, for what other programs call a thing.
const OTHERS: [&str; 4] = ["Assimp", "glTF", "Blender", "Unity"];

/// Beginnings of sentences that do not stand alone, since they continue the sentence before.
const GOES_ON: [&str; 11] = [
    "This ",
    "That ",
    "That's ",
    "Such ",
    "These ",
    "They ",
    "With this ",
    "Here ",
    "It ",
    "It's ",
    "Together ",
];

/// The heading of the sentences that are the glossary's own.
const OWN: &str = "\n## In a sentence\n";

/// Returns for each word the sentence that explains it. `text_of` has the texts of the lessons.
pub fn meanings(
    glossary: &str,
    words: &Words,
    lessons: &[LessonInfo],
    text_of: impl Fn(&LessonInfo) -> String,
) -> Vec<String> {
    let own = glossary.split_once(OWN).map_or("", |(_, own)| own);
    let of_word = |word: &Word| {
        let forms = [std::slice::from_ref(&word.name), &word.forms].concat();
        let lesson = || lessons.iter().find(|lesson| Some(lesson.number) == word.lesson);
        meaning(own, &forms).or_else(|| meaning(&text_of(lesson()?), &forms)).unwrap_or_default()
    };
    words.words.iter().map(of_word).collect()
}

/// Returns the page with a list in place of its table.
pub fn page(glossary: &str, words: &Words, means: &[String], lessons: &[LessonInfo]) -> String {
    let (table, rest): (Vec<&str>, Vec<&str>) = glossary.lines().partition(|line| line.starts_with('|'));
    let rest = rest.join("\n");
    let rest = rest.split_once(OWN).map_or(&*rest, |(rest, _)| rest);
    let rows = table.iter().skip(2).zip(words.words.iter().zip(means)).map(|(row, (word, meaning))| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, field, others @ .., _] = &cells[..] else { return (String::new(), String::new()) };
        let same = field.is_empty() || *field == "the same" || field == name;
        let field = if same { String::new() } else { format!(": *{field}*") };
        let mut entry = format!("<span id=\"{}\"></span>**{name}**{field}\n", word.id);
        if let Some(lesson) = lessons.iter().find(|lesson| Some(lesson.number) == word.lesson) {
            let link = format!("[Lesson {:02}](../{})", lesson.number, lesson.file("README.md"));
            entry.push_str(&format!(": {meaning} {link}\n"));
        }
        let others = OTHERS.iter().zip(others).filter(|(_, said)| !said.is_empty());
        let others: Vec<String> = others.map(|(who, said)| format!("{who}: {said}")).collect();
        if !others.is_empty() {
            entry.push_str(&format!(": {}\n", others.join(" · ")));
        }
        (word.id.clone(), entry)
    });
    let mut rows: Vec<(String, String)> = rows.collect();
    rows.sort();
    let list: String = rows.into_iter().map(|(_, entry)| entry + "\n").collect();
    let rest = rest.replacen("\n\n\n", &format!("\n\n{list}\n"), 1);
    rest.replace(" Where a cell is empty, they have no name of their own, or we couldn't confirm one.", "")
        .replace(
            "In the last column you find the lesson that explains our word.",
            "Below each word you find a sentence that explains it, and the lesson that does so at length.",
        )
}

/// Returns the sentence in which a text explains a word, which is bold, or else slanted or code there.
fn meaning(text: &str, forms: &[String]) -> Option<String> {
    let blocks: Vec<String> = text
        .split("\n\n")
        .flat_map(|block| block.split("\n- "))
        .map(|block| block.strip_prefix("- ").unwrap_or(block).replace('\n', " "))
        .filter(|block| !block.starts_with(['#', '|', '!', '<', '>']) && !block.starts_with("```"))
        .collect();
    ["**", "*", "`"].iter().find_map(|mark| {
        blocks.iter().find_map(|block| {
            let sentences = sentences(block);
            let small: Vec<String> = sentences.iter().map(|sentence| sentence.to_lowercase()).collect();
            let at = small.iter().position(|sentence| {
                let has = |form: &String| {
                    ["", "s"].map(|end| sentence.contains(&format!("{mark}{form}{end}{mark}")))
                };
                forms.iter().any(|form| has(form).contains(&true))
            })?;
            let from = if at > 0 && GOES_ON.iter().any(|word| sentences[at].starts_with(word)) {
                at - 1
            } else {
                at
            };
            let said = unlinked(&sentences[from..=at].join(" "));
            Some(said.strip_suffix(':').map(|said| format!("{said}.")).unwrap_or(said))
        })
    })
}

/// The sentences of a paragraph. A colon ends one too, if a large letter follows.
fn sentences(block: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, _) in block.match_indices(' ') {
        let ended = block[start..at].trim_end_matches([')', '*']).ends_with(['.', '?', '!', ':']);
        let next = block[at + 1..].trim_start_matches(['*', '`', '$', '(']);
        if ended && next.starts_with(char::is_uppercase) {
            all.push(&block[start..at]);
            start = at + 1;
        }
    }
    all.push(&block[start..]);
    all
}

/// Returns a text with each link replaced by its words, since the paths begin in another folder.
fn unlinked(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let (_, after) = after.split_once(')').unwrap_or((after, ""));
        match before.rsplit_once('[') {
            Some((ahead, link)) => words.extend([ahead, link]),
            None => words.push_str(before),
        }
        rest = after;
    }
    words + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_sentence_that_explains_it() {
        let text = "# A joint\n\nNothing here. See [lesson 02](../02.md). A rotation keeps lengths. Such a motion is **rigid**:\n\n- A **joint** is a place.";
        let of = |word: &str| meaning(text, &[word.to_owned()]);
        assert_eq!(of("rigid").as_deref(), Some("A rotation keeps lengths. Such a motion is **rigid**."));
        assert_eq!(of("joint").as_deref(), Some("A **joint** is a place."));
        assert_eq!(of("nothing"), None);
        assert_eq!(unlinked("See [lesson 02](../02.md)."), "See lesson 02.");
    }
}
