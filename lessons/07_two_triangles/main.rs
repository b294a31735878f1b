//! A skin whose vertices follow one joint each: through the joint's own space, and out again where the joint is now.

mod drawing;
mod figure;
mod way;

use anyhow::Result;
use common::gl::Gl;
use common::gl::colour::{ACCENT, Colour, FAINT, INK, joint_colour, mix, with_alpha};
use common::skin::{palette, skin_rigidly};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use common::transform::transform_point;
use figure::Figure;
use glam::{Mat4, Vec3, vec3};
use std::f32::consts::TAU;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<TwoTriangles>(env!("CARGO_BIN_NAME"))
}

/// Seconds of one wave.
const WAVE: f32 = 4.0;
/// How far root and child of the two triangles wave, in degrees.
const WIDTHS: [f32; 2] = [20.0, 40.0];
/// What there is to look at.
const FIGURES: [&str; 2] = ["two triangles", "long arm"];
/// What may wave.
const WAVES: [&str; 4] = ["child", "root", "both", "none"];

struct TwoTriangles {
    triangles: Figure,
    arm: Figure,
    /// An index into `FIGURES`.
    shown: usize,
    /// An index into `WAVES`.
    waves: usize,
    /// Through the wave, from 0 to 1.
    phase: f32,
    /// Root and child of the two triangles, in degrees since the bind pose.
    turns: [f32; 2],
    /// How far each joint of the arm waves, in degrees.
    swing: f32,
    /// How far each joint of the arm is behind the one before, as a fraction of the wave.
    lag: f32,
    tip_x: f32,
    /// The vertex whose way is shown.
    vertex: f32,
    /// How far along its way it is: 0 in the bind pose, 1 in the joint's space, 2 where it is now.
    way: f32,
    bind_shown: bool,
    bones_shown: bool,
}

/// What the answers make of a figure as it stands now.
struct Posed {
    from_joints: Vec<Mat4>,
    from_bind: Vec<Mat4>,
    points: Vec<Vec3>,
}

impl TwoTriangles {
    fn figure(&self) -> &Figure {
        [&self.triangles, &self.arm][self.shown]
    }

    /// Whether the wave moves this joint.
    fn is_waving(&self, joint: usize) -> bool {
        match WAVES[self.waves] {
            "child" => joint > 0,
            "root" => joint == 0,
            name => name == "both",
        }
    }

    /// By how many degrees a joint has turned since the bind pose.
    fn turn(&self, joint: usize) -> f32 {
        match self.shown {
            0 => self.turns[joint],
            _ if self.is_waving(joint) => self.swing * ((self.phase - self.lag * joint as f32) * TAU).sin(),
            _ => 0.0,
        }
    }

    fn posed(&self) -> Posed {
        let figure = self.figure();
        let from_joints = figure.posed_from_joints(|joint| self.turn(joint));
        let mut from_bind = palette(&from_joints, &figure.joints_from_bind);
        let mut points = skin_rigidly(&from_bind, &figure.joints, &figure.points);
        // An answer that is not finished may leave some out.
        from_bind.resize(from_joints.len(), Mat4::IDENTITY);
        points.extend(figure.points.iter().skip(points.len()));
        Posed { from_joints, from_bind, points }
    }

    /// The chosen vertex and its joint.
    fn chosen(&self) -> (usize, usize) {
        let vertex = (self.vertex as usize).min(self.figure().points.len() - 1);
        (vertex, self.figure().joints[vertex])
    }

    /// Whether a vertex is shown on its way, and not where it ends.
    fn is_under_way(&self) -> bool {
        self.way < 2.0
    }

    /// From the bind pose to where all would be if it were fixed to the chosen joint and had come `way` far.
    fn on_the_way(&self, posed: &Posed, way: f32) -> Mat4 {
        let (_, joint) = self.chosen();
        way::along(way, self.figure().joints_from_bind[joint], posed.from_joints[joint])
    }

    /// The vertices and the joints as they are drawn: those of the pose, or those of the bind pose on their way.
    fn in_view(&self, posed: &Posed) -> (Vec<Vec3>, Vec<Mat4>) {
        if !self.is_under_way() {
            return (posed.points.clone(), posed.from_joints.clone());
        }
        let moved = self.on_the_way(posed, self.way);
        let figure = self.figure();
        (
            figure.points.iter().map(|point| transform_point(moved, *point)).collect(),
            figure.bind_from_joints.iter().map(|bind_from_joint| moved * bind_from_joint).collect(),
        )
    }

    /// The whole way of the chosen vertex, and the origin to which it leads.
    fn draw_way(&self, frame: &mut Frame<'_>, posed: &Posed) {
        frame.axes(Mat4::IDENTITY, 0.8);
        frame.label(Vec3::ZERO, [-34.0, -8.0], "origin", FAINT);
        let (vertex, joint) = self.chosen();
        let stations = self.stations(posed, vertex, joint);
        let point = self.figure().points[vertex];
        let line: Vec<Vec3> = (0..=60u8)
            .map(|step| transform_point(self.on_the_way(posed, f32::from(step) / 30.0), point))
            .collect();
        let now = self.way.round() as usize;
        drawing::path(frame, joint_colour(joint), &line, &stations, now);
    }

    /// The numbers of the vertices and the names of the joints; of the long arm's the chosen joint's alone.
    fn draw_names(&self, frame: &mut Frame<'_>, points: &[Vec3], model_from_joints: &[Mat4]) {
        let figure = self.figure();
        let ink = |joint: usize| mix(joint_colour(joint), INK, 0.3);
        let (few, (_, chosen)) = (self.shown == 0, self.chosen());
        for (i, point) in points.iter().enumerate().filter(|_| few) {
            frame.label(*point, [16.0, 12.0], i.to_string(), ink(figure.joints[i]));
        }
        let below = if few { 26.0 } else { 60.0 };
        for (i, model_from_joint) in model_from_joints.iter().enumerate() {
            if self.bones_shown && (few || i == chosen && !self.is_under_way()) {
                let name = figure.skeleton.joints()[i].name.as_str();
                frame.label(model_from_joint.w_axis.truncate(), [0.0, below], name, ink(i));
            }
        }
    }

    fn figure_panel(&mut self, panel: &mut Panel<'_>) {
        panel.choice("figure", &mut self.shown, &FIGURES);
        panel.choice("what waves", &mut self.waves, &WAVES);
        if self.shown == 0 {
            for (joint, name) in ["root", "child"].into_iter().enumerate() {
                let by_hand = panel.slider(name, &mut self.turns[joint], -90.0..=90.0, "%.0f°");
                panel.clock.playing &= !(by_hand && self.is_waving(joint));
            }
            panel.slider("shared corner", &mut self.tip_x, 1.2..=2.8, "%.2f m");
            if self.tip_x != self.triangles.points[2].x {
                self.triangles = Figure::two_triangles(self.tip_x);
            }
        } else {
            panel.slider("swing", &mut self.swing, 0.0..=30.0, "%.0f°");
            panel.slider("lag", &mut self.lag, 0.0..=0.25, "%.2f");
        }
        panel.switch("bind pose", &mut self.bind_shown);
        panel.same_line();
        panel.switch("bones", &mut self.bones_shown);
    }

    /// The chosen vertex in the three spaces that it comes through.
    fn way_panel(&mut self, panel: &mut Panel<'_>, posed: &Posed) {
        panel.heading("The way of a vertex");
        let last = self.figure().points.len() - 1;
        panel.slider("vertex", &mut self.vertex, 0.0..=last as f32, "%.0f");
        self.vertex = self.vertex.round();
        panel.slider("way", &mut self.way, 0.0..=2.0, "%.2f");
        let (vertex, joint) = self.chosen();
        let stations = self.stations(posed, vertex, joint);
        let now = self.way.round() as usize;
        let rows: Vec<(&str, Colour, Vec<f32>)> = (stations.iter().enumerate())
            .map(|(i, (space, point))| {
                (space.as_str(), if i == now { ACCENT } else { FAINT }, vec![point.x, point.y])
            })
            .collect();
        panel.table("way", &["", "x", "y"], &rows);
    }

    /// The spaces that a vertex comes through, and where it is in each.
    fn stations(&self, posed: &Posed, vertex: usize, joint: usize) -> [(String, Vec3); 3] {
        let figure = self.figure();
        let (name, point) = (&figure.skeleton.joints()[joint].name, figure.points[vertex]);
        [
            ("model, bind pose".to_owned(), point),
            (format!("in {name}"), transform_point(figure.joints_from_bind[joint], point)),
            ("model, now".to_owned(), posed.points[vertex]),
        ]
    }
}

impl Lesson for TwoTriangles {
    fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        let tip_x = 2.0;
        Ok(Self {
            triangles: Figure::two_triangles(tip_x),
            arm: Figure::long_arm(),
            shown: 0,
            waves: 0,
            phase: 0.0,
            turns: [0.0; 2],
            swing: 15.0,
            lag: 0.08,
            tip_x,
            vertex: 4.0,
            way: 2.0,
            bind_shown: true,
            bones_shown: true,
        })
    }

    fn camera(&self) -> Camera {
        Camera::flat(vec3(1.2, 0.9, 0.0), 6.2)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: WAVE, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.phase = step.time / WAVE;
        if step.dt != 0.0 {
            for (joint, degrees) in WIDTHS.into_iter().enumerate() {
                if self.is_waving(joint) {
                    self.turns[joint] = degrees * (self.phase * TAU).sin();
                }
            }
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.figure_panel(panel);
        let posed = self.posed();
        self.way_panel(panel, &posed);
        let (_, joint) = self.chosen();
        let figure = self.figure();
        panel.heading(&format!("{}: into its space, and out", figure.skeleton.joints()[joint].name));
        let colour = joint_colour(joint);
        let matrices =
            [("T⁻¹", colour, figure.joints_from_bind[joint]), ("S T⁻¹", colour, posed.from_bind[joint])];
        panel.plane_matrices("matrices", &matrices);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let (points, _) = self.in_view(&self.posed());
        let pressed = pointer.pressed(points.into_iter().enumerate());
        self.vertex = pressed.map_or(self.vertex, |vertex| vertex as f32);
        pressed.is_some()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let (figure, posed) = (self.figure(), self.posed());
        let (chosen, joint) = self.chosen();
        if self.bind_shown {
            drawing::edges(frame, figure, &figure.points, with_alpha(INK, 0.2));
        }
        if self.is_under_way() {
            drawing::skin(frame, figure, &posed.points, 0.3)?;
        }
        let (points, model_from_joints) = self.in_view(&posed);
        drawing::skin(frame, figure, &points, 1.0)?;
        if self.is_under_way() {
            self.draw_way(frame, &posed);
        }
        if self.bones_shown {
            drawing::bones(frame, figure, &model_from_joints, joint);
        }
        drawing::vertices(frame, figure, &points, chosen);
        self.draw_names(frame, &points, &model_from_joints);
        Ok(())
    }
}
