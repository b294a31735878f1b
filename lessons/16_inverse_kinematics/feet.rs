//! A knight who walks over hills, with feet that don't slide.

mod hills;
mod look_at;
mod panel;
mod prints;
mod stances;
mod walker;

use crate::CLEAR;
use anyhow::Result;
use gl::colour::{ACCENT, INK, with_alpha};
use gl::{Gl, Model, ModelLook, asset_path};
use glam::{Mat4, Vec3, vec3};
use hills::{Ground, HALF_WIDTH, HEIGHTS};
use panel::Instruments;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, PointGrip, Pointer, Step};
use walker::{CLIP_SPEED, Walker};

/// Number of the clip's steps, with the left foot, in a round of the ground.
const STRIDES: f32 = 4.0;

/// Highest and lowest place that the ground can be dragged to, in metres.
const HIGHEST: f32 = 0.5;

/// Largest distance between a press and a dot, in pixels at scale 1. Those of the ground move past as he walks.
const REACH: f32 = 28.0;

/// Parts that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handle {
    Look,
    Height(usize),
}

pub struct Walk {
    scene: Model,
    walker: Walker,
    ground: Ground,
    instruments: Instruments,
    /// Target of his look, relative to him.
    look: Vec3,
    grip: PointGrip<Handle>,
    /// The part that a press would take.
    hovered: Option<Handle>,
}

impl Walk {
    /// Lists the parts that can be dragged, and their places on screen: those of the ground nearest to him.
    fn parts(&self) -> Vec<(Handle, Vec3)> {
        let (hills, here) = (&self.instruments.request.hills, self.walker.here().z);
        let height = |index: usize| {
            let half = 0.5 * hills.round;
            let away = (hills.along(index) - here + half).rem_euclid(hills.round) - half;
            (Handle::Height(index), vec3(-HALF_WIDTH, hills.heights[index], away))
        };
        (0..HEIGHTS).map(height).chain([(Handle::Look, self.look)]).collect()
    }
}

impl Lesson for Walk {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let scene = Model::new(gl, formats::read(&asset_path("knight/knight.dae"))?)?;
        let walker = Walker::new(&scene.asset)?;
        Ok(Self {
            scene,
            instruments: Instruments::new(STRIDES * CLIP_SPEED * walker.seconds()),
            walker,
            ground: Ground::default(),
            look: vec3(-0.9, 1.45, 1.3),
            grip: PointGrip::reaching(REACH),
            hovered: None,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.72, 0.15), 3.1, 298.0, 9.0)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(self.instruments.request.seconds())
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        camera.keep_above(self.instruments.request.hills.highest() + CLEAR);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.instruments.show(&self.walker.prints, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        match self.grip.follow(pointer, &self.parts()) {
            Some((Handle::Look, place)) => self.look = place,
            Some((Handle::Height(index), place)) => {
                self.instruments.request.hills.heights[index] = place.y.clamp(-HIGHEST, HIGHEST);
            }
            None => {}
        }
        self.grip.holds()
    }

    fn inspected(&self) -> Option<Inspected> {
        let here = Mat4::from_translation(-self.walker.here());
        Some(Inspected::of_posed(&self.scene, here, self.walker.world_from_joints()).opens_on("foot.L"))
    }

    fn update(&mut self, step: Step) {
        self.walker.update(step.time, step.dt, &self.instruments.request, self.look);
        let mouse = step.input.mouse.filter(|_| !self.grip.holds());
        self.hovered = mouse.and_then(|mouse| mouse.over_within(REACH, self.parts()));
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let Instruments { request, marks, chart, .. } = &self.instruments;
        self.ground.draw(frame, request.hills, self.walker.here())?;
        let here = Mat4::from_translation(-self.walker.here());
        frame.model(&self.scene, here, self.walker.world_from_joints(), ModelLook::default())?;
        self.draw_handles(frame);
        if *marks {
            stances::marks(frame, &self.walker);
        }
        if *chart {
            stances::chart(frame, &self.walker);
        }
        Ok(())
    }
}

impl Walk {
    fn draw_handles(&self, frame: &mut Frame<'_>) {
        for (part, place) in self.parts() {
            let (name, width, colour) = match part {
                Handle::Look => ("look".to_owned(), 13.0, ACCENT),
                Handle::Height(index) => (format!("height {}", index + 1), 10.0, INK),
            };
            let width = if self.hovered == Some(part) { 1.4 * width } else { width };
            frame.lines_on_top.rimmed_dot(place, width, colour);
            frame.handle(name, place);
        }
        let eyes = self.walker.eyes() - self.walker.here();
        frame.lines_on_top.line(eyes, self.look, 1.5, with_alpha(ACCENT, 0.5));
        frame.label(self.look, [0.0, -16.0], "looks at", ACCENT);
    }
}
