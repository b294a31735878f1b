//! Feet that stand, on the knight: what the example tells of a minute is held to here for some steps.

#[path = "../examples/ik_feet/walked.rs"]
mod walked;

use common::ik::Stance;
use walked::{FIELDS, Knight, Worst, walked};

#[test]
fn heel_and_toe_stay_where_they_came_down() {
    let knight = Knight::read().unwrap();
    for (name, height) in FIELDS {
        let Worst { drift, sunk, above, missed, lowered, jump, dipped } = walked(&knight, height, 8);
        for [clip, fitted] in drift {
            let allowed = if name == "level" { clip + 0.001 } else { clip + 0.005 };
            assert!(fitted < allowed, "{name}: {fitted} m, in the clip {clip} m");
        }
        assert!(sunk < 0.005 && above < 0.005 && missed < 0.001, "{name}: {sunk} {above} {missed}");
        assert!(lowered < 0.15, "{name}: {lowered}");
        // Where the ground is not level, the leg in the air must be quicker than in the clip: see the table.
        let (most, lowest) = if name == "level" { (1.0, 0.003) } else { (5.0, 0.13) };
        assert!(jump.0 < most && dipped < lowest, "{name}: {jump:?} {dipped}");
    }
}

#[test]
fn the_knights_heels_stand_first_and_then_his_toes() {
    let knight = Knight::read().unwrap();
    let feet = knight.fitted();
    let stances: Vec<&Stance> = feet.stances().collect();
    for (stance, later) in stances.into_iter().zip([0.0, 0.5]) {
        let stands = [0.06, 0.2, 0.5, 0.8].map(|phase| stance.stands(phase + later));
        assert_eq!(stands, [[true, false], [true, true], [false, true], [false, false]]);
    }
}
