//! What the words of a panic mean to a student.

const NO_INVERSE: &str = "This matrix has no inverse: is it all zeros, or does it press everything flat?";

/// glam's assertions and Rust's, by what they have in them, in the words of the lessons.
const MEANINGS: [(&str, &str); 9] = [
    (
        "self.row(3).abs_diff_eq",
        "glam moves points only by a matrix whose bottom row is 0 0 0 1, and this one has another: was it transposed \
         where the inverse was meant, or typed row by row?",
    ),
    ("det != 0.0", NO_INVERSE),
    ("m.is_finite()", NO_INVERSE),
    (
        "is_normalized()",
        "glam wants a length of 1 here, of an axis, a direction or a rotation, and this one has another: was it \
         normalised, after all sums?",
    ),
    ("is_finite()", "A number is NaN or endless here: can a divisor be 0?"),
    ("attempt to subtract with overflow", "A count or an index went below 0: what if it is 0 already?"),
    (
        "`Option::unwrap()` on a `None`",
        "Something is not there that was unwrapped, as a root has no parent: what is the answer if there is none?",
    ),
    ("the len is 0", "The list is empty here: what is the answer if there is nothing in it?"),
    ("index out of bounds", "The last index of a list is its length without one."),
];

/// What a panic's words mean, if they are known.
pub(super) fn meaning(words: &str) -> Option<&'static str> {
    MEANINGS.iter().find(|(part, _)| words.contains(part)).map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use super::super::panic_text;
    use super::*;
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
        assert!(meaning_of(|| ROWS.transform_point3(Vec3::Y)).contains("transposed where"));
        assert!(meaning_of(|| ROWS.transform_vector3(Vec3::Y)).contains("transposed where"));
        assert!(meaning_of(|| Mat4::ZERO.inverse()).contains("no inverse"));
        assert!(meaning_of(|| Mat4::from_quat(Quat::from_xyzw(2.0, 0.0, 0.0, 0.0))).contains("length of 1"));
        assert!(meaning_of(|| Quat::from_axis_angle(2.0 * Vec3::X, 1.0)).contains("length of 1"));
    }

    #[test]
    fn what_rust_says_of_lists_is_translated() {
        assert!(meaning_of(|| Vec::<u8>::new()[std::hint::black_box(0)]).contains("empty"));
        assert!(meaning_of(|| vec![1, 2][std::hint::black_box(2)]).contains("last index"));
        assert!(meaning_of(|| std::hint::black_box(None::<u8>).unwrap()).contains("no parent"));
        assert!(meaning_of(|| std::hint::black_box(0usize) - 1).contains("below 0"));
        assert_eq!(meaning("my own words"), None);
    }
}
