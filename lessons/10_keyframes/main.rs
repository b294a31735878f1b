//! Keyframes: a few poses with times, and everything between them computed. Beside it, ways that are often tried instead.

mod figure;
mod motion;
mod ways;

use anyhow::Result;
use common::clip::{Easing, Keyframes, Playhead};
use common::gl::colour::{ACCENT, CHANGED, Colour, INK, joint_colour, mix, rgb, with_alpha};
use common::gl::{Gl, RiggedMesh, SkinLook, SkinPainter};
use common::pose::Pose;
use common::stage::{self, Args, Camera, Frame, Lesson, Motion, Panel, Step};
use common::transform::Transform;
use figure::{Figure, HEIGHT, JOINTS};
use glam::{Mat4, Quat, Vec3, vec2, vec3};
use glium::Surface;
use motion::{REACH, keyframes};
use std::process::ExitCode;
use ways::{WAYS, Way};

fn main() -> ExitCode {
    stage::run::<KeyframesLesson>(env!("CARGO_BIN_NAME"))
}

/// How far apart two figures stand, in metres.
const APART: f32 = 2.3;
/// How many points a curve of the panel has.
const POINTS: u16 = 96;
const SKIN: Colour = rgb(0xd8c39a);

struct KeyframesLesson {
    figure: Figure,
    body: RiggedMesh,
    face: RiggedMesh,
    painter: SkinPainter,
    keyframes: Keyframes,
    playhead: Playhead,
    beside: usize,
    easing: usize,
    topic: usize,
    ghosts_shown: bool,
    axes_shown: bool,
}

/// Two keyframes, and how far the time between them has come.
struct Span {
    from: usize,
    to: usize,
    /// The moment of the first, and how long it takes to the second, in seconds.
    begin: f32,
    seconds: f32,
    /// From 0 to 1, not eased.
    alpha: f32,
}

impl KeyframesLesson {
    fn span(&self) -> Span {
        let (frames, Playhead { frame: from, in_frame, .. }) = (&self.keyframes.frames, self.playhead);
        let begin = self.keyframes.moments()[from];
        let seconds = frames[from].seconds;
        let held = self.keyframes.held() == Some(from) || seconds == 0.0;
        let to = if self.keyframes.held() == Some(from) { from } else { (from + 1) % frames.len() };
        Span { from, to, begin, seconds, alpha: if held { 0.0 } else { in_frame / seconds } }
    }

    /// The joint that turns farthest in this span, and its two transforms.
    fn fastest(&self) -> (usize, Transform, Transform) {
        let Span { from, to, .. } = self.span();
        let [from, to] = [from, to].map(|frame| &self.keyframes.frames[frame].pose);
        let turn = |&joint: &usize| angle(from[joint].rotation, to[joint].rotation);
        let joint = (0..JOINTS.len()).max_by(|a, b| turn(a).total_cmp(&turn(b))).unwrap_or(0);
        (joint, from[joint], to[joint])
    }

    fn keys_panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("Keyframes");
        self.keyframes.looping = panel.clock.looping;
        let moving = self.keyframes.held().unwrap_or(self.keyframes.frames.len());
        let frames = &mut self.keyframes.frames[..moving];
        let mut seconds: Vec<f32> = frames.iter().map(|frame| frame.seconds).collect();
        panel.timeline("keys", &mut seconds, REACH);
        let changed = frames.iter().zip(&seconds).any(|(frame, &seconds)| frame.seconds != seconds);
        for (frame, seconds) in frames.iter_mut().zip(seconds) {
            frame.seconds = seconds;
        }
        if changed || panel.clock.time > self.keyframes.seconds() {
            panel.clock.time = panel.clock.time.min(self.keyframes.seconds());
            self.playhead = Playhead::at(panel.clock.time, &self.keyframes);
        }
        let Playhead { total, in_frame, frame } = self.playhead;
        panel.number("frame", &format!("frame {frame}, {in_frame:.2} s in it, {total:.2} s in all"));
        let Span { begin, seconds, alpha, .. } = self.span();
        let (time, end) = (begin + in_frame, begin + seconds);
        panel
            .number("alpha", &format!("α = ({time:.2} − {begin:.2}) / ({end:.2} − {begin:.2}) = {alpha:.2}"));
    }

    fn easing_panel(&mut self, panel: &mut Panel<'_>) {
        let Span { alpha, .. } = self.span();
        let easing = self.keyframes.easing;
        panel.heading(&format!("Eased: α = {:.2} becomes {:.2}", alpha, easing.ease(alpha)));
        let curve: Vec<f32> = parts().map(|part| easing.ease(part)).collect();
        panel.curve_with_dot("eased", &curve, [alpha, easing.ease(alpha)]);
    }

    fn speed_panel(&mut self, panel: &mut Panel<'_>) {
        let (joint, from, to) = self.fastest();
        let Span { seconds, .. } = self.span();
        panel.heading(&format!("How fast the {} turns, from key to key", JOINTS[joint]));
        let easing = self.keyframes.easing;
        let speeds = |rotation: &dyn Fn(f32) -> Quat| -> Vec<f32> {
            let turns: Vec<Quat> = parts().map(|part| rotation(easing.ease(part))).collect();
            let step = seconds.max(1e-3) / f32::from(POINTS);
            turns.windows(2).map(|pair| angle(pair[0], pair[1]).to_degrees() / step).collect()
        };
        let apart = speeds(&|alpha| from.interpolate(to, alpha).rotation);
        let mut curves = vec![("kept apart", ACCENT, apart)];
        let (_, name, way) = WAYS[self.beside];
        if let Some(way) = way.filter(|way| *way != Way::Matrices) {
            let rotation = |alpha| way.rotation(from.rotation, to.rotation, alpha).unwrap_or_default();
            curves.push((name, CHANGED, speeds(&rotation)));
        }
        let largest = curves.iter().flat_map(|(_, _, speeds)| speeds).copied().fold(1.0, f32::max);
        let curves: Vec<(&str, Colour, &[f32])> =
            curves.iter().map(|(name, colour, speeds)| (*name, *colour, speeds.as_slice())).collect();
        panel.curves("speed", 0.0..=1.1 * largest, &curves);
        panel.number("largest", &format!("{largest:.0}° per second at most"));
    }

    fn draw_figure(
        &self,
        frame: &mut Frame<'_>,
        world_from_model: Mat4,
        parent_from_joints: &[Mat4],
        name: &str,
    ) -> Result<()> {
        let palette = self.figure.palette(parent_from_joints);
        let foot = world_from_model.transform_point3(Vec3::ZERO);
        let percent = self.figure.percent(&palette);
        let colour = if (percent - 100.0).abs() < 10.0 { INK } else { CHANGED };
        frame.label(foot, [0.0, 30.0], format!("{name}: {percent:.0} %"), colour);
        for (mesh, colour) in [(&self.body, SKIN), (&self.face, INK)] {
            let look = SkinLook { colour, weights_shown: false };
            self.painter.draw(&mut frame.target, &frame.view, mesh, world_from_model, &palette, look)?;
        }
        if self.axes_shown {
            for (i, matrix) in self.figure.model_from_joints(parent_from_joints).into_iter().enumerate() {
                let world_from_joint = world_from_model * matrix;
                frame.axes(world_from_joint, 0.6);
                let at = world_from_joint.w_axis.truncate();
                frame.label(at, [-44.0, 0.0], JOINTS[i], mix(joint_colour(i), INK, 0.3));
            }
        }
        Ok(())
    }

    /// The two keyframes that the figure is between.
    fn draw_ghosts(&self, frame: &mut Frame<'_>, world_from_model: Mat4) -> Result<()> {
        let Span { from, to, .. } = self.span();
        for (key, colour) in [(from, ACCENT), (to, CHANGED)] {
            let pose = &self.keyframes.frames[key].pose;
            let parent_from_joints: Vec<Mat4> = pose.iter().map(|joint| joint.to_matrix()).collect();
            let palette = self.figure.palette(&parent_from_joints);
            let look = SkinLook { colour: with_alpha(colour, 0.22), weights_shown: false };
            self.painter.draw(
                &mut frame.target,
                &frame.view,
                &self.body,
                world_from_model,
                &palette,
                look,
            )?;
            // What is drawn after it lies over it, wherever it is.
            frame.target.clear_depth(1.0);
            let head = world_from_model * self.figure.model_from_joints(&parent_from_joints)[2];
            frame.label(head.transform_point3(Vec3::Y), [0.0, -16.0], format!("key {key}"), INK);
        }
        Ok(())
    }
}

/// Makes every rotation one long, and says which were not: glam would stop the program.
fn mend(pose: &mut Pose) -> Vec<String> {
    let mut odd = Vec::new();
    for (joint, name) in pose.iter_mut().zip(JOINTS) {
        let length = joint.rotation.length();
        if !joint.rotation.is_normalized() {
            odd.push(format!("the rotation of the {name} is {length:.2} long, not 1"));
            joint.rotation = if length > 0.0 { joint.rotation / length } else { Quat::IDENTITY };
        }
    }
    odd
}

/// Parts of a span, from 0 to 1.
fn parts() -> impl Iterator<Item = f32> {
    (0..=POINTS).map(|i| f32::from(i) / f32::from(POINTS))
}

/// The angle between two rotations, in radians.
fn angle(a: Quat, b: Quat) -> f32 {
    2.0 * a.dot(b).abs().min(1.0).acos()
}

impl Lesson for KeyframesLesson {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let figure = Figure::new();
        Ok(Self {
            body: figure.body(gl)?,
            face: Figure::face(gl)?,
            figure,
            painter: SkinPainter::new(gl)?,
            keyframes: keyframes(),
            playhead: Playhead::default(),
            beside: 1,
            easing: 0,
            topic: 0,
            ghosts_shown: false,
            axes_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.57 * HEIGHT, 0.0), 1.78 * HEIGHT, 14.0, 8.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: self.keyframes.seconds(), plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        if step.dt < 0.0 {
            self.playhead = Playhead::at(step.time, &self.keyframes);
        } else {
            self.playhead.advance(step.dt, &self.keyframes);
            self.playhead.keep_to(step.time, &self.keyframes);
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names = WAYS.map(|(name, ..)| name);
        panel.choice("beside it", &mut self.beside, &names);
        self.keys_panel(panel);
        panel.choice("easing", &mut self.easing, &["linear", "smooth", "in", "out"]);
        self.keyframes.easing = Easing::ALL[self.easing];
        panel.switch("onion skins", &mut self.ghosts_shown);
        panel.same_line();
        panel.switch("axes", &mut self.axes_shown);
        panel.choice("look at", &mut self.topic, &["easing", "speed"]);
        match self.topic {
            0 => self.easing_panel(panel),
            _ => self.speed_panel(panel),
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let Self { keyframes, playhead, .. } = self;
        let mut pose = keyframes.pose_at(*playhead);
        let odd = mend(&mut pose);
        let kept_apart: Vec<Mat4> = pose.iter().map(|joint| joint.to_matrix()).collect();
        let (_, name, way) = WAYS[self.beside];
        let mut figures = vec![(kept_apart, "kept apart")];
        if let Some(way) = way {
            let mix = |from, to, alpha| way.parent_from_joint(from, to, alpha);
            figures.push((keyframes.between(*playhead, mix), name));
        }
        let x = if figures.len() == 1 { 0.0 } else { -0.5 * APART };
        for (line, text) in odd.iter().enumerate() {
            frame.label(vec3(x, 1.25 * HEIGHT, 0.0), [0.0, 20.0 * line as f32], text, CHANGED);
        }
        for (i, (parent_from_joints, name)) in figures.iter().enumerate() {
            let stand = vec3(x + APART * i as f32, 0.0, 0.0);
            frame.shadow(stand, vec2(0.8, 0.8))?;
            let world_from_model = Mat4::from_translation(stand);
            if self.ghosts_shown {
                self.draw_ghosts(frame, world_from_model)?;
            }
            self.draw_figure(frame, world_from_model, parent_from_joints, name)?;
        }
        Ok(())
    }
}
