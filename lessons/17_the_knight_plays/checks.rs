//! The checks of lesson 17.

use check::{check, on_main_thread};
use std::process::ExitCode;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_17_1_next", todo_17_1_next),
        ("todo_17_2_world_from_prop", todo_17_2_world_from_prop),
        ("todo_17_3_spot", todo_17_3_spot),
        ("todo_17_4_touch", todo_17_4_touch),
        ("todo_17_5_pace", todo_17_5_pace),
    ])
}

fn todo_17_1_next() {
    check("17.1", table::ask_all);
}

fn todo_17_2_world_from_prop() {
    check("17.2", hold::ask_all);
}

fn todo_17_3_spot() {
    check("17.3", cone::ask_all);
}

fn todo_17_4_touch() {
    check("17.4", sweep::ask_all);
}

fn todo_17_5_pace() {
    check("17.5", strides::ask_all);
}

// ---------------------------------------------------------------- 17.1

mod table {
    use check::{Check, Draw, Lines};
    use play::{Condition, Conditions, State, StateTable, Transition};

    /// What a cat does. It is no cat of the game's.
    const CAT: &str = r#"
        [any]
        except = ["hide"]
        next = ["hide!: hit hard", "arch!: hit, not ladder", "tree: ladder", "arch: wall, falls, not ducks"]

        [[state]]
        name = "sleep"
        loops = true
        holds = 2
        stays = 0.25
        next = ["prowl: moves, ducks", "sleep: ground, not landed", "tree!: landed", "stretch: moves"]

        [[state]]
        name = "stretch"
        loops = true
        holds = 0.5
        stays = 1
        next = ["sleep!: ended, not moves", "prowl: moves", "pounce: moves, jumped, not wall", "eat!: moves, ducks"]

        [[state]]
        name = "prowl"
        loops = true
        next = ["pounce: jumped, not ladder", "eat: ducks, not moves", "prowl: moves, wall", "stretch: not moves", "sleep: falls"]

        [[state]]
        name = "pounce"
        loops = true
        holds = 0.25
        stays = 0.75
        next = ["pounce: air", "pounce!: jumped, wall", "eat: landed", "prowl"]

        [[state]]
        name = "eat"
        loops = true
        holds = 1
        stays = 0.5
        next = ["arch: not ground, not air", "eat!: punch", "sleep: ended", "prowl!: swing, moves, not ducks"]

        [[state]]
        name = "arch"
        loops = true
        holds = 0.75
        stays = 0.125
        next = ["pounce: swing", "arch: hit, ladder", "hide: not ground"]

        [[state]]
        name = "tree"
        loops = true
        next = ["pounce: jumped", "sleep: not air, ended", "prowl: ground"]

        [[state]]
        name = "hide"
        loops = true
        holds = 1.5
        stays = 3
        next = ["tree: ladder, not hit", "hide!: hit", "prowl: ground, not hit, not punch, not swing"]
    "#;

    /// Words for states.
    const BEASTS: [&str; 24] = [
        "ant", "bat", "cow", "doe", "eel", "fox", "gnu", "hen", "ibis", "jay", "koi", "lynx", "mole", "newt",
        "owl", "pig", "quail", "ram", "seal", "toad", "urchin", "vole", "wasp", "yak",
    ];

    fn condition(draw: &mut Draw) -> Condition {
        draw.one_of(&Condition::ALL).0
    }

    fn transition(draw: &mut Draw) -> Transition {
        let when = (0..draw.whole(0..4)).map(|_| (condition(draw), draw.whole(0..3) > 0)).collect();
        Transition { to: draw.whole(0..BEASTS.len()), when, forced: draw.whole(0..4) == 0 }
    }

    fn state(draw: &mut Draw, name: &str) -> State {
        let next = (0..draw.whole(0..6)).map(|_| transition(draw)).collect();
        let holds = draw.whole(0..5) as f32 / 16.0;
        // How long its feet stay is another thing than how long it holds.
        let stays = 0.25 - holds;
        State { name: name.to_owned(), holds, stays, spared: draw.whole(0..3) == 0, next, ..State::default() }
    }

    /// A table whose transitions are drawn.
    fn table(draw: &mut Draw) -> StateTable {
        let mut any = vec![transition(draw), transition(draw), transition(draw)];
        // One that asks for nothing would leave nothing to the others.
        any.retain(|transition| !transition.when.is_empty());
        StateTable { states: BEASTS.iter().map(|name| state(draw, name)).collect(), any }
    }

    /// What comes of the rules.
    fn led(table: &StateTable, state: usize, seconds: f32, conditions: Conditions) -> Option<usize> {
        let so = |&(condition, wanted): &(Condition, bool)| conditions.has(condition) == wanted;
        let waits = |transition: &Transition| seconds < table.states[state].holds && !transition.forced;
        let mut able = table
            .transitions(state)
            .filter(|transition| transition.when.iter().all(so) && !waits(transition));
        let decides = able.next()?;
        (decides.to != state || decides.forced).then_some(decides.to)
    }

    fn name(table: &StateTable, state: usize) -> String {
        table
            .states
            .get(state)
            .map_or_else(|| format!("state {state}, which there is not"), |state| state.name.clone())
    }

    fn conditions_shown(conditions: Conditions) -> String {
        let so =
            Condition::ALL.iter().filter(|(condition, _)| conditions.has(*condition)).map(|(_, name)| *name);
        let so = so.collect::<Vec<_>>().join(", ");
        if so.is_empty() { "nothing".to_owned() } else { so }
    }

    /// A transition, as it is written in a table.
    fn shown(table: &StateTable, transition: &Transition) -> String {
        let known = |condition: Condition| {
            Condition::ALL.iter().find(|(other, _)| *other == condition).map_or("?", |(_, name)| *name)
        };
        let conditions = transition
            .when
            .iter()
            .map(|&(condition, wanted)| format!("{}{}", if wanted { "" } else { "not " }, known(condition)));
        let conditions = conditions.collect::<Vec<_>>().join(", ");
        let (mark, colon) =
            (if transition.forced { "!" } else { "" }, if conditions.is_empty() { "" } else { ": " });
        format!("`{}{mark}{colon}{conditions}`", name(table, transition.to))
    }

    /// Asks where a state leads.
    fn ask(check: &mut Check, table: &StateTable, state: usize, seconds: f32, conditions: &[Condition]) {
        let conditions: Conditions = conditions.iter().copied().collect();
        let lists = table
            .transitions(state)
            .map(|transition| shown(table, transition))
            .collect::<Vec<_>>()
            .join(", ");
        let says = |to: Option<usize>| match to {
            None => "nowhere".to_owned(),
            Some(to) if to == state => format!("to '{}', anew", name(table, to)),
            Some(to) => format!("to '{}'", name(table, to)),
        };
        check.case(
            format!(
                "where `next` leads from the state '{}', which holds for {} s and has been on for {seconds} s. So is: {}. Its \
                 `transitions` are, first things first: {lists}",
                table.states[state].name,
                table.states[state].holds,
                conditions_shown(conditions),
            ),
            || says(table.next(state, seconds, conditions)),
            || says(led(table, state, seconds, conditions)),
        );
    }

    /// All transitions that are made while conditions come and go.
    fn run(
        table: &StateTable,
        toggled: &[Condition],
        next: impl Fn(usize, f32, Conditions) -> Option<usize>,
    ) -> Lines {
        let (mut conditions, mut lines) = (Conditions::default(), Vec::new());
        let (mut state, mut since) = (0, 0);
        for (tick, &condition) in (1u16..).zip(toggled) {
            conditions.set(condition, !conditions.has(condition));
            let seconds = f32::from(tick - since) / 64.0;
            if let Some(to) = next(state, seconds, conditions) {
                let (from, to_name, so) = (name(table, state), name(table, to), conditions_shown(conditions));
                lines.push(format!("tick {tick}: {from}, after {seconds} s, to {to_name} (so is: {so})"));
                // What there is not cannot be gone on from.
                (state, since) = (to.min(table.states.len() - 1), tick);
            }
        }
        Lines(lines)
    }

    /// Asks for all transitions that a table makes, while one condition after another begins to be so, or ends.
    fn ask_run(check: &mut Check, table: &StateTable, toggled: &[Condition]) {
        check.case(
            format!(
                "all transitions that are made in {} ticks of 1/64 s by a table with {} states and strange names, whose \
                 transitions are drawn. In each tick a condition begins to be so, or ends",
                toggled.len(),
                table.states.len()
            ),
            || run(table, toggled, |state, seconds, conditions| table.next(state, seconds, conditions)),
            || run(table, toggled, |state, seconds, conditions| led(table, state, seconds, conditions)),
        );
    }

    pub fn ask_all(check: &mut Check) {
        use Condition::*;
        let cat = StateTable::read(
            CAT,
            "cat",
            &["sleep", "stretch", "prowl", "pounce", "eat", "arch", "tree", "hide"],
        );
        let cat = cat.unwrap_or_else(|error| panic!("{error}"));
        for (state, seconds, conditions) in [
            // The first of several, and not the last, nor the one with the most conditions.
            ("stretch", 0.75, &[Moves, Jumped][..]),
            ("prowl", 1.0, &[Ducks, Falls]),
            // All conditions are needed.
            ("prowl", 0.0, &[Ladder, Jumped, Moves]),
            ("tree", 2.5, &[Air, Ended]),
            ("prowl", 3.5, &[Ground, Wall, Moves]),
            // One that asks for nothing.
            ("pounce", 0.5, &[]),
            ("pounce", 0.125, &[Landed]),
            // A state holds, up to its last moment.
            ("stretch", 0.484375, &[Ground, Moves]),
            ("stretch", 0.5, &[Ground, Moves]),
            ("arch", 0.25, &[Swing]),
            // What is forced does not wait, but in its turn.
            ("stretch", 0.25, &[Moves, Ducks]),
            ("stretch", 1.25, &[Moves, Ducks]),
            ("sleep", 0.5, &[Ground, Landed, Moves]),
            ("eat", 0.5, &[Moves, Swing]),
            ("eat", 0.5, &[Moves, Swing, Ducks]),
            // Where it is already.
            ("sleep", 3.0, &[Ground, Moves]),
            ("pounce", 0.375, &[Air, Landed]),
            ("pounce", 0.125, &[Air, Jumped, Wall]),
            ("pounce", 0.375, &[Air, Jumped, Wall]),
            ("eat", 1.25, &[Ground, Punch, Ended]),
            ("eat", 0.125, &[Ground, Punch]),
            ("hide", 0.75, &[Hit, HitHard, Ladder]),
            // Out of any state, but for one.
            ("tree", 0.25, &[Ladder, Jumped]),
            ("sleep", 0.25, &[Hit, HitHard, Ground]),
            ("eat", 0.25, &[Hit, Ground, Ladder]),
            ("arch", 1.0, &[Wall, Falls, Swing]),
            ("hide", 2.0, &[Wall, Falls, Ground]),
            ("hide", 1.25, &[Ladder]),
        ] {
            let Some(state) = cat.named(state) else { panic!("the cat does not {state}") };
            ask(check, &cat, state, seconds, conditions);
        }
        let drawn = check.drawn(|draw| {
            let seconds = draw.whole(0..40) as f32 / 16.0;
            (draw.whole(0..cat.states.len()), seconds, [(); 4].map(|()| condition(draw)))
        });
        for (state, seconds, conditions) in drawn {
            ask(check, &cat, state, seconds, &conditions);
        }
        let any = |draw: &mut Draw, ticks: usize| {
            (table(draw), (0..ticks).map(|_| condition(draw)).collect::<Vec<_>>())
        };
        let seen =
            [(9, 200), (23, 1000), (4, 1000)].map(|(seed, ticks)| any(&mut Draw::of_seed(seed), ticks));
        for (table, toggled) in seen.into_iter().chain(check.drawn(|draw| any(draw, 1000))) {
            ask_run(check, &table, &toggled);
        }
    }
}

// ---------------------------------------------------------------- 17.2

mod hold {
    use check::{Answer, Check, Named};
    use common::transform::{Transform, transform_point};
    use glam::{Mat3, Mat4, Quat, Vec3, vec3};
    use play::world_from_prop;

    /// What `world_from_prop` is given.
    struct Held {
        words: &'static str,
        world_from_model: Mat4,
        model_from_joint: Mat4,
        joint_from_grip: Mat4,
        prop_from_grip: Mat4,
    }

    fn rigid(at: [f32; 3], axis: [f32; 3], degrees: f32) -> Mat4 {
        let turn = Quat::from_axis_angle(Vec3::from(axis).normalize(), degrees.to_radians());
        Mat4::from_rotation_translation(turn, at.into())
    }

    /// A matrix without what stretches, shears and mirrors it, whatever the student's own code does.
    fn unstretched(matrix: Mat4) -> Mat4 {
        let [x, y] = [matrix.x_axis, matrix.y_axis].map(|axis| axis.truncate());
        let x = x.normalize();
        let y = y.reject_from_normalized(x).normalize();
        let axes = [x, y, x.cross(y)].map(|axis| axis.extend(0.0));
        Mat4::from_cols(axes[0], axes[1], axes[2], matrix.w_axis)
    }

    /// How a matrix turns.
    fn turn(matrix: Mat4) -> Quat {
        Quat::from_mat4(&unstretched(matrix)).normalize()
    }

    /// Where the prop is: in the right place, and turned as the joint is, but not stretched as it is.
    fn answered(held: &Held) -> Mat4 {
        let world_from_joint = held.world_from_model * held.model_from_joint;
        let place = transform_point(world_from_joint, held.joint_from_grip.w_axis.truncate());
        let turn = Mat3::from_mat4(unstretched(world_from_joint) * held.joint_from_grip);
        Mat4::from_translation(place) * Mat4::from_mat3(turn) * held.prop_from_grip.inverse()
    }

    fn called(held: &Held) -> Mat4 {
        world_from_prop(
            held.world_from_model,
            held.model_from_joint,
            held.joint_from_grip,
            held.prop_from_grip,
        )
    }

    fn question(held: &Held) -> String {
        let shown = |name: &str, matrix: Mat4| {
            let (rotation, translation) = (turn(matrix), matrix.w_axis.truncate());
            let scale = Mat3::from_mat4(matrix).to_cols_array_2d().map(|axis| Vec3::from(axis).length());
            let scale = Vec3::from(scale);
            let mut parts = Vec::new();
            if !scale.agrees(&Vec3::ONE) {
                parts.push(format!("stretches by {}", scale.show()));
            }
            if !rotation.agrees(&Quat::IDENTITY) {
                parts.push(format!("turns by {}", rotation.show()));
            }
            parts.push(format!("moves by {}", translation.show()));
            format!("`{name}` {}", parts.join(", "))
        };
        let matrices = [
            shown("world_from_model", held.world_from_model),
            shown("model_from_joint", held.model_from_joint),
            shown("joint_from_grip", held.joint_from_grip),
            shown("prop_from_grip", held.prop_from_grip),
        ];
        format!("{}. {}", held.words, matrices.join("; "))
    }

    /// Where a joint's stretching leaves only one answer.
    fn ask(check: &mut Check, held: &Held) {
        check.case(format!("where {}", question(held)), || called(held), || answered(held));
    }

    const FACTS: &[&str] = &[
        "how long its x axis is",
        "how long its y axis is",
        "how long its z axis is",
        "x · y",
        "y · z",
        "z · x",
        "the determinant",
        "its grip's x",
        "its grip's y",
        "its grip's z",
    ];

    /// What must be so of a prop that is as large as its own model, however it is turned.
    fn conditions(held: &Held, world_from_prop: Mat4) -> Named<f32> {
        let turn = Mat3::from_mat4(world_from_prop);
        let (x, y, z) = (turn.x_axis, turn.y_axis, turn.z_axis);
        let grip = transform_point(world_from_prop, held.prop_from_grip.w_axis.truncate());
        let lengths = [x.length(), y.length(), z.length()];
        let angles = [x.dot(y), y.dot(z), z.dot(x), turn.determinant()];
        Named(FACTS, [&lengths[..], &angles, &grip.to_array()].concat())
    }

    /// Where it may be turned in more than one way: a frame that is sheared or mirrored has no turn of its own.
    fn ask_shape(check: &mut Check, held: &Held) {
        check.case(
            format!("whether the prop is as it was made, and where its grip is, where {}", question(held)),
            || conditions(held, called(held)),
            || conditions(held, answered(held)),
        );
    }

    pub fn ask_all(check: &mut Check) {
        let held = |words, world_from_model, model_from_joint, joint_from_grip, prop_from_grip| Held {
            words,
            world_from_model,
            model_from_joint,
            joint_from_grip,
            prop_from_grip,
        };
        let model = rigid([3.0, 0.5, -1.0], [1.0, 2.0, 0.5], 70.0);
        let joint = rigid([0.5, 1.25, 0.25], [-1.0, 0.5, 2.0], 110.0);
        let fist = rigid([0.0, 0.125, 0.5], [0.0, 1.0, 1.0], 80.0);
        let handle = rigid([0.25, -0.5, 0.125], [2.0, -1.0, 0.5], -50.0);
        let plain = Mat4::IDENTITY;
        let stretch = |x, y, z| Mat4::from_scale(vec3(x, y, z));
        let moved = |x, y, z| Mat4::from_translation(vec3(x, y, z));
        let drawn = check.drawn(|draw| {
            let mut any =
                |scale: Vec3| Mat4::from_scale_rotation_translation(scale, draw.turn(), draw.point(2.0));
            let [model, fist, handle] = [Vec3::ONE; 3].map(&mut any);
            let joint = any(vec3(0.5, 3.0, 1.25));
            held("a hand that is stretched holds a prop", model, joint, fist, handle)
        });
        for held in [
            held(
                "nothing is turned",
                moved(5.0, 0.0, 0.0),
                moved(0.0, 2.0, 0.0),
                moved(0.0, 0.0, 0.5),
                moved(0.0, -0.25, 0.0),
            ),
            held("the grip of the prop lies at its origin", model, joint, fist, plain),
            held("the prop is held where its own frame is turned", plain, joint, plain, handle),
            held("the model is turned, and nothing else", model, plain, plain, moved(0.0, -1.0, 0.0)),
            held("everything is turned", model, joint, fist, handle),
            held(
                "a giant's hand has grown to double size",
                model,
                joint * stretch(2.0, 2.0, 2.0),
                fist,
                handle,
            ),
            held("a hand is longer than it is wide", model, joint * stretch(0.5, 3.0, 1.0), fist, handle),
            held(
                "the model is measured in centimetres",
                model * stretch(0.01, 0.01, 0.01),
                rigid([40.0, 120.0, -10.0], [1.0, 0.0, 2.0], 60.0),
                rigid([0.0, 12.0, 5.0], [0.0, 1.0, 1.0], 80.0),
                handle,
            ),
            held(
                "the prop is measured in centimetres",
                model,
                joint,
                fist,
                handle * stretch(100.0, 100.0, 100.0),
            ),
            held(
                "hand and prop are measured in other units than the world",
                model,
                joint * stretch(3.0, 3.0, 3.0),
                fist,
                handle * stretch(0.5, 0.5, 0.5),
            ),
        ]
        .into_iter()
        .chain(drawn)
        {
            let joint = held.world_from_model * held.model_from_joint;
            check.needs("10.3", || Transform::from_matrix(joint).rotation.agrees(&turn(joint)));
            ask(check, &held);
        }
        for held in [
            held("the hand is mirrored", model, joint * stretch(-1.0, 1.0, 1.0), fist, handle),
            held("the whole knight is mirrored", model * stretch(1.0, 1.0, -1.0), joint, fist, handle),
            held(
                "the arm is stretched above a joint that is turned",
                model,
                stretch(1.0, 0.5, 2.0) * joint,
                fist,
                handle,
            ),
        ] {
            ask_shape(check, &held);
        }
    }
}

// ---------------------------------------------------------------- 17.3

mod cone {
    use anyhow::Result;
    use check::{Answer, Check, Named};
    use glam::{Vec3, vec3};
    use stage::gl::ask_shader;
    use stage::offscreen;

    /// A lamp: what it is, where it shines, half of its inner and of its outer cone in degrees, and how far it reaches.
    type Lamp = (&'static str, Vec3, [f32; 2], f32);

    const LAMPS: [Lamp; 4] = [
        ("a flashlight", vec3(0.96, -0.28, 0.0), [14.0, 24.0], 9.0),
        ("a lamp under a ceiling", vec3(0.0, -1.0, 0.0), [45.0, 75.0], 4.0),
        ("a thin ray upwards", vec3(0.48, 0.6, -0.64), [3.0, 8.0], 20.0),
        ("a wide one that shines backwards too", vec3(-0.6, 0.0, 0.8), [95.0, 120.0], 0.5),
    ];

    /// Where a place is, and whether it is in the light's way: by what part of the way from the outer cone's cosine to the
    /// inner one's (none is right behind the lamp), and how far away, in reaches.
    const PLACES: [(&str, Option<f64>, f64); 11] = [
        ("straight ahead, 0.1 of the reach", None, 0.1),
        ("straight ahead, 0.6 of the reach", None, 0.6),
        ("on the inner cone, 0.6 of the reach", Some(1.0), 0.6),
        ("0.75 of the way from the outer cosine to the inner one, 0.6 of the reach", Some(0.75), 0.6),
        ("half-way between the cosines, 0.3 of the reach", Some(0.5), 0.3),
        ("0.25 of the way from the outer cosine to the inner one, 0.1 of the reach", Some(0.25), 0.1),
        ("just inside the outer cone, 0.3 of the reach", Some(0.03), 0.3),
        ("outside, 0.3 of the reach", Some(-0.2), 0.3),
        ("right behind the lamp, 0.5 of the reach", Some(f64::NEG_INFINITY), 0.5),
        ("straight ahead, at the reach", None, 1.0),
        ("straight ahead, 1.7 times the reach", None, 1.7),
    ];

    const NAMES: &[&str] = &[
        PLACES[0].0,
        PLACES[1].0,
        PLACES[2].0,
        PLACES[3].0,
        PLACES[4].0,
        PLACES[5].0,
        PLACES[6].0,
        PLACES[7].0,
        PLACES[8].0,
        PLACES[9].0,
        PLACES[10].0,
    ];

    /// What is asked about one place.
    #[derive(Clone, Copy)]
    struct Asked {
        cosine: f64,
        distance: f64,
        inner: f64,
        outer: f64,
        reach: f64,
    }

    /// The cosine straight ahead, or nearly: with rounding, the cosine of no angle at all can be more than 1, and then who asks
    /// for the angle gets none.
    const STRAIGHT: f64 = 0.9999;

    impl Asked {
        fn all(&(_, _, cone, reach): &Lamp) -> Vec<Self> {
            let [inner, outer] = cone.map(|degrees| f64::from(degrees).to_radians().cos());
            let reach = f64::from(reach);
            let cosine = |part: Option<f64>| {
                part.map_or(STRAIGHT, |part| (outer + part * (inner - outer)).max(-STRAIGHT))
            };
            let one =
                |(_, part, far)| Self { cosine: cosine(part), distance: far * reach, inner, outer, reach };
            PLACES.map(one).to_vec()
        }

        /// The numbers that the shader is given.
        fn given(&self, towards: Vec3) -> [[f32; 4]; 3] {
            let aside = towards.any_orthonormal_vector();
            let (cosine, sine) =
                (self.cosine as f32, (1.0 - self.cosine * self.cosine).max(0.0).sqrt() as f32);
            let from_lamp = self.distance as f32 * (cosine * towards + sine * aside);
            let lamp = [self.inner as f32, self.outer as f32, self.reach as f32, 0.0];
            [from_lamp.extend(0.0).to_array(), towards.extend(0.0).to_array(), lamp]
        }

        /// How much of the way a number is from 0 at the outer cone to 1 at the inner one.
        fn part(&self, number: f64) -> f64 {
            ((number - self.outer) / (self.inner - self.outer)).clamp(0.0, 1.0)
        }

        fn fade(&self) -> f64 {
            (1.0 - (self.distance / self.reach).powi(2)).max(0.0).powi(2)
        }
    }

    fn smooth(part: f64) -> f64 {
        part * part * (3.0 - 2.0 * part)
    }

    pub fn ask_all(check: &mut Check) {
        let shader = |lamp: &Lamp| -> Result<Vec<f32>> {
            let questions: Vec<_> = Asked::all(lamp).iter().map(|asked| asked.given(lamp.1)).collect();
            ask_shader(&offscreen()?, "spot.frag", CALL, &questions)
        };
        let drawn = check.drawn(|draw| {
            // Where the angle itself, in radians, lies beside both cosines: few graphics cards work it out to four digits.
            let inner = draw.one_of(&[6.0, 50.0]) + draw.number(0.0..14.0);
            let towards = draw.turn() * Vec3::X;
            ("a lamp", towards, [inner, inner + draw.number(6.0..16.0)], draw.number(1.0..16.0))
        });
        for lamp in LAMPS.into_iter().chain(drawn) {
            let (words, towards, [inner, outer], reach) = lamp;
            check.case(
                format!(
                    "how much light comes to eleven places from {words} that shines along {}, with half cones of {inner}° and \
                     {outer}°, and a reach of {reach}",
                    towards.show()
                ),
                || Ok(Named(NAMES, shader(&lamp)?)),
                || {
                    let lit = |asked: &Asked| (smooth(asked.part(asked.cosine)) * asked.fade()) as f32;
                    Ok(Named(NAMES, Asked::all(&lamp).iter().map(lit).collect()))
                },
            );
        }
    }

    const CALL: &str = "spot(given(0).xyz, given(1).xyz, given(2).xy, given(2).z)";
}

// ---------------------------------------------------------------- 17.4

mod sweep {
    use check::{Answer, Check, Draw, Row, told};
    use glam::DVec3;
    use play::{Moving, touch};

    /// When two spheres touch, if they do.
    struct When {
        touches: bool,
        part: f64,
    }

    told!(When { touches, part });

    impl From<Option<f64>> for When {
        fn from(part: Option<f64>) -> Self {
            Self { touches: part.is_some(), part: part.unwrap_or(0.0) }
        }
    }

    impl Answer for When {
        fn agrees(&self, other: &Self) -> bool {
            let [a, b] = [self.part, other.part];
            self.touches == other.touches && ((a as f32).agrees(&(b as f32)) || a.is_nan() && b.is_nan())
        }

        fn show(&self) -> String {
            match self.touches {
                true => format!("Some({})", (self.part as f32).show()),
                false => "None".to_owned(),
            }
        }
    }

    /// What comes out.
    fn answered(a: &Moving, b: &Moving) -> Option<f64> {
        let moves = |sphere: &Moving| sphere.to - sphere.from;
        let (apart, way, reach) = (b.from - a.from, moves(b) - moves(a), a.radius + b.radius);
        if apart.length() <= reach {
            return Some(0.0);
        }
        let (square, falls) = (way.length_squared(), apart.dot(way));
        let deep = falls * falls - square * (apart.length_squared() - reach * reach);
        let part = (-falls - deep.sqrt()) / square;
        (deep >= 0.0 && (0.0..=1.0).contains(&part)).then_some(part)
    }

    fn ball(from: [f64; 3], to: [f64; 3], radius: f64) -> Moving {
        Moving { from: from.into(), to: to.into(), radius }
    }

    fn shown(sphere: &Moving) -> String {
        let place = |at: DVec3| format!("({}, {}, {})", at.x, at.y, at.z);
        let Moving { from, to, radius } = *sphere;
        match from == to {
            true => format!("a sphere at {}, radius {radius}", place(from)),
            false => format!("a sphere from {} to {}, radius {radius}", place(from), place(to)),
        }
    }

    fn ask(check: &mut Check, words: &str, a: Moving, b: Moving) {
        check.case(
            format!("`touch`, where {words}: {}, and {}", shown(&a), shown(&b)),
            || When::from(touch(&a, &b)),
            || When::from(answered(&a, &b)),
        );
    }

    /// Sixty pairs of spheres, which move as far as that.
    fn pairs(draw: &mut Draw, speed: f64) -> Vec<[Moving; 2]> {
        const HALF: usize = 1 << 30;
        let number = |draw: &mut Draw| draw.signed(HALF) as f64 / HALF as f64;
        let place = |draw: &mut Draw| DVec3::from([(); 3].map(|()| number(draw)));
        let sphere = |draw: &mut Draw| {
            let from = place(draw);
            Moving { from, to: from + speed * place(draw), radius: 0.2 + 0.15 * number(draw) }
        };
        (0..60).map(|_| [sphere(draw), sphere(draw)]).collect()
    }

    /// Many pairs at once. What never touches is no number.
    fn ask_many(check: &mut Check, words: &str, pairs: &[[Moving; 2]]) {
        let all = |answer: &dyn Fn(&Moving, &Moving) -> Option<f64>| {
            Row(pairs.iter().map(|[a, b]| answer(a, b).map_or(f32::NAN, |part| part as f32)).collect())
        };
        check.case(
            format!("the parts at which {} pairs of spheres touch, NaN for never: {words}", pairs.len()),
            || all(&touch),
            || all(&answered),
        );
    }

    pub fn ask_all(check: &mut Check) {
        let still = |at: [f64; 3], radius| ball(at, at, radius);
        let origin = [0.0; 3];
        for (words, a, b) in [
            (
                "one meets another that stands",
                still(origin, 1.0),
                ball([10.0, 0.0, 0.0], [-10.0, 0.0, 0.0], 3.0),
            ),
            ("the first one moves", ball([0.0, -8.0, 0.0], [0.0, 8.0, 0.0], 1.5), still(origin, 0.5)),
            (
                "both move towards each other",
                ball([-6.0, 0.0, 1.0], [2.0, 0.0, 1.0], 1.0),
                ball([6.0, 0.0, 1.0], [-2.0, 0.0, 1.0], 2.0),
            ),
            (
                "one overtakes the other",
                ball([0.0, 0.0, -8.0], [0.0, 0.0, 12.0], 0.5),
                ball([0.0, 0.0, 0.0], [0.0, 0.0, 4.0], 1.5),
            ),
            (
                "one meets the other sideways",
                still(origin, 1.0),
                ball([-8.0, 3.0, 0.0], [8.0, 3.0, 0.0], 4.0),
            ),
            ("they end inside each other", still(origin, 2.0), ball([9.0, 1.0, 0.0], [1.0, 1.0, 0.0], 0.5)),
            ("they just graze, half-way", still(origin, 1.0), ball([-4.0, 3.0, 0.0], [4.0, 3.0, 0.0], 2.0)),
            ("one passes the other", still(origin, 1.0), ball([-4.0, 3.5, 0.0], [4.0, 3.5, 0.0], 2.0)),
            (
                "they come nearer, and are not there yet",
                still(origin, 1.0),
                ball([9.0, 0.0, 0.0], [5.0, 0.0, 0.0], 2.0),
            ),
            ("they part", still(origin, 1.0), ball([4.0, 0.0, 0.0], [9.0, 0.0, 0.0], 2.0)),
            ("they touch just at the end", still(origin, 1.0), ball([7.0, 0.0, 0.0], [3.0, 0.0, 0.0], 2.0)),
            (
                "they touch at the start and part",
                still(origin, 1.0),
                ball([0.0, 2.0, 0.0], [0.0, 9.0, 0.0], 2.0),
            ),
            (
                "they only just touch at the start and part",
                still(origin, 1.0),
                ball([3.0, 0.0, 0.0], [9.0, 0.0, 0.0], 2.0),
            ),
            ("both stand, and only just touch", still(origin, 1.0), still([0.0, 0.0, -3.0], 2.0)),
            ("one comes out of the other", still(origin, 3.0), ball([1.0, 0.0, 0.0], [7.0, 0.0, 1.0], 0.5)),
            ("one moves within the other", still(origin, 5.0), ball([1.0, 1.0, 0.0], [-1.0, 0.0, 2.0], 0.5)),
            ("both stand, and touch", still(origin, 2.0), still([0.0, 2.0, 1.0], 1.0)),
            ("both stand, apart", still(origin, 1.0), still([0.0, 4.0, 1.0], 0.5)),
            (
                "both move alike, apart",
                ball([0.0, 0.0, 0.0], [4.0, 2.0, 0.0], 1.0),
                ball([4.0, 0.0, 0.0], [8.0, 2.0, 0.0], 0.5),
            ),
            (
                "both move alike, and touch",
                ball([0.0, 0.0, 0.0], [4.0, 2.0, 0.0], 1.0),
                ball([1.0, 0.0, 0.0], [5.0, 2.0, 0.0], 0.5),
            ),
            (
                "both are points that meet",
                ball([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.0),
                ball([0.0, 2.0, 0.0], [0.0, -2.0, 0.0], 0.0),
            ),
            (
                "both are small and slow",
                ball([0.0, 0.0, 0.0], [0.0, 1e-6, 0.0], 1e-6),
                ball([3e-6, 1e-6, 0.0], [0.0, 1e-6, 0.0], 1e-6),
            ),
            (
                "both are large, and creep",
                ball([0.0, 0.0, 0.0], [0.00003, 0.0, 0.0], 1.0),
                ball([2.00004, 0.0, 0.0], [1.99999, 0.0, 0.0], 1.0),
            ),
            (
                "both are large and far",
                ball([4e6, 0.0, 0.0], [2e6, 0.0, 0.0], 5e5),
                ball([0.0, 2e5, 0.0], [1e6, 2e5, 0.0], 4e5),
            ),
        ] {
            ask(check, words, a, b);
        }
        let seen = [("slow ones", 0.5, 5), ("fast ones", 4.0, 8)]
            .map(|(words, speed, seed)| (words, pairs(&mut Draw::of_seed(seed), speed)));
        let drawn = check.drawn(|draw| ("any", pairs(draw, 2.0)));
        for (words, pairs) in seen.into_iter().chain(drawn) {
            ask_many(check, words, &pairs);
        }
    }
}

// ---------------------------------------------------------------- 17.5

mod strides {
    use check::{Answer, Check, told};
    use play::{Gait, GaitBlend, pace};

    /// How somebody goes: how much of each gait, and how many strides a second.
    struct Goes {
        /// How long a stride is in each gait, and how fast the ground goes by.
        strides: Vec<f32>,
        speed: f32,
        shares: Vec<f32>,
        rate: f32,
    }

    told!(Goes { strides, speed, shares, rate });

    impl Goes {
        fn of(gaits: &[Gait], speed: f32, GaitBlend { slower, mix, rate }: GaitBlend) -> Self {
            let mut shares = vec![0.0; gaits.len()];
            for (index, share) in [(slower, 1.0 - mix), (slower.saturating_add(1), mix)] {
                // Nothing of a gait that there is not is nothing.
                match shares.get_mut(index) {
                    Some(known) => *known += share,
                    None if share == 0.0 => {}
                    None => shares.push(share),
                }
            }
            Self { strides: gaits.iter().map(|gait| gait.stride).collect(), speed, shares, rate }
        }

        /// How long the mixed stride is.
        fn stride(&self) -> f32 {
            self.strides.iter().zip(&self.shares).map(|(stride, share)| stride * share).sum()
        }

        fn same_mix(&self, other: &Self) -> bool {
            let near = |(a, b): (&f32, &f32)| a.agrees(b);
            self.shares.len() == other.shares.len() && self.shares.iter().zip(&other.shares).all(near)
        }
    }

    impl Answer for Goes {
        fn agrees(&self, other: &Self) -> bool {
            self.same_mix(other) && self.rate.agrees(&other.rate)
        }

        fn show(&self) -> String {
            let share = |(index, share): (usize, &f32)| format!("{} of gait {index}", share.show());
            let shares = self.shares.iter().enumerate().filter(|(_, share)| **share != 0.0).map(share);
            let shares = shares.collect::<Vec<_>>().join(" and ");
            format!("{shares}, {} strides a second", self.rate.show())
        }

        fn remark(&self, want: &Self) -> Option<String> {
            let back = self.stride() * self.rate;
            let feet = format!(
                "A stride of this mix is {} m long: so the feet go back by {} m in a second, and the ground by {} m.",
                self.stride().show(),
                back.show(),
                self.speed.show()
            );
            match (self.same_mix(want), back.agrees(&self.speed)) {
                (true, _) => Some(format!("The mix is right. {feet}")),
                (false, true) => {
                    Some("The feet do not slide. But the mix does not go evenly with the speed.".to_owned())
                }
                (false, false) => Some(feet),
            }
        }
    }

    /// Two neighbours, and how much of the second one there is.
    fn mixed(gaits: &[Gait], speed: f32) -> (usize, f32, Gait, Gait) {
        let mut slower = 0;
        while slower + 1 < gaits.len() && gaits[slower + 1].speed() <= speed {
            slower += 1;
        }
        let (this, next) = (gaits[slower], *gaits.get(slower + 1).unwrap_or(&gaits[slower]));
        let apart = next.speed() - this.speed();
        let mix = if apart > 0.0 { ((speed - this.speed()) / apart).max(0.0) } else { 0.0 };
        (slower, mix, this, next)
    }

    /// The mix that goes with a speed, and its rate.
    fn answered(gaits: &[Gait], speed: f32) -> GaitBlend {
        let (slower, mix, this, next) = mixed(gaits, speed.abs());
        GaitBlend { slower, mix, rate: speed / ((1.0 - mix) * this.stride + mix * next.stride) }
    }

    fn shown(gaits: &[Gait]) -> String {
        let one = |(index, gait): (usize, &Gait)| format!("{index}: {} m in {} s", gait.stride, gait.seconds);
        gaits.iter().enumerate().map(one).collect::<Vec<_>>().join("; ")
    }

    pub fn ask_all(check: &mut Check) {
        let gait = |stride: f32, seconds: f32| Gait { stride, seconds };
        // A dog, a snail, a giant, and somebody who runs with shorter strides than he walks.
        let dog = [gait(0.5, 0.625), gait(0.75, 0.5), gait(1.5, 0.75), gait(2.5, 0.5)];
        let asked: [(&str, &[Gait], &[f32]); 5] = [
            (
                "a dog",
                &dog,
                &[0.8, 1.0, 1.15, 1.5, 1.75, 2.0, 4.25, 5.0, 8.0, 0.2, 0.0, -0.4, -1.75, -3.5, -9.0],
            ),
            ("a snail, which has one gait", &[gait(0.0625, 8.0)], &[0.0078125, 0.001, 0.0, 0.25, -0.002]),
            ("a giant", &[gait(6.0, 3.0), gait(12.0, 2.0)], &[1.0, 2.0, 3.0, 5.5, 6.0, 15.0, -4.0]),
            (
                "who takes shorter steps as he runs",
                &[gait(1.5, 1.0), gait(1.0, 0.25)],
                &[1.5, 2.0, 2.75, 3.9, 6.0, -2.75],
            ),
            (
                "who walks and runs as often",
                &[gait(1.0, 0.5), gait(3.0, 0.5)],
                &[2.0, 3.0, 4.0, 5.0, 0.5, 9.0],
            ),
        ];
        let drawn = check.drawn(|draw| {
            let mut speed = 0.0;
            let gaits = (0..draw.whole(1..5)).map(|_| {
                speed += draw.number(0.5..2.0);
                let seconds = draw.number(0.25..1.5);
                gait(speed * seconds, seconds)
            });
            let gaits: Vec<Gait> = gaits.collect();
            ("somebody", gaits, vec![draw.number(-9.0..9.0), draw.number(0.0..speed), -draw.number(0.5..4.0)])
        });
        let seen = asked.map(|(words, gaits, speeds)| (words, gaits.to_vec(), speeds.to_vec()));
        for (words, gaits, speeds) in seen.into_iter().chain(drawn) {
            for speed in speeds {
                let by = |pace: GaitBlend| Goes::of(&gaits, speed, pace);
                check.case(
                    format!("`pace` for {words}, at {speed} m/s. The gaits are {}", shown(&gaits)),
                    || by(pace(&gaits, speed)),
                    || by(answered(&gaits, speed)),
                );
            }
        }
    }
}
