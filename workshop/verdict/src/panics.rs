//! The meaning of a panic for a student, and the student's line that called for it.

/// Returns the line of `file`, as `FILE:ROW`, whose call led to a panic, from the places of it and its calls; none if it was
/// in `file` itself, where the tool names the place.
pub fn line_in(places: &[String], file: &str) -> Option<String> {
    // Paths may begin where the program was built, or where it runs.
    let of_crate = file.find("/src/").map(|at| &file[at + 1..]);
    let tail = of_crate.or_else(|| Some(file.split_once('/')?.1)).unwrap_or(file);
    let is_own = |place: &&String| place.rsplit_once(':').is_some_and(|(path, _)| path.ends_with(tail));
    let (first, calls) = places.split_first()?;
    if is_own(&first) {
        return None;
    }
    let (_, row) = calls.iter().find(is_own)?.rsplit_once(':')?;
    Some(format!("{file}:{row}"))
}

const NO_INVERSE: &str = "This matrix has no inverse. Is it all zeros, or does it press everything flat?";

/// Parts of glam's and Rust's panic messages, each with what it means in the words of the lessons.
const MEANINGS: [(&str, &str); 8] = [
    (
        "self.row(3).abs_diff_eq",
        "glam refuses here, whether the answer would be right or not: `transform_point3`, `transform_vector3` and their \
         like take only a matrix whose bottom row is 0 0 0 1, but this one has another. Did you transpose it, or type it row by \
         row? `inverse` keeps that row, and a `Mat3` has none.",
    ),
    ("det != 0.0", NO_INVERSE),
    ("m.is_finite()", NO_INVERSE),
    (
        "is_normalized()",
        "glam wants an axis, a direction or a rotation with a length of 1 here, and this one has another. Was it ever \
         normalised? A sum changes a length, and so does a scale that is still in a matrix.",
    ),
    ("is_finite()", "A number is NaN or infinite here. Can a divisor be 0?"),
    ("attempt to subtract with overflow", "A count or an index went below 0. What if it is 0 already?"),
    (
        "`Option::unwrap()` on a `None`",
        "You unwrapped what is not there, as a root has no parent. What is the answer if there is none?",
    ),
    ("the len is 0", "The list is empty here. What is the answer if there is nothing in it?"),
];

/// Returns the meaning of a panic's message, if it is a known one.
pub fn meaning(words: &str) -> Option<&'static str> {
    let known = MEANINGS.iter().find(|(part, _)| words.contains(part));
    known.map(|(_, meaning)| *meaning).or_else(|| {
        let (len, index) = words.split_once("the len is ")?.1.split_once(" but the index is ")?;
        (len == index).then_some(
            "It is the place just past the last one. Is the index one too large, or meant for another list?",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_students_line_is_found_among_the_calls() {
        let places = ["library.rs:9", "./src/clip/keys.rs:40", "./src/keys/set.rs:88"].map(str::to_owned);
        let own = "projects/editor/src/keys/set.rs";
        assert_eq!(line_in(&places, own).as_deref(), Some("projects/editor/src/keys/set.rs:88"));
        assert_eq!(line_in(&places, "projects/editor/src/undo.rs"), None);
        // The tool itself names the place of a panic in the student's file.
        assert_eq!(line_in(&places[2..], own), None);
    }
}
