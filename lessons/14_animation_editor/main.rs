//! The animation editor: a move for the knight, from the first key to a file that other programs open.
//!
//! ```text
//! mouse on a ring ── turned_by_ring 14.1 ─→ rotation of a joint ── auto_key 14.2 ─→ keys               `hold`, `Editor`
//! keys, menus ── insert 14.3, mirrored 14.4 ─→ keys ── draft ─→ step ── undone, redone                 `Editor`
//! animation ── as in 12 ─→ pose ──→ model ──→ palette ──→ frame                                        `figure`, `draw`
//! ```

mod commands;
mod editor;
mod hold;
mod limbs;
mod panel;
mod saves;
mod seeing;
mod signs;
mod timeline;
mod windows;

use ::editor::flip::Flip;
use ::editor::gizmo::{Change, Gizmo, Placed};
use anyhow::Result;
use common::pose::Pose;
use editor::Editor;
use gl::{Gl, asset_path};
use glam::{Mat4, Vec2};
use models::{ModelLook, ModelScene};
use panel::Angles;
use saves::{Damaged, EditorSaves, Opened};
use seeing::{Seeing, model_from_nodes};
use stage::{
    Action, Args, Camera, Clock, Frame, Inspected, Key, KeyPress, Lesson, Motion, Panel, Panels, Pointer,
    Question, Step,
};
use std::process::ExitCode;
use std::rc::Rc;
use timeline::Timeline;
use windows::Windows;

fn main() -> ExitCode {
    stage::run::<AnimationEditor>(env!("CARGO_BIN_NAME"))
}

/// Height of the dope sheet, at scale 1.
const SHEET_HEIGHT: f32 = 190.0;

/// The radius of a joint's dot, in pixels at scale 1.
const DOT: f32 = 6.0;

struct AnimationEditor {
    opened: Rc<ModelScene>,
    editor: Editor,
    timeline: Timeline,
    gizmo: Gizmo,
    /// The chosen joints as they were when the gizmo's drag began.
    taken: Vec<(usize, Placed)>,
    limbs: limbs::Limbs,
    seeing: Seeing,
    windows: Windows,
    angles: Angles,
    saves: EditorSaves,
    damaged: Option<Damaged>,
    /// Notes on the opened file, and the report on the last action.
    notes: Vec<String>,
    told: Option<String>,
    time: f32,
    /// The time to seek, if any.
    seeks: Option<f32>,
    around: Camera,
    /// True if the whole model is to be in view.
    shows_all: bool,
    /// The joint below the mouse.
    hovered: Option<usize>,
    /// True if panels are shown. Without them there are no signs either.
    has_panels: bool,
}

/// The model's state, computed once per frame for all that use it.
struct Figure {
    /// Every node's transform in its parent.
    pose: Pose,
    /// Every node's matrix to the model.
    model_from_nodes: Vec<Mat4>,
}

impl Lesson for AnimationEditor {
    const TAKES_MODEL: bool = true;
    const TAKES_RIGHT_BUTTON: bool = true;
    const COMPARES: bool = false;
    const ACTIONS: &'static [Action] = &commands::ACTIONS;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let Opened { asset, document, mut saves, notes, damaged, last } =
            Opened::read(args, asset_path("knight/knight.dae"))?;
        let flip = Flip::new(&asset.rig, asset.world_from_model);
        let mut editor = Editor::new(asset.rig.clone(), document, flip);
        // The knight walks until something has been edited.
        editor.show_named(last.as_deref().unwrap_or("walk"));
        let told = std::mem::take(&mut saves.kept.notes);
        let scene = ModelScene::new(gl, asset)?;
        Ok(Self {
            timeline: Timeline::new(&scene, &editor),
            around: Camera::around(scene.places(&scene.model_from_nodes_at_rest()), 24.0, 10.0),
            limbs: limbs::Limbs::of(&scene),
            opened: Rc::new(scene),
            editor,
            gizmo: Gizmo::default(),
            taken: Vec::new(),
            seeing: Seeing { skeleton: true, onion: false, trail: false },
            windows: Windows::default(),
            angles: Angles::default(),
            saves,
            damaged,
            notes,
            told: (!told.is_empty()).then(|| told.join("\n")),
            time: 0.0,
            seeks: None,
            shows_all: false,
            hovered: None,
            has_panels: false,
        })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn motion(&self) -> Option<Motion> {
        let seconds = self.editor.animation().map_or(0.0, |animation| animation.seconds);
        Some(Motion { seconds, plays_at_start: false })
    }

    fn update(&mut self, step: Step) {
        (self.time, self.has_panels) = (step.time, false);
        self.saves.kept.ends(false);
        for command in commands::done(&step.input) {
            self.act(command);
        }
        let kept = self.saves.keep(&self.opened.asset, &self.editor);
        self.complain(kept);
        let figure = self.figure();
        self.hovered = step.input.mouse.and_then(|mouse| mouse.over(self.joint_places(&figure)));
        if let Some(placed) = self.placed_active(&figure) {
            let change = self.gizmo.hover(step.input.mouse.as_ref(), &placed);
            self.follow(change);
        }
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        if std::mem::take(&mut self.shows_all) {
            (camera.target, camera.height) = (self.around.target, self.around.height);
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.has_panels = true;
        if let Some(time) = self.seeks.take() {
            panel.clock.scrub(time);
        }
        if let Some(told) = self.told.take().or(self.editor.draft.told.take()) {
            panel.tell(told);
        }
        panel::show(self, panel);
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        for command in commands::menus(panels, |command| self.can(command)) {
            self.act(command);
        }
        windows::show(self, panels);
        let Self { timeline, editor, .. } = self;
        panels.bottom(SHEET_HEIGHT, |panel| timeline.show(panel, editor));
        self.ask_about_files(panels);
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        if press.key == Key::ESCAPE && self.windows.close() {
            return true;
        }
        // The same letters are for keys in time or for a joint in space: the mouse's place decides.
        if self.has_panels && !self.gizmo.is_held() && self.timeline.view.key(press.key, press.repeat) {
            return true;
        }
        let Some(placed) = self.placed_active(&self.figure()) else { return false };
        let change = self.gizmo.key(press, &placed);
        let lets_go = change == Change::Nothing && press.key == Key::ESCAPE;
        if lets_go {
            self.editor.chosen.clear();
        }
        self.follow(change) || lets_go
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        self.take_hold(pointer, clock)
    }

    fn unsaved(&self) -> Option<String> {
        self.saves.kept.ends(true);
        let last = self.editor.draft.history.undo_name().unwrap_or("What was kept");
        (!self.editor.draft.history.is_saved())
            .then(|| format!("Some changes are not saved. The last one is: {last}."))
    }

    fn save(&mut self) -> Result<()> {
        self.editor.let_go();
        self.told = Some(self.saves.save(&self.opened.asset, &mut self.editor)?);
        Ok(())
    }

    fn inspected(&self) -> Option<Inspected> {
        let world_from_model = self.opened.world_from_model();
        Some(self.opened.inspected_posed(world_from_model, &self.figure().model_from_nodes))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        frame.shadow(self.around.target.with_y(0.0), Vec2::splat(0.3 * self.around.height))?;
        let figure = self.figure();
        let world_from_model = self.opened.world_from_model();
        self.opened.draw_posed(frame, world_from_model, &figure.model_from_nodes, ModelLook::default())?;
        self.seeing.draw(frame, &self.opened, &self.editor, self.time)?;
        if self.seeing.skeleton {
            self.opened.draw_skeletons(frame, world_from_model, &figure.model_from_nodes)?;
        }
        self.name_joints(frame, self.joint_places(&figure));
        if let Some(placed) = self.placed_active(&figure) {
            self.gizmo.draw(frame, &placed);
        }
        if self.has_panels {
            self.show_signs(frame);
        }
        Ok(())
    }
}

impl AnimationEditor {
    /// Returns the model in its current pose.
    fn figure(&self) -> Figure {
        let pose = self.editor.pose(self.time);
        Figure { model_from_nodes: model_from_nodes(&self.opened, &pose), pose }
    }

    /// Asks which of two saves to open, and then what to do with work that was left behind.
    fn ask_about_files(&mut self, panels: &mut Panels<'_>) {
        if let Some(Damaged { saved, whole }) = &self.damaged {
            let text = format!(
                "{}\nAnimations that are left in it: {}. The newest whole save is {whole}; animations in it: {}. Both files \
                 stay as they are.",
                saved.damage[0],
                saved.document.animations.len(),
                self.editor.document().animations.len()
            );
            let answers = &["Open the whole one", "Open what is left"];
            let answer = panels.ask(&Question { title: "A damaged save", text: &text, answers, escape: 0 });
            let damaged = answer.and_then(|_| self.damaged.take());
            if let Some(Damaged { saved, .. }) = damaged.filter(|_| answer == Some(1)) {
                self.notes = saved.damage.clone();
                self.editor.replace(saved);
            }
        } else if let Some((stamp, left)) = self.saves.kept.left() {
            let text = format!(
                "An editor ended without saving what you had changed. It was kept at {stamp} (UTC). Animations in it: {}.\n{}",
                left.document.animations.len(),
                left.damage.first().map_or("", String::as_str)
            );
            let answers = &["Go on with it", "Throw it away", "Decide later"];
            let question = Question { title: "Work that was not saved", text: &text, answers, escape: 2 };
            match panels.ask(&question) {
                Some(0) => self.saves.take_over(&mut self.editor),
                Some(1) => {
                    let done = self.saves.kept.discard();
                    self.complain(done);
                }
                Some(_) => self.saves.kept.decide_later(),
                None => {}
            }
        }
    }
}
