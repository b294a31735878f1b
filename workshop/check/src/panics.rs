//! The meaning of a panic for a student, and the student's line that called for it.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{set_hook, take_hook};
use std::sync::Once;

/// The place of a panic, and the stack of calls that ended in it.
pub(super) struct Caught {
    place: String,
    calls: Backtrace,
}

thread_local! {
    static LAST: RefCell<Option<Caught>> = const { RefCell::new(None) };
}

/// Sets a panic hook that keeps each thread's panics.
pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            print(panic);
            let place = panic.location().map_or(String::new(), |place| place.file().replace('\\', "/"));
            LAST.set(Some(Caught { place, calls: Backtrace::force_capture() }));
        }));
    });
}

impl Caught {
    /// Takes the last panic of this thread.
    pub fn last() -> Option<Self> {
        LAST.take()
    }

    /// Returns true if the check itself panicked, when it looked at the student's answer.
    pub fn is_in_a_check(&self) -> bool {
        self.place.ends_with("/checks.rs")
    }

    /// Returns the line of `file`, as `FILE:ROW`, whose call led to the panic.
    pub fn called_in(&self, file: &str) -> Option<String> {
        if self.place.ends_with(file) {
            return None;
        }
        line_in(&self.calls.to_string(), file)
    }
}

/// Returns the first line of `file` in a backtrace, which lists the innermost call first.
fn line_in(calls: &str, file: &str) -> Option<String> {
    let calls = calls.replace('\\', "/");
    // Paths may begin where the program was built, or where it runs.
    let of_crate = file.find("/src/").map(|at| &file[at + 1..]);
    let tail = of_crate.or_else(|| Some(file.split_once('/')?.1)).unwrap_or(file);
    let rest = calls.split_once(&format!("/{tail}:"))?.1;
    Some(format!("{file}:{}", rest.split([':', '\n']).next()?.trim()))
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
pub(super) fn meaning(words: &str) -> Option<&'static str> {
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
    use course::panic_text;
    use glam::{Mat4, Quat, Vec3};
    use std::panic::catch_unwind;

    fn meaning_of<T>(code: fn() -> T) -> &'static str {
        let panic = catch_unwind(|| drop(code())).expect_err("it should panic");
        let words = panic_text(panic.as_ref()).to_owned();
        meaning(&words).unwrap_or_else(|| panic!("'{words}' says nothing to a student"))
    }

    #[test]
    fn what_glam_asserts_is_translated() {
        const ROWS: Mat4 = Mat4::from_cols_array(&[
            1.0, 0.0, 0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
        ]);
        assert!(meaning_of(|| ROWS.transform_point3(Vec3::Y)).contains("like take only"));
        assert!(meaning_of(|| ROWS.transform_vector3(Vec3::Y)).contains("like take only"));
        assert!(meaning_of(|| Mat4::ZERO.inverse()).contains("no inverse"));
        assert!(meaning_of(|| Mat4::from_quat(Quat::from_xyzw(2.0, 0.0, 0.0, 0.0))).contains("length of 1"));
        assert!(meaning_of(|| Quat::from_axis_angle(2.0 * Vec3::X, 1.0)).contains("length of 1"));
    }

    #[test]
    fn the_students_line_is_found_among_the_calls() {
        let calls = "   0: core::panicking\n             at /rustc/x/panicking.rs:9:5\n   1: common::clip::keys\n             \
                     at ./src/clip/keys.rs:40:20\n   2: editor::keys\n             at ./src/keys/set.rs:88:9\n";
        assert_eq!(
            line_in(calls, "projects/editor/src/keys/set.rs").as_deref(),
            Some("projects/editor/src/keys/set.rs:88")
        );
        assert_eq!(line_in(calls, "projects/editor/src/undo.rs"), None);
        watch();
        let _ = catch_unwind(|| panic!("here"));
        let caught = Caught::last().expect("a panic");
        let here = "workshop/check/src/panics.rs";
        assert!(
            caught.place.ends_with("workshop/check/src/panics.rs") && !caught.is_in_a_check(),
            "{}",
            caught.place
        );
        assert_eq!(caught.called_in(here), None);
        // As if another file had been called.
        let elsewhere = Caught { place: "library.rs".to_owned(), ..caught };
        let line = elsewhere.called_in(here).expect("a line");
        assert!(line.starts_with(&format!("{here}:")), "{line}");
        assert!(Caught::last().is_none());
    }

    #[test]
    fn what_rust_says_of_lists_is_translated() {
        assert!(meaning_of(|| Vec::<u8>::new()[std::hint::black_box(0)]).contains("empty"));
        assert!(meaning_of(|| vec![1, 2][std::hint::black_box(2)]).contains("past the last"));
        assert!(meaning_of(|| std::hint::black_box(None::<u8>).unwrap()).contains("no parent"));
        assert!(meaning_of(|| std::hint::black_box(0usize) - 1).contains("below 0"));
        assert_eq!(meaning("index out of bounds: the len is 2 but the index is 7"), None);
        assert_eq!(meaning("my own words"), None);
    }
}
