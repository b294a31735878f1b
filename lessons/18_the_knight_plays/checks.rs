//! The checks of lesson 18.

use check::{check, on_main_thread};

on_main_thread!(todo_18_1_next, todo_18_3_world_from_prop, todo_18_2_slide, todo_18_4_touch);

fn todo_18_1_next() {
    check("18.1", table::ask_all);
}

fn todo_18_3_world_from_prop() {
    check("18.3", hold::ask_all);
}

fn todo_18_2_slide() {
    check("18.2", slide::ask_all);
}

fn todo_18_4_touch() {
    check("18.4", sweep::ask_all);
}

// ---------------------------------------------------------------- 18.1

mod table {
    use check::{Check, Course, Draw, table};
    use play::{Condition, Conditions, State, StateTable, Transition};

    /// The moves of a cat. It is no cat of the game's.
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
        next = ["pounce: jumped, not ladder", "eat: ducks, not moves", "prowl: moves, wall", "stretch: not moves", "sleep: falls", "tree: air, punch", "arch: swing, ground", "hide: ended"]

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
        let mut when: Vec<_> =
            (1..draw.size(1..8)).map(|_| (condition(draw), draw.whole(0..3) > 0)).collect();
        // Written nine times over, two ask for nothing more, but make a long list.
        if when.len() == 2 {
            when = when.iter().flat_map(|&asked| [asked; 9]).collect();
        }
        Transition { to: draw.whole(0..BEASTS.len()), when, forced: draw.whole(0..4) == 0 }
    }

    fn state(draw: &mut Draw, most: usize, name: &str) -> State {
        let next = (0..draw.whole(0..most)).map(|_| transition(draw)).collect();
        let holds = draw.whole(0..5) as f32 / 16.0;
        // The feet's stay differs from the state's hold, so that mixing them up shows.
        let stays = 0.25 - holds;
        State { name: name.to_owned(), holds, stays, spared: draw.whole(0..3) == 0, next, ..State::default() }
    }

    /// A table whose transitions are drawn, fewer than `most` for each state.
    fn drawn_table(draw: &mut Draw, most: usize) -> StateTable {
        let mut any = vec![transition(draw), transition(draw), transition(draw)];
        // One that asks for nothing would leave nothing to the others.
        any.retain(|transition| !transition.when.is_empty());
        StateTable { states: BEASTS.iter().map(|name| state(draw, most, name)).collect(), any }
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

    /// The state that a transition leads to, and what it asks for, as they are written in a table.
    pub fn shown(table: &StateTable, transition: &Transition) -> [String; 2] {
        let condition = |&(condition, wanted): &(Condition, bool)| {
            format!("{}{}", if wanted { "" } else { "not " }, condition.name())
        };
        let conditions: Vec<String> = transition.when.iter().map(condition).collect();
        let mark = if transition.forced { "!" } else { "" };
        [format!("{}{mark}", name(table, transition.to)), conditions.join(", ")]
    }

    const WAITS: &str = "a state that can't be left yet";
    const FORCED: &str = "a forced transition whose conditions are so";
    const TO_ITSELF: &str = "a transition to itself first";
    const SPARED: &str = "a state that is excepted from `any`";

    /// A state, for how long it has been on, and what is so.
    type Moment<'a> = (&'a str, f32, &'a [Condition]);

    /// Asks for the next state.
    fn ask(check: &mut Check, cat: &StateTable, (state, seconds, conditions): Moment<'_>) {
        let Some(state) = cat.named(state) else { panic!("the cat does not {state}") };
        let conditions: Conditions = conditions.iter().copied().collect();
        let says = |to: Option<usize>| match to {
            None => "nowhere".to_owned(),
            Some(to) if to == state => format!("to '{}', anew", name(cat, to)),
            Some(to) => format!("to '{}'", name(cat, to)),
        };
        check.asked(
            format!(
                "where `next` leads from the state '{}', which holds for {} s and has been on for {seconds} s. What's true then: {}. \
                 Its `transitions`, in their order{}",
                cat.states[state].name,
                cat.states[state].holds,
                conditions_shown(conditions),
                table(["to", "asks for"], cat.transitions(state).map(|next| shown(cat, next)))
            ),
            || says(cat.next(state, seconds, conditions)),
        );
    }

    /// Says what is special about a moment.
    fn tag(check: &mut Check, [waits, forced, to_itself, spared]: [bool; 4]) {
        check.tags(&[(WAITS, waits), (FORCED, forced), (TO_ITSELF, to_itself), (SPARED, spared)]);
    }

    /// All transitions that are made while conditions come and go.
    fn run(table: &StateTable, toggled: &[Condition]) -> Course {
        let (mut conditions, mut lines) = (Conditions::default(), Vec::new());
        let (mut state, mut since) = (0, 0);
        for (tick, &condition) in (1u16..).zip(toggled) {
            conditions.set(condition, !conditions.has(condition));
            let seconds = f32::from(tick - since) / 64.0;
            if let Some(to) = table.next(state, seconds, conditions) {
                let (from, to_name, so) = (name(table, state), name(table, to), conditions_shown(conditions));
                lines.push(format!("tick {tick}: {from}, after {seconds} s, to {to_name} (so is: {so})"));
                // No rule starts from a state that doesn't exist.
                (state, since) = (to.min(table.states.len() - 1), tick);
            }
        }
        Course(lines)
    }

    /// Asks for all transitions that a table makes, while one condition after another begins to be so, or ends.
    fn ask_run(check: &mut Check, table: &StateTable, toggled: &[Condition]) {
        // In so many ticks everything happens.
        check.tags(&[WAITS, FORCED, TO_ITSELF, SPARED, "many ticks"].map(|what| (what, true)));
        check.asked(
            format!(
                "all transitions that are made in {} ticks of 1/64 s by a table with {} states and strange names, whose \
                 transitions are drawn. In each tick a condition begins to be so, or ends",
                toggled.len(),
                table.states.len()
            ),
            || run(table, toggled),
        );
    }

    /// A drawn table, and the conditions that begin to be so, or end, in each tick.
    fn any_run(draw: &mut Draw, most: usize, ticks: usize) -> (StateTable, Vec<Condition>) {
        (drawn_table(draw, most), (0..ticks).map(|_| condition(draw)).collect())
    }

    /// Declares that 18.1 is needed.
    pub fn needs_next(check: &mut Check) {
        for (table, toggled) in [4, 9].map(|seed| any_run(&mut Draw::of_seed(seed), 6, 1000)) {
            check.needs("18.1", || run(&table, &toggled));
        }
    }

    const CATS: [&str; 8] = ["sleep", "stretch", "prowl", "pounce", "eat", "arch", "tree", "hide"];

    /// Moments in the life of the cat, by what is special about them: if the state can't be left yet, if the conditions of a
    /// forced transition are so, if those of one to the state itself are so first, and if the state is excepted from `any`.
    const MOMENTS: [([bool; 4], &[Moment<'_>]); 10] = {
        use Condition::*;
        const NO: bool = false;
        [
            (
                [NO; 4],
                &[
                    // The first of several, and not the last, nor the one with the most conditions.
                    ("stretch", 0.75, &[Moves, Jumped]),
                    ("prowl", 1.0, &[Ducks, Falls]),
                    // All conditions are needed.
                    ("prowl", 0.0, &[Ladder, Jumped, Moves]),
                    ("tree", 2.5, &[Air, Ended]),
                    // The last of twelve.
                    ("prowl", 0.5, &[Moves, Ended]),
                    // One that asks for nothing.
                    ("pounce", 0.5, &[]),
                    // A state holds, up to its last moment.
                    ("stretch", 0.5, &[Ground, Moves]),
                ],
            ),
            (
                [true, NO, NO, NO],
                &[
                    ("pounce", 0.125, &[Landed]),
                    ("stretch", 0.484375, &[Ground, Moves]),
                    ("arch", 0.25, &[Swing]),
                    ("eat", 0.5, &[Moves, Swing, Ducks]),
                    ("eat", 0.25, &[Hit, Ground, Ladder]),
                ],
            ),
            // A forced change does not wait, but it has its turn.
            ([NO, true, NO, NO], &[("stretch", 1.25, &[Moves, Ducks])]),
            (
                [true, true, NO, NO],
                &[
                    ("stretch", 0.25, &[Moves, Ducks]),
                    ("sleep", 0.5, &[Ground, Landed, Moves]),
                    ("eat", 0.5, &[Moves, Swing]),
                    ("sleep", 0.25, &[Hit, HitHard, Ground]),
                ],
            ),
            // Changes to the state that is already on.
            (
                [NO, NO, true, NO],
                &[
                    ("prowl", 3.5, &[Ground, Wall, Moves]),
                    ("sleep", 3.0, &[Ground, Moves]),
                    ("pounce", 0.375, &[Air, Landed]),
                    ("tree", 0.25, &[Ladder, Jumped]),
                    ("arch", 1.0, &[Wall, Falls, Swing]),
                ],
            ),
            (
                [NO, true, true, NO],
                &[("pounce", 0.375, &[Air, Jumped, Wall]), ("eat", 1.25, &[Ground, Punch, Ended])],
            ),
            (
                [true, true, true, NO],
                &[("pounce", 0.125, &[Air, Jumped, Wall]), ("eat", 0.125, &[Ground, Punch])],
            ),
            // Out of any state, but for one.
            ([NO, NO, NO, true], &[("hide", 2.0, &[Wall, Falls, Ground])]),
            ([true, NO, NO, true], &[("hide", 1.25, &[Ladder])]),
            ([true; 4], &[("hide", 0.75, &[Hit, HitHard, Ladder])]),
        ]
    };

    pub fn ask_all(check: &mut Check) {
        let cat = StateTable::read(CAT, "cat", &CATS).unwrap_or_else(|error| panic!("{error}"));
        for (tags, moments) in MOMENTS {
            tag(check, tags);
            moments.iter().for_each(|moment| ask(check, &cat, *moment));
        }
        check.tags(&[]);
        let drawn = check.drawn(|draw| {
            let state = draw.one_of(&CATS);
            let holds = cat.named(state).map_or(0.0, |state| cat.states[state].holds);
            let any = draw.whole(0..40) as f32 / 16.0;
            let seconds = draw.one_of(&[any, any, holds, holds.next_down().max(0.0), 3600.0]);
            (state, seconds, [(); 4].map(|()| condition(draw)))
        });
        for (state, seconds, conditions) in drawn {
            ask(check, &cat, (state, seconds, &conditions));
        }
        let seen = [(9, 200), (23, 1000), (4, 1000)]
            .map(|(seed, ticks)| any_run(&mut Draw::of_seed(seed), 6, ticks));
        for (table, toggled) in seen.into_iter().chain(check.drawn(|draw| any_run(draw, 25, 1000))) {
            ask_run(check, &table, &toggled);
        }
    }
}

// ---------------------------------------------------------------- 18.2

mod slide {
    use anyhow::{Context, Result};
    use check::{Check, Draw};
    use course::{NotCompiled, root};
    use play::{Condition, Conditions, Rate, State, StateTable, Transition};

    const FILE: &str = "assets/play/knight.toml";

    /// The mix of gaits, which is no clip of its own.
    const MIXED: &str = "stride";

    /// Number of ticks in a second.
    const HERTZ: f64 = 120.0;

    /// The names of the knight's clips, by their files.
    fn clips() -> Vec<String> {
        let folders = ["assets/knight", "assets/play"].map(|folder| root().join(folder));
        let files = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
        let name = |file: std::fs::DirEntry| {
            Some(file.file_name().to_str()?.strip_prefix("knight_")?.strip_suffix(".dae")?.to_owned())
        };
        files.filter_map(name).chain(["idle", MIXED].map(str::to_owned)).collect()
    }

    /// The student's table, as the game reads it.
    fn table() -> Result<StateTable> {
        let text = std::fs::read_to_string(root().join(FILE)).with_context(|| FILE.to_owned())?;
        let clips = clips();
        let clips: Vec<&str> = clips.iter().map(String::as_str).collect();
        StateTable::read(&text, FILE, &clips).map_err(|error| NotCompiled(error.to_string()).into())
    }

    /// Part of a tape: conditions for some ticks, and conditions for the first of them alone.
    #[derive(Clone)]
    struct Stretch {
        first: Vec<Condition>,
        lasting: Vec<Condition>,
        ticks: u16,
    }

    fn part(lasting: &[Condition], seconds: f64) -> Stretch {
        Stretch { first: Vec::new(), lasting: lasting.to_vec(), ticks: (seconds * HERTZ).round() as u16 }
    }

    /// Returns all states that a table reaches while a tape is played.
    fn played(table: &StateTable, tape: &[Stretch]) -> Vec<String> {
        let name = |state: usize| table.states.get(state).map_or("none", |state| &*state.name);
        let mut lines = vec![format!("0.00 s: {}", name(0))];
        let (mut tick, mut state, mut since) = (0u16, 0, 0);
        for Stretch { first, lasting, ticks } in tape {
            for at in 0..*ticks {
                tick += 1;
                let seconds = (f64::from(tick - since) / HERTZ) as f32;
                let mut conditions: Conditions = lasting.iter().copied().collect();
                first.iter().filter(|_| at == 0).for_each(|&condition| conditions.set(condition, true));
                conditions.set(Condition::Ended, has_ended(table, state, seconds));
                if let Some(to) = table.next(state, seconds, conditions) {
                    (state, since) = (to, tick);
                    lines.push(format!("{:.2} s: {}", f64::from(tick) / HERTZ, name(state)));
                }
            }
        }
        lines
    }

    fn has_ended(table: &StateTable, state: usize, seconds: f32) -> bool {
        let Some(state) = table.states.get(state) else { return false };
        let length = match &*state.clip {
            "hit" => 0.5,
            "slide" => 0.6,
            "jump" | "down" => 0.8,
            "land" => 0.9,
            "swing" => 1.4,
            _ => 1.0,
        };
        !state.loops && state.start + state.speed * seconds >= length
    }

    fn words(conditions: &[Condition]) -> String {
        conditions.iter().map(|condition| condition.name()).collect::<Vec<_>>().join(", ")
    }

    fn shown(tape: &[Stretch]) -> String {
        let row = |part: &Stretch| {
            let seconds = format!("{:.2} s", f64::from(part.ticks) / HERTZ);
            [seconds, words(&part.lasting), words(&part.first)]
        };
        check::table(["for", "so is", "and at first"], tape.iter().map(row))
    }

    /// Describes the state, apart from its transitions.
    fn looks(table: &StateTable) -> Vec<String> {
        let Some(state) = table.named("slide").map(|state| &table.states[state]) else {
            return vec!["there is no state `slide`".to_owned()];
        };
        // What the text leaves free isn't told: where the clip begins, whether it loops, how fast it is, and the fade.
        let State { clip, slides, holds, stays, rate, speed, lies, stows, .. } = state;
        vec![
            format!("the clip {clip}, which moves: {}", *speed > 0.0 && *rate != Rate::Climb),
            format!("slides: {slides}, lies: {lies}, stows: {stows}"),
            format!("holds: {holds} s, stays: {stays} s"),
        ]
    }

    /// Describes all other states, that of the strides apart from its transitions.
    fn others(table: &StateTable) -> Vec<String> {
        let list = |next: &[Transition]| {
            next.iter().map(|next| super::table::shown(table, next).join(": ")).collect::<Vec<_>>().join("; ")
        };
        let state = |state: &State| {
            let State { name, clip, start, fade, rate, speed, loops, holds, stays, .. } = state;
            let State { stows, lies, slides, spared, next, .. } = state;
            let next = if name == MIXED { String::new() } else { format!(", next: {}", list(next)) };
            format!(
                "{name}: the clip {clip} from {start} s, fade {fade} s, rate {rate:?}, speed {speed}, loops: {loops}, holds \
                 {holds} s, stays {stays} s, stows: {stows}, lies: {lies}, slides: {slides}, excepted: {spared}{next}"
            )
        };
        let states = table.states.iter().filter(|state| state.name != "slide").map(state);
        states.chain([format!("any: {}", list(&table.any))]).collect()
    }

    fn ask(check: &mut Check, words: &str, tape: &[Stretch]) {
        let has = |what: Condition| tape.iter().any(|part| part.lasting.contains(&what));
        let taps =
            |part: &Stretch| part.lasting.contains(&Condition::Ducks) && f64::from(part.ticks) < 0.3 * HERTZ;
        let rises = |part: &Stretch| {
            part.lasting.contains(&Condition::Air) && !part.lasting.contains(&Condition::Falls)
        };
        let gets_up = |parts: &[Stretch]| {
            let is_low =
                [Condition::Fast, Condition::Ducks].iter().all(|what| parts[0].lasting.contains(what));
            is_low && parts[1].lasting == [Condition::Ground]
        };
        check.tags(&[
            ("a time without ground", has(Condition::Air)),
            ("a rise in the air", tape.iter().any(rises)),
            ("a key that is down for less than 0.3 s", tape.iter().any(taps)),
            ("somebody who is fast", has(Condition::Fast)),
            ("nobody who ducks", !has(Condition::Ducks)),
            ("somebody who gets up where he stands", tape.windows(2).any(gets_up)),
            ("a blow", tape.iter().any(|part| !part.first.is_empty())),
        ]);
        check.asked(format!("the states that the knight comes to {words}{}", shown(tape)), || {
            table().map(|table| played(&table, tape))
        });
    }

    /// Returns conditions of somebody who runs, ducks, falls and stops.
    fn tape(draw: &mut Draw) -> Vec<Stretch> {
        use Condition::{Air, Ducks, Falls, Fast, Ground, Hit, Jumped, Moves, Swing, Wall};
        let supports =
            [&[Ground][..], &[Ground, Moves], &[Ground, Moves, Fast], &[Ground, Moves, Fast], &[Air, Falls]];
        let one = |draw: &mut Draw| {
            let mut lasting = draw.one_of(&supports).to_vec();
            lasting.extend((draw.whole(0..3) > 0).then_some(Ducks));
            lasting.extend((draw.whole(0..3) == 0).then_some(Wall));
            let first = draw.one_of(&[&[][..], &[], &[], &[Hit], &[Swing], &[Jumped]]).to_vec();
            Stretch { first, lasting, ticks: 1 + draw.whole(0..60) as u16 }
        };
        (0..16).map(|_| one(draw)).collect()
    }

    pub fn ask_all(check: &mut Check) {
        use Condition::{Air, Ducks, Falls, Fast, Ground, Hit, Moves, Swing};
        super::table::needs_next(check);
        check.asked("what the state `slide` plays, and what he does in it", || {
            table().map(|table| looks(&table))
        });
        check.asked("all other states, as they were", || table().map(|table| others(&table)));
        let on = |lasting: &'static [Condition]| move |seconds: f64| part(lasting, seconds);
        let (runs, low) = (on(&[Ground, Moves, Fast]), on(&[Ground, Moves, Fast, Ducks]));
        let (walks, creeps) = (on(&[Ground, Moves]), on(&[Ground, Moves, Ducks]));
        let (stands, ducks) = (on(&[Ground]), on(&[Ground, Ducks]));
        let (rises, falls) = (on(&[Air, Ducks]), on(&[Air, Falls, Ducks]));
        let at_first = |condition: Condition, part: Stretch| Stretch { first: vec![condition], ..part };
        for (words, tape) in [
            ("who runs, ducks, and gets slow", vec![runs(0.5), low(0.65), creeps(0.5)]),
            ("who only taps the key", vec![runs(0.5), low(0.05), runs(0.6)]),
            ("who lets the key go, and presses it again", vec![runs(0.5), low(0.5), runs(0.25), low(0.4)]),
            ("who runs against a wall as he ducks", vec![runs(0.5), low(0.1), ducks(0.5)]),
            ("who stands still, and gets up", vec![runs(0.5), low(0.4), stands(0.5)]),
            ("who slides over an edge", vec![runs(0.5), low(0.1), falls(0.5)]),
            ("who slides over a crest, and rises first", vec![runs(0.5), low(0.1), rises(0.1), falls(0.4)]),
            (
                "who slides far, and over an edge",
                vec![runs(0.5), low(0.5), part(&[Air, Falls], 0.25), runs(0.25)],
            ),
            ("who is struck", vec![runs(0.5), low(0.1), at_first(Hit, low(0.6))]),
            ("who is to strike as he slides", vec![runs(0.5), low(0.05), at_first(Swing, runs(0.5))]),
            ("who walks, and ducks", vec![walks(0.5), creeps(0.5)]),
            ("who ducks as he stands, and creeps on", vec![ducks(0.5), creeps(0.5)]),
            ("who runs, and stops", vec![runs(0.5), stands(0.5)]),
        ] {
            ask(check, words, &tape);
        }
        let seen = [tape(&mut Draw::of_seed(3)), tape(&mut Draw::of_seed(12))];
        for tape in seen.into_iter().chain(check.drawn(tape)) {
            ask(check, "who does what he likes", &tape);
        }
    }
}

// ---------------------------------------------------------------- 18.3

mod hold {
    use check::{Answer, Check, Named, table};
    use common::transform::{Transform, transform_point};
    use glam::{Mat3, Mat4, Quat, Vec3, vec3};
    use play::world_from_prop;

    /// Words for a hand and a prop, and the matrices that `world_from_prop` is given, in its order.
    type Held = (&'static str, [Mat4; 4]);

    const MATRICES: [&str; 4] = ["world_from_model", "model_from_joint", "joint_from_grip", "prop_from_grip"];

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

    /// Returns the rotation of a matrix.
    fn turn(matrix: Mat4) -> Quat {
        Quat::from_mat4(&unstretched(matrix)).normalize()
    }

    fn is_near<T: Answer>(a: T, b: T) -> bool {
        a.told().agrees(&b.told())
    }

    fn called(&(_, [model, joint, fist, handle]): &Held) -> Mat4 {
        world_from_prop(model, joint, fist, handle)
    }

    fn question((words, matrices): &Held) -> String {
        let row = |(name, matrix): (&str, &Mat4)| {
            let (rotation, translation) = (turn(*matrix), matrix.w_axis.truncate());
            let scale = Mat3::from_mat4(*matrix).to_cols_array_2d().map(|axis| Vec3::from(axis).length());
            let scale = Vec3::from(scale);
            let shown = |is_needed: bool, what: String| if is_needed { what } else { "-".to_owned() };
            [
                format!("`{name}`"),
                shown(!is_near(scale, Vec3::ONE), scale.show()),
                shown(!is_near(rotation, Quat::IDENTITY), rotation.show()),
                shown(translation != Vec3::ZERO, translation.show()),
            ]
        };
        let rows = MATRICES.into_iter().zip(matrices).map(row);
        format!("{words}{}", table(["", "stretches by", "turns by", "moves by"], rows))
    }

    /// Says what is special about the matrices.
    fn tag(check: &mut Check, &(_, [model, joint, fist, handle]): &Held) {
        let is_scaled = |matrix: Mat4| !is_near(matrix.x_axis.length(), 1.0);
        check.tags(&[
            ("a mirrored hand", (model * joint).determinant() < 0.0),
            ("a prop in another unit", is_scaled(handle)),
            ("a stretched hand", is_scaled(model * joint)),
            ("a model and a joint whose order counts", !is_near(joint * model, model * joint)),
            ("a hand's grip that is turned", !is_near(turn(fist), Quat::IDENTITY)),
            ("a prop's grip that is turned", !is_near(turn(handle), Quat::IDENTITY)),
        ]);
    }

    /// Asks for the axes and the origin, so that a mistake in one doesn't hide another in the other, if the joint's
    /// stretching leaves only one answer.
    fn ask(check: &mut Check, held: &Held) {
        tag(check, held);
        check.asked(
            format!("where the prop's axes point, and how long they are, where {}", question(held)),
            || Mat3::from_mat4(called(held)),
        );
        check.asked(format!("where the prop's origin is, where {}", question(held)), || called(held).w_axis);
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

    /// Returns conditions for a prop that is as large as its own model, however it is turned.
    fn conditions((_, [.., prop_from_grip]): &Held, world_from_prop: Mat4) -> Named<f32> {
        let turn = Mat3::from_mat4(world_from_prop);
        let (x, y, z) = (turn.x_axis, turn.y_axis, turn.z_axis);
        let grip = transform_point(world_from_prop, prop_from_grip.w_axis.truncate());
        let lengths = [x.length(), y.length(), z.length()];
        let angles = [x.dot(y), y.dot(z), z.dot(x), turn.determinant()];
        Named(FACTS, [&lengths[..], &angles, &grip.to_array()].concat())
    }

    /// Returns true if the hand that holds a prop so has each axis at less than a right angle to the joint's, which may be
    /// sheared; in a mirror it may point back, but only along the joint's.
    fn follows(&(_, [model, joint, fist, handle]): &Held, world_from_prop: Mat4) -> bool {
        let [own, hand] = [model * joint, world_from_prop * handle * fist.inverse()];
        (0..3).all(|axis| {
            let along = own.col(axis).normalize().dot(hand.col(axis));
            along > 0.0 && own.determinant() > 0.0 || is_near(along.abs(), 1.0)
        })
    }

    /// Asks for conditions only, for a sheared or mirrored frame, which has no rotation of its own.
    fn ask_shape(check: &mut Check, held: &Held) {
        tag(check, held);
        check.asked(
            format!("whether the prop is as it was made, and where its grip is, where {}", question(held)),
            || conditions(held, called(held)),
        );
        check.asked(
            format!(
                "whether the prop is in a hand whose axes lie about as the joint's do, where {}",
                question(held)
            ),
            || follows(held, called(held)),
        );
    }

    /// Asks for the way of a prop in a mirrored hand, which has no rotation of its own: as the knight turns, the prop does.
    fn ask_turned(check: &mut Check, held: &Held) {
        let turn = rigid([0.0, 0.0, 0.0], [0.0, 1.0, 0.0], 90.0);
        let &(words, [model, joint, fist, handle]) = held;
        let turned = (words, [turn * model, joint, fist, handle]);
        let rotation = |(_, [model, joint, ..]): &Held| Transform::from_matrix(*model * *joint).rotation;
        check.needs("10.1", || rotation(&turned) * rotation(held).inverse());
        check.asked(
            format!(
                "the matrix that takes the prop along, if `world_from_model` then turns by 90° about the world's y axis, where {}",
                question(held)
            ),
            || called(&turned) * called(held).inverse(),
        );
    }

    fn stretch(x: f32, y: f32, z: f32) -> Mat4 {
        Mat4::from_scale(vec3(x, y, z))
    }

    /// The matrices of a knight, all of which turn and move.
    fn knight() -> [Mat4; 4] {
        [
            rigid([3.0, 0.5, -1.0], [1.0, 2.0, 0.5], 70.0),
            rigid([0.5, 1.25, 0.25], [-1.0, 0.5, 2.0], 110.0),
            rigid([0.0, 0.125, 0.5], [0.0, 1.0, 1.0], 80.0),
            rigid([0.25, -0.5, 0.125], [2.0, -1.0, 0.5], -50.0),
        ]
    }

    /// Returns hands of which one rotation is right.
    fn hands() -> [Held; 11] {
        let [model, joint, fist, handle] = knight();
        // In centimetres.
        let far_joint = rigid([40.0, 120.0, -10.0], [1.0, 0.0, 2.0], 60.0);
        let far_fist = rigid([0.0, 12.0, 5.0], [0.0, 1.0, 1.0], 80.0);
        let plain = Mat4::IDENTITY;
        let sized = |size| stretch(size, size, size);
        let moved = |x, y, z| Mat4::from_translation(vec3(x, y, z));
        let [right, up, ahead, down] =
            [moved(5.0, 0.0, 0.0), moved(0.0, 2.0, 0.0), moved(0.0, 0.0, 0.5), moved(0.0, -0.25, 0.0)];
        [
            ("nothing is turned", [right, up, ahead, down]),
            ("the grip of the prop lies at its origin", [model, joint, fist, plain]),
            ("the prop is held where its own frame is turned", [plain, joint, plain, handle]),
            ("the model is turned, and nothing else", [model, plain, plain, moved(0.0, -1.0, 0.0)]),
            ("everything is turned", [model, joint, fist, handle]),
            ("a giant's hand has grown to double size", [model, joint * sized(2.0), fist, handle]),
            ("a hand is longer than it is wide", [model, joint * stretch(0.5, 3.0, 1.0), fist, handle]),
            ("the model is measured in centimetres", [model * sized(0.01), far_joint, far_fist, handle]),
            ("the prop is measured in centimetres", [model, joint, fist, handle * sized(100.0)]),
            ("the prop is stretched more to one side", [model, joint, fist, handle * stretch(0.5, 2.0, 1.0)]),
            (
                "hand and prop are measured in other units than the world",
                [model, joint * sized(3.0), fist, handle * sized(0.5)],
            ),
        ]
    }

    pub fn ask_all(check: &mut Check) {
        let drawn = check.drawn(|draw| {
            let mut scale = || vec3(draw.factor(10.0), draw.factor(10.0), draw.factor(10.0));
            let [stretched, sheared] = [scale(), vec3(-1.0, 1.0, 1.0) * scale()];
            let size = Vec3::splat(draw.factor(10.0));
            let mut any =
                |scale: Vec3| Mat4::from_scale_rotation_translation(scale, draw.turn(), draw.point(2.0));
            let [model, joint, fist] = [size, stretched, Vec3::ONE].map(&mut any);
            ("a hand that is stretched holds a prop", [model, joint, fist, any(sheared) * any(Vec3::ONE)])
        });
        for held in hands().into_iter().chain(drawn) {
            let (_, [model, joint, ..]) = held;
            check.needs("10.1", || Transform::from_matrix(model * joint).rotation);
            ask(check, &held);
        }
        let [model, joint, fist, handle] = knight();
        for held in [
            ("the hand is mirrored", [model, joint * stretch(-1.0, 1.0, 1.0), fist, handle]),
            ("the whole knight is mirrored", [model * stretch(1.0, 1.0, -1.0), joint, fist, handle]),
        ] {
            ask_shape(check, &held);
            ask_turned(check, &held);
        }
        let above = "the arm is stretched above a joint that is turned";
        ask_shape(check, &(above, [model, stretch(1.0, 0.5, 2.0) * joint, fist, handle]));
    }
}

// ---------------------------------------------------------------- 18.4

mod sweep {
    use check::{Answer, Check, Draw, Row, Told};
    use glam::DVec3;
    use play::{Moving, touch};

    /// Returns the part of a tick, if any.
    fn part(part: Option<f64>) -> Told {
        part.map_or("None".told(), |part| (part as f32).told())
    }

    fn ball<A: Into<f64>, B: Into<f64>>(from: [A; 3], to: [B; 3], radius: impl Into<f64>) -> Moving {
        let place = DVec3::from_array;
        Moving { from: place(from.map(Into::into)), to: place(to.map(Into::into)), radius: radius.into() }
    }

    fn still<A: Into<f64> + Copy>(at: [A; 3], radius: impl Into<f64>) -> Moving {
        ball(at, at, radius)
    }

    fn shown(sphere: &Moving) -> String {
        let place = |at: DVec3| format!("({}, {}, {})", at.x, at.y, at.z);
        let Moving { from, to, radius } = *sphere;
        match from == to {
            true => format!("a sphere at {}, radius {radius}", place(from)),
            false => format!("a sphere from {} to {}, radius {radius}", place(from), place(to)),
        }
    }

    /// Says what is special about one of the pairs.
    fn tag(check: &mut Check, pairs: &[[Moving; 2]]) {
        let any = |so: fn(DVec3, DVec3, f64) -> bool| {
            pairs.iter().any(|[a, b]| so(b.from - a.from, b.to - a.to, a.radius + b.radius))
        };
        let grazes = |start: DVec3, end: DVec3, reach: f64| {
            let (across, way) = (start.cross(end), end - start);
            way != DVec3::ZERO && across.length_squared() == reach * reach * way.length_squared()
        };
        check.tags(&[
            ("spheres that touch at the start", any(|start, _, reach| start.length() <= reach)),
            ("spheres that only just touch at the start", any(|start, _, reach| start.length() == reach)),
            (
                "spheres that only just touch at the end",
                any(|start, end, reach| end.length() == reach && start != end),
            ),
            ("spheres that only graze", any(grazes)),
            ("spheres that don't move against each other", any(|start, end, _| start == end)),
            ("spheres that part", any(|start, end, _| start.dot(end - start) > 0.0)),
            (
                "spheres that haven't met yet",
                any(|start, end, reach| end.dot(end - start) < 0.0 && end.length() > reach),
            ),
        ]);
    }

    /// Asks whether two spheres touch, and when: a mistake in one answer doesn't hide another in the other.
    fn ask(check: &mut Check, words: &str, a: Moving, b: Moving) {
        let both = format!("where {words}: {}, and {}", shown(&a), shown(&b));
        tag(check, &[[a, b]]);
        check.asked(format!("whether two spheres touch, {both}"), || touch(&a, &b).is_some());
        check.asked(format!("the part at which they touch, {both}"), || part(touch(&a, &b)));
    }

    /// Sixty pairs of spheres within a cube of this size, which move as many times as far as that.
    fn pairs(draw: &mut Draw, size: f64, speed: f64) -> Vec<[Moving; 2]> {
        const HALF: usize = 1 << 30;
        let number = |draw: &mut Draw| draw.signed(HALF) as f64 / HALF as f64;
        let place = |draw: &mut Draw| DVec3::from([(); 3].map(|()| number(draw)));
        let sphere = |draw: &mut Draw| {
            let (from, way) = (place(draw), speed * place(draw));
            Moving { from: size * from, to: size * (from + way), radius: size * (0.2 + 0.15 * number(draw)) }
        };
        (0..60).map(|_| [sphere(draw), sphere(draw)]).collect()
    }

    /// Asks for many pairs at once. A pair that never touches gives infinity.
    fn ask_many(check: &mut Check, words: &str, pairs: &[[Moving; 2]]) {
        tag(check, pairs);
        check.asked(
            format!("the parts at which {} pairs of spheres touch, inf for never: {words}", pairs.len()),
            || {
                Row(pairs
                    .iter()
                    .map(|[a, b]| touch(a, b).map_or(f32::INFINITY, |part| part as f32))
                    .collect())
            },
        );
    }

    fn meetings() -> Vec<(&'static str, Moving, Moving)> {
        let origin = [0; 3];
        vec![
            ("one meets another that stands", still(origin, 1), ball([10, 0, 0], [-10, 0, 0], 3)),
            ("the first one moves", ball([0, -8, 0], [0, 8, 0], 1.5), still(origin, 0.5)),
            ("both move towards each other", ball([-6, 0, 1], [2, 0, 1], 1), ball([6, 0, 1], [-2, 0, 1], 2)),
            ("one overtakes the other", ball([0, 0, -8], [0, 0, 12], 0.5), ball([0, 0, 0], [0, 0, 4], 1.5)),
            ("one meets the other sideways", still(origin, 1), ball([-8, 3, 0], [8, 3, 0], 4)),
            ("they end inside each other", still(origin, 2), ball([9, 1, 0], [1, 1, 0], 0.5)),
            ("they just graze, half-way", still(origin, 1), ball([-4, 3, 0], [4, 3, 0], 2)),
            ("one passes the other", still(origin, 1), ball([-4.0, 3.5, 0.0], [4.0, 3.5, 0.0], 2)),
            ("they come nearer, and are not there yet", still(origin, 1), ball([9, 0, 0], [5, 0, 0], 2)),
            ("they part", still(origin, 1), ball([4, 0, 0], [9, 0, 0], 2)),
            ("they touch just at the end", still(origin, 1), ball([7, 0, 0], [3, 0, 0], 2)),
            ("they touch at the start and part", still(origin, 1), ball([0, 2, 0], [0, 9, 0], 2)),
            ("they only just touch at the start and part", still(origin, 1), ball([3, 0, 0], [9, 0, 0], 2)),
            ("both stand, and only just touch", still(origin, 1), still([0, 0, -3], 2)),
            ("one comes out of the other", still(origin, 3), ball([1, 0, 0], [7, 0, 1], 0.5)),
            ("one moves within the other", still(origin, 5), ball([1, 1, 0], [-1, 0, 2], 0.5)),
            ("both stand, and touch", still(origin, 2), still([0, 2, 1], 1)),
            ("both stand, apart", still(origin, 1), still([0, 4, 1], 0.5)),
            ("both move alike, apart", ball([0, 0, 0], [4, 2, 0], 1), ball([4, 0, 0], [8, 2, 0], 0.5)),
            ("both move alike, and touch", ball([0, 0, 0], [4, 2, 0], 1), ball([1, 0, 0], [5, 2, 0], 0.5)),
            // Lengths and squares of their distance and their ways are whole numbers.
            ("both are points that meet", ball([-3, 0, 0], [3, 0, 0], 0), ball([0, 4, 0], [0, -4, 0], 0)),
            (
                "one flies through the other in a moment",
                still(origin, 1),
                ball([-70301.0, 0.5, 0.0], [129699.0, 0.5, 0.0], 1),
            ),
            (
                "both are small and slow",
                ball([0, 0, 0], [0.0, 1e-6, 0.0], 1e-6),
                ball([3e-6, 1e-6, 0.0], [0.0, 1e-6, 0.0], 1e-6),
            ),
            (
                "both are grains of dust, and creep",
                ball([0, 0, 0], [0.0, 1e-10, 0.0], 1e-10),
                ball([3e-10, 0.0, 0.0], [2e-10, 1e-10, 0.0], 1.5e-10),
            ),
            (
                "both are large, and creep",
                ball([0, 0, 0], [0.00003, 0.0, 0.0], 1),
                ball([2.00004, 0.0, 0.0], [1.99999, 0.0, 0.0], 1),
            ),
            (
                "both are large and far",
                ball([4e6, 0.0, 0.0], [2e6, 0.0, 0.0], 5e5),
                ball([0.0, 2e5, 0.0], [1e6, 2e5, 0.0], 4e5),
            ),
        ]
    }

    pub fn ask_all(check: &mut Check) {
        for (words, a, b) in meetings() {
            ask(check, words, a, b);
        }
        let seen = [("slow ones", 0.5, 5), ("fast ones", 4.0, 8)]
            .map(|(words, speed, seed)| (words, pairs(&mut Draw::of_seed(seed), 1.0, speed)));
        let drawn = check.drawn(|draw| {
            let [size, speed] = [(); 2].map(|()| f64::from(draw.factor(100.0)));
            ("any", pairs(draw, size.powi(6), speed))
        });
        for (words, pairs) in seen.into_iter().chain(drawn) {
            ask_many(check, words, &pairs);
        }
    }
}
