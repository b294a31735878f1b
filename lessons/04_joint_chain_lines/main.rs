//! Chains of joints as lines: every point lies at the origin, and the shader moves it by its joint's matrix.

mod chains;

use anyhow::Result;
use chains::Chain;
use common::gl::colour::{INK, joint_colour, mix};
use common::gl::{ChainLines, Gl, Lines};
use common::pose::world_from_joints;
use common::shapes::{JointLines, joint_lines};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use glam::{Mat4, Vec3, vec2, vec3};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<JointChainLines>(env!("CARGO_BIN_NAME"))
}

/// Seconds of one swing.
const SWING: f32 = 4.0;
/// The names of the two ways to get a chain on the screen.
const WAYS: [&str; 2] = ["matrices", "points"];

struct JointChainLines {
    chains: [Chain; 3],
    lines: Vec<JointLines>,
    drawn: Vec<ChainLines>,
    phase: f32,
    strength: f32,
    /// Degrees, about the y axis.
    turn: f32,
    chosen: usize,
    /// A joint of the chosen chain.
    joint: usize,
    indices_shown: bool,
    /// 0 is matrices, 1 is points.
    way: usize,
    lines_per_joint: f32,
}

impl JointChainLines {
    fn world_from_model(&self, chain: usize) -> Mat4 {
        Mat4::from_translation(self.chains[chain].foot) * Mat4::from_rotation_y(self.turn.to_radians())
    }

    fn parent_from_joints(&self, chain: usize) -> Vec<Mat4> {
        self.chains[chain].parent_from_joints(self.phase, self.strength)
    }

    fn world_from_joints(&self, chain: usize) -> Vec<Mat4> {
        let skeleton = &self.chains[chain].skeleton;
        world_from_joints(skeleton, self.world_from_model(chain), &self.parent_from_joints(chain))
    }

    /// Where the joints of a chain are, in the world.
    fn places(&self, chain: usize) -> Vec<Vec3> {
        self.world_from_joints(chain).iter().map(|matrix| matrix.w_axis.truncate()).collect()
    }

    /// The bytes that go to the graphics card for every picture, each way, with so many lines on every joint.
    fn bytes(&self, lines_per_joint: usize) -> [usize; 2] {
        let matrices = self.drawn.iter().map(ChainLines::bytes_per_picture).sum();
        let lines: usize = self.lines.iter().map(|lines| lines.pairs.len()).sum();
        [matrices, lines * lines_per_joint * Lines::BYTES_PER_LINE]
    }

    /// What is sent, and what would be if more hung on every joint.
    fn bytes_panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("Bytes sent for every picture");
        panel.choice("by", &mut self.way, &WAYS);
        panel.slider("lines per joint", &mut self.lines_per_joint, 1.0..=500.0, "%.0f");
        let now = self.bytes(1);
        let then = self.bytes(self.lines_per_joint as usize);
        let rows: Vec<_> = (0..WAYS.len())
            .map(|way| {
                let colour = if way == self.way { INK } else { common::gl::colour::FAINT };
                (WAYS[way], colour, [now[way].to_string(), then[way].to_string()])
            })
            .collect();
        panel.texts("bytes", &["", "these chains", "with so many lines"], &rows);
    }

    /// How the chosen chain is stored, and where the chosen joint is.
    fn chain_panel(&mut self, panel: &mut Panel<'_>) {
        let (chain, lines) = (&self.chains[self.chosen], &self.lines[self.chosen]);
        let (joints, count) = (chain.skeleton.joints(), lines.pairs.len());
        panel.heading(&format!("{} joints, {count} lines, {} indices", joints.len(), 2 * count));
        panel.switch("show them in the view", &mut self.indices_shown);
        let pairs = lines.pairs.iter().map(|[from, to]| format!("{from},{to}"));
        panel.note(&pairs.collect::<Vec<_>>().join("  "));
        let Some(joint) = joints.get(self.joint) else {
            return;
        };
        let parent = joint.parent.map_or("none".to_owned(), |parent| parent.to_string());
        panel.named(
            &format!("{}: index {}, parent {parent}", joint.name, self.joint),
            joint_colour(self.joint),
        );
        let (local, world) = (self.parent_from_joints(self.chosen), self.places(self.chosen));
        let row = |place: Vec3| place.to_array().to_vec();
        let rows = [
            ("parent", INK, row(local[self.joint].w_axis.truncate())),
            ("world", INK, row(world[self.joint])),
        ];
        panel.table("joint", &["origin in", "x", "y", "z"], &rows);
    }
}

impl Lesson for JointChainLines {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let chains = Chain::all();
        let lines: Vec<JointLines> = chains.iter().map(|chain| joint_lines(&chain.skeleton)).collect();
        let program = ChainLines::program(gl)?;
        let drawn = lines.iter().map(|lines| ChainLines::new(gl, lines, program.clone()));
        let drawn = drawn.collect::<Result<_>>()?;
        Ok(Self {
            chains,
            lines,
            drawn,
            phase: 0.0,
            strength: 1.0,
            turn: 0.0,
            chosen: 1,
            joint: 0,
            indices_shown: true,
            way: 0,
            lines_per_joint: 40.0,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.1, 1.05, 0.0), 3.8, 10.0, 10.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: SWING, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.phase = step.time / SWING;
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("sway", &mut self.strength, 0.0..=3.0, "%.2f ×");
        panel.slider("turn", &mut self.turn, -180.0..=180.0, "%.0f°");
        let names = [0, 1, 2].map(|chain| self.chains[chain].name);
        if panel.choice("look at", &mut self.chosen, &names) {
            self.joint = 0;
        }
        self.chain_panel(panel);
        self.bytes_panel(panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let joints = |chain: usize| {
            self.places(chain).into_iter().enumerate().map(move |(i, place)| ((chain, i), place))
        };
        let Some(pressed) = pointer.pressed((0..self.chains.len()).flat_map(joints)) else {
            return false;
        };
        (self.chosen, self.joint) = pressed;
        true
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        for (i, (lines, drawn)) in self.lines.iter().zip(&self.drawn).enumerate() {
            frame.shadow(self.chains[i].foot, vec2(0.45, 0.45))?;
            let world_from_joints = self.world_from_joints(i);
            if self.way == 0 {
                drawn.draw(&mut frame.target, &frame.view, &world_from_joints)?;
                continue;
            }
            let place = |joint: u16| world_from_joints[usize::from(joint)].w_axis.truncate();
            for &[from, to] in &lines.pairs {
                frame.lines.line(place(from), place(to), 3.0, joint_colour(usize::from(to)));
            }
        }
        for (joint, place) in self.places(self.chosen).into_iter().enumerate() {
            let colour = mix(joint_colour(joint), INK, 0.35);
            if self.indices_shown {
                frame.label(place, [12.0, 0.0], joint.to_string(), colour);
            }
        }
        if let Some(world_from_joint) = self.world_from_joints(self.chosen).get(self.joint) {
            frame.axes(*world_from_joint, 0.16);
        }
        Ok(())
    }
}
