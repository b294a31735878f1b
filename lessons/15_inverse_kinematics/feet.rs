//! A knight who walks over hills, with feet that don't slide.

mod hills;
mod prints;
mod stances;
mod walker;

use crate::CLEAR;
use anyhow::Result;
use common::ik::FeetOptions;
use gl::colour::{ACCENT, ERROR, FAINT, INK, joint_colour, rgb, with_alpha};
use gl::{Gl, MeshBuffers, asset_path};
use glam::{Mat4, Vec3, vec3};
use hills::{GROUNDS, HALF_WIDTH, HEIGHTS, Hills};
use models::{ModelLook, ModelScene};
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Motion, Panel, PointGrip, Pointer, Step};
use std::cell::RefCell;
use walker::{CLIP_SPEED, Request, Walker};

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

/// The ground as it was uploaded.
type Uploaded = Option<(Hills, MeshBuffers)>;

pub struct Walk {
    scene: ModelScene,
    walker: Walker,
    request: Request,
    /// Target of his look, relative to him, and the switch for it.
    look: Vec3,
    looks: bool,
    marks: bool,
    chart: bool,
    ground: usize,
    grip: PointGrip<Handle>,
    /// The part that a press would take.
    hovered: Option<Handle>,
    /// Request of the walk so far, apart from its look.
    walked: Option<Request>,
    uploaded: RefCell<Uploaded>,
}

impl Walk {
    /// Returns his task, with all parts that are switched on.
    fn request(&self) -> Request {
        Request { look: self.looks.then_some(self.look), ..self.request }
    }

    /// The heights of the ground, each at its visible place nearest to him.
    fn handles(&self) -> impl Iterator<Item = (Handle, Vec3)> {
        let (hills, here) = (self.request.hills, self.walker.here().z);
        (0..HEIGHTS).map(move |index| {
            let half = 0.5 * hills.round;
            let away = (hills.along(index) - here + half).rem_euclid(hills.round) - half;
            (Handle::Height(index), vec3(-HALF_WIDTH, hills.heights[index], away))
        })
    }

    /// Returns the height of the highest ground, which the camera stays above.
    fn ground(&self) -> f32 {
        self.request.hills.heights.into_iter().reduce(f32::max).unwrap_or(0.0)
    }

    /// Lists the parts that can be dragged, and their places on screen.
    fn parts(&self) -> Vec<(Handle, Vec3)> {
        self.handles().chain(self.looks.then_some((Handle::Look, self.look))).collect()
    }
}

impl Lesson for Walk {
    const SCENE: &'static str = "feet";

    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let scene = ModelScene::new(gl, formats::read(&asset_path("knight/knight.dae"))?)?;
        let walker = Walker::new(&scene.asset)?;
        let round = STRIDES * CLIP_SPEED * walker.seconds();
        let hills = Hills { heights: GROUNDS[1].1, stepped: false, round };
        let request = Request { hills, speed: 0.8, fits: true, does: FeetOptions::ALL, look: None };
        Ok(Self {
            scene,
            walker,
            request,
            look: vec3(-0.9, 1.45, 1.3),
            looks: true,
            marks: true,
            chart: true,
            ground: 1,
            grip: PointGrip::reaching(REACH),
            hovered: None,
            walked: None,
            uploaded: RefCell::default(),
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.72, 0.15), 3.1, 298.0, 9.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: self.request.hills.round / self.request.speed, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        let request = self.request();
        if self.walked.is_none() || !(0.0..1.0).contains(&step.dt) {
            self.walker.go_to(f64::from(step.time), &request);
        } else {
            // A new ground takes effect as if it had always been there, even while paused.
            if self.walked != Some(self.request) {
                self.walker.begin_anew(&request);
            }
            self.walker.pass(f64::from(step.dt), &request);
        }
        self.walked = Some(self.request);
        let mouse = step.input.mouse.filter(|_| !self.grip.holds());
        self.hovered = mouse.and_then(|mouse| mouse.over_within(REACH, self.parts()));
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        camera.keep_above(self.ground() + CLEAR);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names = GROUNDS.map(|(name, ..)| name);
        let (was, request) = (self.ground, &mut self.request);
        panel.choice("ground", &mut self.ground, &names);
        if self.ground != was {
            let (_, heights, stepped) = GROUNDS[self.ground];
            request.hills = Hills { heights, stepped, ..request.hills };
        }
        panel.slider("pace", &mut request.speed, 0.6..=1.4, "%.2f m/s");
        panel.clock.seconds = request.hills.round / request.speed;
        panel.heading("What is done");
        panel.switch("feet", &mut request.fits);
        panel.same_line();
        panel.switch("hold", &mut request.does.holds);
        panel.same_line();
        panel.switch("pelvis", &mut request.does.lowers);
        panel.switch("slope", &mut request.does.tilts);
        panel.same_line();
        panel.switch("head", &mut self.looks);
        panel.heading("What is shown");
        panel.switch("marks", &mut self.marks);
        panel.same_line();
        panel.switch("chart", &mut self.chart);
        panel.heading("How they stand");
        let slid = 1000.0 * self.walker.prints.slid();
        panel.number("slid", &format!("slid while standing  {slid:5.0} mm"));
        panel.note("Drag the dots of the ground up and down, and the point that he looks at.");
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        match self.grip.follow(pointer, &self.parts()) {
            Some((Handle::Look, place)) => self.look = place,
            Some((Handle::Height(index), place)) => {
                self.request.hills.heights[index] = place.y.clamp(-HIGHEST, HIGHEST);
            }
            None => {}
        }
        self.grip.holds()
    }

    fn inspected(&self) -> Option<Inspected> {
        let model_from_world = self.scene.world_from_model().inverse();
        let nodes = self.walker.world_from_joints().iter();
        let placed: Vec<Mat4> = nodes.map(|&node| model_from_world * node).collect();
        let here = Mat4::from_translation(-self.walker.here());
        Some(self.scene.inspected_posed(here * self.scene.world_from_model(), &placed))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.draw_ground(frame)?;
        let here = Mat4::from_translation(-self.walker.here());
        self.scene.draw_posed(frame, here, self.walker.world_from_joints(), ModelLook::default())?;
        self.draw_handles(frame);
        if self.marks {
            self.draw_marks(frame);
        }
        if self.chart {
            stances::chart(frame, &self.walker);
        }
        Ok(())
    }
}

impl Walk {
    fn draw_ground(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (hills, here) = (self.request.hills, self.walker.here());
        let mut uploaded = self.uploaded.borrow_mut();
        if uploaded.as_ref().is_none_or(|(shown, _)| *shown != hills) {
            *uploaded = Some((hills, MeshBuffers::new(frame.gl(), &hills.mesh([-1, 2]))?));
        }
        if let Some((_, mesh)) = &*uploaded {
            frame.solid(mesh, Mat4::from_translation(-here), rgb(0xb9c9a0))?;
        }
        // A line across for each height, which shows how the ground moves past.
        for part in -(HEIGHTS as i16)..2 * HEIGHTS as i16 {
            let z = f32::from(part) * hills.round / HEIGHTS as f32;
            let at = |x: f32| vec3(x, hills.height(z + 1e-4) + 0.003, z) - here;
            frame.lines.line(at(-HALF_WIDTH), at(HALF_WIDTH), 1.2, with_alpha(INK, 0.25));
        }
        Ok(())
    }

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
        if self.looks {
            let eyes = self.walker.eyes() - self.walker.here();
            frame.lines_on_top.line(eyes, self.look, 1.5, with_alpha(ACCENT, 0.5));
            frame.label(self.look, [0.0, -16.0], "looks at", ACCENT);
        }
    }

    /// Draws the prints of heels and toes with their slides, and the toes' paths with a dot for each time step.
    fn draw_marks(&self, frame: &mut Frame<'_>) {
        let here = self.walker.here();
        for print in self.walker.prints.all() {
            let [from, to] = [print.from, print.to].map(|place| place - here);
            frame.lines_on_top.line(from, to, 4.0, with_alpha(ERROR, 0.8));
            frame.lines_on_top.line(from, from, 5.0, joint_colour(print.side));
        }
        let (soles, stands) = (self.walker.soles(), self.walker.stands());
        for side in 0..2 {
            let way = self.walker.prints.way(side).map(|place| place - here);
            for (before, after) in way.clone().zip(way.skip(1)) {
                frame.lines_on_top.line(before, after, 1.2, with_alpha(joint_colour(side), 0.45));
                frame.lines_on_top.line(after, after, 3.0, with_alpha(joint_colour(side), 0.6));
            }
            for (part, name) in ["heel", "toe"].into_iter().enumerate() {
                let place = soles[side][part] - here;
                let stands = stands[side][part];
                let (width, colour) = if stands { (13.0, joint_colour(side)) } else { (6.0, FAINT) };
                frame.lines_on_top.rimmed_dot(place, width, colour);
                if stands {
                    let beside = if part == 0 { -26.0 } else { 26.0 };
                    frame.label(place, [beside, 12.0], name, colour);
                }
            }
        }
    }
}
