//! The animation editor: a move for the knight, from the first key to a file that other programs open.
//!
//! ```text
//! mouse on a ring ── turned_by_ring 15.1 ─→ rotation of a joint ── auto_key 15.2 ─→ keys               `Hand`, `Editor`
//! keys, menus ── insert 15.3, mirrored 15.4 ─→ keys ── draft ─→ step ── undone, redone                 `Editor`
//! animation ── as in 12 ─→ pose ──→ model ──→ palette ──→ frame                                        `Figure`, `draw`
//! ```

mod commands;
mod editor;
mod figure;
mod files;
mod hold;
mod limbs;
mod panel;
mod saves;
mod seeing;
mod timeline;

use anyhow::Result;
use editor::Editor;
use figure::Figure;
use files::Files;
use gl::{Gl, Model, ModelLook, asset_path};
use glam::Vec2;
use hold::Hand;
use panel::Angles;
use seeing::Seeing;
use stage::{
    Action, Args, Camera, Clock, Edits, Frame, Inspected, KeyPress, Lesson, Pace, Panel, Panels, Pointer,
    Step,
};
use std::process::ExitCode;
use std::rc::Rc;
use timeline::Timeline;

fn main() -> ExitCode {
    stage::run::<AnimationEditor>(env!("CARGO_BIN_NAME"))
}

struct AnimationEditor {
    scene: Rc<Model>,
    editor: Editor,
    timeline: Timeline,
    hand: Hand,
    seeing: Seeing,
    files: Files,
    angles: Angles,
}

impl Lesson for AnimationEditor {
    fn actions() -> &'static [Action] {
        &commands::ACTIONS
    }

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let (asset, editor, files) = Files::open(args, asset_path("knight/knight.dae"))?;
        let scene = Rc::new(Model::new(gl, asset)?);
        Ok(Self {
            timeline: Timeline::new(&scene, &editor),
            hand: Hand::new(&scene),
            seeing: Seeing::new(&scene),
            scene,
            editor,
            files,
            angles: Angles::default(),
        })
    }

    fn camera(&self) -> Camera {
        self.seeing.around
    }

    fn pace(&self) -> Pace {
        let seconds = self.editor.animation().map_or(0.0, |animation| animation.seconds);
        Pace::Plays(seconds)
    }

    fn update(&mut self, step: Step) {
        self.timeline.begin(step.time);
        commands::done(&step.input).into_iter().for_each(|command| self.act(command));
        self.files.keep(&self.scene.asset, &mut self.editor);
        self.hand.hover(step.input.mouse.as_ref(), &self.figure(), &mut self.editor);
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (figure, Camera { target, height, .. }) = (self.figure(), self.seeing.around);
        frame.grid()?;
        frame.shadow(target.with_y(0.0), Vec2::splat(0.3 * height))?;
        figure.draw(frame, ModelLook::default())?;
        self.seeing.draw(frame, &figure, &self.editor)?;
        self.hand.draw(frame, &figure, &self.editor);
        if self.timeline.is_shown {
            files::draw_unsaved(frame, &self.editor);
        }
        Ok(())
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        // A drag in the dope sheet follows the mouse without a button, and this press ends it.
        self.timeline.view.is_dragging() || self.hand.take(pointer, clock, &self.figure(), &mut self.editor)
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        self.seeing.follow(camera);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        let nodes = self.figure().model_from_nodes;
        let inspected = Inspected::of_posed(&self.scene, self.scene.world_from_model(), &nodes);
        Some(inspected.opens_on("upper_arm.R").follows(self.editor.chosen.active()))
    }

    fn edits(&mut self) -> Option<&mut dyn Edits> {
        Some(self)
    }
}

impl Edits for AnimationEditor {
    fn panels(&mut self, panels: &mut Panels<'_>) {
        let chosen = commands::menus(panels, |command| self.editor.can(command));
        chosen.into_iter().for_each(|command| self.act(command));
        self.seeing.menu(panels);
        self.files.show(panels, &self.scene.asset, &mut self.editor);
        panels.bottom(timeline::HEIGHT, |panel| self.timeline.show(panel, &self.scene, &mut self.editor));
        self.files.ask(panels, &mut self.editor);
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        // The same letters are for keys in time or for a joint in space: the mouse's place decides.
        self.files.key(press)
            || !self.hand.gizmo.is_held() && self.timeline.key(press, &mut self.editor)
            || self.hand.key(press, &self.figure(), &mut self.editor)
    }

    fn unsaved(&self) -> Option<String> {
        self.files.unsaved(&self.editor)
    }

    fn save(&mut self) -> Result<()> {
        self.files.save(&self.scene.asset, &mut self.editor)
    }
}

impl AnimationEditor {
    /// Returns the model in its current pose.
    fn figure(&self) -> Figure {
        Figure::new(&self.scene, self.editor.pose(self.timeline.time), self.timeline.time)
    }
}
