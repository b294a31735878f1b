//! A whole character plays its clips: channels, an animator, and the skin that follows.
//!
//! ```text
//! time ── update 12.2 ─→ time in the clip ── sample 12.1, by key_from_last 12.4 if you like ─→ pose  `update`
//! pose ── walk 02.4 ─→ model                                                                         `update`
//! model ── fill_palette 07.2 ─→ palette ── skin.vert 08.2 ─→ frame                                   `draw`
//! root ── lead 12.5 ─→ figure in the world                                                           `walker.rs`
//! ```

mod looks;
mod panel;
mod played;
mod walker;

use anyhow::Result;
use common::clip::{Animator, Clip, Cursors, Search};
use common::pose::walk;
use gl::Gl;
use gl::colour::{INK, with_alpha};
use glam::{Mat4, Vec2, Vec3};
use models::ModelLook;
use panel::{Cost, MATRIX, Made, ROOT};
use played::Played;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Models, Motion, Panel, Pointer, Step, Subject};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use walker::{MotionSource, Travel, Walker};

fn main() -> ExitCode {
    stage::run::<FullPlayback>(env!("CARGO_BIN_NAME"))
}

/// Rounds of the clip in one of the clock, while its root moves him. After eight the knight's circle closes.
const ROUNDS_WHEN_LED: f32 = 8.0;

/// Height of footprints above the ground, in metres, so that it doesn't hide them.
const ABOVE: f32 = 0.004;

struct FullPlayback {
    animator: Animator,
    /// Every node's matrix to the model, in the animator's pose.
    model_from_nodes: Vec<Mat4>,
    /// The figure that its clip's root moves through the world.
    walker: Walker,
    travel: Travel,
    models: Models<Rc<Played>>,
    chosen: Choices,
    /// The choices that all else was made from, and the model: it stays after a save until all is rebuilt.
    made: Choices,
    played: Rc<Played>,
    clip: Arc<Clip>,
    cost: Cost,
    search: Search,
    /// The animator's time one frame ago.
    before: f32,
    /// True if the figure moves to the clock's time at the next update.
    sought: bool,
    /// A node of the model, and the cursors of its channel.
    node: Option<usize>,
    cursors: Cursors,
    look: ModelLook,
    skeleton_shown: bool,
    /// The matrix of one of the topics.
    taken_apart: Made,
    /// The topic of the panel.
    topic: usize,
}

#[derive(Clone, Copy, PartialEq)]
struct Choices {
    model: usize,
    clip: usize,
    /// Number of times that the clip is repeated in a row.
    repeats: usize,
}

impl Lesson for FullPlayback {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.dae"), ("tick", "joints/tick.dae")];
        let read =
            |gl: &Gl, path: &_, is_own, others: &mut _| Ok(Rc::new(Played::read(gl, path, is_own, others)?));
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let played = models.shown().get().clone();
        let chosen = Choices { model: 0, clip: played.first_clip(), repeats: 1 };
        let clip = played.clips[chosen.clip].clone();
        let animator = Animator::new(played.scene.asset.rig.clone(), clip.clone());
        Ok(Self {
            model_from_nodes: model_from_nodes(&animator),
            animator,
            walker: Walker::new(&played, &clip),
            travel: Travel { by: MotionSource::Root, every: 0.0 },
            models,
            chosen,
            made: chosen,
            cost: Cost::new(&clip),
            search: Search::default(),
            before: 0.0,
            sought: false,
            node: played.first_node(chosen.clip),
            played,
            clip,
            cursors: Cursors::default(),
            look: ModelLook::default(),
            skeleton_shown: false,
            taken_apart: Made::new(),
            topic: 0,
        })
    }

    /// Computes the pose at a time, and its matrices to the model.
    fn update(&mut self, step: Step) {
        self.make();
        let sought = std::mem::take(&mut self.sought);
        if self.is_led() {
            return self.travel(step, sought);
        }
        self.before = self.animator.time();
        match sought {
            true => self.animator.seek(step.time),
            false => self.animator.update(step.dt),
        }
        self.model_from_nodes = model_from_nodes(&self.animator);
    }

    /// Computes a palette for each surface, and draws it.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let Figure { below, world_from_model, model_from_nodes } = self.figure();
        let scene = &self.played.scene;
        frame.grid()?;
        frame.shadow(below, Vec2::splat(0.322 * self.played.reach()))?;
        scene.draw_posed(frame, world_from_model, model_from_nodes, self.look)?;
        if self.skeleton_shown || scene.asset.surfaces.is_empty() {
            scene.draw_skeletons(frame, world_from_model, model_from_nodes)?;
        }
        if self.is_led() {
            self.draw_footprints(frame);
        }
        if self.topic == MATRIX {
            panel::draw_columns(self, frame);
        }
        panel::mark_joint(self, frame);
        Ok(())
    }

    fn camera(&self) -> Camera {
        let played = &self.played;
        match self.is_led() {
            true => Camera::orbit(0.22 * played.tall() * Vec3::Y, 1.45 * played.tall(), 32.0, 30.0),
            false => Camera::around(played.places.iter().copied(), 32.0, 12.0),
        }
    }

    fn motion(&self) -> Option<Motion> {
        let seconds = match self.is_led() {
            true => ROUNDS_WHEN_LED * self.clip.seconds,
            false => self.animator.clip().seconds,
        };
        Some(Motion { seconds, plays_at_start: true })
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        let Figure { world_from_model, model_from_nodes, .. } = self.figure();
        let inspected = self.played.scene.inspected_posed(world_from_model, model_from_nodes);
        Some(Inspected { chosen: self.node.map(Subject::Joint), ..inspected })
    }
}

/// A figure as it is drawn.
struct Figure<'a> {
    /// The place of the ground below it.
    below: Vec3,
    world_from_model: Mat4,
    model_from_nodes: &'a [Mat4],
}

impl FullPlayback {
    /// Returns true if the figure that moves through the world is shown.
    fn is_led(&self) -> bool {
        self.topic == ROOT
    }

    /// Moves the figure through the world. `anew` moves it to the middle of the world first.
    fn travel(&mut self, step: Step, anew: bool) {
        if anew {
            self.walker = Walker::new(&self.played, &self.clip);
        }
        let dt = if anew { step.time } else { step.dt };
        self.walker.update(&self.played, dt, self.animator.looping, self.travel);
    }

    fn figure(&self) -> Figure<'_> {
        if self.is_led() {
            let world_from_model = self.walker.world_from_model(&self.played, self.travel);
            let below = self.walker.root_in(world_from_model).with_y(0.0);
            return Figure { below, world_from_model, model_from_nodes: self.walker.model_from_nodes() };
        }
        let world_from_model = match self.topic {
            MATRIX => panel::world_from_parts(self),
            _ => self.played.scene.world_from_model(),
        };
        Figure { below: Vec3::ZERO, world_from_model, model_from_nodes: &self.model_from_nodes }
    }

    fn draw_footprints(&self, frame: &mut Frame<'_>) {
        for print in self.walker.footprints() {
            let [from, to] = [print.from, print.to].map(|place| place + ABOVE * Vec3::Y);
            frame.lines.line(from, to, 9.0, with_alpha(INK, 0.75));
        }
    }

    /// Makes the choices, unless they are made already. A saved file may have other clips, and other nodes.
    fn make(&mut self) {
        let played = self.models.shown().get().clone();
        self.chosen.clip = self.chosen.clip.min(played.clips.len() - 1);
        if Rc::ptr_eq(&played, &self.played) && self.made == self.chosen {
            return;
        }
        let looping = self.animator.looping;
        self.clip = played.clips[self.chosen.clip].clone();
        let playing = Arc::new(self.clip.repeated(self.chosen.repeats));
        self.cost = Cost::new(&playing);
        self.animator = Animator::new(played.scene.asset.rig.clone(), playing);
        self.animator.search_by(self.search);
        self.animator.looping = looping;
        self.model_from_nodes = model_from_nodes(&self.animator);
        self.walker = Walker::new(&played, &self.clip);
        (self.made, self.sought) = (self.chosen, true);
        self.node = self.node.filter(|&node| node < played.scene.asset.nodes.len());
        self.played = played;
    }
}

/// Walks from an animator's pose to every node's matrix to the model.
fn model_from_nodes(animator: &Animator) -> Vec<Mat4> {
    let (skeleton, pose) = (&animator.rig().skeleton, animator.pose());
    let mut model_from_nodes = vec![Mat4::IDENTITY; pose.len()];
    walk(skeleton, |joint| pose[joint].to_matrix(), &mut model_from_nodes);
    model_from_nodes
}
