//! The instruments: sliders, the chosen vertex's path in numbers and in the view, and names.

use crate::TwoTriangles;
use crate::scene::{Figure, Palette, Posed, Scene, Waves};
use crate::skin::Skin;
use common::transform::transform_point;
use gl::colour::{ACCENT, ERROR, FAINT, INK, PAPER, joint_colour, mix};
use glam::{Mat4, Vec3};
use stage::{Frame, Panel, Pointer};

const FIGURES: [(Figure, &str); 2] = [(Figure::TwoTriangles, "two triangles"), (Figure::LongArm, "long arm")];

const WAVES: [(Waves, &str); 4] =
    [(Waves::Child, "child"), (Waves::Root, "root"), (Waves::Both, "both"), (Waves::Neither, "none")];

const PALETTES: [(Palette, &str); 3] =
    [(Palette::Yours, "yours"), (Palette::NoInverse, "T⁻¹ left out"), (Palette::Exchanged, "exchanged")];

pub fn show(lesson: &mut TwoTriangles, panel: &mut Panel<'_>) {
    show_scene(&mut lesson.scene, panel);
    panel.switches([("bind pose", &mut lesson.bind_shown), ("mark what is off", &mut lesson.found_shown)]);
    show_way(lesson, panel);
    show_tests(&mut lesson.scene, panel);
}

/// Shows the results of the tests of the palette.
fn show_tests(scene: &mut Scene, panel: &mut Panel<'_>) {
    panel.heading("Is the palette right?");
    panel.choice_of("palette", &mut scene.palette, &PALETTES);
    for (test, found) in ["bind pose", "carried off"].into_iter().zip(scene.found()) {
        match found {
            None => panel.text(format!("{test}: all are at their places")),
            Some((joint, away)) => {
                // An unfinished answer may name a joint that doesn't exist.
                let joint = scene.skin().skeleton.joints().get(joint).map_or("?", |joint| &joint.name);
                let far = format!("off by {away:.2} m").replace("off by inf m", "infinitely far off");
                panel.text_colored(ERROR, format!("{test}: {joint} is {far}"));
            }
        }
    }
}

fn show_scene(scene: &mut Scene, panel: &mut Panel<'_>) {
    panel.choice_of("figure", &mut scene.shown, &FIGURES);
    panel.choice_of("what waves", &mut scene.waves, &WAVES);
    if scene.shown == Figure::TwoTriangles {
        for (joint, name) in ["root", "child"].into_iter().enumerate() {
            let by_hand = panel.slider(name, &mut scene.turns[joint], -90.0..=90.0, "%.0f°");
            panel.clock.playing &= !(by_hand && scene.is_waving(joint));
        }
        let mut tip_x = scene.triangles.points[2].x;
        panel.slider("shared corner", &mut tip_x, 1.2..=2.8, "%.2f m");
        if tip_x != scene.triangles.points[2].x {
            scene.triangles = Skin::two_triangles(tip_x);
        }
    } else {
        panel.slider("swing", &mut scene.swing, 0.0..=30.0, "%.0f°");
    }
}

/// Shows the chosen vertex in its three spaces.
fn show_way(lesson: &mut TwoTriangles, panel: &mut Panel<'_>) {
    let last = lesson.scene.skin().points.len() - 1;
    panel.set("vertex", &mut lesson.vertex, 0.0..=last as f32);
    panel.heading(&format!("The way of vertex {}", lesson.chosen().0));
    panel.slider("way", &mut lesson.way, 0.0..=2.0, "%.2f");
    let now = lesson.way.round() as usize;
    let stations = stations(lesson, &lesson.scene.posed());
    let rows = [0, 1, 2].map(|i| {
        let (space, point) = &stations[i];
        (space, if i == now { ACCENT } else { FAINT }, [point.x, point.y])
    });
    panel.table("way", &["", "x", "y"], &rows);
}

/// Returns the names of the chosen vertex's three spaces, and its place in each.
fn stations(lesson: &TwoTriangles, posed: &Posed) -> [(String, Vec3); 3] {
    let (skin, (vertex, joint)) = (lesson.scene.skin(), lesson.chosen());
    let (name, point) = (&skin.skeleton.joints()[joint].name, skin.points[vertex]);
    [
        ("model, bind pose".to_owned(), point),
        (format!("in {name}"), transform_point(skin.joints_from_bind[joint], point)),
        ("model, now".to_owned(), posed.points[vertex]),
    ]
}

/// Returns the matrix that moves the bind pose `way` far on the path with one joint.
///
/// At 0 it is the bind pose, at 1 in the joint's space, and at 2 posed by the joint.
pub fn on_the_way(scene: &Scene, posed: &Posed, joint: usize, way: f32) -> Mat4 {
    part_of(posed.from_joints[joint], way - 1.0) * part_of(scene.skin().joints_from_bind[joint], way)
}

/// Returns a fraction of a rigid motion in the plane z = 0, of its rotation and of its translation.
fn part_of(motion: Mat4, part: f32) -> Mat4 {
    let part = part.clamp(0.0, 1.0);
    let angle = motion.x_axis.y.atan2(motion.x_axis.x);
    Mat4::from_translation(part * motion.w_axis.truncate()) * Mat4::from_rotation_z(part * angle)
}

/// Draws the path of the chosen vertex, its places in the three spaces, and the origin.
pub fn draw_way(lesson: &TwoTriangles, frame: &mut Frame<'_>, posed: &Posed) {
    frame.axes(Mat4::IDENTITY, 0.8);
    frame.label(Vec3::ZERO, [-34.0, -8.0], "origin", FAINT);
    let (vertex, joint) = lesson.chosen();
    let (scene, colour) = (&lesson.scene, joint_colour(joint));
    let faint = mix(colour, PAPER, 0.5);
    let point = scene.skin().points[vertex];
    let line: Vec<Vec3> = (0..=60u8)
        .map(|step| transform_point(on_the_way(scene, posed, joint, f32::from(step) / 30.0), point))
        .collect();
    for pair in line.windows(2) {
        frame.lines_on_top.line(pair[0], pair[1], 2.0, faint);
    }
    let stations = stations(lesson, posed);
    // On the side of the bone where the vertex is.
    let beside = if stations[1].1.y < 0.0 { 24.0 } else { -24.0 };
    for (_, point) in &stations {
        frame.lines_on_top.line(*point, *point, 8.0, faint);
    }
    let (name, point) = &stations[lesson.way.round() as usize];
    frame.label(*point, [0.0, beside], name.as_str(), mix(colour, INK, 0.3));
}

/// Draws the vertices' numbers and the joints' names; in the long arm only the chosen joint's name.
pub fn draw_names(lesson: &TwoTriangles, frame: &mut Frame<'_>, points: &[Vec3], model_from_joints: &[Mat4]) {
    let skin = lesson.scene.skin();
    let ink = |joint: usize| mix(joint_colour(joint), INK, 0.3);
    let (few, (_, chosen)) = (lesson.scene.shown == Figure::TwoTriangles, lesson.chosen());
    for (i, point) in points.iter().enumerate().filter(|_| few) {
        frame.label(*point, [16.0, 12.0], i.to_string(), ink(skin.joints[i]));
    }
    let below = if few { 26.0 } else { 60.0 };
    for (i, model_from_joint) in model_from_joints.iter().enumerate() {
        // On the path, the chosen joint's space has a name already.
        let is_named = i == chosen && lesson.is_under_way();
        if (few || i == chosen) && !is_named {
            let name = skin.skeleton.joints()[i].name.as_str();
            frame.label(model_from_joint.w_axis.truncate(), [0.0, below], name, ink(i));
        }
    }
}

/// Lets the mouse choose a vertex.
pub fn press(lesson: &mut TwoTriangles, pointer: &Pointer) -> bool {
    let (points, _) = lesson.in_view(&lesson.scene.posed());
    let pressed = pointer.pressed(points.into_iter().enumerate());
    lesson.vertex = pressed.map_or(lesson.vertex, |vertex| vertex as f32);
    pressed.is_some()
}
