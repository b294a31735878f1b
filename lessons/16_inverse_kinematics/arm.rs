//! Two bones that reach for a point: a robot's in the plane, and a knight's in space.

mod body;
mod marks;
mod panel;
mod robot;

use crate::CLEAR;
use anyhow::Result;
use body::Body;
use gl::Gl;
use glam::Vec3;
use robot::Robot;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, PointGrip, Pointer, Step};

/// Parts that can be dragged.
#[derive(Clone, Copy, PartialEq)]
pub enum Handle {
    Target,
    Pole,
}

/// The owner of the arm.
#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Robot,
    Model,
}

/// The goal of the arm, in the world.
#[derive(Clone, Copy)]
pub struct Request {
    pub target: Vec3,
    /// A point on the side for the elbow.
    pub pole: Vec3,
    /// Fraction of its length over which the arm softens.
    pub soft: f32,
}

impl Request {
    /// Returns the parts that can be dragged, and their places.
    pub fn handles(&self) -> [(Handle, Vec3); 2] {
        [(Handle::Target, self.target), (Handle::Pole, self.pole)]
    }

    fn set(&mut self, part: Handle, place: Vec3) {
        match part {
            Handle::Target => self.target = place,
            Handle::Pole => self.pole = place,
        }
    }
}

/// A body with an arm that reaches.
trait Owner {
    /// Returns a camera with a view of the arm.
    fn camera(&self) -> Camera;

    /// Returns the seconds of the motion of the rest of the body, if it moves.
    fn seconds(&self) -> Option<f32> {
        None
    }

    /// Poses the body at a time of its motion, so that the hand reaches the target.
    fn reach(&mut self, time: f32);

    /// Returns the goal, which the mouse changes.
    fn request(&mut self) -> &mut Request;

    fn panel(&mut self, panel: &mut Panel<'_>);

    fn inspected(&self) -> Inspected;

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()>;
}

pub struct Arms {
    whose: Whose,
    /// Both owners, in the order of [`Whose`].
    owners: [Box<dyn Owner>; 2],
    grip: PointGrip<Handle>,
}

impl Arms {
    fn owner(&self) -> &dyn Owner {
        &*self.owners[self.whose as usize]
    }

    fn owner_mut(&mut self) -> &mut dyn Owner {
        &mut *self.owners[self.whose as usize]
    }
}

impl Lesson for Arms {
    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        // A model named on the command line is shown first.
        let whose = if args.model.is_some() { Whose::Model } else { Whose::Robot };
        let owners: [Box<dyn Owner>; 2] = [Box::new(Robot::new(gl)?), Box::new(Body::open(gl, args)?)];
        Ok(Self { whose, owners, grip: PointGrip::none() })
    }

    fn camera(&self) -> Camera {
        self.owner().camera()
    }

    fn pace(&self) -> Pace {
        self.owner().seconds().map_or(Pace::Still, Pace::Plays)
    }

    fn update(&mut self, step: Step) {
        self.owner_mut().reach(step.time);
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        camera.keep_above(CLEAR);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let before = self.whose;
        panel.choice_of(
            "whose",
            &mut self.whose,
            &[(Whose::Robot, "a robot's"), (Whose::Model, "a model's")],
        );
        if self.whose != before {
            (*panel.camera, *panel.clock) = (self.camera(), Clock::new(self.owner().seconds()));
        }
        self.owner_mut().panel(panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let request = self.owners[self.whose as usize].request();
        if let Some((part, place)) = self.grip.follow(pointer, &request.handles()) {
            request.set(part, place);
        }
        self.grip.holds()
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(self.owner().inspected())
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.owner().draw(frame)
    }
}
