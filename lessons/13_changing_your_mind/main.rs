//! The knight changes his mind: from one clip to another, at any moment, without a jump.

mod graph;
mod knight;
mod script;
mod show;

use anyhow::Result;
use common::gl::colour::{Colour, ERROR, FAINT, mix, with_alpha};
use common::gl::{Gl, ModelLook};
use common::stage::{self, Args, Camera, Frame, Lesson, Motion, Panel, Step};
use glam::{Mat4, Vec3, vec2, vec3};
use knight::{Knight, MOTIONS, STRIDE, numbered};
use show::{Change, FOLLOWED, MaskShape, Show, Wish};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<ChangingYourMind>(env!("CARGO_BIN_NAME"))
}

/// The longest step in which he moves, in seconds: so that it is the same at all rates of pictures.
const STEP: f32 = 1.0 / 60.0;

/// The longest time before the end of what happens once in which he turns back to what goes on, in seconds.
const LEAD: f32 = 0.3;

/// What goes on and on, by number, and what is over after a while.
const ON_AND_ON: [&str; 5] = ["idle", "walk", "run", "stride", "fall"];
const ONCE: [&str; 5] = ["–", "jump", "land", "punch", "swing"];
const OVER_IT: [&str; 3] = ["nothing", "punch", "swing"];
const CHANGES: [(Change, &str); 3] =
    [(Change::Cut, "cut"), (Change::Fade, "fade"), (Change::FromFirstFrame, "first frame")];
const MASKS: [(MaskShape, &str); 4] =
    [(MaskShape::Soft, "soft"), (MaskShape::Hard, "hard"), (MaskShape::Arm, "arm"), (MaskShape::All, "all")];

struct ChangingYourMind {
    knight: Rc<Knight>,
    show: Show,
    /// Why the knight could not do what he was told.
    refusal: Option<String>,
    /// Whether the scene plays, and whether it did so in the last picture.
    scripted: bool,
    was_scripted: bool,
    /// What is chosen by hand: numbers in the lists above.
    on_and_on: usize,
    once: usize,
    over_it: usize,
    change: usize,
    mask: usize,
    topic: usize,
    /// Seconds into the scene.
    time: f32,
    wish: Wish,
    matrices_mixed: bool,
    ground_moves: bool,
    trail_shown: bool,
    bones_shown: bool,
}

/// Where a name stands in a list.
fn place(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|other| *other == name)
}

impl ChangingYourMind {
    /// What he is told now.
    fn wish(&self) -> Wish {
        let name = if self.once > 0 { ONCE[self.once] } else { ON_AND_ON[self.on_and_on] };
        let (motion, layer) = (numbered(name).unwrap_or(0), self.over_it.checked_sub(1));
        Wish { motion, layer, change: CHANGES[self.change].0, mask: MASKS[self.mask].0, ..self.wish }
    }

    /// Lets a short time pass.
    fn step(&mut self, dt: f32) -> Result<()> {
        if self.scripted {
            let (motion, over_it) = script::wanted(self.time);
            self.on_and_on = place(&ON_AND_ON, motion).unwrap_or(self.on_and_on);
            self.once = place(&ONCE, motion).unwrap_or(0);
            self.over_it = place(&OVER_IT, over_it).unwrap_or(0);
        }
        let wish = self.wish();
        self.show.update(dt, &wish)?;
        // What is over goes back to what goes on, early enough for the fade.
        let left = self.show.player.source().and_then(knight::Move::left);
        if !self.scripted && left.is_some_and(|left| left <= wish.fade.clamp(STEP, LEAD)) {
            self.once = 0;
        }
        self.time = (self.time + dt).rem_euclid(script::SECONDS);
        Ok(())
    }

    /// Lets any time pass, in short steps.
    fn pass(&mut self, seconds: f32) -> Result<()> {
        let steps = (seconds / STEP).ceil().max(1.0);
        for _ in 0..steps as u16 {
            self.step(seconds / steps)?;
        }
        Ok(())
    }

    /// Goes to a moment of the scene, with all that is remembered then.
    fn go_to(&mut self, time: f32) -> Result<()> {
        self.show = Show::new(&self.knight)?;
        self.time = 0.0;
        self.pass(script::SECONDS)?;
        self.time = 0.0;
        self.pass(time)
    }

    fn fade_panel(&mut self, panel: &mut Panel<'_>) {
        let by_hand = panel.choice("once", &mut self.once, &ONCE);
        self.scripted &= !by_hand;
        panel.choice("change", &mut self.change, &CHANGES.map(|(_, name)| name));
        panel.slider("fade", &mut self.wish.fade, 0.0..=1.0, "%.2f s");
    }

    fn stride_panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("pace", &mut self.wish.pace, MOTIONS[1].speed..=MOTIONS[2].speed, "%.2f m/s");
        panel.switch("phases matched", &mut self.wish.matched);
        if let Some(knight::Move::Stride(gait)) = self.show.player.source() {
            let [walk, run] = gait.phases();
            panel.number("phases", &format!("phase  walk {walk:.2}  run {run:.2}"));
            panel.number("slide", &format!("{} slides at {:.2} m/s", FOLLOWED[1], self.show.slide()));
        } else {
            panel.note("Choose the motion stride to see it.");
        }
    }

    fn layer_panel(&mut self, panel: &mut Panel<'_>) {
        let by_hand = panel.choice("over it", &mut self.over_it, &OVER_IT);
        self.scripted &= !by_hand;
        panel.choice("mask", &mut self.mask, &MASKS.map(|(_, name)| name));
        panel.slider("amount", &mut self.wish.amount, 0.0..=1.0, "%.2f");
    }

    /// Which of the followed joints is looked at.
    fn followed(&self) -> usize {
        usize::from(self.topic == 1)
    }

    /// The way of a hand or a foot, left behind on the ground that goes by.
    fn draw_trail(&self, frame: &mut Frame<'_>) {
        let followed = self.followed();
        let place = |moment: &show::Moment| {
            let behind = if self.ground_moves { self.show.gone() - moment.gone } else { 0.0 };
            moment.places[followed] - behind * Vec3::Z
        };
        let moments = self.show.moments.iter();
        for (before, moment) in moments.clone().zip(moments.skip(1)) {
            let colour = MOTIONS[moment.playing.0].colour;
            frame.overlay.line(place(before), place(moment), 2.5, with_alpha(colour, 0.8));
            frame.overlay.line(place(moment), place(moment), 5.0, colour);
        }
    }

    /// The bones, each in the colour of its part of the mask.
    fn draw_bones(&self, frame: &mut Frame<'_>, world_from_joints: &[Mat4]) {
        let place = |joint: usize| world_from_joints[joint].w_axis.truncate();
        let nodes = &self.knight.scene.model.document.scene.nodes;
        for (joint, node) in nodes.iter().enumerate() {
            let Some(parent) = node.parent.filter(|&parent| node.is_joint && nodes[parent].is_joint) else {
                continue;
            };
            let colour = mix(FAINT, self.layer_colour(), self.show.layer.mask[parent]);
            frame.overlay.line(place(parent), place(joint), 5.0, colour);
            let colour = mix(FAINT, self.layer_colour(), self.show.layer.mask[joint]);
            frame.overlay.line(place(joint), place(joint), 10.0, colour);
        }
    }

    fn layer_colour(&self) -> Colour {
        let layer = self.wish().layer.map_or("punch", |layer| knight::LAYERS[layer]);
        numbered(layer).map_or(FAINT, |index| MOTIONS[index].colour)
    }
}

impl Lesson for ChangingYourMind {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let knight = Rc::new(Knight::open(gl)?);
        let wish = Wish {
            motion: STRIDE,
            layer: None,
            change: Change::Fade,
            fade: 0.4,
            pace: 1.7,
            matched: true,
            amount: 1.0,
            mask: MaskShape::Soft,
        };
        Ok(Self {
            show: Show::new(&knight)?,
            knight,
            refusal: None,
            scripted: false,
            was_scripted: false,
            on_and_on: 1,
            once: 0,
            over_it: 0,
            change: 1,
            mask: 0,
            topic: 0,
            time: 0.0,
            wish,
            matrices_mixed: false,
            ground_moves: true,
            trail_shown: false,
            bones_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.85, 0.0), 2.5, 300.0, 8.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: script::SECONDS, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        let sought = self.scripted && (!self.was_scripted || !(0.0..1.0).contains(&step.dt));
        self.was_scripted = self.scripted;
        let moved = if sought { self.go_to(step.time) } else { self.pass(step.dt.max(0.0)) };
        // Added up in short steps, it would drift away from the clock.
        self.time = step.time;
        self.refusal = moved.err().map(|error| format!("{error:#}"));
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let mut scripted = usize::from(self.scripted);
        panel.choice("play", &mut scripted, &["by hand", "a scene"]);
        self.scripted = scripted == 1;
        // Whoever chooses a motion in the midst of the scene takes over.
        let by_hand = panel.choice("motion", &mut self.on_and_on, &ON_AND_ON);
        self.scripted &= !by_hand;
        panel.choice("look at", &mut self.topic, &["fade", "stride", "layer"]);
        match self.topic {
            0 => self.fade_panel(panel),
            1 => self.stride_panel(panel),
            _ => self.layer_panel(panel),
        }
        let mut mixed = usize::from(self.matrices_mixed);
        panel.choice("mixed are", &mut mixed, &["poses", "matrices"]);
        self.matrices_mixed = mixed == 1;
        panel.switch("ground", &mut self.ground_moves);
        panel.same_line();
        panel.switch("trail", &mut self.trail_shown);
        panel.same_line();
        panel.switch("bones", &mut self.bones_shown);
        graph::tree(panel, &self.show);
        let followed = self.followed();
        let speed = self.show.fastest(followed);
        panel.number("fastest", &format!("{} at most {speed:4.1} m/s", FOLLOWED[followed]));
        if let Some(refusal) = &self.refusal {
            panel.note(refusal);
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let gone = if self.ground_moves { self.show.gone() } else { 0.0 };
        frame.grid_moved(-gone * Vec3::Z)?;
        frame.shadow(Vec3::ZERO, vec2(0.42, 0.42))?;
        let scene = &self.knight.scene;
        if self.show.pose.iter().any(|joint| !joint.rotation.is_normalized()) {
            frame.label(Vec3::Y, [0.0, 0.0], "a rotation on screen is not one long", ERROR);
        }
        let world_from_joints = self.show.world_from_joints(self.matrices_mixed);
        let surfaces = &scene.model.surfaces;
        let palette = |surface: usize| Some(surfaces[surface].palette(&world_from_joints));
        scene.draw(&mut frame.target, &frame.view, Mat4::IDENTITY, palette, ModelLook::default())?;
        if self.bones_shown {
            self.draw_bones(frame, &world_from_joints);
        }
        if self.trail_shown {
            self.draw_trail(frame);
        }
        graph::chart(frame, &self.show);
        Ok(())
    }
}
