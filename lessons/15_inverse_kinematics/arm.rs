//! Two bones that reach for a point: a robot's in the plane, and a knight's in space.

mod body;
mod marks;
mod robot;

use crate::CLEAR;
use anyhow::Result;
use body::Body;
use gl::Gl;
use glam::Vec3;
use robot::Robot;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Motion, Panel, PointGrip, Pointer, Step};

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
    /// Target of the hand.
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

pub struct Arms {
    whose: Whose,
    robot: Robot,
    body: Body,
    grip: PointGrip<Handle>,
}

impl Lesson for Arms {
    const SCENE: &'static str = "arm";
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        // A model named on the command line is shown first.
        let whose = if args.model.is_some() { Whose::Model } else { Whose::Robot };
        let (robot, body) = (Robot::new(gl)?, Body::open(gl, args)?);
        Ok(Self { whose, robot, body, grip: PointGrip::none() })
    }

    fn camera(&self) -> Camera {
        match self.whose {
            Whose::Robot => robot::camera(),
            Whose::Model => self.body.camera(),
        }
    }

    fn motion(&self) -> Option<Motion> {
        match self.whose {
            Whose::Robot => None,
            Whose::Model => self.body.motion(),
        }
    }

    fn update(&mut self, step: Step) {
        match self.whose {
            Whose::Robot => self.robot.reach(),
            Whose::Model => self.body.reach(step.time),
        }
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
            (*panel.camera, *panel.clock) = (self.camera(), Clock::new(self.motion()));
        }
        match self.whose {
            Whose::Robot => self.robot.panel(panel),
            Whose::Model => self.body.panel(panel),
        }
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let request = match self.whose {
            Whose::Robot => &mut self.robot.request,
            Whose::Model => &mut self.body.request,
        };
        if let Some((part, place)) = self.grip.follow(pointer, &request.handles()) {
            request.set(part, place);
        }
        self.grip.holds()
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(match self.whose {
            Whose::Robot => self.robot.inspected(),
            Whose::Model => self.body.inspected(),
        })
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        match self.whose {
            Whose::Robot => self.robot.draw(frame),
            Whose::Model => self.body.draw(frame),
        }
    }
}
