//! The joints of a Collada file, moved by the keys that the file gives them.

mod played;

use anyhow::Result;
use common::clip::{FRAMES_PER_SECOND, FrameCounter, MatrixKeys, key_at, parent_from_joints_at};
use common::collada::Clip;
use common::gl::colour::{INK, joint_colour, mix, with_alpha};
use common::gl::{Gl, JointScene, Live};
use common::stage::{
    self, Args, Camera, Clock, Frame, KeyRow, KeySheet, Lesson, Motion, Panel, Pointer, Step,
};
use glam::{Mat4, Vec2, Vec3};
use played::Played;
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<JointPlayback>(env!("CARGO_BIN_NAME"))
}

/// How often the trail has a dot, in seconds.
const TRAIL_STEP: f32 = 1.0 / 60.0;

/// Which key holds when.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// Every key is a frame, and there are 30 frames a second.
    Frames,
    /// Every key holds from its own time on.
    Times,
    /// The time between two keys is filled.
    Between,
}

/// The rules, and what the panel calls them.
const RULES: [(Rule, &str); 3] =
    [(Rule::Frames, "30 a second"), (Rule::Times, "own times"), (Rule::Between, "between")];

struct JointPlayback {
    models: Vec<(String, Rc<Live<Played>>)>,
    shown: usize,
    /// The model that the camera is pointed at, and from where all that it does is seen.
    seen: usize,
    around: Camera,
    clip: usize,
    rule: usize,
    /// Seconds into the clip.
    time: f32,
    counter: FrameCounter,
    /// Where the model stands: metres along x, and degrees about y.
    place: f32,
    turn: f32,
    /// A node of the model.
    chosen: Option<usize>,
    trail_shown: bool,
}

/// From where all joints are seen during a clip.
fn around(played: &Played, clip: usize) -> Camera {
    Camera::around(played.places(clip), 40.0, 18.0)
}

impl JointPlayback {
    fn played(&self) -> Rc<Live<Played>> {
        self.models[self.shown].1.clone()
    }

    fn world_from_model(&self) -> Mat4 {
        Mat4::from_translation(Vec3::X * self.place) * Mat4::from_rotation_y(self.turn.to_radians())
    }

    /// The key of a joint that holds `time` seconds into the clip, or at the frame that is counted.
    fn key_of(&self, clip: &Clip, keys: &MatrixKeys, time: f32, frame: usize) -> usize {
        match RULES[self.rule].0 {
            Rule::Frames => frame,
            Rule::Times | Rule::Between => key_at(&keys.times, clip.start + time),
        }
    }

    /// From every node to the world, at a time of the clip or at a frame, as the rule has it.
    fn world_from_nodes(&self, played: &Played, time: f32, frame: usize) -> Vec<Mat4> {
        let Played { scene, keys } = played;
        let at_rest = scene.document.scene.parent_from_nodes();
        let parent_from_nodes = match (scene.document.clips.get(self.clip), keys.get(self.clip)) {
            (Some(clip), _) if RULES[self.rule].0 == Rule::Between => {
                clip.parent_from_nodes(&scene.document.scene, clip.start + time)
            }
            (Some(clip), Some(keys)) => {
                parent_from_joints_at(&at_rest, keys, |keys| self.key_of(clip, keys, time, frame))
            }
            _ => at_rest,
        };
        let world_from_model = self.world_from_model();
        let world_from_nodes = scene.world_from_nodes(&parent_from_nodes);
        world_from_nodes.into_iter().map(|world_from_node| world_from_model * world_from_node).collect()
    }

    fn world_now(&self, played: &Played) -> Vec<Mat4> {
        self.world_from_nodes(played, self.time, self.counter.frame)
    }

    /// Where a node is at every moment of the clip.
    fn trail(&self, played: &Played, node: usize) -> Vec<Vec3> {
        let place = |time: f32, frame: usize| {
            let world_from_nodes = self.world_from_nodes(played, time, frame);
            world_from_nodes.get(node).map(|matrix| matrix.w_axis.truncate())
        };
        if RULES[self.rule].0 == Rule::Frames {
            return (0..played.frames(self.clip)).filter_map(|frame| place(0.0, frame)).collect();
        }
        let steps = self.motion().map_or(0.0, |motion| motion.seconds / TRAIL_STEP).min(1000.0) as u16;
        (0..=steps).filter_map(|step| place(f32::from(step) * TRAIL_STEP, 0)).collect()
    }

    /// Every joint's keys along time, with the one that holds.
    fn keys_panel(&mut self, panel: &mut Panel<'_>, played: &Played) {
        let document = &played.scene.document;
        let (Some(clip), Some(keys)) = (document.clips.get(self.clip), played.keys.get(self.clip)) else {
            panel.note("Nothing moves in this file: it has no animations.");
            return;
        };
        let joints: Vec<(usize, usize)> = played.scene.joints().collect();
        let rows = joints.iter().map(|&(node, joint)| {
            let last = keys[node].matrices.len().checked_sub(1);
            let holds =
                last.map(|last| self.key_of(clip, &keys[node], self.time, self.counter.frame).min(last));
            let (name, keys) = (document.scene.nodes[node].name.as_str(), keys[node].times.as_slice());
            KeyRow { name, colour: joint_colour(joint), keys, holds }
        });
        let now = match RULES[self.rule].0 {
            Rule::Frames => self.counter.frame as f32 / FRAMES_PER_SECOND,
            _ => self.time,
        };
        let sheet = KeySheet { rows: rows.collect(), seconds: clip.start..=clip.end, now: clip.start + now };
        panel.heading(&match RULES[self.rule].0 {
            Rule::Frames => format!("Frame {} of {}", self.counter.frame + 1, played.frames(self.clip)),
            _ => format!("Keys from {:.2} to {:.2} s", clip.start, clip.end),
        });
        let mut row = self.chosen.and_then(|chosen| joints.iter().position(|&(node, _)| node == chosen));
        if panel.key_sheet("joint", 9.0, &sheet, &mut row) {
            self.chosen = row.map(|row| joints[row].0);
        }
    }
}

impl Lesson for JointPlayback {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [
            ("heron", "joints/heron.dae"),
            ("tick", "joints/tick.dae"),
            ("curves", "joints/tick_curves.dae"),
        ];
        let models = JointScene::open_all(gl, args.model.as_deref(), &own, Played::new)?;
        let around = around(&models[0].1.get(), 0);
        Ok(Self {
            models,
            shown: 0,
            seen: 0,
            around,
            clip: 0,
            rule: 0,
            time: 0.0,
            counter: FrameCounter::default(),
            place: 0.0,
            turn: 0.0,
            chosen: None,
            trail_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn motion(&self) -> Option<Motion> {
        let seconds =
            self.played().get().scene.document.clips.get(self.clip).map(|clip| clip.end - clip.start);
        Some(Motion { seconds: seconds.unwrap_or(0.0), plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.time = step.time;
        let frames = self.played().get().frames(self.clip);
        self.counter.advance(step.dt, frames);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names: Vec<&str> = self.models.iter().map(|(name, _)| name.as_str()).collect();
        panel.choice("model", &mut self.shown, &names);
        if self.seen != self.shown {
            (self.seen, self.clip, self.chosen) = (self.shown, 0, None);
            self.counter = FrameCounter::default();
            self.around = around(&self.played().get(), self.clip);
            *panel.camera = self.around;
        }
        let played = self.played();
        let played = played.get();
        let clips: Vec<&str> = played.scene.document.clips.iter().map(|clip| clip.name.as_str()).collect();
        if clips.len() > 1 {
            panel.choice("clip", &mut self.clip, &clips);
        }
        panel.choice("keys", &mut self.rule, &RULES.map(|(_, name)| name));
        panel.slider("place x", &mut self.place, -2.0..=2.0, "%.2f m");
        panel.slider("turn", &mut self.turn, -180.0..=180.0, "%.0f°");
        panel.switch("trail", &mut self.trail_shown);
        self.keys_panel(panel, &played);
        for note in played.scene.document.notes.iter().take(5) {
            panel.note(&note.to_string());
        }
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let played = self.played();
        let played = played.get();
        let world_from_nodes = self.world_now(&played);
        let place = |node: usize| world_from_nodes[node].w_axis.truncate();
        let pressed = pointer.pressed(played.scene.joints().map(|(node, _)| (node, place(node))));
        self.chosen = pressed.or(self.chosen);
        pressed.is_some()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let played = self.played();
        let played = played.get();
        let ground = self.around.target.with_y(0.0) + Vec3::X * self.place;
        frame.shadow(ground, Vec2::splat(0.25 * self.around.height))?;
        let world_from_nodes = self.world_now(&played);
        played.scene.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
        for (node, joint) in played.scene.joints().filter(|(node, _)| self.chosen == Some(*node)) {
            let colour = joint_colour(joint);
            let name = played.scene.document.scene.nodes[node].name.clone();
            frame.label(world_from_nodes[node].w_axis.truncate(), [0.0, -18.0], name, mix(colour, INK, 0.4));
            if self.trail_shown {
                for place in self.trail(&played, node) {
                    frame.overlay.line(place, place, 5.0, with_alpha(colour, 0.6));
                }
            }
        }
        Ok(())
    }
}
