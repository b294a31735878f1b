//! The checks of lesson 17.

use common::check::on_main_thread;
use std::process::ExitCode;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_17_1_next", table::todo_17_1_next),
        // 17.2
        // 17.3
        // 17.4
        // 17.5
    ])
}

// ---------------------------------------------------------------- 17.1

mod table {
    use common::check::{Answer, Check, STARTER, check, told};
    use common::play::{Change, Fact, Facts, State, Table};

    /// What a cat does. It is no cat of the game's.
    const CAT: &str = r#"
        [any]
        except = ["hide"]
        next = ["hide!: hit hard", "arch!: hit, not ladder", "tree: ladder", "arch: wall, falls, not ducks"]

        [[state]]
        name = "sleep"
        loops = true
        holds = 2
        next = ["prowl: moves, ducks", "sleep: ground, not landed", "tree!: landed", "stretch: moves"]

        [[state]]
        name = "stretch"
        loops = true
        holds = 0.5
        next = ["sleep!: ended, not moves", "prowl: moves", "pounce: moves, jumped, not wall", "eat!: moves, ducks"]

        [[state]]
        name = "prowl"
        loops = true
        next = ["pounce: jumped, not ladder", "eat: ducks, not moves", "prowl: moves, wall", "stretch: not moves", "sleep: falls"]

        [[state]]
        name = "pounce"
        loops = true
        holds = 0.25
        next = ["pounce: air", "pounce!: jumped, wall", "eat: landed", "prowl"]

        [[state]]
        name = "eat"
        loops = true
        holds = 1
        next = ["arch: not ground, not air", "eat!: punch", "sleep: ended", "prowl!: swing, moves, not ducks"]

        [[state]]
        name = "arch"
        loops = true
        holds = 0.75
        next = ["pounce: swing", "arch: hit, ladder", "hide: not ground"]

        [[state]]
        name = "tree"
        loops = true
        next = ["pounce: jumped", "sleep: not air, ended", "prowl: ground"]

        [[state]]
        name = "hide"
        loops = true
        holds = 1.5
        next = ["tree: ladder, not hit", "hide!: hit", "prowl: ground, not hit, not punch, not swing"]
    "#;

    /// Words for states.
    const BEASTS: [&str; 24] = [
        "ant", "bat", "cow", "doe", "eel", "fox", "gnu", "hen", "ibis", "jay", "koi", "lynx", "mole", "newt",
        "owl", "pig", "quail", "ram", "seal", "toad", "urchin", "vole", "wasp", "yak",
    ];

    /// Numbers that are the same at each run, and look as if they were drawn.
    struct Drawn(u64);

    impl Drawn {
        /// From 0 up to this number, but not the number itself.
        fn below(&mut self, number: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % number
        }

        fn fact(&mut self) -> Fact {
            Fact::ALL[self.below(Fact::ALL.len())].0
        }

        fn change(&mut self) -> Change {
            let when = (0..self.below(4)).map(|_| (self.fact(), self.below(3) > 0)).collect();
            Change { to: self.below(BEASTS.len()), when, forced: self.below(4) == 0 }
        }

        fn state(&mut self, name: &str) -> State {
            let next = (0..self.below(6)).map(|_| self.change()).collect();
            let holds = self.below(5) as f32 / 16.0;
            State { name: name.to_owned(), holds, spared: self.below(3) == 0, next, ..State::default() }
        }

        fn table(&mut self) -> Table {
            let mut any = vec![self.change(), self.change(), self.change()];
            // One that asks for nothing would leave nothing to the others.
            any.retain(|change| !change.when.is_empty());
            Table { states: BEASTS.iter().map(|name| self.state(name)).collect(), any }
        }
    }

    /// What comes of the rules, or of a known mistake.
    fn led(table: &Table, state: usize, seconds: f32, facts: Facts, mistake: &str) -> Option<usize> {
        let now = &table.states[state];
        let so = |&(fact, wanted): &(Fact, bool)| match mistake {
            "not-is-overlooked" => facts.has(fact),
            "not-is-nothing" => facts.has(fact) || !wanted,
            _ => facts.has(fact) == wanted,
        };
        let mut able = Vec::new();
        for change in table.changes(state) {
            let waits = seconds < now.holds && (!change.forced || mistake == "forced-waits");
            let stays = change.to == state && !change.forced;
            let fits = match mistake {
                "one-is-enough" => change.when.iter().any(so),
                _ => change.when.iter().all(so),
            };
            let passed_over = match mistake {
                "holds-nothing" => false,
                "looks-past-itself" => waits || stays,
                "any-is-forgotten" => waits || table.any.iter().any(|any| std::ptr::eq(any, change)),
                _ => waits,
            };
            if fits && !passed_over {
                able.push(change);
            }
        }
        if mistake == "most-facts-first" {
            able.sort_by_key(|change| std::cmp::Reverse(change.when.len()));
        }
        let decides = if mistake == "last-one" { able.last() } else { able.first() }?;
        let stays = match mistake {
            "anew-in-every-tick" => false,
            "never-anew" => decides.to == state,
            _ => decides.to == state && !decides.forced,
        };
        (!stays).then_some(decides.to)
    }

    /// By name, and how `led` calls it.
    const MISTAKES: [(&str, &str); 11] = [
        ("one-is-enough", "one-is-enough"),
        ("last-one", "last-one"),
        ("not-is-overlooked", "not-is-overlooked"),
        ("not-is-overlooked", "not-is-nothing"),
        ("holds-nothing", "holds-nothing"),
        ("forced-waits", "forced-waits"),
        ("anew-in-every-tick", "anew-in-every-tick"),
        ("never-anew", "never-anew"),
        ("looks-past-itself", "looks-past-itself"),
        ("any-is-forgotten", "any-is-forgotten"),
        ("most-facts-first", "most-facts-first"),
    ];

    fn name(table: &Table, state: usize) -> String {
        table
            .states
            .get(state)
            .map_or_else(|| format!("state {state}, which there is not"), |state| state.name.clone())
    }

    fn facts_shown(facts: Facts) -> String {
        let so = Fact::ALL.iter().filter(|(fact, _)| facts.has(*fact)).map(|(_, name)| *name);
        let so = so.collect::<Vec<_>>().join(", ");
        if so.is_empty() { "nothing".to_owned() } else { so }
    }

    /// A change, as it is written in a table.
    fn shown(table: &Table, change: &Change) -> String {
        let known =
            |fact: Fact| Fact::ALL.iter().find(|(other, _)| *other == fact).map_or("?", |(_, name)| *name);
        let facts = change
            .when
            .iter()
            .map(|&(fact, wanted)| format!("{}{}", if wanted { "" } else { "not " }, known(fact)));
        let facts = facts.collect::<Vec<_>>().join(", ");
        let (mark, colon) = (if change.forced { "!" } else { "" }, if facts.is_empty() { "" } else { ": " });
        format!("`{}{mark}{colon}{facts}`", name(table, change.to))
    }

    /// Asks where a state of the cat's leads.
    fn ask(check: &mut Check, table: &Table, state: &str, seconds: f32, facts: &[Fact]) {
        let facts: Facts = facts.iter().copied().collect();
        let Some(state) = table.named(state) else { panic!("the cat does not {state}") };
        let lists = table.changes(state).map(|change| shown(table, change)).collect::<Vec<_>>().join(", ");
        let says = |to: Option<usize>| match to {
            None => "nowhere".to_owned(),
            Some(to) if to == state => format!("to '{}', anew", name(table, to)),
            Some(to) => format!("to '{}'", name(table, to)),
        };
        let modelled = |mistake| says(led(table, state, seconds, facts, mistake));
        let suspects = MISTAKES.map(|(name, mistake)| (name, modelled(mistake)));
        check.case(
            format!(
                "where `next` leads from the state '{}', which holds for {} s and has been on for {seconds} s. So is: {}. Its \
                 `changes` are, first things first: {lists}",
                table.states[state].name,
                table.states[state].holds,
                facts_shown(facts),
            ),
            || says(table.next(state, seconds, facts)),
            modelled(""),
            &[&[(STARTER, says(None))][..], &suspects].concat(),
        );
    }

    /// What happens, a line each.
    struct Lines(Vec<String>);

    told!(Lines { 0 });

    impl Answer for Lines {
        fn agrees(&self, other: &Self) -> bool {
            self.0 == other.0
        }

        fn show(&self) -> String {
            self.0.join("\n")
        }

        fn difference(&self, want: &Self) -> Option<String> {
            let same = self.0.iter().zip(&want.0).take_while(|(given, want)| given == want).count();
            let line = |lines: &Self| lines.0.get(same).map_or("no more", String::as_str).to_owned();
            let before = match same.checked_sub(1) {
                Some(last) => format!("  The first {same} are right, up to \"{}\".\n", self.0[last]),
                None => String::new(),
            };
            Some(format!("{before}  Came out   {}\n  Expected   {}\n", line(self), line(want)))
        }
    }

    /// All changes that are made while facts come and go.
    fn run(table: &Table, seed: u64, ticks: u32, next: impl Fn(usize, f32, Facts) -> Option<usize>) -> Lines {
        let (mut drawn, mut facts, mut lines) = (Drawn(seed), Facts::default(), Vec::new());
        let (mut state, mut since) = (0, 0);
        for tick in 1..=ticks {
            let fact = drawn.fact();
            facts.set(fact, !facts.has(fact));
            let seconds = (tick - since) as f32 / 64.0;
            if let Some(to) = next(state, seconds, facts) {
                let (from, to_name, so) = (name(table, state), name(table, to), facts_shown(facts));
                lines.push(format!("tick {tick}: {from}, after {seconds} s, to {to_name} (so is: {so})"));
                // What there is not cannot be gone on from.
                (state, since) = (to.min(table.states.len() - 1), tick);
            }
        }
        Lines(lines)
    }

    pub fn todo_17_1_next() {
        use Fact::*;
        let cat =
            Table::read(CAT, "cat", &["sleep", "stretch", "prowl", "pounce", "eat", "arch", "tree", "hide"]);
        check("17.1", |check| {
            let cat = cat.unwrap_or_else(|error| panic!("{error}"));
            for (state, seconds, facts) in [
                // The first of several, and not the last, nor the one with the most facts.
                ("stretch", 0.75, &[Moves, Jumped][..]),
                ("prowl", 1.0, &[Ducks, Falls]),
                // All facts are needed.
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
                ask(check, &cat, state, seconds, facts);
            }
            for (seed, ticks) in [(9, 200), (23, 1000), (4, 1000)] {
                let table = Drawn(seed).table();
                let modelled = |mistake: &str| {
                    run(&table, seed, ticks, |state, seconds, facts| {
                        led(&table, state, seconds, facts, mistake)
                    })
                };
                let mut suspects = vec![(STARTER, Lines(Vec::new()))];
                suspects.extend(MISTAKES.map(|(name, mistake)| (name, modelled(mistake))));
                check.case(
                    format!(
                        "all changes that are made in {ticks} ticks of 1/64 s by a table with {} states and strange names, whose \
                         changes are drawn. In each tick a fact begins to be so, or ends",
                        table.states.len()
                    ),
                    || run(&table, seed, ticks, |state, seconds, facts| table.next(state, seconds, facts)),
                    modelled(""),
                    &suspects,
                );
            }
        });
    }
}

// ---------------------------------------------------------------- 17.2

// ---------------------------------------------------------------- 17.3

// ---------------------------------------------------------------- 17.4

// ---------------------------------------------------------------- 17.5
