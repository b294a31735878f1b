//! Plays clips at times that should not occur in a lesson: none of them stops, and none is NaN for long.

use common::clip::{
    Animator, BlendSpace, Channel, Clip, Cursors, Fade, FrameCounter, Keyframe, Keyframes, Keys, Layer,
    Mixer, Playhead, Search, Source, Steps,
};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Quat, Vec3};
use stage::{Clock, Motion};
use std::sync::Arc;

/// Steps and times in seconds, and factors of speed.
const ODD: [f32; 14] = [
    0.0,
    -0.0,
    1e-6,
    -1e-6,
    10.0,
    -10.0,
    1e9,
    -1e9,
    1e30,
    -1e30,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// A joint that turns and climbs for a second, jumps half-way, and ends as it began.
fn turning(name: &str, seconds: f32) -> Arc<Clip> {
    let times: Vec<f32> = [0.0, 0.3, 0.5, 0.5, 1.0].map(|part| part * seconds).to_vec();
    let turns = [0.0, 1.5, 3.0, -1.0, 0.0].map(Quat::from_rotation_y);
    let climbs = [0.0, 0.2, 0.4, 0.8, 0.0].map(|height| height * Vec3::Y);
    let channel = Channel {
        joint: 0,
        translations: Keys::new(times.clone(), climbs.to_vec()),
        rotations: Keys::new(times, turns.to_vec()),
        scales: Keys::new(vec![0.0], vec![Vec3::ONE]),
    };
    Arc::new(Clip { name: name.to_owned(), start: 0.0, seconds, channels: vec![channel] })
}

fn animator(clip: Arc<Clip>) -> Animator {
    let rig = Rig { skeleton: Skeleton::chain(&["joint"]), rest: vec![Transform::IDENTITY] };
    Animator::new(Arc::new(rig), clip)
}

fn is_sound(pose: &[Transform]) -> bool {
    pose.iter().all(|joint| joint.to_matrix().is_finite() && joint.rotation.is_normalized())
}

fn close(a: &[Transform], b: &[Transform]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.to_matrix().abs_diff_eq(b.to_matrix(), 1e-5))
}

/// A gait that takes one second a stride, or two.
fn gait() -> BlendSpace {
    let steps = |seconds, speed| Steps { animator: animator(turning("steps", seconds)), speed };
    BlendSpace::new("stride", steps(2.0, 1.0), steps(1.0, 3.0))
}

#[test]
fn an_animator_comes_through_odd_steps_and_speeds() {
    for seconds in [0.0, 1e-6, 1.0] {
        for looping in [true, false] {
            let mut animator = animator(turning("odd", seconds));
            animator.looping = looping;
            for &dt in &ODD {
                for &speed in &[ODD.as_slice(), &[1.0, -1.0, 1000.0]].concat() {
                    animator.speed = speed;
                    animator.update(dt);
                    let time = animator.time();
                    assert!((0.0..=seconds).contains(&time), "{dt} s at speed {speed}: {time}");
                    assert!(is_sound(animator.pose()));
                }
            }
            animator.speed = 1.0;
            for &time in &ODD {
                animator.seek(time);
                assert!((0.0..=seconds).contains(&animator.time()), "{time}");
                assert!(is_sound(animator.pose()));
            }
        }
    }
}

#[test]
fn what_is_no_time_leaves_an_animator_where_it_is() {
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut animator = animator(turning("odd", 1.0));
        animator.seek(0.25);
        let before = animator.pose().to_vec();
        animator.update(odd);
        animator.seek(odd);
        assert_eq!((animator.time(), animator.pose()), (0.25, &before[..]));
    }
}

#[test]
#[should_panic(expected = "the clip 'odd' takes NaN seconds")]
fn a_clip_takes_some_time_or_none() {
    animator(turning("odd", f32::NAN));
}

/// Forwards and backwards, through the seam of the loop and past keys at one time, cursors find what is found anew.
#[test]
fn an_animator_runs_back_as_it_ran_on() {
    let clip = turning("turn", 1.0);
    for search in [Search::FromLast, Search::FromStart, Search::Halving] {
        let mut animator = animator(clip.clone());
        animator.search_by(search);
        for speed in [1.0, -1.0, -7.0, 1000.0, 0.0, -0.3] {
            animator.speed = speed;
            for _ in 0..200 {
                let before = f64::from(animator.time());
                animator.update(1.0 / 64.0);
                let wanted = (before + f64::from(speed) / 64.0).rem_euclid(1.0);
                let off = (f64::from(animator.time()) - wanted).abs();
                assert!(off.min(1.0 - off) < 1e-6, "at speed {speed} from {before}");
                let rest = Transform::IDENTITY;
                let anew = clip.channels[0].sample(rest, animator.time(), &mut Cursors::default());
                assert_eq!(animator.pose(), [anew]);
            }
        }
    }
}

/// A channel holds its first key before it, and its last one past it. Of two keys at one time the later one holds.
#[test]
fn a_channel_has_a_value_at_any_time() {
    let rest = Transform { translation: Vec3::X, ..Transform::IDENTITY };
    let at = |clip: &Clip, time| clip.channels[0].sample(rest, time, &mut Cursors::default());
    let clip = turning("turn", 1.0);
    let heights = [-1e9, 0.0, 0.5f32.next_down(), 0.5, 1.0, 1e9].map(|time| at(&clip, time).translation.y);
    assert!(heights.iter().zip([0.0, 0.0, 0.4, 0.8, 0.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-6));
    for time in ODD {
        assert!(is_sound(&[at(&clip, time)]), "{time}");
        let one = |value| Keys::new(vec![5.0], vec![value]);
        let single = Channel { translations: one(Vec3::Z), ..Channel::default() };
        let given = single.sample(rest, time, &mut Cursors::default());
        assert_eq!(given, Transform { translation: Vec3::Z, ..rest });
        assert_eq!(Channel::default().sample(rest, time, &mut Cursors::default()), rest);
    }
}

#[test]
fn a_playhead_and_a_counter_come_through_odd_steps() {
    let pose = vec![Transform::IDENTITY];
    for seconds in [[0.0, 0.0], [1e-6, 0.0], [0.5, 0.5]] {
        for looping in [true, false] {
            let frames = seconds.map(|seconds| Keyframe { seconds, pose: pose.clone() }).to_vec();
            let keyframes = Keyframes { frames, looping, ..Keyframes::default() };
            let (mut playhead, mut counter) = (Playhead::default(), FrameCounter::default());
            for dt in ODD {
                playhead.advance(dt, &keyframes);
                counter.advance(dt, 30, 30.0);
                assert!(playhead.frame < 2 && playhead.in_frame.is_finite() && counter.left_over.is_finite());
                assert!(is_sound(&keyframes.pose_at(playhead)) && counter.frame < 30, "{dt}");
                assert!(is_sound(&keyframes.pose_at(Playhead::at(dt, &keyframes))), "{dt}");
            }
        }
    }
}

#[test]
fn a_fade_comes_through_odd_steps() {
    let pose = [Transform::IDENTITY];
    for &seconds in &[ODD.as_slice(), &[0.5]].concat() {
        let mut fade = Fade::over(pose.to_vec());
        fade.begin(&pose, seconds);
        for dt in ODD {
            fade.advance(dt);
            assert!((0.0..=1.0).contains(&fade.weight()), "{dt} of {seconds}: {}", fade.weight());
        }
    }
    // Time that ran back must not be waited for.
    let mut fade = Fade::over(pose.to_vec());
    fade.begin(&pose, 0.5);
    fade.advance(-10.0);
    fade.advance(f32::NAN);
    fade.advance(0.25);
    assert_eq!(fade.weight(), 0.5);
}

#[test]
fn a_player_and_a_layer_come_through_odd_steps() {
    let sources = ["one", "other"].map(|name| animator(turning(name, 1.0))).to_vec();
    let player = Mixer::new(vec![Transform::IDENTITY], sources);
    let mut layer = Layer::new(player, vec![Transform::IDENTITY]);
    layer.mask = vec![1.0];
    for &fade in &[ODD.as_slice(), &[0.5]].concat() {
        for dt in ODD {
            layer.goal = 1.0 - layer.goal;
            layer.is_added = !layer.is_added;
            layer.mixer.restart("one", fade).unwrap();
            layer.mixer.start("other", fade).unwrap();
            layer.update(dt, fade);
            let mut pose = [Transform::IDENTITY];
            layer.lay_over(&mut pose);
            assert!(is_sound(layer.mixer.pose()) && is_sound(&pose), "{dt} with a fade of {fade}");
            assert!((0.0..=1.0).contains(&layer.weight()));
        }
    }
}

#[test]
fn a_fade_begun_while_no_time_passes_leaves_the_pose() {
    let sources = ["one", "other"].map(|name| animator(turning(name, 1.0))).to_vec();
    let mut player = Mixer::new(vec![Transform::IDENTITY], sources);
    player.start("one", 0.4).unwrap();
    player.update(0.2);
    let shown = player.pose().to_vec();
    for name in ["other", "one", "other"] {
        player.start(name, 0.4).unwrap();
        player.update(0.0);
        assert!(close(player.pose(), &shown));
    }
    // No time at all is a cut, and it can be seen without waiting.
    player.start("one", 0.0).unwrap();
    player.update(0.0);
    assert!(close(player.pose(), player.source().unwrap().pose()));
}

#[test]
fn a_gait_comes_through_odd_steps_and_mixes() {
    let mut gait = gait();
    for matched in [true, false] {
        gait.matched = matched;
        for mix in ODD {
            gait.set_mix(mix);
            for dt in ODD {
                gait.update(dt);
                assert!(is_sound(gait.pose()), "{dt} s at a mix of {mix}");
                assert!(gait.phases().iter().all(|phase| (0.0..=1.0).contains(phase)));
            }
        }
    }
    for (asked, mix) in [(f32::INFINITY, 1.0), (1e30, 1.0), (-1e30, 0.0), (f32::NAN, 0.0)] {
        gait.set_mix(asked);
        gait.update(0.0);
        assert_eq!(gait.mix(), mix, "{asked}");
    }
}

/// Steps per second in a simulated hour: of two screens, and of one that stumbles.
const PACES: [[f32; 3]; 3] = [[60.0, 60.0, 60.0], [144.0, 144.0, 144.0], [60.0, 37.3, 91.7]];

/// By how much a time in seconds, or a phase, may be off after an hour: by the rounding of its last digit.
const EXACT: f64 = 1e-6;

/// Lets an hour pass. `step` gets the number of a step, its length, and all that has passed by then, exactly; it gives
/// by how much its own time is off, and the period after which it is the same again. Gives the worst it was off by.
fn an_hour(pace: [f32; 3], mut step: impl FnMut(usize, f32, f64) -> [f64; 2]) -> f64 {
    let (mut passed, mut worst) = (0.0f64, 0.0f64);
    for i in 0.. {
        if passed >= 3600.0 {
            break;
        }
        let dt = 1.0 / pace[i % 3];
        passed += f64::from(dt);
        let [off, period] = step(i, dt, passed);
        let off = off.rem_euclid(period);
        worst = worst.max(off.min(period - off));
    }
    println!("an hour at {pace:?} is off by {worst:.1e} at most");
    worst
}

#[test]
fn an_hour_of_a_player_does_not_drift() {
    for pace in PACES {
        let sources = [("one", 1.2), ("other", 0.7)].map(|(name, seconds)| animator(turning(name, seconds)));
        let mut player = Mixer::new(vec![Transform::IDENTITY], sources.to_vec());
        let mut begun = 0.0;
        let off = an_hour(pace, |i, dt, passed| {
            let name = ["one", "other"][i / 100_000 % 2];
            if i % 100_000 == 0 {
                begun = passed - f64::from(dt);
            }
            player.start(name, 0.3).unwrap();
            player.update(dt);
            let playing = player.source().unwrap();
            [f64::from(playing.time()) - (passed - begun), f64::from(playing.clip().seconds)]
        });
        assert!(off < EXACT);
    }
}

/// The clips are where the phase says, and that is where exact numbers have it.
#[test]
fn an_hour_of_a_gait_does_not_drift() {
    for pace in PACES {
        let mut gait = gait();
        // No product with this number is rounded.
        gait.set_mix(0.375);
        gait.update(0.0);
        let stride = f64::from(1.0 - gait.mix()) * 2.0 + f64::from(gait.mix());
        let off = an_hour(pace, |_, dt, passed| {
            gait.update(dt);
            [f64::from(gait.phases()[0]) - passed / stride, 1.0]
        });
        assert!(off < EXACT);
    }
}

/// A playhead drifts if nothing holds it; by the clock it does not.
#[test]
fn an_hour_of_a_playhead_keeps_to_its_clock() {
    for pace in PACES {
        let frames = [0.5, 0.7, 0.2, 1.3].map(|seconds| Keyframe { seconds, pose: Vec::new() }).to_vec();
        let keyframes = Keyframes { frames, looping: true, ..Keyframes::default() };
        let (moments, seconds) = (keyframes.moments(), keyframes.seconds());
        let mut clock = Clock::new(Some(Motion { seconds, plays_at_start: true }));
        let (mut held, mut free) = (Playhead::default(), Playhead::default());
        let off = an_hour(pace, |_, dt, passed| {
            let step = clock.step(dt);
            free.advance(step.dt, &keyframes);
            held.advance(step.dt, &keyframes);
            held.keep_to(step.time, &keyframes);
            let moment = f64::from(moments[held.frame]) + f64::from(held.in_frame);
            [moment - passed, f64::from(seconds)]
        });
        assert!(off < EXACT && (held.total - 3600.0).abs() < 0.1);
        assert!((free.total - 3600.0).abs() > 0.1, "then it need not be held");
    }
}

/// An implementation that forgets the rest of a frame must be visible.
#[test]
fn a_playhead_that_is_wrong_stays_wrong() {
    let frames = [1.0, 1.0].map(|seconds| Keyframe { seconds, pose: Vec::new() }).to_vec();
    let keyframes = Keyframes { frames, looping: true, ..Keyframes::default() };
    let wrong = Playhead { total: 9.25, in_frame: 0.24, frame: 0 };
    for moment in [1.25, 0.25] {
        let mut playhead = wrong;
        playhead.keep_to(moment, &keyframes);
        assert_eq!(playhead, wrong);
    }
    let mut playhead = Playhead { total: 8.249_9, in_frame: 0.250_1, frame: 0 };
    playhead.keep_to(0.25, &keyframes);
    assert_eq!(playhead, Playhead { total: 8.25, in_frame: 0.25, frame: 0 });
}
