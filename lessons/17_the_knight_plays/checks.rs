//! The checks of lesson 17.

use check::{check, on_main_thread};

on_main_thread!(todo_17_1_next, todo_17_4_world_from_prop, todo_17_2_slide, todo_17_5_touch, todo_17_3_pace);

fn todo_17_1_next() {
    check("17.1", table::ask_all);
}

fn todo_17_4_world_from_prop() {
    check("17.4", hold::ask_all);
}

fn todo_17_2_slide() {
    check("17.2", slide::ask_all);
}

fn todo_17_5_touch() {
    check("17.5", sweep::ask_all);
}

fn todo_17_3_pace() {
    check("17.3", strides::ask_all);
}

// ---------------------------------------------------------------- 17.1

mod table {
    use check::{Check, Draw, Lines};
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
    fn table(draw: &mut Draw, most: usize) -> StateTable {
        let mut any = vec![transition(draw), transition(draw), transition(draw)];
        // One that asks for nothing would leave nothing to the others.
        any.retain(|transition| !transition.when.is_empty());
        StateTable { states: BEASTS.iter().map(|name| state(draw, most, name)).collect(), any }
    }

    /// Returns the result of the rules.
    pub fn led(table: &StateTable, state: usize, seconds: f32, conditions: Conditions) -> Option<usize> {
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
    pub fn shown(table: &StateTable, transition: &Transition) -> String {
        let conditions = transition
            .when
            .iter()
            .map(|&(condition, wanted)| format!("{}{}", if wanted { "" } else { "not " }, condition.name()));
        let conditions = conditions.collect::<Vec<_>>().join(", ");
        let (mark, colon) =
            (if transition.forced { "!" } else { "" }, if conditions.is_empty() { "" } else { ": " });
        format!("`{}{mark}{colon}{conditions}`", name(table, transition.to))
    }

    const WAITS: &str = "a state that can't be left yet";
    const FORCED: &str = "a forced transition whose conditions are so";
    const TO_ITSELF: &str = "a transition to itself first";
    const SPARED: &str = "a state that is excepted from `any`";

    /// Asks for the next state.
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
        let able = |to: &&Transition| to.when.iter().all(|&(condition, so)| conditions.has(condition) == so);
        let mut all = table.transitions(state).filter(able);
        let first = table.transitions(state).find(able);
        check.tags(&[
            (WAITS, seconds < table.states[state].holds),
            (FORCED, all.any(|to| to.forced)),
            (TO_ITSELF, first.is_some_and(|to| to.to == state)),
            (SPARED, table.states[state].spared),
        ]);
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
                // No rule starts from a state that doesn't exist.
                (state, since) = (to.min(table.states.len() - 1), tick);
            }
        }
        Lines(lines)
    }

    /// Asks for all transitions that a table makes, while one condition after another begins to be so, or ends.
    fn ask_run(check: &mut Check, table: &StateTable, toggled: &[Condition]) {
        // In so many ticks everything happens.
        check.tags(&[WAITS, FORCED, TO_ITSELF, SPARED, "many ticks"].map(|what| (what, true)));
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

    /// A drawn table, and the conditions that begin to be so, or end, in each tick.
    fn any_run(draw: &mut Draw, most: usize, ticks: usize) -> (StateTable, Vec<Condition>) {
        (table(draw, most), (0..ticks).map(|_| condition(draw)).collect())
    }

    /// Declares that 17.1 is needed.
    pub fn needs_next(check: &mut Check) {
        for (table, toggled) in [4, 9].map(|seed| any_run(&mut Draw::of_seed(seed), 6, 1000)) {
            check.needs(
                "17.1",
                || run(&table, &toggled, |state, seconds, so| table.next(state, seconds, so)),
                || run(&table, &toggled, |state, seconds, so| led(&table, state, seconds, so)),
            );
        }
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
            // The last of twelve.
            ("prowl", 0.5, &[Moves, Ended]),
            // One that asks for nothing.
            ("pounce", 0.5, &[]),
            ("pounce", 0.125, &[Landed]),
            // A state holds, up to its last moment.
            ("stretch", 0.484375, &[Ground, Moves]),
            ("stretch", 0.5, &[Ground, Moves]),
            ("arch", 0.25, &[Swing]),
            // A forced change does not wait, but it has its turn.
            ("stretch", 0.25, &[Moves, Ducks]),
            ("stretch", 1.25, &[Moves, Ducks]),
            ("sleep", 0.5, &[Ground, Landed, Moves]),
            ("eat", 0.5, &[Moves, Swing]),
            ("eat", 0.5, &[Moves, Swing, Ducks]),
            // Changes to the state that is already on.
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
            let state = draw.whole(0..cat.states.len());
            let (any, holds) = (draw.whole(0..40) as f32 / 16.0, cat.states[state].holds);
            let seconds = draw.one_of(&[any, any, holds, holds.next_down().max(0.0), 3600.0]);
            (state, seconds, [(); 4].map(|()| condition(draw)))
        });
        for (state, seconds, conditions) in drawn {
            ask(check, &cat, state, seconds, &conditions);
        }
        let seen = [(9, 200), (23, 1000), (4, 1000)]
            .map(|(seed, ticks)| any_run(&mut Draw::of_seed(seed), 6, ticks));
        for (table, toggled) in seen.into_iter().chain(check.drawn(|draw| any_run(draw, 25, 1000))) {
            ask_run(check, &table, &toggled);
        }
    }
}

// ---------------------------------------------------------------- 17.2

mod slide {
    use anyhow::{Context, Result};
    use check::{Check, Draw, Lines};
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

    /// The table, with the strides as they were given.
    fn given() -> Result<StateTable> {
        let mut table = table()?;
        if let Some(state) = table.states.iter_mut().find(|state| state.name == MIXED) {
            let State { name, clip, fade, next, .. } = std::mem::take(state);
            *state = State {
                name,
                clip,
                fade,
                rate: Rate::Ground,
                speed: 1.0,
                loops: true,
                next,
                ..State::default()
            };
        }
        Ok(table)
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
    fn played(
        table: &StateTable,
        tape: &[Stretch],
        next: impl Fn(usize, f32, Conditions) -> Option<usize>,
    ) -> Lines {
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
                if let Some(to) = next(state, seconds, conditions) {
                    (state, since) = (to, tick);
                    lines.push(format!("{:.2} s: {}", f64::from(tick) / HERTZ, name(state)));
                }
            }
        }
        Lines(lines)
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
        let one = |part: &Stretch| {
            let first = match &part.first[..] {
                [] => String::new(),
                first => format!(", and at first {}", words(first)),
            };
            format!("{} for {:.2} s{first}", words(&part.lasting), f64::from(part.ticks) / HERTZ)
        };
        tape.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// The right transitions, without a table. The student's own has the other states, and transitions of any state.
    struct Wanted(StateTable);

    /// For so long no key ends the slide, in seconds.
    const HOLDS: f32 = 0.3;

    impl Wanted {
        fn of(mut table: StateTable) -> Self {
            if table.named("slide").is_none() {
                table.states.push(State { name: "slide".to_owned(), ..State::default() });
            }
            for state in table.states.iter_mut().filter(|state| [MIXED, "slide"].contains(&&*state.name)) {
                let holds = if state.name == MIXED { 0.0 } else { HOLDS };
                (state.next, state.holds) = (Vec::new(), holds);
            }
            Self(table)
        }

        fn next(&self, state: usize, seconds: f32, conditions: Conditions) -> Option<usize> {
            let Self(table) = self;
            let to = super::table::led(table, state, seconds, conditions);
            let [moves, fast, ducks, air] =
                [Condition::Moves, Condition::Fast, Condition::Ducks, Condition::Air]
                    .map(|condition| conditions.has(condition));
            let low = if moves { "crawl" } else { "duck" };
            let further = match table.states.get(state)?.name.as_str() {
                MIXED if ducks => Some(if fast { "slide" } else { low }),
                MIXED if !moves => Some("idle"),
                "slide" if air => Some("fall"),
                "slide" if seconds < HOLDS => None,
                "slide" if !ducks => Some(if moves { MIXED } else { "idle" }),
                "slide" if !fast => Some(low),
                _ => None,
            };
            to.or_else(|| table.named(further?))
        }
    }

    /// Describes the state, apart from its transitions.
    fn looks(table: &StateTable) -> Lines {
        let Some(state) = table.named("slide").map(|state| &table.states[state]) else {
            return Lines(vec!["there is no state `slide`".to_owned()]);
        };
        // What the text leaves free isn't told: where the clip begins, whether it loops, how fast it is, and the fade.
        let State { clip, slides, holds, stays, rate, speed, lies, stows, .. } = state;
        Lines(vec![
            format!("the clip {clip}, which moves: {}", *speed > 0.0 && *rate != Rate::Climb),
            format!("slides: {slides}, lies: {lies}, stows: {stows}"),
            format!("holds: {holds} s, stays: {stays} s"),
        ])
    }

    /// Describes all other states, that of the strides apart from its transitions.
    fn others(table: &StateTable) -> Lines {
        let list = |next: &[Transition]| {
            next.iter().map(|next| super::table::shown(table, next)).collect::<Vec<_>>().join(", ")
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
        Lines(states.chain([format!("any: {}", list(&table.any))]).collect())
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
        check.case(
            format!("the states that the knight comes to {words}. So is: {}", shown(tape)),
            || {
                let table = table()?;
                Ok(played(&table, tape, |state, seconds, so| table.next(state, seconds, so)))
            },
            || {
                let wanted = Wanted::of(table()?);
                Ok(played(&wanted.0, tape, |state, seconds, so| wanted.next(state, seconds, so)))
            },
        );
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
        check.case(
            "what the state `slide` plays, and what he does in it",
            || Ok(looks(&table()?)),
            || {
                let wanted = [
                    "the clip slide, which moves: true",
                    "slides: true, lies: false, stows: false",
                    "holds: 0.3 s, stays: 0 s",
                ];
                Ok(Lines(wanted.map(str::to_owned).to_vec()))
            },
        );
        check.case("all other states, as they were", || Ok(others(&table()?)), || Ok(others(&given()?)));
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

// ---------------------------------------------------------------- 17.3

mod strides {
    use check::{Answer, Check, told};
    use common::clip::Stride;
    use play::{GaitBlend, pace};

    /// The share of each gait.
    struct Shares(Vec<f32>);

    told!(Shares { 0 });

    impl Shares {
        fn of(gaits: &[Stride], GaitBlend { slower, mix, .. }: GaitBlend) -> Self {
            let mut shares = vec![0.0; gaits.len()];
            for (index, share) in [(slower, 1.0 - mix), (slower.saturating_add(1), mix)] {
                // A share of 0 in a gait that does not exist is right.
                match shares.get_mut(index) {
                    Some(known) => *known += share,
                    None if share == 0.0 => {}
                    None => shares.push(share),
                }
            }
            Self(shares)
        }
    }

    impl Answer for Shares {
        fn show(&self) -> String {
            let share = |(index, share): (usize, &f32)| match *share {
                1.0 => format!("gait {index} alone"),
                _ => format!("{} of gait {index}", share.show()),
            };
            let shares = self.0.iter().enumerate().filter(|(_, share)| **share != 0.0).map(share);
            shares.collect::<Vec<_>>().join(" and ")
        }
    }

    /// How fast the strides are played, with the speed of a mix at its own rate and that of the ground.
    struct Rate {
        rate: f32,
        mixed: f32,
        speed: f32,
    }

    told!(Rate { rate, mixed, speed });

    impl Rate {
        fn of(gaits: &[Stride], speed: f32, pace: GaitBlend) -> Self {
            let rate = pace.rate;
            let Shares(shares) = Shares::of(gaits, pace);
            let sum = |part: fn(&Stride) -> f32| -> f32 {
                gaits.iter().zip(&shares).map(|(gait, share)| part(gait) * share).sum()
            };
            Self { rate, mixed: sum(|gait| gait.metres) / sum(|gait| gait.seconds), speed }
        }
    }

    impl Answer for Rate {
        fn agrees(&self, other: &Self) -> bool {
            self.rate.agrees(&other.rate)
        }

        fn show(&self) -> String {
            format!("a rate of {}", self.rate.show())
        }

        fn remark(&self, _: &Self) -> Option<String> {
            let back = self.mixed * self.rate;
            if back.agrees(&self.speed) {
                return Some("The feet do not slide, so the rate fits your mix. Look at the mix.".to_owned());
            }
            let [mixed, back, ground] = [self.mixed, back, self.speed].map(|number| number.show());
            Some(format!(
                "Your mix goes {mixed} m in a second of its own: at your rate the feet go back by {back} m in a second, \
                 and the ground by {ground} m."
            ))
        }
    }

    /// The mix that goes with a speed, and its rate.
    fn answered(gaits: &[Stride], speed: f32) -> GaitBlend {
        let last = gaits.len() - 1;
        let mixed = speed.abs().max(gaits[0].speed()).min(gaits[last].speed());
        let slower = (0..last).take_while(|&gait| gaits[gait + 1].speed() <= mixed).count();
        let (this, next) = (gaits[slower], gaits[last.min(slower + 1)]);
        // The ground outruns the one by as much as the other outruns the ground.
        let [lacks, leads] = [mixed * this.seconds - this.metres, next.metres - mixed * next.seconds];
        let mix = if slower < last { lacks / (lacks + leads) } else { 0.0 };
        GaitBlend { slower, mix, rate: speed / mixed }
    }

    fn shown(gaits: &[Stride]) -> String {
        let one =
            |(index, gait): (usize, &Stride)| format!("{index}: {} m in {} s", gait.metres, gait.seconds);
        gaits.iter().enumerate().map(one).collect::<Vec<_>>().join("; ")
    }

    pub fn ask_all(check: &mut Check) {
        let gait = |metres: f32, seconds: f32| Stride { seconds, metres };
        // A dog, a snail, a giant, and somebody who runs with shorter strides than he walks.
        let dog = [gait(0.5, 0.625), gait(0.75, 0.5), gait(1.5, 0.75), gait(2.5, 0.5)];
        let asked: [(&str, &[Stride], &[f32]); 6] = [
            (
                "a dog",
                &dog,
                &[0.8, 1.0, 1.15, 1.5, 1.75, 2.0, 4.25, 5.0, 8.0, 0.2, 0.0, -0.4, -1.75, -3.5, -9.0],
            ),
            ("a snail, which has one gait", &[gait(0.0625, 8.0)], &[0.0078125, 0.0005, 0.0, 0.25, -0.002]),
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
            ("a rocket", &[gait(50.0, 1.0), gait(900.0, 3.0), gait(400.0, 0.5)], &[60.0, 500.0, -900.0, 0.5]),
        ];
        let drawn = check.drawn(|draw| {
            let (size, mut speed) = (draw.factor(100.0), 0.0);
            let count = draw.size(1..30);
            let gaits = (0..count).map(|_| {
                speed += size * draw.number(0.5..2.0);
                let seconds = draw.factor(10.0);
                gait(speed * seconds, seconds)
            });
            let gaits: Vec<Stride> = gaits.collect();
            let slowest = gaits[0].speed();
            let any = [
                draw.factor(100.0) * speed,
                draw.number(0.0..1.0) * speed,
                draw.one_of(&gaits).speed(),
                1.005 * slowest,
                0.005 * slowest,
            ];
            ("somebody", gaits, [&any[..], &any.map(|speed| -speed)].concat())
        });
        let seen = asked.map(|(words, gaits, speeds)| (words, gaits.to_vec(), speeds.to_vec()));
        for (words, gaits, speeds) in seen.into_iter().chain(drawn) {
            for speed in speeds {
                // The mix and the rate are separate questions, so that a mistake in one doesn't hide another in the other.
                let [slowest, fastest] = [0, gaits.len() - 1].map(|gait| gaits[gait].speed());
                let is_below = speed.abs() < slowest;
                let tags = [
                    ("a speed above the fastest gait's", speed.abs() > fastest),
                    ("a speed backwards", speed < 0.0),
                    ("a speed that a gait has", gaits.iter().any(|gait| gait.speed() == speed.abs())),
                ];
                let mut pairs = gaits.windows(2);
                let between = pairs.find(|two| two[0].speed() < speed.abs() && speed.abs() < two[1].speed());
                let is_uneven = between.is_some_and(|pair| pair[0].seconds != pair[1].seconds);
                let whom = format!("{words}, at {speed} m/s. The gaits are {}", shown(&gaits));
                let tag = |check: &mut Check, what, is_below, is_uneven| {
                    let below = [("a speed below the slowest gait's", is_below), (what, is_below)];
                    let uneven = ("a mix of two gaits whose strides take different times", is_uneven);
                    check.tags(&[&tags[..], &below, &[uneven]].concat());
                };
                // A single gait is never mixed.
                tag(check, "a mix below the slowest gait's speed", is_below && gaits.len() > 1, is_uneven);
                check.case(
                    format!("the mix that `pace` gives {whom}"),
                    || Shares::of(&gaits, pace(&gaits, speed)),
                    || Shares::of(&gaits, answered(&gaits, speed)),
                );
                tag(check, "a rate below the slowest gait's speed", is_below, false);
                check.case(
                    format!("the rate that `pace` gives {whom}"),
                    || Rate::of(&gaits, speed, pace(&gaits, speed)),
                    || Rate::of(&gaits, speed, answered(&gaits, speed)),
                );
            }
        }
    }
}

// ---------------------------------------------------------------- 17.4

mod hold {
    use check::{Answer, Check, Named};
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

    /// Returns the right matrix: the prop's place, and the joint's rotation without its stretching.
    fn answered(&(_, [model, joint, fist, handle]): &Held) -> Mat4 {
        let world_from_joint = model * joint;
        let place = transform_point(world_from_joint, fist.w_axis.truncate());
        let turn = Mat3::from_mat4(unstretched(world_from_joint) * fist);
        Mat4::from_translation(place) * Mat4::from_mat3(turn) * handle.inverse()
    }

    fn called(&(_, [model, joint, fist, handle]): &Held) -> Mat4 {
        world_from_prop(model, joint, fist, handle)
    }

    fn question((words, matrices): &Held) -> String {
        let shown = |(name, matrix): (&str, &Mat4)| {
            let (rotation, translation) = (turn(*matrix), matrix.w_axis.truncate());
            let scale = Mat3::from_mat4(*matrix).to_cols_array_2d().map(|axis| Vec3::from(axis).length());
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
        let matrices: Vec<String> = MATRICES.into_iter().zip(matrices).map(shown).collect();
        format!("{words}. {}", matrices.join("; "))
    }

    /// Says what is special about the matrices.
    fn tag(check: &mut Check, &(_, [model, joint, fist, handle]): &Held) {
        let is_scaled = |matrix: Mat4| !matrix.x_axis.length().agrees(&1.0);
        check.tags(&[
            ("a mirrored hand", (model * joint).determinant() < 0.0),
            ("a prop in another unit", is_scaled(handle)),
            ("a stretched hand", is_scaled(model * joint)),
            ("a model and a joint whose order counts", !(joint * model).agrees(&(model * joint))),
            ("a hand's grip that is turned", !turn(fist).agrees(&Quat::IDENTITY)),
            ("a prop's grip that is turned", !turn(handle).agrees(&Quat::IDENTITY)),
        ]);
    }

    /// Asks for the axes and the origin, so that a mistake in one doesn't hide another in the other, if the joint's
    /// stretching leaves only one answer.
    fn ask(check: &mut Check, held: &Held) {
        tag(check, held);
        check.case(
            format!("where the prop's axes point, and how long they are, where {}", question(held)),
            || Mat3::from_mat4(called(held)),
            || Mat3::from_mat4(answered(held)),
        );
        check.case(
            format!("where the prop's origin is, where {}", question(held)),
            || called(held).w_axis,
            || answered(held).w_axis,
        );
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
            along > 0.0 && own.determinant() > 0.0 || along.abs().agrees(&1.0)
        })
    }

    /// Asks for conditions only, for a sheared or mirrored frame, which has no rotation of its own.
    fn ask_shape(check: &mut Check, held: &Held) {
        tag(check, held);
        check.case(
            format!("whether the prop is as it was made, and where its grip is, where {}", question(held)),
            || conditions(held, called(held)),
            || conditions(held, answered(held)),
        );
        check.case(
            format!(
                "whether the prop is in a hand whose axes lie about as the joint's do, where {}",
                question(held)
            ),
            || follows(held, called(held)),
            || true,
        );
    }

    /// Asks for the way of a prop in a mirrored hand, which has no rotation of its own: as the knight turns, the prop does.
    fn ask_turned(check: &mut Check, held: &Held) {
        let turn = rigid([0.0, 0.0, 0.0], [0.0, 1.0, 0.0], 90.0);
        let &(words, [model, joint, fist, handle]) = held;
        let turned = (words, [turn * model, joint, fist, handle]);
        let rotation = |(_, [model, joint, ..]): &Held| Transform::from_matrix(*model * *joint).rotation;
        check.needs("12.3", || rotation(&turned) * rotation(held).inverse(), || Quat::from_mat4(&turn));
        check.case(
            format!(
                "the matrix that takes the prop along, if `world_from_model` then turns by 90° about the world's y axis, where {}",
                question(held)
            ),
            || called(&turned) * called(held).inverse(),
            || answered(&turned) * answered(held).inverse(),
        );
    }

    pub fn ask_all(check: &mut Check) {
        let model = rigid([3.0, 0.5, -1.0], [1.0, 2.0, 0.5], 70.0);
        let joint = rigid([0.5, 1.25, 0.25], [-1.0, 0.5, 2.0], 110.0);
        let fist = rigid([0.0, 0.125, 0.5], [0.0, 1.0, 1.0], 80.0);
        let handle = rigid([0.25, -0.5, 0.125], [2.0, -1.0, 0.5], -50.0);
        // In centimetres.
        let far_joint = rigid([40.0, 120.0, -10.0], [1.0, 0.0, 2.0], 60.0);
        let far_fist = rigid([0.0, 12.0, 5.0], [0.0, 1.0, 1.0], 80.0);
        let plain = Mat4::IDENTITY;
        let stretch = |x, y, z| Mat4::from_scale(vec3(x, y, z));
        let sized = |size| stretch(size, size, size);
        let moved = |x, y, z| Mat4::from_translation(vec3(x, y, z));
        let drawn = check.drawn(|draw| {
            let mut scale = || vec3(draw.factor(10.0), draw.factor(10.0), draw.factor(10.0));
            let [stretched, sheared] = [scale(), vec3(-1.0, 1.0, 1.0) * scale()];
            let size = Vec3::splat(draw.factor(10.0));
            let mut any =
                |scale: Vec3| Mat4::from_scale_rotation_translation(scale, draw.turn(), draw.point(2.0));
            let [model, joint, fist] = [size, stretched, Vec3::ONE].map(&mut any);
            ("a hand that is stretched holds a prop", [model, joint, fist, any(sheared) * any(Vec3::ONE)])
        });
        let [right, up, ahead, down] =
            [moved(5.0, 0.0, 0.0), moved(0.0, 2.0, 0.0), moved(0.0, 0.0, 0.5), moved(0.0, -0.25, 0.0)];
        let asked: [Held; 11] = [
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
        ];
        for held in asked.into_iter().chain(drawn) {
            let (_, [model, joint, ..]) = held;
            check.needs("12.3", || Transform::from_matrix(model * joint).rotation, || turn(model * joint));
            ask(check, &held);
        }
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

// ---------------------------------------------------------------- 17.5

mod sweep {
    use check::{Answer, Check, Draw, Row, Slip, told};
    use glam::DVec3;
    use play::{Moving, touch};

    /// The part of a tick, or [`NEVER`].
    struct TickPart(f32);

    const NEVER: f32 = f32::MIN;

    told!(TickPart { 0 });

    impl From<Option<f64>> for TickPart {
        fn from(part: Option<f64>) -> Self {
            Self(part.map_or(NEVER, |part| part as f32))
        }
    }

    impl Answer for TickPart {
        fn show(&self) -> String {
            if self.0 == NEVER { "None".to_owned() } else { self.0.show() }
        }
    }

    /// A way to find the part at which two spheres touch.
    type Way = fn(&Moving, &Moving) -> Option<f64>;

    /// Returns the right time.
    fn answered(a: &Moving, b: &Moving) -> Option<f64> {
        earlier_root(a, b, 1.0)
    }

    const FOUR_WITH_HALF: Slip = Slip::Here(
        "four-with-half",
        "In the formula's b² − 4ac, b is all that stands before t: 2 start · way. You square only half of it, which is a \
         quarter of b². What becomes of the 4 then?",
    );

    fn stopped(sphere: &Moving) -> Moving {
        Moving { to: sphere.from, ..*sphere }
    }

    /// Returns the earlier root of way² t² + 2 (apart · way) t + c. `times` is 1 before way² c, beside (apart · way)².
    fn earlier_root(a: &Moving, b: &Moving, times: f64) -> Option<f64> {
        let moves = |sphere: &Moving| sphere.to - sphere.from;
        let (apart, way, reach) = (b.from - a.from, moves(b) - moves(a), a.radius + b.radius);
        if apart.length() <= reach {
            return Some(0.0);
        }
        let (square, falls) = (way.length_squared(), apart.dot(way));
        let deep = falls * falls - times * square * (apart.length_squared() - reach * reach);
        let part = (-falls - deep.sqrt()) / square;
        (deep >= 0.0 && (0.0..=1.0).contains(&part)).then_some(part)
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

    /// Asks something of the student's way to find the part.
    fn ask_by<T: Answer>(check: &mut Check, question: String, of: impl Fn(Way) -> T) {
        check.case_among(
            question,
            || of(touch),
            |_| of(answered),
            || {
                let ways: [Way; 2] = [|a, b| answered(&stopped(a), b), |a, b| answered(a, &stopped(b))];
                let one = ways.map(|way| ("only-one-moves", of(way)));
                (one, [(FOUR_WITH_HALF, of(|a, b| earlier_root(a, b, 4.0)))])
            },
        );
    }

    /// Asks whether two spheres touch, and when: a mistake in one answer doesn't hide another in the other.
    fn ask(check: &mut Check, words: &str, a: Moving, b: Moving) {
        let both = format!("where {words}: {}, and {}", shown(&a), shown(&b));
        tag(check, &[[a, b]]);
        ask_by(check, format!("whether two spheres touch, {both}"), |way| way(&a, &b).is_some());
        ask_by(check, format!("the part at which they touch, {both}"), |way| TickPart::from(way(&a, &b)));
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
        let question =
            format!("the parts at which {} pairs of spheres touch, inf for never: {words}", pairs.len());
        ask_by(check, question, |way| {
            Row(pairs.iter().map(|[a, b]| way(a, b).map_or(f32::INFINITY, |part| part as f32)).collect())
        });
    }

    pub fn ask_all(check: &mut Check) {
        check.own_slips(&[FOUR_WITH_HALF]);
        let origin = [0; 3];
        for (words, a, b) in [
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
        ] {
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
