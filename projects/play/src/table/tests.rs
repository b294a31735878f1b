//! Tests tables that can be read, and tables that cannot.

use super::*;
use course::root;
use proptest::prelude::*;

pub const KNIGHT: [&str; 17] = [
    "idle", "walk", "run", "sprint", "stride", "jump", "fall", "land", "duck", "crawl", "slide", "climb",
    "punch", "swing", "hit", "down", "rise",
];
pub const DUMMY: [&str; 6] = ["idle", "stagger", "strike", "fall", "lie", "rise"];

pub fn table(name: &str, clips: &[&str]) -> StateTable {
    let text = std::fs::read_to_string(root().join("assets/play").join(name)).unwrap();
    StateTable::read(&text, name, clips).unwrap()
}

fn read(text: &str) -> Result<StateTable, String> {
    StateTable::read(text, "t.toml", &["idle", "run", "jump"]).map_err(|error| error.to_string())
}

#[test]
fn what_cannot_be_meant_is_refused_by_name_and_line() {
    let idle = "[[state]]\nname = 'idle'\nloops = true\n";
    for (text, wanted) in [
        ("", "t.toml:1:1: There is no state. Write one, below [[state]]."),
        ("[[state]]\nname = idle", "t.toml:2:8: This cannot be read: "),
        ("[[state]]\nname = 'idle'\nloop = true", "t.toml:3:1: This cannot be read: unknown field `loop`"),
        ("[[state]]\nname = 'sit'", "t.toml:2:8: There is no clip 'sit'. There are: idle, run, jump."),
        ("[[state]]\nname = 'a'\nclip = 'jmup'", "t.toml:3:8: There is no clip 'jmup'. Did you mean 'jump'?"),
        (&format!("{idle}rate = 'grund'"), "t.toml:4:8: This cannot be read: unknown variant `grund`"),
        (&format!("{idle}fade = -1"), "t.toml:4:8: `fade` cannot be -1. Write 0 or more."),
        (&format!("{idle}fade = nan"), "t.toml:4:8: `fade` cannot be NaN. "),
        (&format!("{idle}holds = inf"), "t.toml:4:9: `holds` cannot be inf. "),
        (&format!("{idle}start = -0.5"), "t.toml:4:9: `start` cannot be -0.5. "),
        (&format!("{idle}{idle}"), "t.toml:5:8: Two states are called 'idle'. "),
        (&format!("{idle}next = ['rum: moves']"), "t.toml:4:9: There is no state 'rum'. There are: idle."),
        (
            &format!("{idle}next = [\n'idle',\n'idle: mvoes']"),
            "t.toml:6:1: There is no condition 'mvoes'. Did you ",
        ),
        (&format!("{idle}next = ['idle: air ground']"), "t.toml:4:9: There is no condition 'air ground'. "),
        (&format!("{idle}next = ['idle:']"), "t.toml:4:9: There is no condition ''. "),
        (&format!("[any]\nexcept = ['run']\nnext = []\n{idle}"), "t.toml:2:11: There is no state 'run'. "),
    ] {
        let refused = read(text).unwrap_err();
        assert!(refused.starts_with(wanted), "{text}\n{refused}");
    }
}

proptest! {
    /// Tests the knight's table with a letter lost, doubled or replaced.
    #[test]
    fn a_slip_of_the_keyboard_is_no_trap(at in 0..4000usize, put in prop::option::of("\\PC"), lost in 0..3usize) {
        let text = std::fs::read_to_string(root().join("assets/play/knight.toml")).unwrap();
        let slipped = text.chars().take(at).chain(put.iter().flat_map(|put| put.chars())).chain(text.chars().skip(at + lost));
        if let Ok(table) = StateTable::read(&slipped.collect::<String>(), "knight.toml", &KNIGHT) {
            prop_assert!(table.states.iter().all(|state| state.next.iter().all(|transition| transition.to < table.states.len())));
        }
    }
}
