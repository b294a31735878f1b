//! An arena of lesson 17 as it is put up, without a window.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../lessons/17_the_knight_plays/arena.rs"]
mod arena;

use arena::yard;
use arena_editor::{
    ArenaWork, Figure, Frames, Handle, Item, Known, List, Model, Part, aim, placed, put, under, world_centre,
};
use common::transform::Transform;
use drafts::blobs;
use gl::Ray;
use glam::{DVec2, Mat4, Quat, Vec3, dvec2, vec3};
use ground::{Level, Obstacle, ObstacleKind, Polygon};
use play::stored::{self, Wrong};
use play::{Arena, Span, Touches};
use side_scroller::desk::Work as _;

fn known() -> Known {
    let model =
        |name: &str| Model { name: name.to_owned(), bounds: [vec3(-0.5, 0.0, -0.5), vec3(0.5, 1.0, 0.5)] };
    let ons = ["hips", "hand_R"].map(str::to_owned).to_vec();
    let figure = Figure { ons, clips: vec![("punch".to_owned(), 0.6)], ..Figure::default() };
    Known { models: vec![model("crate"), model("barrel")], figures: [figure.clone(), figure] }
}

/// Somebody's hand is at (1, 1, 0), turned by a quarter about z, and twice as large as it should be.
fn frames() -> Frames {
    let hand = Mat4::from_scale_rotation_translation(
        Vec3::splat(2.0),
        Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        vec3(1.0, 1.0, 0.0),
    );
    [vec![Mat4::from_translation(Vec3::Y), hand], Vec::new()]
}

/// A floor from −9 to 9 at height 0, with a box upon it from 2 to 4, which is 2 high, and a roof above all at 5.
fn level() -> Level {
    let upright = |low: [f64; 2], high: [f64; 2]| {
        let ring = [low, [high[0], low[1]], high, [low[0], high[1]]];
        Obstacle::still(Polygon::new(&ring.map(DVec2::from)).expect("a box"), ObstacleKind::Solid)
    };
    let obstacles = vec![
        upright([-9.0, -1.0], [9.0, 0.0]),
        upright([2.0, 0.0], [4.0, 2.0]),
        upright([-9.0, 4.5], [9.0, 5.0]),
    ];
    Level { obstacles, start: dvec2(0.0, 0.0) }
}

fn work() -> ArenaWork {
    let mut work = ArenaWork::new(Arena { level: level(), ..Arena::default() });
    work.model = "crate".to_owned();
    work
}

/// A work with one of each list, put up at x = −3; the last is chosen.
fn furnished() -> ArenaWork {
    let mut work = work();
    for (list, _) in List::ALL {
        work.show(list);
        work.add(vec3(-3.0, 0.2, 0.0), "hand_R");
    }
    work
}

fn item(list: List, index: usize) -> Item {
    Item { list, index }
}

fn bytes(arena: &Arena) -> Vec<u8> {
    blobs::write(&stored::to_blobs(arena, &[]), 0)
}

/// Drags what is chosen: each of the transforms is shown, the last one stays.
fn drag(work: &mut ArenaWork, name: &str, way: &[Transform]) {
    let (item, handle) = (work.chosen().expect("something is chosen"), work.handle);
    work.draft.hold(name);
    for &to in way {
        work.change(|arena| put(arena, item, handle, to));
    }
    work.let_go();
}

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform { translation: vec3(x, y, z), ..Transform::IDENTITY }
}

#[test]
fn what_is_new_stands_on_the_floor_and_every_list_has_its_own() {
    let work = furnished();
    let Arena { pieces, lamps, dummies, spheres, .. } = work.arena();
    assert_eq!((&pieces[0].name[..], &pieces[0].model[..]), ("crate", "crate"));
    assert_eq!(pieces[0].place.translation, vec3(-3.0, 0.0, -2.0));
    assert_eq!((&lamps[0].name[..], dummies[0]), ("lamp", dvec2(-3.0, 0.0)));
    for spheres in spheres {
        assert_eq!((&spheres[0].name[..], &spheres[0].on[..]), ("sphere", "hand_R"));
    }
    let names: Vec<&str> = work.draft.history.names().collect();
    let wanted = ["Put up crate", "Put up lamp", "Put up dummy", "Put up sphere", "Put up sphere"];
    assert_eq!(names, wanted);
    assert_eq!(work.chosen(), Some(item(List::Spheres(1), 0)));
}

#[test]
fn what_cannot_be_is_told_and_the_arena_stays_as_it_was_last_right() {
    let mut work = furnished();
    work.choose(item(List::Pieces, 0));
    for (to, why) in [
        (at(2001.0, 0.0, 0.0), "crate: It is too far away: no coordinate may be beyond 2000 units."),
        (at(f32::NAN, 0.0, 0.0), "crate: It is too far away: no coordinate may be beyond 2000 units."),
        (
            Transform { scale: Vec3::ZERO, ..at(0.0, 0.0, 0.0) },
            "crate: It is 0 times its model's size, and may be 0.01 to 100 times its model's size.",
        ),
    ] {
        drag(&mut work, "Move crate", &[at(1.0, 0.0, 0.0), to]);
        let told = work.draft.told.take().unwrap();
        assert_eq!(told, format!("{why} The arena stays as it was last right."));
        assert_eq!(work.arena().pieces[0].place, at(1.0, 0.0, 0.0));
    }
    work.draft.hold("Change the reach of lamp");
    work.choose(item(List::Lamps, 0));
    work.draft.hold("Change the reach of lamp");
    work.change_lamp(|lamp| lamp.reach = 1e9);
    assert!(work.draft.refusal.is_some());
    work.let_go();
    assert_eq!(work.arena().lamps[0].reach, 8.0);
    for (name, why) in [("  ", "It needs a name."), ("fight", "There is a lamp 'fight' already.")] {
        work.duplicate();
        work.rename(1, "fight");
        work.rename(0, name);
        assert!(work.draft.told.take().unwrap().starts_with(why));
        work.choose(item(List::Lamps, 1));
        work.delete();
    }
    work.show(List::Dummies);
    work.rename(0, "Otto");
    assert!(work.draft.told.take().unwrap().starts_with("Dummies have no names"));
    assert_eq!(work.arena().wrong(), None);
}

#[test]
fn there_are_no_more_than_a_file_may_have() {
    let mut work = work();
    work.show(List::Dummies);
    for _ in 0..=stored::MOST_DUMMIES {
        assert!(work.draft.told.take().is_none());
        work.add(Vec3::ZERO, "");
    }
    assert_eq!(work.arena().dummies.len(), stored::MOST_DUMMIES);
    let told = work.draft.told.take().unwrap();
    assert!(told.starts_with("33 dummies are too many: 32 are the most."), "{told}");
}

#[test]
fn copies_get_names_of_their_own_and_stand_beside() {
    let mut work = furnished();
    work.choose(item(List::Pieces, 0));
    work.duplicate();
    work.duplicate();
    work.add(vec3(5.0, 1.0, 0.0), "");
    let names = List::Pieces.names(work.arena());
    assert_eq!(names, ["crate", "crate 2", "crate 3", "crate 4"]);
    let xs: Vec<f32> = work.arena().pieces.iter().map(|piece| piece.place.translation.x).collect();
    assert_eq!(xs, [-3.0, -2.0, -1.0, 5.0]);
    // What was deleted is not chosen; what comes after it is, so that Del, Del deletes two.
    work.choose(item(List::Pieces, 1));
    work.delete();
    assert_eq!(work.chosen(), Some(item(List::Pieces, 1)));
    work.delete();
    work.delete();
    assert_eq!(
        (List::Pieces.names(work.arena()), work.chosen()),
        (vec!["crate".to_owned()], Some(item(List::Pieces, 0)))
    );
    work.delete();
    assert_eq!(work.chosen(), None);
    work.delete();
    (0..4).for_each(|_| work.undo());
    assert_eq!(List::Pieces.names(work.arena()), names);
    work.set_model("barrel");
    assert_eq!(work.model, "barrel");
    work.choose(item(List::Pieces, 3));
    work.set_model("barrel");
    work.rename(3, "the last one");
    work.swap(3, 0);
    let first = &work.arena().pieces[0];
    assert_eq!((&first.name[..], &first.model[..]), ("the last one", "barrel"));
    assert_eq!(work.chosen(), Some(item(List::Pieces, 0)));
}

#[test]
fn keys_go_through_a_list_and_come_round() {
    let mut work = furnished();
    work.choose(item(List::Pieces, 0));
    work.duplicate();
    work.choose_none();
    let mut seen = Vec::new();
    for back in [false, false, false, true, true] {
        work.choose_next(back);
        seen.push(work.chosen().unwrap().index);
    }
    assert_eq!(seen, [0, 1, 0, 1, 0]);
    work.show(List::Dummies);
    assert_eq!(work.chosen(), None);
    work.choose_next(true);
    assert_eq!(work.chosen(), Some(item(List::Dummies, 0)));
}

#[test]
fn a_dummy_slides_along_the_floor_that_is_nearest() {
    let mut work = furnished();
    work.choose(item(List::Dummies, 0));
    for (to, stands) in [
        (at(1.0, 0.4, 3.0), dvec2(1.0, 0.0)),
        (at(3.0, 0.4, 0.0), dvec2(3.0, 0.0)),
        (at(3.0, 1.2, 0.0), dvec2(3.0, 2.0)),
        (at(3.0, 4.0, 0.0), dvec2(3.0, 5.0)),
        (at(-8.0, -7.0, 0.0), dvec2(-8.0, 0.0)),
    ] {
        drag(&mut work, "Move dummy 1", &[to]);
        assert_eq!(work.arena().dummies[0], stands, "{to:?}");
    }
    drag(&mut work, "Move dummy 1", &[at(20.0, 0.0, 0.0)]);
    assert!(work.draft.told.take().unwrap().starts_with("There is no ground"));
    assert_eq!(work.arena().dummies[0], dvec2(-8.0, 0.0));
    work.add(vec3(50.0, 0.0, 0.0), "");
    assert_eq!(work.arena().dummies.len(), 1);
}

#[test]
fn a_lamp_moves_turns_aims_and_reaches() {
    let mut work = furnished();
    let (known, frames) = (known(), frames());
    work.choose(item(List::Lamps, 0));
    let stands = |work: &ArenaWork| {
        placed(work.arena(), work.chosen().unwrap(), work.handle, &known, &frames).unwrap().parent_from_own
    };
    assert_eq!(stands(&work), at(-3.0, 2.7, 0.0));
    drag(&mut work, "Move lamp", &[at(1.0, 3.0, -1.0)]);
    let lamp = work.lamp().unwrap();
    assert_eq!((lamp.at, lamp.towards), (vec3(1.0, 3.0, -1.0), vec3(0.0, -1.5, 0.0)));
    // Turned by a quarter about z, what led down leads to the right.
    let start = stands(&work);
    let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    drag(&mut work, "Turn lamp", &[Transform { rotation: turn * start.rotation, ..start }]);
    assert!(work.lamp().unwrap().towards.distance(vec3(1.5, 0.0, 0.0)) < 1e-6);
    // And what its frame is then leads there, too.
    assert!((stands(&work).rotation * Vec3::NEG_Y).distance(Vec3::X) < 1e-3);
    let scaled = Transform { scale: vec3(1.0, 1.5, 1.0), ..stands(&work) };
    drag(&mut work, "Scale lamp", &[scaled]);
    assert_eq!(work.lamp().unwrap().reach, 12.0);
    work.handle = Handle::Aim;
    assert_eq!(stands(&work).translation, aim(work.lamp().unwrap()));
    drag(&mut work, "Aim lamp", &[at(1.0, 1.0, 0.0)]);
    let lamp = work.lamp().unwrap();
    assert_eq!((lamp.at, lamp.towards), (vec3(1.0, 3.0, -1.0), vec3(0.0, -2.0, 1.0)));
    // It shines somewhere.
    drag(&mut work, "Aim lamp", &[at(1.0, 3.0, -1.0)]);
    assert!(work.draft.told.take().unwrap().contains("The lamp's direction is 0 m long"));
    let names: Vec<&str> = work.draft.history.names().skip(5).collect();
    assert_eq!(names, ["Move lamp", "Turn lamp", "Scale lamp", "Aim lamp"]);
}

#[test]
fn a_sphere_is_dragged_in_the_frame_of_its_joint() {
    let mut work = furnished();
    let (known, frames) = (known(), frames());
    let chosen = item(List::Spheres(0), 0);
    work.choose(chosen);
    let stands = placed(work.arena(), chosen, Handle::Place, &known, &frames).unwrap();
    assert_eq!(stands.world_from_parent, frames[0][1]);
    let dragged =
        Transform { translation: vec3(0.25, 0.0, 0.0), scale: vec3(0.12, 0.24, 0.12), ..Transform::IDENTITY };
    drag(&mut work, "Move sphere", &[dragged]);
    let sphere = work.sphere().unwrap().1;
    assert_eq!((sphere.centre, sphere.radius), (vec3(0.25, 0.0, 0.0), 0.24));
    // The hand's x leads up, and is twice as long.
    let centre = world_centre(work.arena(), chosen, &known, &frames).unwrap();
    assert!(centre.distance(vec3(1.0, 1.5, 0.0)) < 1e-6);
    work.draft.hold("Change sphere");
    work.change_sphere(|sphere| {
        sphere.touches = Touches::Hits;
        sphere.spans.push(Span { clip: "punch".to_owned(), seconds: [0.2, 0.1] });
    });
    work.let_go();
    assert!(work.draft.told.take().unwrap().contains("A span ends at 0.1 s, before it begins"));
    assert!(work.sphere().unwrap().1.spans.is_empty());
    // On what is not there, and on whom nobody is, it has no place.
    work.draft.hold("Change sphere");
    work.change_sphere(|sphere| sphere.on = "tail".to_owned());
    work.let_go();
    for chosen in [chosen, item(List::Spheres(1), 0)] {
        assert!(placed(work.arena(), chosen, Handle::Place, &known, &frames).is_none());
        assert!(world_centre(work.arena(), chosen, &known, &frames).is_none());
    }
}

#[test]
fn the_mouse_means_what_it_meets_first() {
    let mut work = furnished();
    let (known, frames) = (known(), frames());
    // A crate at (−3, 0, −2) as high as 1, a dummy before it, a lamp above both, all seen from the front.
    let met = |work: &ArenaWork, x: f32, y: f32| {
        let ray = Ray { origin: vec3(x, y, 9.0), direction: Vec3::NEG_Z };
        under(work, &known, &frames, ray, |_| 0.1)
    };
    let place = |list| Some(Part { item: item(list, 0), handle: Handle::Place });
    work.show(List::Pieces);
    assert_eq!(met(&work, -3.0, 0.5), place(List::Dummies));
    assert_eq!(met(&work, -3.4, 0.5), place(List::Pieces));
    assert_eq!(met(&work, -3.05, 2.7), place(List::Lamps));
    assert_eq!(met(&work, -3.0, 1.2), place(List::Dummies), "the lamp's aim is not there until it is chosen");
    work.choose(item(List::Lamps, 0));
    assert_eq!(met(&work, -3.0, 1.2), Some(Part { item: item(List::Lamps, 0), handle: Handle::Aim }));
    assert_eq!(met(&work, -7.0, 3.0), None);
    // From behind the crate hides the dummy, and from within a box one does not see it.
    let back = |z| Ray { origin: vec3(-3.2, 0.5, z), direction: Vec3::Z };
    assert_eq!(under(&work, &known, &frames, back(-9.0), |_| 0.1), place(List::Pieces));
    assert_eq!(under(&work, &known, &frames, back(-2.0), |_| 0.1), place(List::Dummies));
    // Turned and stretched it is where it is seen.
    work.choose(item(List::Pieces, 0));
    let turned =
        Transform { rotation: Quat::from_rotation_z(0.7), scale: vec3(-1.0, 3.0, 1.0), ..at(6.0, 0.0, -2.0) };
    drag(&mut work, "Turn crate", &[turned]);
    let tip = turned.to_matrix().transform_point3(vec3(0.0, 0.98, 0.0));
    assert_eq!(met(&work, tip.x, tip.y), place(List::Pieces));
    assert_eq!(met(&work, 6.0, 2.9), None);
    // Among spheres there are spheres alone.
    work.show(List::Spheres(0));
    assert_eq!(met(&work, 1.0, 1.1), place(List::Spheres(0)));
    assert_eq!(met(&work, -3.0, 0.5), None);
}

#[test]
fn a_level_gives_its_polygons_and_leaves_what_was_put_up() {
    let mut work = furnished();
    let before = work.arena().clone();
    let other = Level { obstacles: level().obstacles[..1].to_vec(), start: dvec2(-2.0, 0.0) };
    work.take_level(other.clone());
    assert_eq!(*work.arena(), Arena { level: other, ..before.clone() });
    work.undo();
    assert_eq!(bytes(work.arena()), bytes(&before));
}

#[test]
fn what_is_given_may_be_in_an_arena() {
    assert_eq!(yard().wrong(), None);
}

/// A source of chance that is the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    /// A number from −20 to 20 on quarters, often a zero of either sign, and now and then one that cannot be.
    fn number(&mut self) -> f32 {
        match self.below(24) {
            0 => -0.0,
            1 => 0.0,
            2 => [f32::NAN, f32::INFINITY, 1e30, -3000.0][self.below(4)],
            _ => (self.below(161) as f32 - 80.0) / 4.0,
        }
    }

    fn vec3(&mut self) -> Vec3 {
        vec3(self.number(), self.number(), self.number())
    }

    fn transform(&mut self) -> Transform {
        let turn = Quat::from_rotation_y(self.number()) * Quat::from_rotation_x(self.number());
        let rotation = if turn.is_finite() { turn.normalize() } else { turn };
        let scale = if self.below(2) == 0 { Vec3::ONE } else { self.vec3() };
        Transform { translation: self.vec3(), rotation, scale }
    }
}

/// Does one of all that can be done.
fn act(work: &mut ArenaWork, chance: &mut Chance, known: &Known) {
    let list = List::ALL[chance.below(5)].0;
    if chance.below(3) == 0 {
        let index = chance.below(list.count(work.arena()) + 1);
        work.choose(Item { list, index });
    }
    let any = |chance: &mut Chance| chance.below(work.list().count(work.arena()) + 1);
    let name = ["crate", "crate 2", "", "a very long name", "ß€😀"][chance.below(5)];
    match chance.below(14) {
        0 => work.show(list),
        1 => {
            let on = &known.figures[0].ons[chance.below(2)];
            work.add(chance.vec3(), on);
        }
        2 => work.duplicate(),
        3 if chance.below(3) == 0 => work.delete(),
        4 => {
            let index = any(chance);
            work.rename(index, name);
        }
        5 => {
            let [one, other] = [any(chance), any(chance)];
            work.swap(one, other);
        }
        6 => work.set_model(["crate", "barrel", "nothing"][chance.below(3)]),
        7 => {
            work.draft.hold("Change lamp");
            for _ in 0..chance.below(4) {
                let (part, number) = (chance.below(6), chance.number());
                work.change_lamp(|lamp| match part {
                    0 => lamp.cone[0] = number,
                    1 => lamp.cone[1] = number,
                    2 => lamp.reach = number,
                    _ => lamp.colour[part - 3] = number,
                });
            }
            work.let_go();
        }
        8 => {
            work.draft.hold("Change sphere");
            let (part, numbers) = (chance.below(4), [chance.number(), chance.number()]);
            work.change_sphere(|sphere| match part {
                0 => sphere.radius = numbers[0],
                1 => sphere.spans.push(Span { clip: name.to_owned(), seconds: numbers }),
                2 => drop(sphere.spans.pop()),
                _ => sphere.touches = Touches::Hits,
            });
            work.let_go();
        }
        9 => {
            work.draft.hold("Change piece");
            let to = chance.transform();
            work.change_piece(|piece| piece.place = to);
            work.let_go();
        }
        10 if chance.below(20) == 0 => {
            let mut level = yard().level;
            level.obstacles.truncate(chance.below(20));
            work.take_level(level);
        }
        _ => {
            let Some(item) = work.chosen() else { return };
            work.handle = [Handle::Place, Handle::Aim][chance.below(2)];
            let handle = work.handle;
            work.draft.hold("Drag");
            for _ in 0..chance.below(5) {
                let to = chance.transform();
                work.change(|arena| put(arena, item, handle, to));
            }
            match chance.below(5) {
                0 => drop(work.give_up()),
                1 => work.undo(),
                _ => work.let_go(),
            }
        }
    }
}

#[test]
fn thousands_of_edits_undone_and_done_again_make_the_same_bytes() {
    let known = known();
    for seed in 0..4 {
        let mut chance = Chance(seed);
        let mut work = ArenaWork::new(yard());
        work.model = "crate".to_owned();
        // What the arena was after each of the steps that can be gone to.
        let mut states = vec![bytes(work.arena())];
        let mut refused = 0;
        for edit in 0..2500 {
            let before = work.draft.history.done();
            act(&mut work, &mut chance, &known);
            work.let_go();
            refused += usize::from(work.draft.told.take().is_some_and(|told| told.ends_with("last right.")));
            assert_eq!(work.arena().wrong(), None, "seed {seed}, edit {edit}");
            if work.draft.history.done() > before {
                states.truncate(before + 1);
                states.push(bytes(work.arena()));
            }
            if chance.below(9) == 0 {
                (0..chance.below(5)).for_each(|_| work.undo());
                (0..chance.below(5)).for_each(|_| work.redo());
            }
            let is_state = states[work.draft.history.done()] == bytes(work.arena());
            assert!(
                is_state,
                "seed {seed}, edit {edit}: after {} steps it is another arena",
                work.draft.history.done()
            );
        }
        while work.draft.history.redo_name().is_some() {
            work.redo();
        }
        assert_eq!(work.draft.history.forgotten(), 0);
        let steps = work.draft.history.names().len();
        assert!(steps > 500 && refused > 200, "seed {seed}: {steps} steps, {refused} refused");
        let last = bytes(work.arena());
        (0..steps).for_each(|_| work.undo());
        assert!(bytes(work.arena()) == states[0], "seed {seed}: all undone it is another arena");
        (0..steps).for_each(|_| work.redo());
        assert!(bytes(work.arena()) == last, "seed {seed}: all redone it is another arena");
        assert_eq!(stored::read(&last, "an.arena").unwrap().arena, *work.arena());
    }
}
