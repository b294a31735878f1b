//! Tests that the knight's feet stay planted, by some steps of what the example shows of a minute.

use crate::support::walked::{GROUNDS, Knight, Worst, walked};

#[test]
fn heel_and_toe_stay_where_they_came_down() {
    let knight = Knight::read().unwrap();
    for way in GROUNDS {
        let name = way.0;
        let Worst { drift, sunk, above, missed, lowered, jump, dipped, aside } =
            walked(&knight, knight.fitted(), way, 8);
        for [clip, fitted] in drift {
            let allowed = if name.starts_with("level") { 0.001 } else { 0.005 };
            assert!(fitted < allowed, "{name}: {fitted} m, in the clip {clip} m");
        }
        assert!(sunk < 0.005 && above < 0.005 && missed < 0.001, "{name}: {sunk} {above} {missed}");
        assert!(lowered < 0.15, "{name}: {lowered}");
        // On uneven ground the leg in the air must be quicker than in the clip, most of all over steps.
        let most = if name == "level" { 1.0 } else { 7.0 };
        assert!(jump.0 < most && dipped < 0.003, "{name}: {jump:?} {dipped}");
        assert!(aside < 4.0, "{name}: {aside}°");
    }
}
