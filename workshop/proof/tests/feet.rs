//! Tests that the knight's feet stay planted. With `-- --nocapture` it prints the table of docs/feet.md.

use crate::support::walked::{GROUNDS, Knight, Worst, walked};

#[test]
fn heel_and_toe_stay_where_they_came_down() {
    let knight = Knight::read().unwrap();
    for way in GROUNDS {
        let name = way.0;
        let Worst { drift, sunk, above, jump, dipped, aside } = walked(&knight, knight.fitted(), way, 60);
        let [heel, toe] = drift.map(|both| both.map(|metres| 1000.0 * metres));
        let [below, over, air] = [sunk, above, dipped].map(|metres| 1000.0 * metres);
        println!(
            "| {name} | {:.1}, {:.1} | {:.1}, {:.1} | {below:.1}, {over:.1} | {air:.1} | {aside:.1}° | {:.2}° {} |",
            heel[0], heel[1], toe[0], toe[1], jump.0, jump.1
        );
        for [clip, fitted] in drift {
            // At its own speed the clip itself slides by 1.5 mm.
            let allowed = if name == "level" { 0.002 } else { 0.005 };
            assert!(fitted < allowed, "{name}: {fitted} m, in the clip {clip} m");
        }
        assert!(sunk < 0.005 && above < 0.005, "{name}: {sunk} {above}");
        // On uneven ground the leg in the air must be quicker than in the clip, most of all over steps: it sees them a
        // fifth of a second ahead.
        let most = match name {
            "level" => 2.0,
            "steps of 12 cm" => 12.0,
            _ => 7.0,
        };
        assert!(jump.0 < most && dipped < 0.003, "{name}: {jump:?} {dipped}");
        assert!(aside < 4.0, "{name}: {aside}°");
    }
}
