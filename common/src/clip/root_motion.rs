//! Root motion: a clip's root moves the figure through the world.

use super::{Animator, Cursors, Search};
use crate::pose::Pose;
use crate::transform::{RigidTransform, Transform, unit_rotation};
use glam::{Quat, Vec3};

/// Most rounds in one step, so that a figure nobody looked at for a day doesn't hold up the program.
const MOST_ROUNDS: f32 = 10_000.0;

/// Plays a clip whose root goes ahead. Its path along the ground is taken out of the pose, and moves the figure.
///
/// There are three spaces. The *clip's* is the one in which its root has keys. The *figure's* has its origin on the ground
/// below the root, and turns with the root about the upright axis. The *world* has the clip's axes and unit.
#[derive(Clone, Debug)]
pub struct RootMotion {
    /// Plays the clip as the file has it.
    pub animator: Animator,
    /// The place of the figure.
    pub world_from_figure: RigidTransform,
    root: usize,
    up: Vec3,
    pose: Pose,
}

impl RootMotion {
    /// A figure in the middle of the world, at the animator's time. Its `root` is a joint, and `up` points
    /// up in the space of the joint's parent. A joint that isn't there moves nothing.
    pub fn new(animator: Animator, root: usize, up: Vec3) -> Self {
        let pose = animator.pose().to_vec();
        let up = up.try_normalize().unwrap_or(Vec3::Y);
        let mut led = Self { animator, world_from_figure: RigidTransform::IDENTITY, root, up, pose };
        led.update(0.0);
        led
    }

    /// Returns the pose; the root is in the space of the figure.
    pub fn pose(&self) -> &[Transform] {
        &self.pose
    }

    /// Lets `dt` seconds pass. An infinite step or NaN changes nothing.
    pub fn update(&mut self, dt: f32) {
        let (from, passed) = (self.animator.time(), self.animator.speed * dt);
        if !passed.is_finite() {
            return;
        }
        self.animator.update(dt);
        self.pose.copy_from_slice(self.animator.pose());
        let (to, seconds) = (self.animator.time(), self.animator.clip().seconds);
        let loops = self.animator.looping && seconds > 0.0;
        let rounds = if loops { ((from + passed - to) / seconds).round() } else { 0.0 };
        if self.root < self.pose.len() {
            self.lead(from, rounds.clamp(-MOST_ROUNDS, MOST_ROUNDS) as i32, to);
        }
        self.world_from_figure.rotation = unit_rotation(self.world_from_figure.rotation);
    }

    /// Goes from one time in the clip to another. In between the clip began again `rounds` times; if that is negative, time
    /// ran back past its start.
    fn lead(&mut self, from: f32, rounds: i32, to: f32) {
        // TODO 14.1: Let the root move the figure through the world, also over the ends of rounds. In the pose stays what else
        //   the root does.
        // BEGIN SOLUTION 14.1
        let clip_from_figure = |time| self.on_ground(self.clip_from_root(time));
        let way = |from, to| clip_from_figure(from).inverse() * clip_from_figure(to);
        let seconds = self.animator.clip().seconds;
        let (start, end) = if rounds < 0 { (seconds, 0.0) } else { (0.0, seconds) };
        let (mut time, mut gone) = (from, RigidTransform::IDENTITY);
        for _ in 0..rounds.abs() {
            gone = gone * way(time, end);
            time = start;
        }
        gone = gone * way(time, to);
        let figure_from_root = clip_from_figure(to).inverse() * self.clip_from_root(to);
        self.world_from_figure = self.world_from_figure * gone;
        self.place_root(figure_from_root);
        // END SOLUTION 14.1
        // STARTER 14.1: let _ = (from, rounds);
        // STARTER 14.1: self.place_root(self.clip_from_root(to));
    }

    /// Returns the transform of the root in the clip at a time, with its height and its lean.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn clip_from_root(&self, time: f32) -> RigidTransform {
        let rest = self.animator.rig().rest[self.root];
        let mut channels = self.animator.clip().channels.iter();
        let channel = channels.find(|channel| channel.joint == self.root);
        let cursors = &mut Cursors::new(Search::Halving);
        let root = channel.map_or(rest, |channel| channel.sample(rest, time, cursors));
        RigidTransform::new(root.translation, root.rotation)
    }

    /// The figure's space in the clip: on the ground below the root, and turned about the upright axis as far as the root is
    /// from its rest.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn on_ground(&self, clip_from_root: RigidTransform) -> RigidTransform {
        let RigidTransform { translation, rotation } = clip_from_root;
        let turned = rotation * self.animator.rig().rest[self.root].rotation.inverse();
        let about_up = self.up * turned.xyz().dot(self.up);
        let twist = Quat::from_vec4(about_up.extend(turned.w));
        RigidTransform::new(translation.reject_from_normalized(self.up), unit_rotation(twist))
    }

    /// Moves and turns the root of the pose in its parent, and keeps its scale.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn place_root(&mut self, parent_from_root: RigidTransform) {
        let root = &mut self.pose[self.root];
        (root.translation, root.rotation) = (parent_from_root.translation, parent_from_root.rotation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::{Channel, Clip, Keys};
    use crate::rig::Rig;
    use crate::skeleton::Skeleton;
    use glam::vec3;
    use proptest::prelude::*;
    use std::f32::consts::{FRAC_PI_4, TAU};
    use std::sync::Arc;

    const SECONDS: f32 = 1.2;
    const RADIUS: f32 = 1.5;
    /// Angle of the circle that a round goes along.
    const ANGLE: f32 = FRAC_PI_4;

    /// Returns the rounds whose path the root has gone, fast and slow in turns.
    fn gone(time: f64) -> f64 {
        let rounds = time / f64::from(SECONDS);
        rounds + 0.1 * (std::f64::consts::TAU * rounds).sin()
    }

    /// On the circle after so many rounds' ways: in closed form.
    fn on_circle(gone: f64) -> RigidTransform {
        let angle = (f64::from(ANGLE) * gone) as f32;
        let place = RADIUS * vec3(1.0 - angle.cos(), 0.0, angle.sin());
        RigidTransform::new(place, Quat::from_rotation_y(angle))
    }

    /// Returns the rest of the motion of the root: it goes up and down, and leans.
    fn besides(time: f32) -> RigidTransform {
        let phase = TAU * time / SECONDS;
        let lean = Quat::from_rotation_x(0.3 * phase.cos()) * Quat::from_rotation_z(0.2 * phase.sin());
        // A lean whose axis is not level would turn him a little.
        let lean = Quat::from_vec4(lean.xyz().with_y(0.0).extend(lean.w)).normalize();
        RigidTransform::new(vec3(0.0, 0.9 + 0.05 * (2.0 * phase).sin(), 0.0), lean)
    }

    /// A figure whose root goes along the circle.
    fn led() -> RootMotion {
        let rest = Quat::from_rotation_z(1.0);
        let times: Vec<f32> = (0..=600).map(|key| SECONDS * key as f32 / 600.0).collect();
        let places = times.iter().map(|&time| on_circle(gone(f64::from(time))) * besides(time));
        let (translations, rotations): (Vec<_>, Vec<_>) =
            places.map(|place| (place.translation, place.rotation * rest)).unzip();
        let channel = Channel {
            joint: 1,
            translations: Keys::new(times.clone(), translations),
            rotations: Keys::new(times, rotations),
            scales: Keys::default(),
        };
        let clip = Clip { seconds: SECONDS, channels: vec![channel], ..Clip::default() };
        let hips = Transform { rotation: rest, ..Transform::IDENTITY };
        let pose = vec![Transform::IDENTITY, hips, Transform::IDENTITY];
        let rig = Rig { skeleton: Skeleton::chain(&["above", "hips", "spine"]), rest: pose };
        RootMotion::new(Animator::new(Arc::new(rig), Arc::new(clip)), 1, Vec3::Y)
    }

    fn close(a: RigidTransform, b: RigidTransform) -> bool {
        a.translation.distance(b.translation) < 2e-3 && a.rotation.dot(b.rotation).abs() > 0.999_999
    }

    fn root(led: &RootMotion) -> RigidTransform {
        let Transform { translation, rotation, .. } = led.pose()[1];
        RigidTransform::new(translation, rotation * Quat::from_rotation_z(1.0).inverse())
    }

    proptest! {
        #[test]
        fn however_time_passes_he_is_on_the_circle(steps in prop::collection::vec(-4.0f32..4.0, 1..12)) {
            let mut led = led();
            let mut time = 0.0;
            for dt in steps {
                led.update(dt);
                time += f64::from(dt);
                prop_assert!(close(led.world_from_figure, on_circle(gone(time))), "{:?} at {time} s", led.world_from_figure);
                prop_assert!(close(root(&led), besides(led.animator.time())));
            }
        }

        #[test]
        fn without_a_loop_he_stops_at_the_ends(dt in -9.0f32..9.0) {
            let mut led = led();
            led.animator.looping = false;
            led.update(0.4);
            led.update(dt);
            let time = (0.4 + dt).clamp(0.0, SECONDS);
            prop_assert!(close(led.world_from_figure, on_circle(gone(f64::from(time)))));
        }
    }

    #[test]
    fn after_twenty_minutes_he_is_still_on_the_circle() {
        let mut led = led();
        let steps = 72_000;
        (0..steps).for_each(|_| led.update(1.0 / 60.0));
        let wanted = on_circle(gone(f64::from(steps) * f64::from(1.0f32 / 60.0)));
        assert!(led.world_from_figure.translation.distance(wanted.translation) < 0.1);
        assert!(led.world_from_figure.rotation.is_normalized());
    }

    #[test]
    fn odd_steps_and_odd_clips_do_no_harm() {
        let mut odd = led();
        [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN, 0.0].into_iter().for_each(|dt| odd.update(dt));
        assert!(odd.world_from_figure.translation.is_finite());
        let rig = odd.animator.rig().clone();
        let mut still = RootMotion::new(Animator::new(Arc::new(rig), Arc::default()), 2, Vec3::ZERO);
        still.update(3.0);
        assert_eq!(still.world_from_figure, RigidTransform::IDENTITY);
        assert_eq!(still.pose(), still.animator.pose());
        let mut nobody = RootMotion::new(Animator::new(Arc::default(), Arc::default()), 0, Vec3::Y);
        nobody.update(1.0);
        assert_eq!(nobody.world_from_figure, RigidTransform::IDENTITY);
    }
}
