//! The places of a panic and of the calls that led there.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static LAST: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Sets a panic hook that keeps the places of each thread's last panic.
pub fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            print(panic);
            let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
            let calls = Backtrace::force_capture().to_string();
            let places = place.into_iter().chain(calls_in(&calls)).map(|place| place.replace('\\', "/"));
            LAST.set(places.collect());
        }));
    });
}

/// Takes the places of this thread's last panic.
pub fn last() -> Vec<String> {
    LAST.take()
}

/// Returns the places of calls in a backtrace, which lists the innermost call first, but for those of Rust's own library.
fn calls_in(backtrace: &str) -> impl Iterator<Item = String> {
    let places = backtrace.lines().filter_map(|line| line.trim().strip_prefix("at "));
    let own = places.filter(|place| !place.contains("rustc")).take(30);
    // Without the column.
    own.filter_map(|place| Some(place.rsplit_once(':')?.0.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::panic_text;
    use glam::{Mat4, Quat, Vec3};
    use std::panic::catch_unwind;
    use verdict::meaning;

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
    fn what_rust_says_of_lists_is_translated() {
        assert!(meaning_of(|| Vec::<u8>::new()[std::hint::black_box(0)]).contains("empty"));
        assert!(meaning_of(|| vec![1, 2][std::hint::black_box(2)]).contains("past the last"));
        assert!(meaning_of(|| std::hint::black_box(None::<u8>).unwrap()).contains("no parent"));
        assert!(meaning_of(|| std::hint::black_box(0usize) - 1).contains("below 0"));
        assert_eq!(meaning("index out of bounds: the len is 2 but the index is 7"), None);
        assert_eq!(meaning("my own words"), None);
    }

    #[test]
    fn a_panic_is_followed_by_the_calls_that_led_there() {
        let calls = "   0: core::panicking\n             at /rustc/x/panicking.rs:9:5\n   1: common::clip::keys\n             \
                     at ./src/clip/keys.rs:40:20\n   2: editor::keys\n             at ./src/keys/set.rs:88:9\n";
        assert_eq!(calls_in(calls).collect::<Vec<_>>(), ["./src/clip/keys.rs:40", "./src/keys/set.rs:88"]);
        watch();
        let _ = catch_unwind(|| panic!("here"));
        let places = last();
        let is_here = |place: &String| {
            place.contains("workshop/check/src/panics.rs:") || place.contains("src/panics.rs:")
        };
        assert!(places.len() > 1 && places[..2].iter().all(is_here), "{places:?}");
        assert!(last().is_empty());
    }
}
