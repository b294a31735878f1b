//! Saves of arenas, whole and broken.

use super::*;
use common::transform::Transform;
use drafts::{Edited as _, History};
use glam::Vec3;
use glam::{Quat, dvec2, vec3};
use ground::{FARTHEST, Level, Obstacle, ObstacleKind as What, Polygon};
use proptest::prelude::*;

fn bytes_of(arena: &Arena) -> Vec<u8> {
    blobs::write(&to_blobs(arena, &[]), 7)
}

fn upright(low: [f64; 2], high: [f64; 2]) -> Obstacle {
    let ring = [low, [high[0], low[1]], high, [low[0], high[1]]];
    Obstacle::still(Polygon::new(&ring.map(DVec2::from)).unwrap(), What::Solid)
}

fn arena() -> Arena {
    let turned = Transform { rotation: Quat::from_rotation_y(0.5), ..Transform::IDENTITY };
    let piece = |name: &str| Piece { name: name.to_owned(), model: "crate".to_owned(), place: turned };
    let lamp = Lamp {
        name: "over the gate".to_owned(),
        at: vec3(1.0, 4.0, 0.5),
        towards: vec3(0.0, -2.0, 0.0),
        cone: [12.0, 30.0],
        colour: vec3(1.0, 0.8, 0.5),
        reach: 9.0,
    };
    let span = Span { clip: "punch".to_owned(), seconds: [0.2, 0.35] };
    let sphere = |name: &str, touches, spans| Sphere {
        name: name.to_owned(),
        on: "hand_R".to_owned(),
        centre: vec3(0.0, 0.1, 0.0),
        radius: 0.12,
        touches,
        spans,
    };
    let level = Level { obstacles: vec![upright([0.0, -1.0], [9.0, 0.0])], start: dvec2(0.5, 0.25) };
    Arena {
        level,
        pieces: vec![piece("a crate"), piece("another")],
        lamps: vec![lamp],
        dummies: vec![dvec2(3.0, 0.0)],
        spheres: [
            vec![sphere("fist", Touches::Hits, vec![span]), sphere("head", Touches::Hurts, Vec::new())],
            vec![sphere("belly", Touches::Hurts, Vec::new())],
        ],
        tables: ["a table".to_owned(), "another one".to_owned()],
    }
}

fn place() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-2e3f32..2e3).prop_map(Vec3::from)
}

fn name() -> impl Strategy<Value = String> {
    "[a-zß-€😀][a-zß-€ 😀]{0,20}"
}

fn any_piece() -> impl Strategy<Value = Piece> {
    let turn = prop::array::uniform4(-1f32..1.0).prop_filter_map("a turn", |turn| {
        let turn = Quat::from_array(turn);
        (turn.length() > 0.1).then(|| turn.normalize())
    });
    let scale = prop::array::uniform3((any::<bool>(), SIZES));
    let scale =
        scale.prop_map(|scale| Vec3::from(scale.map(|(flips, scale)| if flips { -scale } else { scale })));
    (name(), name(), place(), turn, scale).prop_map(|(name, model, translation, rotation, scale)| Piece {
        name,
        model,
        place: Transform { translation, rotation, scale },
    })
}

fn any_lamp() -> impl Strategy<Value = Lamp> {
    let towards = prop::array::uniform3(-9f32..9.0).prop_map(Vec3::from);
    let towards = towards.prop_filter("a direction", |towards| DIRECTIONS.contains(&towards.length()));
    (name(), place(), towards, [CONES, CONES], [COLOURS; 3], REACHES).prop_map(
        |(name, at, towards, mut cone, colour, reach)| {
            cone.sort_by(f32::total_cmp);
            Lamp { name, at, towards, cone, colour: colour.into(), reach }
        },
    )
}

fn any_sphere() -> impl Strategy<Value = Sphere> {
    let centre = prop::array::uniform3(-FARTHEST_CENTRE..FARTHEST_CENTRE).prop_map(Vec3::from);
    let span = (name(), [SECONDS, SECONDS]).prop_map(|(clip, mut seconds)| {
        seconds.sort_by(f32::total_cmp);
        Span { clip, seconds }
    });
    let spans = prop::collection::vec(span, 0..4);
    (name(), name(), centre, RADII, any::<bool>(), spans).prop_map(
        |(name, on, centre, radius, hits, spans)| {
            let touches = if hits { Touches::Hits } else { Touches::Hurts };
            Sphere { name, on, centre, radius, touches, spans }
        },
    )
}

fn any_arena() -> impl Strategy<Value = Arena> {
    let dummy = (-FARTHEST..FARTHEST, -FARTHEST..FARTHEST).prop_map(DVec2::from);
    let spheres = || prop::collection::vec(any_sphere(), 0..4);
    (
        prop::collection::vec((-9..9i32, 1..9i32), 0..4),
        (-2e3..2e3, -2e3..2e3).prop_map(DVec2::from),
        prop::collection::vec(any_piece(), 0..4),
        prop::collection::vec(any_lamp(), 0..4),
        prop::collection::vec(dummy, 0..4),
        [spheres(), spheres()],
        [".{0,40}", ".{0,40}"],
    )
        .prop_map(|(boxes, start, pieces, lamps, dummies, spheres, tables)| {
            let upright = |(low, size): (i32, i32)| upright([low.into(), 0.0], [(low + size).into(), 1.0]);
            let level = Level { obstacles: boxes.into_iter().map(upright).collect(), start };
            Arena { level, pieces, lamps, dummies, spheres, tables }
        })
}

proptest! {
    #[test]
    fn every_arena_comes_back_to_the_last_bit(arena in any_arena()) {
        prop_assert_eq!(arena.wrong(), None);
        let file = bytes_of(&arena);
        let stored = read(&file, "an.arena").unwrap();
        prop_assert_eq!(&stored.arena, &arena);
        prop_assert_eq!(stored.damage, []);
        prop_assert!(!stored.is_level);
        prop_assert_eq!(bytes_of(&stored.arena), file);
    }

    #[test]
    fn a_change_leads_there_and_back(from in any_arena(), to in any_arena(), kept in 0..16u32) {
        // Some of the one arena is also in the other.
        let mut to = to;
        let keeps = |bit: u32| kept >> bit & 1 == 1;
        if keeps(0) { to.level = from.level.clone() }
        if keeps(1) { to.pieces.splice(0..0, from.pieces.iter().cloned()); }
        if keeps(2) { to.spheres[1].extend(from.spheres[1].iter().cloned()) }
        if keeps(3) { to.tables[0].clone_from(&from.tables[0]) }
        let mut arena = from.clone();
        arena.put(&from.change_to(&to));
        prop_assert_eq!(&arena, &to);
        arena.put(&to.change_to(&from));
        prop_assert_eq!(bytes_of(&arena), bytes_of(&from));
    }

    #[test]
    fn whatever_the_bytes_they_are_read_or_refused(kind in 0..ALL.len(), bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        let blobs = vec![Blob::new(ALL[kind], "0", bytes)];
        if let Ok(stored) = from_blobs(Blobs { blobs, ..Blobs::default() }) {
            prop_assert_eq!(&read(&bytes_of(&stored.arena), "an.arena").unwrap().arena, &stored.arena);
        }
    }
}

/// All that can be lost of an arena, each in words.
fn parts(arena: &Arena) -> Vec<String> {
    let mut all = vec![format!("start {}", arena.level.start)];
    all.extend(arena.level.obstacles.iter().map(|obstacle| format!("{obstacle:?}")));
    all.extend(arena.pieces.iter().map(|piece| format!("{piece:?}")));
    all.extend(arena.lamps.iter().map(|lamp| format!("{lamp:?}")));
    all.extend(arena.dummies.iter().map(|dummy| format!("dummy {dummy}")));
    for (whose, spheres) in arena.spheres.iter().enumerate() {
        all.extend(spheres.iter().map(|sphere| format!("{whose} {sphere:?}")));
    }
    let tables = arena.tables.iter().filter(|table| !table.is_empty());
    all.extend(tables.map(|table| format!("table {table}")));
    all
}

#[test]
fn every_bit_that_flips_costs_one_blob_at_most_and_is_told() {
    let (arena, mut file) = (arena(), bytes_of(&arena()));
    let all = parts(&arena);
    let mut lost = 0;
    for bit in 0..8 * file.len() {
        file[bit / 8] ^= 1 << (bit % 8);
        let stored = read(&file, "an.arena").unwrap_or_else(|error| panic!("bit {bit}: {error}"));
        // While the table of contents is whole, nobody asks the headers of the blobs.
        assert!(!stored.damage.is_empty() || stored.arena == arena, "bit {bit} is not told");
        let there = parts(&stored.arena);
        let made: Vec<_> =
            there.iter().filter(|part| !all.contains(part) && **part != "start [0, 0]").collect();
        assert_eq!(made, [""; 0], "bit {bit}");
        let kept = all.iter().filter(|part| there.contains(part)).count();
        assert!(kept + 1 >= all.len(), "bit {bit} costs more than one blob");
        assert!(!stored.is_level);
        lost += all.len() - kept;
        file[bit / 8] ^= 1 << (bit % 8);
    }
    assert!(lost > 3000, "most bits are those of blobs: {lost}");
}

#[test]
fn what_cannot_be_is_told_and_left_out() {
    type Break = fn(&mut Arena);
    let all: [(Break, &str); 22] = [
        (|arena| arena.pieces[0].name.clear(), "PIEC '0': It needs a name."),
        (
            |arena| arena.pieces[1].model = "m".repeat(201),
            "PIEC '1 another': 201 bytes in a name are too many: 200 are the most.",
        ),
        (|arena| arena.pieces[0].place.translation.x = f32::NAN, "PIEC '0 a crate': this number is NaN."),
        (
            |arena| arena.pieces[0].place.translation.z = -2001.0,
            "PIEC '0 a crate': It is too far away: no coordinate may be beyond 2000 units.",
        ),
        (
            |arena| arena.pieces[0].place.rotation = Quat::from_xyzw(0.0, 2.0, 0.0, 0.0),
            "PIEC '0 a crate': this rotation has the length 2, not 1.",
        ),
        (
            |arena| arena.pieces[0].place.scale.y = 0.0,
            "PIEC '0 a crate': It is 0 times its model's size, and may be 0.01 to 100 times its model's size.",
        ),
        (
            |arena| arena.lamps[0].towards = Vec3::ZERO,
            "LAMP '0 over the gate': The lamp's direction is 0 m long, and may be 0.01 to 1000 m long.",
        ),
        (
            |arena| arena.lamps[0].cone = [20.0, 19.5],
            "LAMP '0 over the gate': The inner cone, 20°, is wider than the outer one, 19.5°.",
        ),
        (
            |arena| arena.lamps[0].cone[1] = 91.0,
            "LAMP '0 over the gate': Half of the cone is 91°, and may be 0 to 90°.",
        ),
        (
            |arena| arena.lamps[0].colour.y = -0.5,
            "LAMP '0 over the gate': A part of its colour is -0.5, and may be 0 to 20.",
        ),
        (
            |arena| arena.lamps[0].reach = 0.0,
            "LAMP '0 over the gate': It reaches 0 m, and may be 0.1 to 200 m.",
        ),
        (|arena| arena.lamps[0].reach = f32::INFINITY, "LAMP '0 over the gate': this number is inf."),
        (
            |arena| arena.dummies[0].x = f64::NAN,
            "DUMM '0 dummy': It is too far away: no coordinate may be beyond 2000 units.",
        ),
        (
            |arena| arena.dummies[0].y = 1e9,
            "DUMM '0 dummy': It is too far away: no coordinate may be beyond 2000 units.",
        ),
        (|arena| arena.spheres[0][0].on.clear(), "SPHR '0 fist': It needs a name."),
        (
            |arena| arena.spheres[0][1].radius = -0.1,
            "SPHR '1 head': Its radius is -0.1 m, and may be 0.01 to 5 m.",
        ),
        (
            |arena| arena.spheres[1][0].centre.x = 1001.0,
            "SPHR '2 belly': Its centre is too far away: no coordinate may be beyond 1000.",
        ),
        (
            |arena| arena.spheres[0][0].spans[0].seconds = [0.5, 0.25],
            "SPHR '0 fist': A span ends at 0.25 s, before it begins, at 0.5 s.",
        ),
        (
            |arena| arena.spheres[0][0].spans[0].seconds[0] = -0.5,
            "SPHR '0 fist': A span's end is at -0.5 s, and may be 0 to 3600 s.",
        ),
        (|arena| arena.spheres[0][0].spans[0].clip.clear(), "SPHR '0 fist': It needs a name."),
        (
            |arena| arena.spheres[0][0].spans = vec![arena.spheres[0][0].spans[0].clone(); 51],
            "SPHR '0 fist': 51 spans are too many: 50 are the most.",
        ),
        (
            |arena| arena.tables[1] = "t".repeat(100_001),
            "STAT '1 dummy': 100001 bytes are too many: 100000 are the most.",
        ),
    ];
    let whole = parts(&arena());
    for (change, what) in all {
        let mut broken = arena();
        change(&mut broken);
        assert!(broken.wrong().is_some(), "{what}");
        let stored = read(&bytes_of(&broken), "an.arena").unwrap();
        assert_eq!(stored.damage[0].what(), format!("The blob {what}"));
        let there = parts(&stored.arena);
        assert_eq!(there.len() + 1, whole.len(), "{what}");
        assert!(there.iter().all(|part| whole.contains(part)), "{what}");
        let told = stored.damage[0].in_file("an.arena").to_string();
        assert!(told.starts_with("an.arena") && told.ends_with("Open an older save to have it whole."));
    }
}

#[test]
fn numbers_and_lengths_in_the_bytes_are_not_believed() {
    let broken = |kind, number: &str, bytes: Vec<u8>| {
        let mut all = to_blobs(&arena(), &[]);
        all.retain(|blob| blob.kind != kind);
        all.push(Blob::new(kind, number, bytes));
        read(&blobs::write(&all, 1), "an.arena").unwrap().damage[0].what()
    };
    let sphere = &arena().spheres[0][0];
    let whole = sphere_bytes(0, sphere);
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    for (number, bytes, what) in [
        ("0", changed(0, 2), "there is no owner of spheres 2: there are 2."),
        ("0", changed(1, 2), "there is no purpose of spheres 2: there are 2."),
        ("0", changed(5, 255), "4278190084 things should follow, and there is room for 51."),
        ("400", whole.clone(), "400 such blobs are the most, and their numbers begin with 0."),
        ("x", whole.clone(), "its name does not begin with a number."),
        ("0", [&whole[..], &[0]].concat(), "1 bytes more than are known here."),
    ] {
        assert_eq!(broken(SPHERE, number, bytes), format!("The blob SPHR '{number}': {what}"));
    }
    let text = [&4u32.to_le_bytes()[..], &[255; 4]].concat();
    assert_eq!(broken(TABLE, "0", text), "The blob STAT '0': this text is no UTF-8.");
    assert_eq!(
        broken(TABLE, "2", vec![0; 4]),
        "The blob STAT '2': 2 such blobs are the most, and their numbers begin with 0."
    );
}

#[test]
fn a_level_is_an_arena_with_its_polygons_alone_and_an_arena_is_a_level_too() {
    let whole = arena();
    let stored = read(&blobs::write(&level::to_blobs(&whole.level, &[]), 3), "a.level").unwrap();
    assert_eq!(stored.arena, Arena { level: whole.level.clone(), ..Arena::default() });
    assert!(stored.is_level && stored.damage.is_empty() && stored.saves == Some(3));

    let as_level = level::read(&bytes_of(&whole), "an.arena").unwrap();
    assert_eq!((&as_level.level, &as_level.damage[..]), (&whole.level, &[][..]));
    // What lesson 16 does not know goes into its next save, too.
    let again = blobs::write(&level::to_blobs(&as_level.level, &as_level.others), 8);
    assert_eq!(read(&again, "an.arena").unwrap().arena, whole);
}

#[test]
fn what_is_missing_is_told_and_without_all_it_is_no_arena() {
    let whole = arena();
    let mut all = to_blobs(&whole, &[]);
    all.retain(|blob| blob.kind == PIECE);
    let stored = read(&blobs::write(&all, 1), "an.arena").unwrap();
    assert_eq!(stored.arena, Arena { pieces: whole.pieces, ..Arena::default() });
    let told: Vec<String> = stored.damage.iter().map(Damage::what).collect();
    let wanted = [
        "The blob LEVL '0 level': it is missing or damaged. The player begins at (0, 0).",
        "The blob STAT '0 knight': it is missing or damaged.",
        "The blob STAT '1 dummy': it is missing or damaged.",
    ];
    assert_eq!(told, wanted);
    for (other, words) in [
        (
            blobs::write(&[Blob::new(*b"NODE", "0 nodes", Vec::new())], 1),
            "and so is all else: this is no arena.",
        ),
        (blobs::write(&[Blob::new(DUMMY, "0 dummy", vec![0; 3])], 1), "bytes should follow, and only 3 do."),
        (b"a text".to_vec(), "This is no save, or nothing of it is left"),
    ] {
        let error = read(&other, "an.arena").unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn blobs_of_other_kinds_go_into_the_next_save_and_second_ones_are_told() {
    let whole = arena();
    let mut all = to_blobs(&whole, &[Blob::new(*b"LOOK", "a", vec![5]), Blob::new(LAMP, "9", vec![1])]);
    all.push(Blob::new(DUMMY, "0 again", vec![0; 16]));
    let stored = read(&blobs::write(&all, 1), "an.arena").unwrap();
    assert_eq!(stored.arena, whole);
    assert_eq!(stored.damage[0].what(), "The blob DUMM '0 again' is there twice. The first one is used.");
    assert_eq!(stored.others.len(), 1);
    let again = to_blobs(&stored.arena, &stored.others);
    assert!(again.iter().any(|blob| blob.kind == *b"LOOK" && blob.bytes == [5]));
}

#[test]
fn a_history_of_changes_keeps_no_more_than_what_differs() {
    let mut from = arena();
    from.pieces = vec![from.pieces[0].clone(); 1000];
    from.tables[0] = "t".repeat(50_000);
    let mut to = from.clone();
    to.pieces[500].place.translation.x = 1.0;
    let mut history = History::new(usize::MAX);
    history.push(drafts::step("move it", &from, &to).unwrap());
    assert!(history.bytes() < 1500, "{}", history.bytes());
    assert!(drafts::step("nothing", &to, &to).is_none());
}
