//! A whole character plays its clips: channels, an animator, and the skin that follows.
//!
//! ```text
//! time ── update 12.2 ─→ time in the clip ── key_from_last 12.1 ─→ keys ── sample ─→ pose          `Crowd::update`
//! pose ── walk 02.4 ─→ model                                                                       `Crowd::walk`
//! model ── fill_palette 07.2 ─→ palette ── skin.vert 08.1 ─→ picture                               `draw`
//! root ── lead 12.3 ─→ figure in the world                                                         `Walker::update`
//! ```

mod looks;
mod panel;
mod played;
mod scene;
mod walker;

use anyhow::Result;
use common::clip::{Clip, Cursors, Search};
use formats::Surface;
use gl::Gl;
use gl::colour::{INK, with_alpha};
use glam::{Mat4, Vec2, Vec3};
use models::ModelLook;
use panel::{Cost, ROOT};
use played::Played;
use scene::Crowd;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Models, Motion, Panel, Pointer, Step};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use walker::{MotionSource, Travel, Walker};

fn main() -> ExitCode {
    stage::run::<FullPlayback>(env!("CARGO_BIN_NAME"))
}

/// How many rounds of a clip the clock takes for one, while its root leads. The knight's limp then leads once around.
const ROUNDS_WHEN_LED: f32 = 8.0;

/// How far above the ground footprints are drawn, in metres: so that it does not hide them.
const ABOVE: f32 = 0.004;

struct FullPlayback {
    /// Each as its file is now.
    models: Models<Rc<Played>>,
    /// What is chosen: a model, one of its clips, how often it is played in a row, and by how many.
    chosen: Choices,
    /// What was made of these choices, and of which model. When its file is saved, this one stays until all is made anew.
    made: Choices,
    played: Rc<Played>,
    clip: Arc<Clip>,
    playing: Arc<Clip>,
    crowd: Crowd,
    cost: Cost,
    /// The figure that goes through the world, and how.
    walker: Walker,
    travel: Travel,
    /// From where all that was made is seen.
    around: Camera,
    /// Which way to find keys.
    search: Search,
    looping: bool,
    /// The time of the first figure one picture ago.
    before: f32,
    /// Whether the figures are to be put where the clock is.
    sought: bool,
    /// A node of the model, and the cursors of its channel.
    node: Option<usize>,
    cursors: Cursors,
    look: ModelLook,
    skeleton_shown: bool,
    /// What the panel shows.
    topic: usize,
    measured: bool,
}

#[derive(Clone, Copy, PartialEq)]
struct Choices {
    model: usize,
    clip: usize,
    repeats: usize,
    crowd: usize,
    /// Whether the figures play all clips.
    mixed: bool,
}

impl Lesson for FullPlayback {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.dae"), ("tick", "joints/tick.dae")];
        let read =
            |gl: &Gl, path: &_, is_own, others: &mut _| Ok(Rc::new(Played::read(gl, path, is_own, others)?));
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let played = models.shown().get().clone();
        let chosen = Choices { model: 0, clip: played.first_clip(), repeats: 1, crowd: 1, mixed: false };
        let clip = played.clips[chosen.clip].clone();
        let crowd = Crowd::new(&played, &clip, 1, false, Search::default());
        let travel = Travel { by: MotionSource::Root, speed: 0.73, turn: 37.5, every: 0.0 };
        Ok(Self {
            models,
            chosen,
            made: chosen,
            cost: Cost::new(&played.scene.asset.rig, &clip),
            walker: Walker::new(&played, &clip, travel),
            travel,
            around: around(&crowd, &played),
            playing: clip.clone(),
            clip,
            crowd,
            search: Search::default(),
            looping: true,
            before: 0.0,
            sought: false,
            node: played.first_node(chosen.clip),
            played,
            cursors: Cursors::default(),
            look: ModelLook::default(),
            skeleton_shown: false,
            topic: 0,
            measured: false,
        })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn vertices(&self) -> Option<usize> {
        Some(self.crowd.skins() * self.played.scene.vertices())
    }

    fn motion(&self) -> Option<Motion> {
        let seconds = if self.is_led() { ROUNDS_WHEN_LED * self.clip.seconds } else { self.playing.seconds };
        Some(Motion { seconds, plays_at_start: true })
    }

    /// Takes time to a pose, and the pose to the model: that of every figure in the crowd, or of the one whose root leads.
    fn update(&mut self, step: Step) {
        self.make();
        self.before = self.crowd.first().time();
        let sought = std::mem::take(&mut self.sought);
        if self.is_led() {
            self.travel(step, sought);
        } else if sought {
            self.crowd.seek(step.time, self.looping);
        } else {
            self.crowd.update(step.dt, self.looping);
        }
        if self.measured {
            self.cost.measure(self.crowd.first().time());
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        let Figure { world_from_model, model_from_nodes, .. } = self.figures().next()?;
        Some(self.played.scene.inspected_posed(world_from_model, model_from_nodes))
    }

    /// Takes every figure from its model to the picture.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let (scene, skins) = (&self.played.scene, if self.is_led() { 1 } else { self.crowd.skins() });
        if self.is_led() {
            self.draw_footprints(frame);
        }
        for (index, Figure { below, world_from_model, model_from_nodes }) in self.figures().enumerate() {
            frame.shadow(below, Vec2::splat(0.28 * self.played.spacing()))?;
            if index < skins {
                let palette = |surface: &Surface, palette: &mut Vec<Mat4>| {
                    surface.palette_into(model_from_nodes, palette);
                };
                scene.draw(&mut frame.target, &frame.view, world_from_model, palette, self.look)?;
            }
        }
        if self.skeleton_shown || skins == 0 || scene.asset.surfaces.is_empty() {
            for Figure { world_from_model, model_from_nodes, .. } in self.figures() {
                let to_world = |&model_from_node: &Mat4| world_from_model * model_from_node;
                let world_from_nodes: Vec<Mat4> = model_from_nodes.iter().map(to_world).collect();
                scene.skeletons.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
            }
        }
        panel::mark_joint(self, frame);
        Ok(())
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
    /// Whether the figure is shown that goes through the world.
    fn is_led(&self) -> bool {
        self.topic == ROOT
    }

    /// Lets the figure go on that goes through the world. `anew` sends it to the middle of the world first.
    fn travel(&mut self, step: Step, anew: bool) {
        if anew {
            self.walker = Walker::new(&self.played, &self.clip, self.travel);
        }
        let dt = if anew { step.time } else { step.dt };
        self.walker.update(&self.played, dt, self.looping, self.travel);
    }

    /// All figures that are shown: the crowd, or the one that goes through the world.
    fn figures(&self) -> impl Iterator<Item = Figure<'_>> {
        let count = if self.is_led() { 1 } else { self.crowd.animators.len() };
        (0..count).map(|index| match self.is_led() {
            true => {
                let world_from_model = self.walker.world_from_model(&self.played, self.travel);
                let below = self.walker.root_in(world_from_model).with_y(0.0);
                Figure { below, world_from_model, model_from_nodes: self.walker.model_from_nodes() }
            }
            false => Figure {
                below: self.crowd.place(index),
                world_from_model: self.crowd.world_from_model(&self.played, index),
                model_from_nodes: self.crowd.model_from_nodes(index),
            },
        })
    }

    fn draw_footprints(&self, frame: &mut Frame<'_>) {
        for print in self.walker.footprints() {
            let [from, to] = [print.from, print.to].map(|place| place + ABOVE * Vec3::Y);
            frame.lines.line(from, to, 9.0, with_alpha(INK, 0.75));
        }
    }

    /// The chosen model, as its file is now.
    fn latest(&self) -> Rc<Played> {
        self.models.shown().get().clone()
    }

    /// Makes what is chosen, unless it is there already. A file that was saved has other clips, and other nodes.
    fn make(&mut self) {
        let played = self.latest();
        self.chosen.clip = self.chosen.clip.min(played.clips.len() - 1);
        if Rc::ptr_eq(&played, &self.played) && self.made == self.chosen {
            return;
        }
        let clip = &played.clips[self.chosen.clip];
        let Choices { repeats, crowd, mixed, .. } = self.chosen;
        self.clip = clip.clone();
        self.playing = Arc::new(clip.repeated(repeats));
        self.crowd = Crowd::new(&played, &self.playing, crowd, mixed, self.search);
        self.cost = Cost::new(&played.scene.asset.rig, &self.playing);
        self.walker = Walker::new(&played, &self.clip, self.travel);
        self.around = around(&self.crowd, &played);
        (self.made, self.sought) = (self.chosen, true);
        self.node = self.node.filter(|&node| node < played.scene.asset.nodes.len());
        self.played = played;
    }
}

/// From where a figure is seen that walks around the middle of the world.
fn around_circle(played: &Played) -> Camera {
    Camera::orbit(0.22 * played.tall() * Vec3::Y, 1.45 * played.tall(), 32.0, 30.0)
}

/// From where all figures of a crowd are seen: many of them from higher up.
fn around(crowd: &Crowd, played: &Played) -> Camera {
    let pitch = if crowd.animators.len() > 1 { 26.0 } else { 12.0 };
    Camera::around(crowd.all_places(&played.places), 32.0, pitch)
}
