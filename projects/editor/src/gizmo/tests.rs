//! Compares the results of mouse and keys with other formulas in double precision.

use crate::gizmo::*;
use glam::{DMat3, DMat4, DQuat, DVec3, Quat, Vec2, Vec3, dvec3, vec2, vec3};
use proptest::prelude::*;
use stage::{Camera, Lens, Rect, Stagebox};

fn view(lens: Lens, yaw: f32, pitch: f32) -> View {
    let free = Rect { low: vec2(340.0, 0.0), high: vec2(1280.0, 800.0) };
    let camera = Camera { lens, ..Camera::orbit(Vec3::ZERO, 4.0, yaw, pitch) };
    camera.view(Stagebox { size: [1280, 800], free, scale: 1.0 })
}

fn front() -> View {
    view(Lens::Orthographic, 0.0, 0.0)
}

fn pointer(phase: Phase, pixel: Vec2, view: View) -> Pointer {
    Pointer { phase, button: Button::Left, double: false, ctrl: false, shift: false, pixel, view }
}

fn press(key: Key, mouse: Option<Vec2>, view: View) -> KeyPress {
    let mouse = mouse.map(|pixel| pointer(Phase::Hover, pixel, view));
    KeyPress { key, repeat: false, mouse, view }
}

/// A gizmo on a thing, with a mouse in a view.
struct Hand {
    gizmo: Gizmo,
    placed: Placed,
    view: View,
}

impl Hand {
    fn new(placed: Placed, view: View) -> Self {
        Self { gizmo: Gizmo::default(), placed, view }
    }

    /// Returns the gizmo on a thing at the world's origin.
    fn plain(tool: Tool, view: View) -> Self {
        let mut hand = Self::new(placed(Transform::IDENTITY, Mat4::IDENTITY), view);
        hand.gizmo.tool = tool;
        hand
    }

    /// Presses a key that begins a drag, with the mouse at a pixel, and then the key of an axis.
    fn take(&mut self, key: char, axis: Option<usize>, at: Vec2) -> Change {
        let change = self.gizmo.key(&press(Key::char(key), Some(at), self.view), &self.placed);
        if let Some(axis) = axis {
            self.keys(["x", "y", "z"][axis]);
        }
        change
    }

    fn keys(&mut self, keys: &str) -> Change {
        let types = |key: char| {
            let key = match key {
                '<' => Key::BACKSPACE,
                '!' => Key::ENTER,
                _ => Key::char(key),
            };
            self.gizmo.key(&press(key, None, self.view), &self.placed)
        };
        keys.chars().map(types).last().unwrap()
    }

    fn hover(&mut self, at: Vec2) -> Transform {
        now(self.gizmo.hover(Some(&pointer(Phase::Hover, at, self.view)), &self.placed))
    }

    fn mouse(&mut self, phase: Phase, at: Vec2) -> Change {
        self.gizmo.pointer(&pointer(phase, at, self.view), &self.placed)
    }

    fn words(&self) -> String {
        self.gizmo.words().unwrap_or_default()
    }

    /// Returns the point at which a part can be grabbed, in pixels.
    fn handle(&self, part: GizmoPart) -> Vec2 {
        let outlines = self.gizmo.outlines(&self.placed, &self.view).unwrap();
        let index = outlines.parts.iter().position(|outline| outline.part == part).unwrap();
        outlines.stand.pixel + outlines.handle(index) * self.view.scale
    }
}

fn now(change: Change) -> Transform {
    match change {
        Change::Changed(transform) | Change::Ended(transform) | Change::Cancelled(transform) => transform,
        Change::Nothing | Change::Began => panic!("{change:?}"),
    }
}

fn placed(parent_from_own: Transform, world_from_parent: Mat4) -> Placed {
    Placed { parent_from_own, world_from_parent }
}

/// Returns the pixel of a point, by the view's matrix alone.
fn seen(view: &View, point: DVec3) -> Vec2 {
    let clip = view.clip_from_world.as_dmat4() * point.extend(1.0);
    let half = DVec3::new(f64::from(view.size[0]), f64::from(view.size[1]), 0.0) / 2.0;
    let x = (clip.x / clip.w + 1.0) * half.x;
    let y = (1.0 - clip.y / clip.w) * half.y;
    vec2(x as f32, y as f32)
}

/// Returns the direction from a point to the viewer, along which the pixel stays the same.
fn to_viewer(view: &View, point: DVec3) -> DVec3 {
    let world_from_clip = view.clip_from_world.as_dmat4().inverse();
    let clip = view.clip_from_world.as_dmat4().project_point3(point);
    let nearer = world_from_clip.project_point3(clip - dvec3(0.0, 0.0, 1e-3));
    (nearer - point).normalize()
}

/// Returns the directions to the right and up in the picture, along which the depth stays the same.
fn in_picture(view: &View, point: DVec3) -> [DVec3; 2] {
    let clip_from_world = view.clip_from_world.as_dmat4();
    let clip = clip_from_world.project_point3(point);
    [DVec3::X, DVec3::Y].map(|step| {
        let beside = clip_from_world.inverse().project_point3(clip + 0.1 * step);
        (beside - point).normalize()
    })
}

/// Returns the axes in world space, as long as a unit of the parent along each.
fn world_axes(placed: &Placed, axes: Axes) -> [DVec3; 3] {
    let matrix = match axes {
        Axes::Own => {
            placed.world_from_parent.as_dmat4() * DMat4::from_quat(placed.parent_from_own.rotation.as_dquat())
        }
        Axes::Parent => placed.world_from_parent.as_dmat4(),
    };
    [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate())
}

fn pivot(placed: &Placed) -> DVec3 {
    let point = placed.parent_from_own.translation.as_dvec3();
    placed.world_from_parent.as_dmat4().transform_point3(point)
}

/// Returns the thing's origin in world space after a change.
fn moved(placed: &Placed, transform: Transform) -> DVec3 {
    pivot(&Placed { parent_from_own: transform, ..*placed })
}

fn rotation() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0f32..1.0)
        .prop_map(|numbers| glam::Vec4::from(numbers).try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4))
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

prop_compose! {
    /// Returns a parent with an equal scale along each axis, down to a hundredth, and perhaps mirrored.
    fn parent()(turn in rotation(), at in vector(0.4), size in prop::sample::select(&[1.0f32, 0.01, 3.0][..]),
                stretch in prop::array::uniform3(0.5f32..2.0), stretched in any::<bool>(), mirrored in any::<bool>()) -> Mat4 {
        let stretch = if stretched { Vec3::from(stretch) } else { Vec3::ONE };
        let mirror = if mirrored { vec3(-1.0, 1.0, 1.0) } else { Vec3::ONE };
        Mat4::from_scale_rotation_translation(size * stretch * mirror, turn, at)
    }
}

prop_compose! {
    fn any_placed()(parent in parent(), turn in rotation(), at in vector(0.4), scale in vector(2.0)) -> Placed {
        // About as far from the parent's origin in the world, whatever the parent's scale.
        let translation = parent.inverse().transform_vector3(at);
        Placed {
            parent_from_own: Transform { translation, rotation: turn, scale },
            world_from_parent: parent,
        }
    }
}

prop_compose! {
    fn any_view()(yaw in 0.0f32..360.0, pitch in -89.0f32..89.0, parallel in any::<bool>()) -> View {
        view(if parallel { Lens::Orthographic } else { Lens::Perspective }, yaw, pitch)
    }
}

fn any_axes() -> impl Strategy<Value = Axes> {
    prop::sample::select(&[Axes::Own, Axes::Parent][..])
}

fn any_tool() -> impl Strategy<Value = Tool> {
    prop::sample::select(&[Tool::Turn, Tool::Move][..])
}

/// The greatest error of a place: 1/20 pixel, of which a metre has 200. A drag along an axis seen at an
/// angle, down to this sine, has more.
const CLOSE: f64 = 2.5e-4 / OBLIQUE;
const OBLIQUE: f64 = 0.3;

proptest! {
    #[test]
    fn what_is_moved_along_an_axis_stays_below_the_mouse(
        placed in any_placed(), view in any_view(), axes in any_axes(), axis in 0usize..3,
        from in -0.5f64..0.5, to in -0.5f64..0.5,
    ) {
        let mut hand = Hand::new(placed, view);
        hand.gizmo.axes = axes;
        let (pivot, unit) = (pivot(&placed), world_axes(&placed, axes)[axis]);
        let along = unit.normalize();
        prop_assume!(along.cross(to_viewer(&view, pivot)).length() > OBLIQUE);
        hand.take('g', Some(axis), seen(&view, pivot + along * from));
        let now = hand.hover(seen(&view, pivot + along * to));
        let wanted = pivot + along * (to - from);
        prop_assert!(moved(&placed, now).distance(wanted) < CLOSE, "{} instead of {wanted}", moved(&placed, now));
        prop_assert_eq!((now.rotation, now.scale), (placed.parent_from_own.rotation, placed.parent_from_own.scale));
        // The words too, in the axes' own units.
        let said: f64 = hand.words().split(' ').nth(1).unwrap().replace('−', "-").parse().unwrap();
        let units = (to - from) / unit.length();
        prop_assert!((said - units).abs() <= 6e-4 + 1e-3 * units.abs(), "{} for {units}", hand.words());
    }

    #[test]
    fn what_is_moved_freely_stays_below_the_mouse(
        placed in any_placed(), view in any_view(), axes in any_axes(), steps in prop::array::uniform4(-0.5f64..0.5),
    ) {
        let mut hand = Hand::new(placed, view);
        hand.gizmo.axes = axes;
        let pivot = pivot(&placed);
        let [one, other] = in_picture(&view, pivot);
        let at = |a: f64, b: f64| pivot + a * one + b * other;
        hand.take('g', None, seen(&view, at(steps[0], steps[1])));
        let now = hand.hover(seen(&view, at(steps[2], steps[3])));
        let wanted = at(steps[2] - steps[0], steps[3] - steps[1]);
        prop_assert!(moved(&placed, now).distance(wanted) < CLOSE, "{} {wanted}", moved(&placed, now));
    }

    #[test]
    fn what_is_taken_along_does_what_it_would_do_alone(
        one in any_placed(), other in any_placed(), view in any_view(), axes in any_axes(), tool in any_tool(),
        axis in 0usize..3, number in -90i8..90,
    ) {
        let doing = |placed: Placed| {
            let mut hand = Hand::new(placed, view);
            hand.gizmo.axes = axes;
            let key = if tool == Tool::Turn { 'r' } else { 'g' };
            let at = seen(&view, pivot(&placed));
            let began = hand.take(key, Some(axis), at) == Change::Began;
            let now = now(hand.keys(&number.to_string()));
            (hand, began.then_some(now))
        };
        let (mut hand, now_of_one) = doing(one);
        let wanted = doing(other).1.unwrap_or(other.parent_from_own);
        prop_assert_eq!(hand.gizmo.tool_of_drag(), tool);
        prop_assert_eq!(hand.gizmo.alike(&other), wanted);
        prop_assert_eq!(Some(hand.gizmo.alike(&one)), now_of_one);
        // The same transform when it is accepted.
        hand.keys("!");
        prop_assert_eq!(hand.gizmo.alike(&other), wanted);
        prop_assert_eq!(hand.gizmo.tool_of_drag(), tool);
    }

    #[test]
    fn what_is_turned_stays_below_the_mouse(
        placed in any_placed(), view in any_view(), axes in any_axes(), axis in 0usize..3,
        begin in 0.0f64..6.3, turn in -3.0f64..3.0, radius in 0.1f64..0.6,
    ) {
        let mut hand = Hand::new(placed, view);
        hand.gizmo.axes = axes;
        // The axis in the parent, and a circle around it there.
        let parent = DMat3::from_mat4(placed.world_from_parent.as_dmat4());
        let up = (parent.inverse() * world_axes(&placed, axes)[axis]).normalize();
        let (a, b) = up.any_orthonormal_pair();
        let size = (parent * a).length();
        let beside = |angle: f64| (a * angle.cos() + b * angle.sin()) * radius / size;
        let (pivot, place) = (pivot(&placed), |angle| pivot(&placed) + parent * beside(angle));
        let normal = (parent.inverse().transpose() * up).normalize();
        prop_assume!(normal.dot(to_viewer(&view, pivot)).abs() > 0.25);
        hand.take('r', Some(axis), seen(&view, place(begin)));
        let now = hand.hover(seen(&view, place(begin + turn)));
        let wanted = DQuat::from_axis_angle(up, turn) * placed.parent_from_own.rotation.as_dquat();
        prop_assert!(now.rotation.as_dquat().dot(wanted).abs() > 1.0 - 1e-5, "{} {wanted}", now.rotation);
        prop_assert!(now.rotation.is_normalized());
        prop_assert_eq!(now.translation, placed.parent_from_own.translation);
    }

    #[test]
    fn a_turn_about_the_line_of_sight_is_seen_as_the_mouse_goes_around(
        turn in rotation(), view in any_view(), mirrored in any::<bool>(), begin in 0.0f32..6.3, angle in -3.0f32..3.0,
    ) {
        let mirror = Mat4::from_scale(if mirrored { vec3(1.0, 1.0, -1.0) } else { Vec3::ONE });
        let placed = placed(Transform { rotation: turn, ..Transform::IDENTITY }, mirror);
        let mut hand = Hand::new(placed, view);
        let around = |angle: f32| seen(&view, DVec3::ZERO) + 150.0 * vec2(angle.cos(), -angle.sin());
        hand.take('r', None, around(begin));
        let now = hand.hover(around(begin + angle));
        // In the world, counter-clockwise seen from the viewer.
        let turned = DQuat::from_axis_angle(to_viewer(&view, DVec3::ZERO), f64::from(angle));
        for axis in DVec3::AXES {
            let in_world = |rotation: Quat| mirror.as_dmat4().transform_vector3(rotation.as_dquat() * axis);
            prop_assert!(in_world(now.rotation).distance(turned * in_world(turn)) < 1e-3);
        }
    }

    #[test]
    fn a_ring_on_its_edge_rolls_as_its_front_does(
        yaw in 0.0f32..360.0, tilt in -7.0f32..7.0, parallel in any::<bool>(), from in -300.0f32..300.0, by in -300.0f32..300.0,
        aside in -200.0f32..200.0,
    ) {
        let lens = if parallel { Lens::Orthographic } else { Lens::Perspective };
        let mut hand = Hand::plain(Tool::Turn, view(lens, yaw, tilt));
        let middle = seen(&hand.view, DVec3::ZERO);
        // The ring about y is seen as a line across the picture, 92 pixels to each side. Its front goes to the right.
        hand.take('r', Some(1), middle + vec2(from, 0.0));
        let now = hand.hover(middle + vec2(from + by, aside));
        let wanted = Quat::from_rotation_y(by / 92.0);
        prop_assert!(now.rotation.dot(wanted).abs() > 1.0 - 2e-4, "{} {wanted}: {}", now.rotation, hand.words());
    }

    #[test]
    fn what_is_cancelled_stands_as_before_to_the_last_bit(
        placed in any_placed(), view in any_view(), tool in any_tool(), axes in any_axes(), axis in prop::option::of(0usize..3),
        way in prop::collection::vec((0.0f32..1280.0, 0.0f32..800.0), 1..20), how in 0..4,
    ) {
        let mut hand = Hand::new(placed, view);
        hand.gizmo.axes = axes;
        let key = if tool == Tool::Turn { 'r' } else { 'g' };
        let begin = vec2(700.0, 410.0);
        prop_assert_eq!(hand.take(key, axis, begin), Change::Began);
        for (x, y) in way {
            let now = hand.hover(vec2(x, y));
            prop_assert!(now.translation.is_finite() && now.rotation.is_normalized() && now.scale.is_finite());
        }
        let change = match how {
            0 => hand.gizmo.cancel(),
            1 => hand.gizmo.key(&press(Key::ESCAPE, None, view), &placed),
            2 => {
                let right = Pointer { button: Button::Right, ..pointer(Phase::Press, begin, view) };
                hand.gizmo.pointer(&right, &placed)
            }
            // Back at the start, and accepted: except for whole turns, of which the path may have made some.
            _ if tool != Tool::Turn => { hand.hover(begin); hand.gizmo.accept() }
            _ => hand.keys("0!"),
        };
        let bits = |transform: Transform| {
            let Transform { translation: t, rotation: r, scale: s } = transform;
            [t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z].map(f32::to_bits)
        };
        let Change::Cancelled(stands) = change else { panic!("{change:?}") };
        prop_assert_eq!(bits(stands), bits(placed.parent_from_own));
        prop_assert!(!hand.gizmo.is_held());
    }

    #[test]
    fn whatever_it_stands_in_no_number_is_lost(
        columns in prop::array::uniform16(prop::sample::select(&[0.0f32, -1.0, 1.0, 1e-8, 1e8, 0.3, f32::NAN, f32::INFINITY][..])),
        own in prop::array::uniform10(prop::sample::select(&[0.0f32, -1.0, 1.0, 1e-8, 1e30, f32::NAN][..])),
        view in any_view(), tool in any_tool(), axes in any_axes(), axis in prop::option::of(0usize..3), to in (0.0f32..1280.0, 0.0f32..800.0),
    ) {
        let [x, y, z, a, b, c, d, sx, sy, sz] = own;
        let own = Transform {
            translation: vec3(x, y, z), rotation: Quat::from_xyzw(a, b, c, d), scale: vec3(sx, sy, sz)
        };
        let placed = placed(own, Mat4::from_cols_array(&columns));
        let mut hand = Hand::new(placed, view);
        hand.gizmo.axes = axes;
        let key = if tool == Tool::Turn { 'r' } else { 'g' };
        if hand.take(key, axis, vec2(600.0, 300.0)) != Change::Nothing {
            let now = hand.hover(to.into());
            prop_assert!(now.translation.is_finite() && now.rotation.is_finite() && now.scale.is_finite());
        }
        hand.gizmo.cancel();
        hand.gizmo.tool = tool;
        hand.gizmo.outlines(&placed, &view);
    }

    #[test]
    fn every_part_that_is_named_is_taken_at_its_handle(placed in any_placed(), view in any_view(), tool in any_tool(), axes in any_axes()) {
        let mut hand = Hand::new(placed, view);
        (hand.gizmo.tool, hand.gizmo.axes) = (tool, axes);
        let outlines = hand.gizmo.outlines(&placed, &view).unwrap();
        for (index, outline) in outlines.parts.iter().enumerate() {
            let handle = outlines.handle(index);
            let place = outlines.stand.at(handle).unwrap();
            let pixel = view.pixel(place).unwrap();
            prop_assert!(pixel.distance(outlines.stand.pixel + handle) < 0.5, "scripts look for it elsewhere");
            let found = outlines.under(pixel);
            // Of parts behind each other, one is grabbed.
            let covered = outlines.parts.iter().filter(|other| other.form.distance(handle) <= 8.0).count() > 1;
            prop_assert!(found == Some(outline.part) || covered && found.is_some(), "{:?}: {found:?}", outline.part);
        }
    }
}

#[test]
fn the_words_say_how_far_and_ctrl_rotates_in_steps() {
    let middle = seen(&front(), DVec3::ZERO);
    for (key, axis, way, ctrl, wanted) in [
        // A metre has 200 pixels.
        ('g', Some(0), vec2(46.0, 0.0), false, "move 0.230 along x"),
        ('g', None, vec2(-46.0, -130.0), false, "move −0.230, 0.650, 0.000 along x, y, z"),
        ('r', Some(2), vec2(0.0, -60.0), false, "turn 45.0° about z"),
        ('r', Some(2), vec2(0.0, -72.0), false, "turn 50.2° about z"),
        ('r', Some(2), vec2(0.0, -72.0), true, "turn 45.0° about z"),
    ] {
        // The drag begins 60 pixels to the right of the middle.
        let mut hand = Hand::plain(Tool::Turn, front());
        let begin = middle + vec2(60.0, 0.0);
        hand.take(key, axis, begin);
        let mouse = Pointer { ctrl, ..pointer(Phase::Hover, begin + way, hand.view) };
        hand.gizmo.hover(Some(&mouse), &hand.placed);
        assert_eq!(hand.words(), wanted);
    }
}

#[test]
fn numbers_are_typed() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turned = |rotation| Transform { rotation, ..Transform::IDENTITY };
    let moved = |x, y, z| Transform { translation: vec3(x, y, z), ..Transform::IDENTITY };
    for (keys, words, stands) in [
        ("rz90", "turn 90_° about z", turned(Quat::from_xyzw(0.0, 0.0, half, half))),
        ("rz90-", "turn −90_° about z", turned(Quat::from_xyzw(0.0, 0.0, -half, half))),
        ("rz90--", "turn 90_° about z", turned(Quat::from_xyzw(0.0, 0.0, half, half))),
        ("rz905<", "turn 90_° about z", turned(Quat::from_xyzw(0.0, 0.0, half, half))),
        ("r90", "turn 90_° about the line of sight", turned(Quat::from_xyzw(0.0, 0.0, half, half))),
        ("rx-", "turn −_° about x", Transform::IDENTITY),
        ("rx", "turn 0.0° about x", Transform::IDENTITY),
        ("gy.25", "move .25_ along y", moved(0.0, 0.25, 0.0)),
        ("gy1,5", "move 1.5_ along y", moved(0.0, 1.5, 0.0)),
        ("gy1.2.5", "move 1.25_ along y", moved(0.0, 1.25, 0.0)),
        ("g2", "move 2_ along x, y, z", moved(2.0, 0.0, 0.0)),
        ("gy2x", "move 2_ along x", moved(2.0, 0.0, 0.0)),
        ("gxx3", "move 3_ along x, y, z", moved(3.0, 0.0, 0.0)),
        ("rx3gy4", "move 4_ along y", moved(0.0, 4.0, 0.0)),
        ("gx9999999999999999", "move 999999999999_ along x", moved(999_999_999_999.0, 0.0, 0.0)),
    ] {
        let mut hand = Hand::plain(Tool::Turn, front());
        hand.keys(keys);
        assert_eq!(hand.words(), words, "{keys}");
        let change = hand.keys("!");
        let ends = if stands == Transform::IDENTITY { Change::Cancelled } else { Change::Ended };
        assert!(change == ends(now(change)), "{keys}: {change:?}");
        let matrix = now(change).to_matrix();
        assert!(matrix.abs_diff_eq(stands.to_matrix(), 1e-5), "{keys}: {change:?}");
        assert!(!hand.gizmo.is_held());
    }
}

#[test]
fn a_turn_goes_the_way_that_the_axes_space_calls_positive() {
    // The parent is mirrored: its z turns its x to its y, which points down.
    let mirror = Mat4::from_scale(vec3(1.0, -1.0, 1.0));
    let placed = placed(Transform::IDENTITY, mirror);
    for (axes, wanted) in [(Axes::Parent, Vec3::NEG_Y), (Axes::Own, Vec3::NEG_Y)] {
        let mut hand = Hand::new(placed, front());
        hand.gizmo.axes = axes;
        let in_world = mirror.transform_vector3(now(hand.keys("rz90!")).rotation * Vec3::X);
        assert!(in_world.distance(wanted) < 1e-6, "{axes:?}: {in_world}");
    }
}

#[test]
fn keys_that_are_not_its_own_are_left_alone() {
    let mut hand = Hand::plain(Tool::Turn, front());
    for key in ["x", "1", "Space", "Esc", "Enter", "Ctrl+G", "Alt+R", "Shift+S", "F12"] {
        let key = key.parse().unwrap();
        assert_eq!(hand.gizmo.key(&press(key, None, hand.view), &hand.placed), Change::Nothing, "{key}");
    }
    hand.keys("g");
    for (key, taken) in [("Space", true), ("h", true), ("Ctrl+Z", false), ("F12", false), ("Shift", false)] {
        let change = hand.gizmo.key(&press(key.parse().unwrap(), None, hand.view), &hand.placed);
        assert_eq!(change != Change::Nothing, taken, "{key}");
    }
    // A repeated key begins nothing, and doesn't choose again.
    let again = |key| KeyPress { repeat: true, ..press(Key::char(key), None, front()) };
    hand.keys("x");
    hand.gizmo.key(&again('x'), &hand.placed);
    hand.gizmo.key(&again('r'), &hand.placed);
    assert_eq!(hand.words(), "move 0.000 along x");
    hand.gizmo.cancel();
    assert_eq!(hand.gizmo.key(&again('g'), &hand.placed), Change::Nothing);
}

#[test]
fn it_begins_with_a_press_over_it_and_holds_until_the_release() {
    let mut hand = Hand::plain(Tool::Move, view(Lens::Perspective, 30.0, 20.0));
    let arrow = hand.handle(GizmoPart::Axis(0));
    let beside = arrow + vec2(0.0, 40.0);
    assert_eq!(hand.mouse(Phase::Press, beside), Change::Nothing);
    assert_eq!(hand.mouse(Phase::Drag, arrow), Change::Nothing);
    assert_eq!(hand.mouse(Phase::Release, arrow), Change::Nothing);
    let right = Pointer { button: Button::Right, ..pointer(Phase::Press, arrow, hand.view) };
    assert_eq!(hand.gizmo.pointer(&right, &hand.placed), Change::Nothing);

    assert_eq!(hand.mouse(Phase::Press, arrow), Change::Began);
    let far = vec2(20.0, 790.0);
    let Change::Changed(dragged) = hand.mouse(Phase::Drag, far) else { panic!("it is held") };
    assert_eq!(hand.mouse(Phase::Release, far), Change::Ended(dragged));
    assert_eq!(hand.mouse(Phase::Drag, arrow), Change::Nothing);

    // Cancelled with the button down: until it is released it does nothing.
    hand.mouse(Phase::Press, arrow);
    hand.mouse(Phase::Drag, far);
    assert_eq!(hand.gizmo.pointer(&right, &hand.placed), Change::Cancelled(Transform::IDENTITY));
    assert_eq!(hand.mouse(Phase::Drag, far), Change::Nothing);
    assert_eq!(hand.mouse(Phase::Release, far), Change::Nothing);

    // By a key it follows without a button, and a press ends it.
    hand.take('g', None, arrow);
    hand.hover(far);
    assert!(matches!(hand.mouse(Phase::Press, far), Change::Ended(_)));
    assert_eq!(hand.mouse(Phase::Release, far), Change::Nothing);
}

#[test]
fn what_cannot_be_seen_or_stands_in_something_flat_is_not_taken() {
    let behind = Mat4::from_translation(vec3(0.0, 0.0, 9.0));
    for world_from_parent in
        [behind, Mat4::from_scale(vec3(1.0, 0.0, 1.0)), Mat4::ZERO, Mat4::from_scale(Vec3::NAN)]
    {
        let placed = placed(Transform::IDENTITY, world_from_parent);
        let mut hand = Hand::new(placed, view(Lens::Perspective, 0.0, 0.0));
        assert_eq!(hand.take('g', Some(0), vec2(800.0, 400.0)), Change::Nothing);
        assert_eq!(hand.mouse(Phase::Press, vec2(810.0, 400.0)), Change::Nothing);
        assert!(hand.gizmo.outlines(&hand.placed, &hand.view).is_none());
    }
}

#[test]
fn no_drag_moves_it_behind_the_viewer() {
    // The z axis points towards the viewer, and passes him at the upper right.
    let mut hand = Hand::plain(Tool::Move, view(Lens::Perspective, 40.0, 20.0));
    hand.take('g', Some(2), vec2(700.0, 380.0));
    for step in 0..400u16 {
        let way = 4.0 * f32::from(step);
        for towards in [vec2(way, 0.5 * way), vec2(-way, -0.5 * way), vec2(-way, way), vec2(way, -way)] {
            let now = hand.hover(vec2(700.0, 380.0) + towards);
            assert!(hand.view.pixel(now.translation).is_some(), "{now:?}");
        }
    }
    // Typed numbers may go there: then nothing is visible, and it can still be cancelled.
    let now = now(hand.keys("99"));
    let placed = Placed { parent_from_own: now, ..hand.placed };
    assert!(hand.view.pixel(now.translation).is_none() && hand.gizmo.outlines(&placed, &hand.view).is_none());
    assert_eq!(hand.gizmo.cancel(), Change::Cancelled(Transform::IDENTITY));
}
