//! A whole character plays its clips: channels, an animator, and the skin that follows.

mod cost;
mod lists;
mod played;
mod troupe;

use anyhow::Result;
use common::clip::{Clip, Cursors, Search};
use common::gl::colour::{INK, mix};
use common::gl::{Gl, Live, ModelLook};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use common::transform::transform_point;
use cost::{Cost, SEARCHES};
use glam::{Mat4, Vec2, Vec3};
use lists::{Span, lists_panel};
use played::{Played, repeated};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use troupe::{CROWDS, Troupe};

fn main() -> ExitCode {
    stage::run::<FullPlayback>(env!("CARGO_BIN_NAME"))
}

/// How often the clip can be played in a row.
const REPEATS: [(usize, &str); 3] = [(1, "once"), (10, "10 times"), (100, "100 times")];

struct FullPlayback {
    models: Vec<(String, Rc<Live<Played>>)>,
    /// What is chosen: a model, one of its clips, how often it is played in a row, and by how many.
    chosen: Choices,
    /// What was made of these choices, and of which clip.
    made: Choices,
    clip: Arc<Clip>,
    playing: Arc<Clip>,
    troupe: Troupe,
    cost: Cost,
    /// From where all that was made is seen.
    around: Camera,
    /// Which way to find keys.
    search: usize,
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
    topic: usize,
    measured: bool,
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Choices {
    model: usize,
    clip: usize,
    repeats: usize,
    crowd: usize,
    mixed: usize,
}

/// From where all figures of a troupe are seen: many of them from higher up.
fn around(troupe: &Troupe, played: &Played) -> Camera {
    let pitch = if troupe.animators.len() > 1 { 26.0 } else { 12.0 };
    Camera::around(troupe.all_places(&played.places), 32.0, pitch)
}

impl FullPlayback {
    fn played(&self) -> Rc<Live<Played>> {
        self.models[self.chosen.model].1.clone()
    }

    fn search(&self) -> Search {
        SEARCHES[self.search].0
    }

    /// Makes what is chosen, unless it is there already. A file that was saved has new clips.
    fn make(&mut self) {
        let played = self.played();
        let played = played.get();
        self.chosen.clip = self.chosen.clip.min(played.clips.len() - 1);
        let clip = &played.clips[self.chosen.clip];
        if Arc::ptr_eq(clip, &self.clip) && self.made == self.chosen {
            return;
        }
        let Choices { repeats, crowd, mixed, .. } = self.chosen;
        self.clip = clip.clone();
        self.playing = repeated(clip, REPEATS[repeats].0);
        self.troupe = Troupe::new(&played, &self.playing, CROWDS[crowd].0, mixed == 1, self.search());
        self.cost = Cost::new(&played.figure, &self.playing);
        self.around = around(&self.troupe, &played);
        (self.made, self.sought) = (self.chosen, true);
    }

    /// The same while the panel is shown: what is new begins at its start, and is looked at.
    fn make_at_once(&mut self, panel: &mut Panel<'_>) {
        let before = self.made;
        self.make();
        if self.made != before {
            panel.clock.time = 0.0;
            self.troupe.seek(0.0, self.looping);
        }
        if (self.made.model, self.made.crowd) != (before.model, before.crowd) {
            *panel.camera = self.around;
        }
    }

    fn joint_panel(&mut self, panel: &mut Panel<'_>, played: &Played) {
        panel.node_tree(&played.scene.model.document.scene, &played.scene.skeletons, 4.0, &mut self.node);
        let Some(node) = self.node else {
            panel.note("Choose a joint, here or in the view.");
            return;
        };
        let Some(channel) = self.playing.channels.iter().find(|channel| channel.joint == node) else {
            panel.note("No channel of this clip moves it. It stays as it is at rest.");
            return;
        };
        let (rest, now) = (played.figure.rest[node], self.troupe.first().time());
        // Of a clip in a row, the round that is played.
        let round = self.clip.seconds * (now / self.clip.seconds.max(1e-6)).floor();
        let last = (self.playing.seconds - self.clip.seconds).max(0.0);
        let start = round.clamp(0.0, last);
        let span = Span { seconds: start..=start + self.clip.seconds, now };
        lists_panel(panel, channel, rest, &mut self.cursors, SEARCHES[self.search].0, &span);
    }

    fn search_panel(&mut self, panel: &mut Panel<'_>) {
        let search = self.search;
        panel.choice("search", &mut self.search, &SEARCHES.map(|(_, name)| name));
        if self.search != search {
            self.cursors = Cursors::new(self.search());
            self.troupe.search_by(self.search());
        }
        panel.choice("in a row", &mut self.chosen.repeats, &REPEATS.map(|(_, name)| name));
        self.cost.panel(panel, self.before, self.troupe.first().time());
        panel.switch("measure (ns per joint)", &mut self.measured);
    }

    /// From the model of a figure, in the file's own axes, to the world.
    fn world_from_model(&self, played: &Played, index: usize) -> Mat4 {
        Mat4::from_translation(self.troupe.place(index)) * played.scene.world_from_model()
    }

    /// From every node of a figure to the world.
    fn world_from_nodes(&self, played: &Played, index: usize) -> Vec<Mat4> {
        let world_from_model = self.world_from_model(played, index);
        let model_from_nodes = self.troupe.animators[index].model_from_joints();
        model_from_nodes.iter().map(|&model_from_node| world_from_model * model_from_node).collect()
    }
}

impl Lesson for FullPlayback {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let models = Played::open_all(gl, args)?;
        let played = models[0].1.clone();
        let played = played.get();
        let chosen = Choices { clip: played.first_clip(), ..Choices::default() };
        let clip = played.clips[chosen.clip].clone();
        let troupe = Troupe::new(&played, &clip, 1, false, Search::default());
        Ok(Self {
            models,
            chosen,
            made: chosen,
            cost: Cost::new(&played.figure, &clip),
            around: around(&troupe, &played),
            playing: clip.clone(),
            clip,
            troupe,
            search: 1,
            looping: true,
            before: 0.0,
            sought: false,
            node: played.first_node(chosen.clip),
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
        Some(self.troupe.skins() * self.played().get().scene.vertices())
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: self.playing.seconds, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.make();
        self.before = self.troupe.first().time();
        if std::mem::take(&mut self.sought) {
            self.troupe.seek(step.time, self.looping);
        } else {
            self.troupe.update(step.dt, self.looping);
        }
        if self.measured {
            self.cost.measure(self.troupe.first().time());
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        if self.models.len() > 1 {
            let names: Vec<&str> = self.models.iter().map(|(name, _)| name.as_str()).collect();
            panel.choice("model", &mut self.chosen.model, &names);
        }
        let played = self.played();
        let played = played.get();
        if self.made.model != self.chosen.model {
            self.chosen.clip = played.first_clip();
            self.node = played.first_node(self.chosen.clip);
        }
        let clips: Vec<&str> = played.clips.iter().map(|clip| clip.name.as_str()).collect();
        panel.choice("clip", &mut self.chosen.clip, &clips);
        self.looping = panel.clock.looping;
        self.make_at_once(panel);
        panel.switch("skeleton", &mut self.skeleton_shown);
        panel.same_line();
        panel.switch("weights", &mut self.look.weights_shown);
        panel.same_line();
        panel.switch("wires", &mut self.look.wires_shown);
        panel.choice("look at", &mut self.topic, &["joint", "cost", "crowd"]);
        match self.topic {
            0 => self.joint_panel(panel, &played),
            1 => self.search_panel(panel),
            _ => {
                panel.choice("how many", &mut self.chosen.crowd, &CROWDS.map(|(_, name)| name));
                panel.choice("they play", &mut self.chosen.mixed, &["this clip", "all clips"]);
                self.troupe.panel(panel, &played);
            }
        }
        for note in played.notes.iter().take(3) {
            panel.note(note);
        }
        self.make_at_once(panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let played = self.played();
        let played = played.get();
        let world_from_nodes = self.world_from_nodes(&played, 0);
        let joints = played.scene.skeletons.joints();
        let pressed =
            pointer.pressed(joints.map(|(node, _)| (node, world_from_nodes[node].w_axis.truncate())));
        if pressed.is_some() {
            (self.node, self.topic) = (pressed, 0);
        }
        pressed.is_some()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let played = self.played();
        let played = played.get();
        let scene = &played.scene;
        let (count, skins) = (self.troupe.animators.len(), self.troupe.skins());
        for (index, animator) in self.troupe.animators.iter().enumerate() {
            frame.shadow(self.troupe.place(index), Vec2::splat(0.28 * played.spacing()))?;
            if index < skins {
                let palette = |surface: usize| {
                    Some(scene.model.surfaces[surface].palette(animator.model_from_joints()))
                };
                let world_from_model = self.world_from_model(&played, index);
                scene.draw(&mut frame.target, &frame.view, world_from_model, palette, self.look)?;
            }
        }
        if self.skeleton_shown || skins == 0 || scene.model.surfaces.is_empty() {
            for index in 0..count {
                let world_from_nodes = self.world_from_nodes(&played, index);
                scene.skeletons.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
            }
        }
        if let Some(node) = self.node.filter(|_| self.topic == 0) {
            let place = transform_point(self.world_from_nodes(&played, 0)[node], Vec3::ZERO);
            let name = scene.model.document.scene.nodes[node].name.clone();
            let colour = mix(scene.colour(node), INK, 0.4);
            frame.overlay.line(place, place, 9.0, colour);
            frame.label(place, [0.0, -18.0], name, colour);
        }
        Ok(())
    }
}
