//! Plays clips at times that should not occur, which must not stop them, nor give NaN for long.

use common::clip::{Animator, BlendSpace, Channel, Clip, Cursors, Keys, Layer, Mixer, Search};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Quat, Vec3};
use std::sync::Arc;

/// The odd values, for steps and times in seconds, and for speeds.
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

/// Returns a clip of a joint that rotates and climbs for some seconds, steps half-way, and ends as it began.
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

/// Returns a blend of two gaits with strides of one and of two seconds.
fn gait() -> BlendSpace {
    BlendSpace::new(
        [(2.0, 1.0), (1.0, 3.0)].map(|(seconds, speed)| (animator(turning("steps", seconds)), speed)).into(),
    )
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

/// Tests that cursors find what a search does, forwards, backwards, over a loop's seam, at equal times.
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
    // It comes and goes while time runs back, too.
    layer.update(0.0, 0.0);
    let before = layer.weight();
    layer.goal = 1.0 - before;
    layer.update(-0.25, 1.0);
    assert_eq!((layer.weight() - before).abs(), 0.25);
}

#[test]
fn a_gait_comes_through_odd_steps_and_mixes() {
    let mut gait = gait();
    for matched in [true, false] {
        gait.matched = matched;
        for mix in ODD {
            gait.set_mix(0, mix);
            for dt in ODD {
                gait.update(dt);
                assert!(is_sound(gait.pose()), "{dt} s at a mix of {mix}");
                assert!(gait.phases().iter().all(|phase| (0.0..=1.0).contains(phase)));
            }
        }
    }
    for (asked, mix) in [(f32::INFINITY, 1.0), (1e30, 1.0), (-1e30, 0.0), (f32::NAN, 0.0)] {
        gait.set_mix(0, asked);
        gait.update(0.0);
        assert_eq!(gait.mix(), mix, "{asked}");
    }
}

/// The steps per second in a simulated hour, for two screens and for one that stumbles.
const PACES: [[f32; 3]; 3] = [[60.0, 60.0, 60.0], [144.0, 144.0, 144.0], [60.0, 37.3, 91.7]];

/// The greatest error of a time in seconds, or of a phase, after an hour.
const EXACT: f64 = 1e-6;

/// Returns the greatest error in an hour. `step` gets a step's index, its length, and the exact time since
/// the start; it returns its own time's error, and the period after which that repeats.
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

/// Tests that after an hour the clips are where the phase says, and the phase where exact arithmetic is.
#[test]
fn an_hour_of_a_gait_does_not_drift() {
    for pace in PACES {
        let mut gait = gait();
        // No product with this number is rounded.
        gait.set_mix(0, 0.375);
        gait.update(0.0);
        let stride = f64::from(1.0 - gait.mix()) * 2.0 + f64::from(gait.mix());
        let off = an_hour(pace, |_, dt, passed| {
            gait.update(dt);
            [f64::from(gait.phases()[0]) - passed / stride, 1.0]
        });
        assert!(off < EXACT);
    }
}
