//! The instruments: sliders and switches, a table of the parts, marks on joints, and the mouse that turns a part.

use crate::CutOutPuppet;
use crate::puppet::Placed;
use crate::scene::Knight;
use gl::colour::{CHANGED, Colour, FAINT, INK, joint_colour, mix};
use glam::{Mat4, Vec2, Vec3};
use stage::{Clock, Frame, Panel, Pointer};

pub fn show(lesson: &mut CutOutPuppet, panel: &mut Panel<'_>) {
    let knight = &mut lesson.knight;
    if panel.slider("swing", &mut knight.swing, 0.0..=45.0, "%.0f°") {
        knight.turn_parts();
    }
    panel.note("Drag a part to turn it by hand.");
    let under_mouse = lesson.mouse.and_then(|mouse| knight.part_at(mouse));
    let name = under_mouse.map_or("nothing".to_owned(), |part| knight.puppet().0[part].name.clone());
    panel.number("under the mouse", &format!("under the mouse: {name}"));
    panel.heading("Sprites");
    panel.set("torso size", &mut knight.torso_growth, 0.5..=2.0);
    panel.slider("near arm size", &mut knight.arm_growth, 0.5..=2.0, "%.2f ×");
    panel.slider("pull apart", &mut knight.apart, 0.0..=1.0, "%.2f");
    panel.switches([
        ("pins", &mut lesson.pins_shown),
        ("outlines", &mut lesson.outlines_shown),
        ("hand", &mut lesson.hand_shown),
    ]);
    table(knight, panel);
}

/// Shows a table of the parts with their layers, drawing order and angles.
fn table(knight: &Knight, panel: &mut Panel<'_>) {
    let order = knight.order();
    let parts = &knight.puppet().0;
    let rows: Vec<(&str, Colour, [String; 3])> = (parts.iter().enumerate())
        .map(|(i, part)| {
            let drawn = order.iter().position(|&drawn| drawn == i).map_or(0, |place| place + 1);
            // Without a minus on zero.
            let degrees = format!("{:>5.0}°", knight.degrees[i].round() + 0.0);
            let row = [format!("{:>3}", part.layer), format!("{drawn:>3}"), degrees];
            (part.name.as_str(), joint_colour(i), row)
        })
        .collect();
    panel.texts("parts", &["", "layer", "drawn", "angle"], &rows);
}

/// Draws the joints' axes over the sprites, and their names once there is room.
pub fn mark_pins(lesson: &CutOutPuppet, frame: &mut Frame<'_>, placed: &[Placed]) {
    if !lesson.pins_shown {
        return;
    }
    let (_, skeleton) = &*lesson.knight.puppet();
    for (i, (joint, here)) in skeleton.joints().iter().zip(placed).enumerate() {
        let pin = here.model_from_joint.w_axis.truncate();
        frame.axes(here.model_from_joint, 0.10);
        frame.lines_on_top.line(pin, pin, 7.0, INK);
        if lesson.knight.apart > 0.5 {
            frame.label(pin, [0.0, -54.0], joint.name.as_str(), mix(joint_colour(i), FAINT, 0.2));
        }
    }
}

/// Draws the near hand and its path.
pub fn mark_hand(lesson: &CutOutPuppet, frame: &mut Frame<'_>) {
    let knight = &lesson.knight;
    if !lesson.hand_shown || knight.apart > 0.0 {
        return;
    }
    let trail = knight.hands_trail();
    for (i, pair) in trail.windows(2).enumerate() {
        let left = 1.0 - i as f32 / trail.len() as f32;
        frame.lines_on_top.line(pair[0], pair[1], 4.0 * left, CHANGED);
    }
    if let Some(hand) = knight.hand(&knight.degrees) {
        frame.lines_on_top.rimmed_dot(hand, 11.0, CHANGED);
    }
}

/// Outlines the part under the mouse, in front of all others, and draws the mouse's point.
pub fn mark_part_under_mouse(lesson: &CutOutPuppet, frame: &mut Frame<'_>, placed: &[Placed]) {
    let Some(mouse) = lesson.mouse else { return };
    if let Some(part) = lesson.knight.part_at(mouse) {
        let corners = lesson.knight.corners(part, placed[part]);
        frame.lines_on_top.outline(Mat4::IDENTITY, &corners, 3.0, joint_colour(part));
    }
    frame.lines_on_top.rimmed_dot(mouse.extend(0.0), 6.0, INK);
}

/// Lets the mouse grab a part, and turn it about its pin.
pub fn drag(lesson: &mut CutOutPuppet, pointer: &Pointer, clock: &mut Clock) -> bool {
    let Some(mouse) = pointer.on_plane_z().map(Vec3::truncate) else {
        return false;
    };
    let knight = &mut lesson.knight;
    let at_mouse = |part| direction(knight, part, mouse);
    let dragged =
        lesson.grip.follow(pointer.phase, || knight.part_at(mouse), |part| knight.degrees[part], at_mouse);
    if let Some((part, degrees)) = dragged {
        clock.playing = false;
        knight.degrees[part] = (degrees + 180.0).rem_euclid(360.0) - 180.0;
    }
    lesson.grip.holds()
}

/// Returns the direction from a part's pin to a point of the model, in degrees.
fn direction(knight: &Knight, part: usize, point: Vec2) -> f32 {
    let pin = knight.place()[part].model_from_joint.w_axis.truncate().truncate();
    (point - pin).to_angle().to_degrees()
}
