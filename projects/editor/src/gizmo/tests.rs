//! Compares the results of mouse and keys with a table, and with other formulas in double precision.

use crate::gizmo::*;
use crate::tests::rotation;
use glam::{DMat3, DMat4, DQuat, DVec3, Quat, Vec2, Vec3, dvec3, vec2, vec3};
use proptest::prelude::*;
use stage::{Camera, Lens, Rect, Stagebox};

fn view(lens: Lens, yaw: f32, pitch: f32) -> View {
    let free = Rect { low: vec2(340.0, 0.0), high: vec2(1280.0, 800.0) };
    let camera = Camera { lens, ..Camera::orbit(Vec3::ZERO, 4.0, yaw, pitch) };
    camera.view(Stagebox { size: [1280, 800], free, scale: 1.0 })
}

/// A gizmo on a thing, with a mouse in a view.
#[derive(Clone, Debug)]
struct Hand {
    gizmo: Gizmo,
    placed: Placed,
    view: View,
    mouse: Pointer,
}

impl Hand {
    fn new(placed: Placed, view: View) -> Self {
        let (phase, button, pixel) = (Phase::Hover, Button::Left, seen(&view, pivot(&placed)));
        let mouse = Pointer { phase, button, double: false, ctrl: false, shift: false, pixel, view };
        Self { gizmo: Gizmo::default(), placed, view, mouse }
    }

    /// Returns the gizmo on a thing at the world's origin, seen from the front, where a metre has 200 pixels.
    fn plain() -> Self {
        let placed = Placed { parent_from_own: Transform::IDENTITY, world_from_parent: Mat4::IDENTITY };
        Self::new(placed, view(Lens::Orthographic, 0.0, 0.0))
    }

    fn key(&mut self, key: Key, repeat: bool) -> Change {
        let press = KeyPress { key, repeat, mouse: Some(self.mouse), view: self.view };
        self.gizmo.key(&press, &self.placed)
    }

    /// Types letters, with `<` for Backspace and `!` for Enter.
    fn keys(&mut self, keys: &str) -> Change {
        let key = |key| match key {
            '<' => Key::BACKSPACE,
            '!' => Key::ENTER,
            _ => Key::char(key),
        };
        keys.chars().map(|letter| self.key(key(letter), false)).last().unwrap_or(Change::Nothing)
    }

    fn hover(&mut self, at: Vec2) -> Change {
        (self.mouse.phase, self.mouse.pixel) = (Phase::Hover, at);
        self.gizmo.hover(Some(&self.mouse), &self.placed)
    }

    fn button(&mut self, phase: Phase, button: Button) -> Change {
        self.gizmo.pointer(&Pointer { phase, button, ..self.mouse }, &self.placed)
    }

    /// Drags by keys from a point that is seen to another, and returns the thing's transform.
    fn drag(&mut self, keys: &str, from: Vec2, to: Vec2) -> Transform {
        self.mouse.pixel = from;
        self.keys(keys);
        self.hover(to);
        self.now()
    }

    fn now(&self) -> Transform {
        self.gizmo.alike(&self.placed)
    }

    fn words(&self) -> String {
        self.gizmo.words().unwrap_or_default()
    }

    /// Returns the point at which an axis's part can be grabbed, in pixels.
    fn handle(&self, axis: usize) -> Vec2 {
        let outlines = self.gizmo.outlines(&self.placed, &self.view).unwrap();
        let is_part = |outline: &outline::Outline| outline.axis == Some(axis);
        let index = outlines.parts.iter().position(is_part).unwrap();
        outlines.stand.pixel + outlines.handle(index) * self.view.scale
    }

    /// Plays words: `down`, `drag`, `up`, `right` and `ctrl` for the mouse, which goes to `60,0` pixels beside the middle, or beside
    /// the arrow of x after `x:`; `F12`, or a letter that is `down` already after `again:`; and else letters that are typed. Returns
    /// each word's change by its first letter, and what is said then, or where the thing ends.
    fn play(&mut self, script: &str) -> String {
        let (mut told, mut stands) = (String::new(), String::new());
        for word in script.split_whitespace() {
            let (way, to) = word.split_once(':').unwrap_or(("", word));
            let change = match (way, to) {
                (_, "down") => self.button(Phase::Press, Button::Left),
                (_, "drag") => self.button(Phase::Drag, Button::Left),
                (_, "up") => self.button(Phase::Release, Button::Left),
                (_, "right") => self.button(Phase::Press, Button::Right),
                (_, "ctrl") => {
                    self.mouse.ctrl ^= true;
                    self.hover(self.mouse.pixel)
                }
                ("again", letter) => self.key(letter.parse().unwrap(), true),
                ("key", key) => self.key(key.parse().unwrap(), false),
                _ => match to.split_once(',').map(|(x, y)| Some(vec2(x.parse().ok()?, y.parse().ok()?))) {
                    Some(Some(beside)) if way == "x" => self.hover(self.handle(0) + beside),
                    Some(Some(beside)) => self.hover(seen(&self.view, pivot(&self.placed)) + beside),
                    _ => self.keys(word),
                },
            };
            told.extend(format!("{change:?}").chars().next());
            // Without a minus on zero.
            if change == Change::Ended {
                let Transform { translation, rotation, .. } = self.now();
                stands = format!("{:.2}, x to {:.2}", translation + 0.0, rotation * Vec3::X + 0.001);
            }
        }
        format!("{told} {}{stands}", self.words()).trim_end().to_owned()
    }
}

#[test]
fn the_mouse_and_the_keys_do_what_the_table_says() {
    for (script, wanted) in [
        // A drag begins with a key, 60 pixels to the right of the middle, and follows the mouse without a button.
        ("60,0 g x 106,0", "NBCC move 0.230 along x"),
        ("60,0 g 14,-130", "NBC move −0.230, 0.650, 0.000 along x, y, z"),
        ("60,0 r z 60,-60", "NBCC turn 45.0° about z"),
        ("60,0 r z 60,-72", "NBCC turn 50.2° about z"),
        ("60,0 r z 60,-72 ctrl", "NBCCC turn 45.0° about z"),
        ("60,0 r z 0,-60 -60,0 0,60 60,0 0,-60", "NBCCCCCC turn 450.0° about z"),
        // A ring on its edge, of 92 pixels to each side, rolls with its front.
        ("-30,0 r y 62,50", "NBCC turn 57.3° about y"),
        ("0,200 r x 9,16", "NBCC turn −114.6° about x"),
        ("60,0 g 106,0 down up", "NBCEN [0.23, 0.00, 0.00], x to [1.00, 0.00, 0.00]"),
        ("60,0 g 106,0 60,0 down", "NBCCC"),
        ("60,0 g 106,0 right drag up", "NBCCNN"),
        // By a button it begins over a part, and holds until the release.
        ("x:0,40 down x:0,0 drag up right", "NNNNNN"),
        ("x:0,0 down x:40,9 drag up drag", "NBCCEN [0.20, 0.00, 0.00], x to [1.00, 0.00, 0.00]"),
        ("x:0,0 down x:40,0 right drag up", "NBCCNN"),
        // Numbers are typed, also over what the mouse did. The same axis again releases it.
        ("r z90", "BC turn 90_° about z"),
        ("r z90-", "BC turn −90_° about z"),
        ("r z90--", "BC turn 90_° about z"),
        ("r z905<", "BC turn 90_° about z"),
        ("r 90", "BC turn 90_° about the line of sight"),
        ("r x-", "BC turn −_° about x"),
        ("r x !", "BCC"),
        ("r z90 !", "BCE [0.00, 0.00, 0.00], x to [0.00, 1.00, 0.00]"),
        ("r 90- !", "BCE [0.00, 0.00, 0.00], x to [0.00, -1.00, 0.00]"),
        ("g y.25", "BC move .25_ along y"),
        ("g y1,5", "BC move 1.5_ along y"),
        ("g y1.2.5", "BC move 1.25_ along y"),
        ("g 2 !", "BCE [2.00, 0.00, 0.00], x to [1.00, 0.00, 0.00]"),
        ("r x3gy1,5 !", "BCE [0.00, 1.50, 0.00], x to [1.00, 0.00, 0.00]"),
        ("g y2x", "BC move 2_ along x"),
        ("g xx3", "BC move 3_ along x, y, z"),
        ("r x3gy4", "BC move 4_ along y"),
        ("g x9999999999999999", "BC move 999999999999_ along x"),
        // Other keys are somebody else's. A repeated one begins nothing, and doesn't choose again.
        ("x 1 key:Space key:Esc ! key:Ctrl+G key:Alt+R key:Shift+S key:F12", "NNNNNNNNN"),
        ("g key:Space h key:Ctrl+Z key:F12 key:Shift", "BCCNNN move 0.000, 0.000, 0.000 along x, y, z"),
        ("again:g g x again:x again:r", "NBCCC move 0.000 along x"),
    ] {
        let mut hand = Hand::plain();
        hand.gizmo.tool = Tool::Move;
        assert_eq!(hand.play(script), wanted, "{script}");
    }
}

#[test]
fn what_cannot_be_seen_or_stands_in_something_flat_is_not_taken() {
    let behind = Mat4::from_translation(vec3(0.0, 0.0, 9.0));
    for world_from_parent in
        [behind, Mat4::from_scale(vec3(1.0, 0.0, 1.0)), Mat4::ZERO, Mat4::from_scale(Vec3::NAN)]
    {
        let mut hand = Hand::plain();
        hand.view = view(Lens::Perspective, 0.0, 0.0);
        hand.mouse.view = hand.view;
        hand.placed.world_from_parent = world_from_parent;
        assert_eq!(hand.play("g down"), "NN");
        assert!(hand.gizmo.outlines(&hand.placed, &hand.view).is_none());
    }
}

#[test]
fn no_drag_moves_it_behind_the_viewer() {
    // The z axis points towards the viewer, and passes him at the upper right.
    let mut hand = Hand::new(Hand::plain().placed, view(Lens::Perspective, 40.0, 20.0));
    let begin = vec2(700.0, 380.0);
    hand.drag("gz", begin, begin);
    for way in (0..400u16).map(|step| 4.0 * f32::from(step)) {
        for towards in [vec2(way, 0.5 * way), vec2(-way, -0.5 * way), vec2(-way, way), vec2(way, -way)] {
            hand.hover(begin + towards);
            let now = hand.now();
            assert!(hand.view.pixel(now.translation).is_some(), "{now:?}");
        }
    }
    // Typed numbers may go there: then nothing is visible, and it can still be cancelled.
    hand.keys("99");
    let now = hand.now();
    let placed = Placed { parent_from_own: now, ..hand.placed };
    assert!(hand.view.pixel(now.translation).is_none() && hand.gizmo.outlines(&placed, &hand.view).is_none());
    assert_eq!(hand.gizmo.cancel(), Change::Cancelled);
}

/// Returns the pixel of a point, by the view's matrix alone.
fn seen(view: &View, point: DVec3) -> Vec2 {
    let clip = view.clip_from_world.as_dmat4() * point.extend(1.0);
    let half = DVec3::new(f64::from(view.size[0]), f64::from(view.size[1]), 0.0) / 2.0;
    let x = (clip.x / clip.w + 1.0) * half.x;
    let y = (1.0 - clip.y / clip.w) * half.y;
    vec2(x as f32, y as f32)
}

/// Returns the directions in which a point is seen to go to the right and up, with the depth the same, and to the viewer.
fn in_picture(view: &View, point: DVec3) -> [DVec3; 3] {
    let clip_from_world = view.clip_from_world.as_dmat4();
    let clip = clip_from_world.project_point3(point);
    [0.1 * DVec3::X, 0.1 * DVec3::Y, dvec3(0.0, 0.0, -1e-3)].map(|step| {
        let beside = clip_from_world.inverse().project_point3(clip + step);
        (beside - point).normalize()
    })
}

/// Returns the axes in world space, as long as a unit of the parent along each.
fn world_axes(placed: &Placed, axes: Axes) -> [DVec3; 3] {
    let own = DMat4::from_quat(placed.parent_from_own.rotation.as_dquat());
    let matrix = placed.world_from_parent.as_dmat4() * if axes == Axes::Own { own } else { DMat4::IDENTITY };
    [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate())
}

/// Returns the thing's origin in world space.
fn pivot(placed: &Placed) -> DVec3 {
    let point = placed.parent_from_own.translation.as_dvec3();
    placed.world_from_parent.as_dmat4().transform_point3(point)
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

prop_compose! {
    /// Returns a thing in a parent with an equal scale along each axis, down to a hundredth, and perhaps mirrored.
    fn any_placed()(
        parent in (rotation(), vector(0.4), prop::sample::select(&[1.0f32, 0.01, 3.0][..])),
        stretch in prop::array::uniform3(0.5f32..2.0), stretched in any::<bool>(), mirrored in any::<bool>(),
        own in (rotation(), vector(0.4), vector(2.0)),
    ) -> Placed {
        let (turn, at, size) = parent;
        let stretch = if stretched { Vec3::from(stretch) } else { Vec3::ONE };
        let mirror = if mirrored { vec3(-1.0, 1.0, 1.0) } else { Vec3::ONE };
        let world_from_parent = Mat4::from_scale_rotation_translation(size * stretch * mirror, turn, at);
        // About as far from the parent's origin in the world, whatever the parent's scale.
        let (rotation, at, scale) = own;
        let translation = world_from_parent.inverse().transform_vector3(at);
        Placed { parent_from_own: Transform { translation, rotation, scale }, world_from_parent }
    }
}

prop_compose! {
    fn any_hand()(
        placed in any_placed(), yaw in 0.0f32..360.0, pitch in -89.0f32..89.0, parallel in any::<bool>(),
        turns in any::<bool>(), own in any::<bool>(),
    ) -> Hand {
        let mut hand = Hand::new(placed, view(if parallel { Lens::Orthographic } else { Lens::Perspective }, yaw, pitch));
        hand.gizmo.tool = if turns { Tool::Turn } else { Tool::Move };
        hand.gizmo.axes = if own { Axes::Own } else { Axes::Parent };
        hand
    }
}

impl Hand {
    /// Returns the keys that begin a drag with its tool along an axis.
    fn begin(&self, axis: Option<usize>) -> String {
        let tool = if self.gizmo.tool == Tool::Turn { "r" } else { "g" };
        tool.to_owned() + axis.map_or("", |axis| ["x", "y", "z"][axis])
    }
}

/// The greatest error of a place: 1/20 pixel, of which a metre has 200. A drag along an axis seen at an
/// angle, down to this sine, has more.
const CLOSE: f64 = 2.5e-4 / OBLIQUE;
const OBLIQUE: f64 = 0.3;

proptest! {
    #[test]
    fn what_is_moved_stays_below_the_mouse(
        mut hand in any_hand(), axis in prop::option::of(0usize..3), steps in prop::array::uniform4(-0.5f64..0.5),
    ) {
        hand.gizmo.tool = Tool::Move;
        let (placed, pivot) = (hand.placed, pivot(&hand.placed));
        let [right, up, to_viewer] = in_picture(&hand.view, pivot);
        let unit = axis.map(|axis| world_axes(&placed, hand.gizmo.axes)[axis]);
        let [one, other] = unit.map_or([right, up], |unit| [unit.normalize(), DVec3::ZERO]);
        prop_assume!(axis.is_none() || one.cross(to_viewer).length() > OBLIQUE);
        let at = |a: f64, b: f64| pivot + a * one + b * other;
        let [from, to] = [at(steps[0], steps[1]), at(steps[2], steps[3])];
        let now = hand.drag(&hand.begin(axis), seen(&hand.view, from), seen(&hand.view, to));
        let (moved, wanted) = (self::pivot(&Placed { parent_from_own: now, ..placed }), pivot + to - from);
        prop_assert!(moved.distance(wanted) < CLOSE, "{moved} instead of {wanted}");
        prop_assert_eq!((now.rotation, now.scale), (placed.parent_from_own.rotation, placed.parent_from_own.scale));
        // The words too, in the axes' own units.
        if let Some(unit) = unit {
            let said: f64 = hand.words().split(' ').nth(1).unwrap().replace('−', "-").parse().unwrap();
            let units = (steps[2] - steps[0]) / unit.length();
            prop_assert!((said - units).abs() <= 6e-4 + 1e-3 * units.abs(), "{} for {units}", hand.words());
        }
    }

    #[test]
    fn what_is_turned_stays_below_the_mouse(
        mut hand in any_hand(), axis in prop::option::of(0usize..3),
        begin in 0.0f64..6.3, turn in -3.0f64..3.0, radius in 0.1f64..0.6,
    ) {
        hand.gizmo.tool = Tool::Turn;
        let (placed, pivot) = (hand.placed, pivot(&hand.placed));
        let to_viewer = in_picture(&hand.view, pivot)[2];
        let parent = DMat3::from_mat4(placed.world_from_parent.as_dmat4());
        // The axis in the parent, and a circle around it there. About the line of sight the mouse goes around in the picture.
        let about = axis.map_or(to_viewer, |axis| world_axes(&placed, hand.gizmo.axes)[axis]);
        let mirrored = if axis.is_none() { parent.determinant().signum() } else { 1.0 };
        let up = (parent.inverse() * about).normalize() * mirrored;
        let (a, b) = up.any_orthonormal_pair();
        let normal = (parent.inverse().transpose() * up).normalize();
        prop_assume!(axis.is_none() || normal.dot(to_viewer).abs() > 0.25);
        let size = radius / (parent * a).length();
        let [from, to] = [begin, begin + turn].map(|angle| match axis {
            Some(_) => seen(&hand.view, pivot + parent * (a * angle.cos() + b * angle.sin()) * size),
            None => seen(&hand.view, pivot) + 150.0 * vec2(angle.cos() as f32, -angle.sin() as f32),
        });
        let now = hand.drag(&hand.begin(axis), from, to);
        let wanted = DQuat::from_axis_angle(up, turn) * placed.parent_from_own.rotation.as_dquat();
        prop_assert!(now.rotation.as_dquat().dot(wanted).abs() > 1.0 - 1e-5, "{} {wanted}", now.rotation);
        prop_assert!(now.rotation.is_normalized());
        prop_assert_eq!(now.translation, placed.parent_from_own.translation);
    }

    #[test]
    fn what_is_taken_along_does_what_it_would_do_alone(
        mut hand in any_hand(), other in any_placed(), axis in 0usize..3, number in -90i8..90,
    ) {
        let (keys, tool) = (hand.begin(Some(axis)), hand.gizmo.tool);
        let mut alone = Hand { gizmo: hand.gizmo.clone(), ..Hand::new(other, hand.view) };
        let began = alone.keys(&keys) != Change::Nothing;
        alone.keys(&number.to_string());
        let wanted = alone.now();
        prop_assert!(began);
        hand.keys(&keys);
        hand.keys(&number.to_string());
        let one = hand.now();
        for is_accepted in [false, true] {
            prop_assert_eq!((hand.gizmo.alike(&hand.placed), hand.gizmo.alike(&other)), (one, wanted), "{}", is_accepted);
            prop_assert_eq!(hand.gizmo.tool_of_drag(), tool);
            hand.keys("!");
        }
    }

    #[test]
    fn no_number_is_lost_and_what_changes_nothing_is_cancelled(
        mut hand in any_hand(), axis in prop::option::of(0usize..3), is_odd in prop::bool::weighted(0.8),
        columns in prop::array::uniform16(prop::sample::select(&[0.0f32, -1.0, 1.0, 1e-8, 1e8, 0.3, f32::NAN, f32::INFINITY][..])),
        own in prop::array::uniform10(prop::sample::select(&[0.0f32, -1.0, 1.0, 1e-8, 1e30, f32::NAN][..])),
        way in prop::collection::vec((0.0f32..1280.0, 0.0f32..800.0), 1..20), how in 0..4,
    ) {
        let begin = vec2(700.0, 410.0);
        if is_odd {
            let [x, y, z, a, b, c, d, sx, sy, sz] = own;
            let (translation, rotation, scale) = (vec3(x, y, z), Quat::from_xyzw(a, b, c, d), vec3(sx, sy, sz));
            hand.placed = Placed {
                parent_from_own: Transform { translation, rotation, scale },
                world_from_parent: Mat4::from_cols_array(&columns),
            };
        }
        hand.mouse.pixel = begin;
        hand.gizmo.outlines(&hand.placed, &hand.view);
        let began = hand.keys(&hand.begin(axis)[..1]) == Change::Began;
        prop_assert!(began || is_odd);
        prop_assume!(began);
        hand.keys(&hand.begin(axis)[1..]);
        for (x, y) in way {
            hand.hover(vec2(x, y));
            let now = hand.now();
            prop_assert!(now.translation.is_finite() && now.rotation.is_finite() && now.scale.is_finite());
        }
        let change = match how {
            0 => hand.gizmo.cancel(),
            1 => hand.key(Key::ESCAPE, false),
            2 => hand.button(Phase::Press, Button::Right),
            // Back at the start, and accepted: except for whole turns, of which the path may have made some.
            _ if hand.gizmo.tool == Tool::Turn => hand.keys("0!"),
            _ => { hand.hover(begin); hand.gizmo.accept() }
        };
        prop_assert_eq!(change, Change::Cancelled);
        prop_assert!(!hand.gizmo.is_held());
    }

    #[test]
    fn every_part_that_is_named_is_taken_at_its_handle(hand in any_hand()) {
        let outlines = hand.gizmo.outlines(&hand.placed, &hand.view).unwrap();
        for (index, outline) in outlines.parts.iter().enumerate() {
            let handle = outlines.handle(index);
            let place = outlines.stand.at(handle).unwrap();
            let pixel = hand.view.pixel(place).unwrap();
            prop_assert!(pixel.distance(outlines.stand.pixel + handle) < 0.5, "scripts look for it elsewhere");
            let found = outlines.under(pixel);
            // Of parts behind each other, one is grabbed.
            let covered = outlines.parts.iter().filter(|other| other.distance(handle) <= 8.0).count() > 1;
            prop_assert!(found == Some(outline.axis) || covered && found.is_some(), "{:?}: {found:?}", outline.axis);
        }
    }
}
