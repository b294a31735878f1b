//! Times ozz-animation at the same work and in the same run, if the variable `OZZ` names a library built with
//! `driver.cpp`, as docs/speed.md says.

use std::ffi::{CStr, CString};
use std::time::Instant;

/// The number of rounds, or a tenth of it where a round takes long.
const ROUNDS: usize = 400;

/// A shared library that stays open until the program ends.
pub struct Library(*mut libc::c_void);

impl Library {
    /// Opens the library that `OZZ` names, if it names one.
    pub fn named() -> Option<Self> {
        let path = std::env::var_os("OZZ")?.to_string_lossy().into_owned();
        let Ok(name) = CString::new(path.as_str()) else { panic!("{path:?} is no path") };
        let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
        assert!(!library.is_null(), "{path} cannot be opened: {:?}", unsafe {
            CStr::from_ptr(libc::dlerror())
        });
        Some(Self(library))
    }

    /// Returns one of its functions, as a pointer of the type that `driver.cpp` gives it.
    pub fn function<F: Copy>(&self, name: &CStr) -> F {
        assert_eq!(size_of::<F>(), size_of::<*mut libc::c_void>());
        unsafe {
            let function = libc::dlsym(self.0, name.as_ptr());
            assert!(!function.is_null(), "the library has no function {name:?}");
            std::mem::transmute_copy(&function)
        }
    }
}

/// A function to time, with its name.
pub type Named<'a> = (&'a str, &'a mut dyn FnMut());

/// Times functions that do the same `count` times, by turns, so that other load on the machine affects all
/// alike. Each is compared with the last one.
pub fn in_turns(count: usize, unit: &str, functions: &mut [Named<'_>]) {
    let calls = (2_000 / count).max(1);
    let count_of_rounds = if count > 100_000 { ROUNDS / 10 } else { ROUNDS };
    let mut rounds: Vec<Vec<f64>> = Vec::new();
    for _ in 0..count_of_rounds {
        let round = functions.iter_mut().map(|(_, function)| {
            let start = Instant::now();
            (0..calls).for_each(|_| function());
            start.elapsed().as_secs_f64() * 1e9 / (calls * count) as f64
        });
        rounds.push(round.collect());
    }
    for (index, (name, _)) in functions.iter().enumerate() {
        let sorted = |value: &dyn Fn(&Vec<f64>) -> f64| {
            let mut values: Vec<f64> = rounds.iter().map(value).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let times = sorted(&|round| round[index]);
        let ratios = sorted(&|round| round[index] / round[round.len() - 1]);
        let [middle, least] = [times[count_of_rounds / 2], times[0]];
        println!(
            "  {name:32} {middle:.1} ns a {unit} ({least:.1} at least), {:.2} ×",
            ratios[count_of_rounds / 2]
        );
    }
}
