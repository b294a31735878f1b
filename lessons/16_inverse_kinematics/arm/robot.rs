//! The robot of lesson 01, whose hand follows a target.

use super::marks::{self, Triangle};
use super::{Owner, Request};
use anyhow::Result;
use common::ik::{Arm, Goal};
use common::shapes;
use common::skeleton::Skeleton;
use common::transform::{parent_from_hinge, transform_point};
use gl::Gl;
use gl::colour::{INK, PAPER, STEEL, joint_colour, mix};
use glam::{Mat4, Vec2, Vec3, vec3};
use stage::{Camera, Frame, Inspected, Panel, Plate};

/// Place of the shoulder, in the world.
pub const SHOULDER: Vec3 = vec3(0.0, 0.9, 0.0);

/// Number of corners of the circles of the reach.
const CORNERS: u8 = 96;

/// Lengths of upper arm and forearm, in metres.
const BONES: [f32; 2] = [1.7, 1.3];

pub struct Robot {
    base: Plate,
    /// Upper arm and forearm.
    bars: [Plate; 2],
    hub: Plate,
    /// Angles of both hinges, in degrees: θ and φ of lesson 01.
    hinges: [f32; 2],
    pub request: Request,
    /// Places of the joints from the last finite answer.
    answer: Arm,
    /// True if the last answer was finite.
    is_answered: bool,
    pub missed: f32,
}

impl Robot {
    pub fn new(gl: &Gl) -> Result<Self> {
        let request = Request { target: vec3(2.1, 1.6, 0.0), pole: vec3(0.3, 3.2, 0.0), soft: 0.0 };
        let mut robot = Self {
            base: Plate::new(gl, &shapes::plinth(1.1, SHOULDER.y, 0.3))?,
            bars: [
                Plate::new(gl, &shapes::bar(BONES[0], 0.2, 0.16))?,
                Plate::new(gl, &shapes::bar(BONES[1], 0.14, 0.05))?,
            ],
            hub: Plate::new(gl, &shapes::disc(0.07))?,
            hinges: [40.0, -60.0],
            request,
            answer: Arm { root: SHOULDER, middle: SHOULDER, end: SHOULDER },
            is_answered: true,
            missed: 0.0,
        };
        robot.reach(0.0);
        Ok(robot)
    }

    /// Matrices of upper arm, forearm and hand, each to the one before it: hinges, as in lesson 01.
    fn parent_from_spaces(&self) -> [Mat4; 3] {
        [
            parent_from_hinge(SHOULDER, self.hinges[0]),
            parent_from_hinge(BONES[0] * Vec3::X, self.hinges[1]),
            Mat4::from_translation(BONES[1] * Vec3::X),
        ]
    }

    /// Matrices of upper arm, forearm and hand to the world.
    fn world_from_spaces(&self) -> [Mat4; 3] {
        let [upper, lower, hand] = self.parent_from_spaces();
        [upper, upper * lower, upper * lower * hand]
    }

    fn arm(&self) -> Arm {
        let [root, middle, end] = self.world_from_spaces().map(|frame| transform_point(frame, Vec3::ZERO));
        Arm { root, middle, end }
    }

    /// Turns both hinges to an answer.
    fn follow(&mut self, answer: Arm) {
        self.answer = answer;
        let Arm { root, middle, end } = answer;
        let degrees = |bone: Vec3| bone.truncate().to_angle().to_degrees();
        let upper = degrees(middle - root);
        self.hinges = [upper, degrees(end - middle) - upper];
    }

    pub fn triangle(&self) -> Triangle {
        Triangle::new(BONES, SHOULDER, &self.request)
    }
}

impl Owner for Robot {
    fn camera(&self) -> Camera {
        Camera::flat(vec3(0.9, 1.5, 0.0), 5.2)
    }

    /// Turns both hinges so that the hand reaches the target.
    fn reach(&mut self, _time: f32) {
        let Request { target, pole, soft } = self.request;
        let reached = self.arm().reaching(&Goal { target, pole: pole - SHOULDER, soft });
        self.is_answered = reached.middle.is_finite() && reached.end.is_finite();
        if self.is_answered {
            self.follow(reached);
        }
        self.missed = self.arm().end.distance(target);
    }

    fn request(&mut self) -> &mut Request {
        &mut self.request
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.show(panel);
    }

    fn inspected(&self) -> Inspected {
        let frames = Skeleton::chain(&["upper arm", "forearm", "hand"]);
        let (in_parents, in_world) = (self.parent_from_spaces().to_vec(), self.world_from_spaces().to_vec());
        Inspected::new(&frames, None, in_parents, in_world)
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        frame.lines.line(vec3(-40.0, 0.0, -0.1), vec3(40.0, 0.0, -0.1), 3.0, mix(INK, STEEL, 0.5));
        let [upper, lower] = BONES;
        for radius in [upper + lower, (upper - lower).abs()] {
            let corner = |i: u8| Vec2::from_angle(f32::from(i) * std::f32::consts::TAU / f32::from(CORNERS));
            let circle: Vec<Vec3> = (0..CORNERS).map(|i| (radius * corner(i)).extend(-0.05)).collect();
            frame.lines.outline(Mat4::from_translation(SHOULDER), &circle, 1.5, mix(PAPER, INK, 0.35));
        }
        let [world_from_upper, world_from_lower, _] = self.world_from_spaces();
        self.base.draw(frame, Mat4::IDENTITY, 0.0, joint_colour(0))?;
        self.bars[0].draw(frame, world_from_upper, 1.0, joint_colour(1))?;
        self.bars[1].draw(frame, world_from_lower, 2.0, joint_colour(2))?;
        for hinge in [world_from_upper, world_from_lower] {
            self.hub.draw(frame, hinge, 3.0, STEEL)?;
        }
        self.triangle().draw(frame, self.answer);
        marks::handles(frame, &self.request, self.arm(), self.missed);
        if !self.is_answered {
            marks::no_number(frame, &self.request);
        }
        Ok(())
    }
}
