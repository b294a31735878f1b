//! Tests lesson 10's playhead with steps and lists that its check doesn't ask about.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/10_keyframes/keyframes.rs"]
mod keyframes;

use common::transform::Transform;
use keyframes::{Easing, Keyframe, Keyframes, Playhead};
use proptest::prelude::*;

fn keyframes(seconds: &[f32], looping: bool) -> Keyframes {
    let frames = seconds.iter().map(|&seconds| Keyframe { seconds, pose: vec![Transform::IDENTITY] });
    Keyframes { name: "test".to_owned(), frames: frames.collect(), looping, easing: Easing::Linear }
}

proptest! {
    #[test]
    fn no_time_is_lost_there_or_back(seconds in prop::collection::vec(prop_oneof![Just(0.0f32), Just(0.25f32), 0.01f32..2.0], 1..7),
                                     looping in prop::bool::ANY,
                                     steps in prop::collection::vec(prop_oneof![Just(0.0f32), 0.0f32..0.1, 0.0f32..9.0, -9.0f32..0.0], 1..40)) {
        let keyframes = keyframes(&seconds, looping);
        let (mut playhead, mut total) = (Playhead::default(), 0.0f32);
        for dt in steps {
            playhead.advance(dt, &keyframes);
            total = (total + dt).max(0.0);
            let Playhead { in_frame, frame, .. } = playhead;
            let (is_held, whole) = (keyframes.held() == Some(frame), keyframes.seconds());
            prop_assert!(in_frame >= 0.0 && (in_frame < seconds[frame] || is_held && in_frame == 0.0 || whole == 0.0));
            if whole > 0.0 {
                let wanted = if looping { total % whole } else { total.min(whole) };
                let away = (keyframes.moments()[frame] + in_frame - wanted).abs();
                prop_assert!(away < 2e-3 || looping && whole - away < 2e-3, "{playhead:?} at {total}");
            }
        }
    }
}

#[test]
fn hours_pass_at_once_and_odd_times_and_lists_do_no_harm() {
    let at = |seconds: f32, list: &[f32], looping| Playhead::at(seconds, &keyframes(list, looping));
    assert!(at(3600.0, &[1e-30, 0.0], true).frame < 2);
    assert_eq!(at(7200.25, &[0.5, 0.5], true).in_frame, 0.25);
    assert_eq!([true, false].map(|looping| at(5.0, &[0.0; 3], looping).frame), [0, 2]);
    assert_eq!(at(5.0, &[0.0, f32::INFINITY], true).frame, 1);
    assert_eq!(at(5.0, &[], true), Playhead::default());
    for dt in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut playhead = at(1.25, &[1.0, 0.5, 2.0], true);
        playhead.advance(dt, &keyframes(&[1.0, 0.5, 2.0], true));
        assert_eq!((at(dt, &[1.0], true), playhead), (Playhead::default(), at(1.25, &[1.0, 0.5, 2.0], true)));
    }
    // Keyframes may become fewer.
    let mut playhead = at(2.5, &[1.0; 3], true);
    playhead.advance(0.25, &keyframes(&[1.0; 2], true));
    assert_eq!((playhead.frame, playhead.in_frame), (0, 0.75));
}
