//! Plays one motion after another, and fades from each to the next without a jump.

use super::{Animator, blend};
use crate::pose::Pose;
use crate::transform::Transform;
use std::error::Error;
use std::fmt;

/// A motion that a [`Mixer`] can play: a clip, or anything else that has a pose at every moment.
pub trait Source {
    /// Its name.
    fn name(&self) -> &str;

    /// Goes to its start.
    fn restart(&mut self);

    /// Lets `dt` seconds pass.
    fn update(&mut self, dt: f32);

    /// Returns the pose now.
    fn pose(&self) -> &[Transform];
}

impl Source for Animator {
    fn name(&self) -> &str {
        &self.clip().name
    }

    fn restart(&mut self) {
        self.seek(0.0);
    }

    fn update(&mut self, dt: f32) {
        self.update(dt);
    }

    fn pose(&self) -> &[Transform] {
        self.pose()
    }
}

/// A fade from a pose that is kept to a motion that goes on.
#[derive(Clone, Debug)]
pub struct Fade {
    /// The pose it begins with.
    kept: Pose,
    /// Duration in seconds, which may be 0.
    seconds: f32,
    /// Seconds since it began.
    passed: f32,
}

impl Fade {
    /// Begins anew with this pose.
    ///
    /// # Panics
    /// If the pose has another number of joints than the kept one.
    pub fn begin(&mut self, pose: &[Transform], seconds: f32) {
        self.kept.copy_from_slice(pose);
        self.seconds = seconds;
        self.passed = 0.0;
    }

    /// Lets `dt` seconds pass. A negative `dt` goes back, at most to the beginning.
    pub fn advance(&mut self, dt: f32) {
        // NaN would stay for ever.
        if dt.is_finite() {
            self.passed = (self.passed + dt).max(0.0);
        }
    }

    /// Writes the pose between the kept one and the motion as it is now.
    ///
    /// It starts from the kept pose every time, not from the pose of the last frame.
    ///
    /// # Panics
    /// If `pose` has another number of joints than the kept one.
    pub fn apply(&self, motion: &[Transform], pose: &mut [Transform]) {
        pose.copy_from_slice(&self.kept);
        blend(pose, motion, self.weight());
    }

    /// The pose it begins with.
    pub fn kept(&self) -> &[Transform] {
        &self.kept
    }

    /// Returns its progress from 0, where all is the kept pose, to 1.
    pub fn weight(&self) -> f32 {
        // Without this, a fade of no time would divide zero by zero.
        if self.seconds > 0.0 { (self.passed / self.seconds).min(1.0) } else { 1.0 }
    }
}

/// Plays one of its motions at a time, and fades to the next one.
///
/// All its lists are allocated once, by `new`: playing, starting and fading allocate nothing.
#[derive(Clone, Debug)]
pub struct Mixer<S> {
    sources: Vec<S>,
    /// Index of the one that is played; none before the first start.
    playing: Option<usize>,
    fade: Fade,
    pose: Pose,
}

impl<S: Source> Mixer<S> {
    /// A mixer that shows the pose `rest` until something is started.
    ///
    /// # Panics
    /// If one of the motions is of another skeleton.
    pub fn new(rest: Pose, sources: Vec<S>) -> Self {
        for source in &sources {
            let (joints, wanted) = (source.pose().len(), rest.len());
            assert!(joints == wanted, "'{}' moves {joints} joints, not {wanted}", source.name());
        }
        let fade = Fade { kept: rest.clone(), seconds: 0.0, passed: 0.0 };
        Self { sources, playing: None, fade, pose: rest }
    }

    /// Plays the motion with this name from its start. For the first `fade` seconds the figure is on its way there, and
    /// never jumps. A motion that is playing already plays on, so it may be started in every frame.
    ///
    /// # Errors
    /// If no motion has this name. The one that is playing plays on.
    pub fn start(&mut self, name: &str, fade: f32) -> Result<(), UnknownClip> {
        // TODO 13.1: Change to this motion.
        // BEGIN SOLUTION 13.1
        let found = self.sources.iter().position(|source| source.name() == name);
        let Some(next) = found else {
            return Err(self.unknown(name));
        };
        if self.playing != Some(next) {
            self.fade.begin(&self.pose, fade);
            self.sources[next].restart();
            self.playing = Some(next);
        }
        Ok(())
        // END SOLUTION 13.1
        // STARTER 13.1: let _ = fade;
        // STARTER 13.1: self.playing = self.sources.iter().position(|source| source.name() == name);
        // STARTER 13.1: Ok(())
    }

    /// The same, but a motion that is playing already begins again, with a fade of its own.
    pub fn restart(&mut self, name: &str, fade: f32) -> Result<(), UnknownClip> {
        let before = self.playing.take();
        let started = self.start(name, fade);
        if started.is_err() {
            self.playing = before;
        }
        started
    }

    /// Lets `dt` seconds pass, for the motion and for the fade.
    pub fn update(&mut self, dt: f32) {
        if let Some(playing) = self.playing {
            let source = &mut self.sources[playing];
            source.update(dt);
            self.fade.advance(dt);
            self.fade.apply(source.pose(), &mut self.pose);
        }
    }

    /// Returns the pose on screen.
    pub fn pose(&self) -> &[Transform] {
        &self.pose
    }

    /// The fade to the motion that is played.
    pub fn fade(&self) -> &Fade {
        &self.fade
    }

    /// The motion that is played; none before the first start.
    pub fn source(&self) -> Option<&S> {
        self.playing.map(|playing| &self.sources[playing])
    }

    /// The motion with this name, to change how it is played.
    pub fn source_named(&mut self, name: &str) -> Option<&mut S> {
        self.sources.iter_mut().find(|source| source.name() == name)
    }

    #[allow(dead_code, reason = "an answer may do without it")]
    fn unknown(&self, name: &str) -> UnknownClip {
        let known = self.sources.iter().map(|source| source.name().to_owned()).collect();
        UnknownClip { name: name.to_owned(), known }
    }
}

/// The error for a name that no motion has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownClip {
    /// The name that was asked for.
    pub name: String,
    /// The names that there are.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownClip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.known[..] {
            [] => write!(f, "there is no clip '{}': there are no clips at all", self.name),
            known => write!(f, "there is no clip '{}'; there are: {}", self.name, known.join(", ")),
        }
    }
}

impl Error for UnknownClip {}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    /// A motion of two joints, of which the first swings along an axis.
    #[derive(Clone, Debug)]
    struct Swing {
        name: &'static str,
        axis: Vec3,
        /// Radians a second.
        speed: f32,
        time: f32,
        pose: Pose,
    }

    impl Source for Swing {
        fn name(&self) -> &str {
            self.name
        }

        fn restart(&mut self) {
            self.time = 0.0;
            self.update(0.0);
        }

        fn update(&mut self, dt: f32) {
            self.time += dt;
            self.pose[0].translation = (self.speed * self.time).sin() * self.axis;
        }

        fn pose(&self) -> &[Transform] {
            &self.pose
        }
    }

    const MOTIONS: [(&str, Vec3, f32); 3] =
        [("walk", Vec3::X, 2.0), ("wave", Vec3::Y, 5.0), ("nod", Vec3::Z, 3.0)];

    fn mixer() -> Mixer<Swing> {
        let rest = vec![Transform::IDENTITY; 2];
        let swing = |(name, axis, speed)| Swing { name, axis, speed, time: 0.0, pose: rest.clone() };
        Mixer::new(rest.clone(), MOTIONS.map(swing).to_vec())
    }

    proptest! {
        #[test]
        fn a_start_leaves_behind_what_was_on_screen_and_nothing_else_changes(
            starts in prop::collection::vec((0usize..4, prop_oneof![Just(0.0f32), 0.1f32..1.0], prop_oneof![Just(0.0f32), 0.0f32..0.4]), 1..20),
        ) {
            let mut mixer = mixer();
            // The first joint's places where a fade began and on screen, the fade's seconds and those that have passed.
            let (mut kept, mut shown, mut seconds, mut passed) = (Vec3::ZERO, Vec3::ZERO, 0.0, 0.0);
            let (mut playing, mut times) = (None, [0.0; 3]);
            for (name, fade, dt) in starts {
                let started = mixer.start(MOTIONS.get(name).map_or("dance", |motion| motion.0), fade);
                prop_assert_eq!(started.is_err(), name == 3);
                if name < 3 && playing != Some(name) {
                    (playing, times[name]) = (Some(name), 0.0);
                    (kept, seconds, passed) = (shown, fade, 0.0);
                }
                prop_assert!(mixer.fade().kept()[0].translation.distance(kept) < 1e-5);
                mixer.update(dt);
                if let Some(playing) = playing {
                    (times[playing], passed) = (times[playing] + dt, passed + dt);
                    let (_, axis, speed) = MOTIONS[playing];
                    let part = if passed < seconds { passed / seconds } else { 1.0 };
                    shown = kept + part * (f32::sin(speed * times[playing]) * axis - kept);
                }
                prop_assert!(mixer.pose()[0].translation.distance(shown) < 1e-4);
                prop_assert_eq!(mixer.source().map(Source::name), playing.map(|playing| MOTIONS[playing].0));
                prop_assert!(mixer.sources.iter().zip(times).all(|(source, time)| (source.time - time).abs() < 1e-5));
            }
        }
    }

    #[test]
    fn a_motion_that_plays_may_be_started_in_every_frame() {
        let mut mixer = mixer();
        for _ in 0..10 {
            mixer.start("wave", 0.5).unwrap();
            mixer.update(0.1);
        }
        assert!((mixer.source().unwrap().time - 1.0).abs() < 1e-5);
        assert_eq!(mixer.fade().weight(), 1.0);
        mixer.restart("wave", 0.5).unwrap();
        assert_eq!((mixer.source().unwrap().time, mixer.fade().weight()), (0.0, 0.0));
    }

    #[test]
    fn no_time_at_all_cuts_and_nothing_is_no_number() {
        let mut mixer = mixer();
        mixer.update(0.1);
        assert_eq!(mixer.pose(), [Transform::IDENTITY; 2], "nothing is started yet");
        for fade in [0.0, -1.0, f32::NAN] {
            mixer.restart("wave", fade).unwrap();
            mixer.update(0.0);
            assert_eq!(mixer.fade().weight(), 1.0);
            assert!(mixer.pose().iter().all(|joint| joint.to_matrix().is_finite()));
        }
    }

    #[test]
    fn an_unknown_name_lists_those_that_are_known() {
        let mut mixer = mixer();
        mixer.start("walk", 0.0).unwrap();
        mixer.update(0.25);
        for started in [mixer.start("dance", 0.2), mixer.restart("dance", 0.2)] {
            assert_eq!(
                started.unwrap_err().to_string(),
                "there is no clip 'dance'; there are: walk, wave, nod"
            );
        }
        assert_eq!(mixer.source().unwrap().name(), "walk");
        let mut nothing = Mixer::<Swing>::new(Pose::new(), Vec::new());
        let error = nothing.start("walk", 0.0).unwrap_err();
        assert_eq!(error.to_string(), "there is no clip 'walk': there are no clips at all");
    }

    #[test]
    #[should_panic(expected = "'wave' moves 2 joints, not 3")]
    fn all_motions_are_of_one_skeleton() {
        Mixer::new(vec![Transform::IDENTITY; 3], mixer().sources.split_off(1));
    }
}
