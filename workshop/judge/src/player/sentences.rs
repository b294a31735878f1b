//! The twelve sentences, and the comparison of what came out with what's expected.

use super::formula::{Law, rest};
use super::mistakes::{MISTAKES, Mistake, RESUMED};
use super::scenes::{self, Scene};
use super::schema::{Answer, Task};
use crate::picture::{self, Moment};
use crate::program::Answers;
use crate::{Named, Sentence};
use anyhow::{Result, bail, ensure};
use glam::{DMat4, DVec4};

/// The distance by which a joint, or a point beside it as far away as the figure is large, may be astray, by the figure's size.
/// Single precision and usual short ways are ten times nearer.
pub const TOLERANCE: f64 = 2e-3;

/// The distance of a limb's tip from its last joint in a picture, along two axes and by the figure's size.
const TIP: f64 = 0.1;

/// A player in question.
pub struct Judged<'a> {
    program: &'a mut dyn Answers,
    seed: u64,
    /// The first moment that is false, and those around it.
    pub picture: Option<String>,
}

/// The poses that two ways lead to, at a task's asked moments, and what a sentence calls each.
pub struct Two<'a> {
    pub task: &'a Task,
    pub given: &'a [Vec<DMat4>],
    pub expected: &'a [Vec<DMat4>],
    pub called: [&'static str; 2],
}

impl Judged<'_> {
    pub const SENTENCES: [Sentence<Self>; super::COUNT] = [
        Sentence {
            name: "answers",
            says: "There is a pose for each asked moment, and in it a matrix for each joint.",
            advice: "",
            needs: &[],
            ask: |it| {
                scenes::of("answers", it.seed).iter().try_for_each(|scene| it.answer(&scene.task).map(|_| ()))
            },
        },
        Sentence {
            name: "rest",
            says: "What nothing moves is at rest.",
            advice: "Which parent is a joint's place measured in, and what is a part that has no track (lessons 02 and 12)?",
            needs: &["answers"],
            ask: |it| it.follows("rest"),
        },
        Sentence {
            name: "keys",
            says: "At the time of a key, the joint is where the key says.",
            advice: "Which key did your program take, and which part did it give the value to (lesson 06)?",
            needs: &["rest"],
            ask: |it| it.follows("keys"),
        },
        Sentence {
            name: "between",
            says: "Between two keys each part goes evenly, and turns the short way round.",
            advice: "What is the same rotation with other signs, and how far has a turn come half-way (lesson 10)?",
            needs: &["keys"],
            ask: |it| it.follows("between"),
        },
        Sentence {
            name: "holds",
            says: "Before its first key a track holds that one, and after its last key the last.",
            advice: "What does your search find where there's no key before, or none after (lesson 12)?",
            needs: &["between"],
            ask: |it| it.follows("holds"),
        },
        Sentence {
            name: "loops",
            says: "A clip that loops begins again at its end, and another one holds its end.",
            advice: "How many rounds may a single step be long, and who decides whether there's a second one (lesson 12)?",
            needs: &["between"],
            ask: |it| it.follows("loops"),
        },
        Sentence {
            name: "starts",
            says: "A clip begins when the script says so, whether anybody looks or not.",
            advice: "What does your program do with an entry between two asked moments, and which second of its clip is it there?",
            needs: &["between"],
            ask: |it| it.follows("starts"),
        },
        Sentence {
            name: "fades",
            says: "A fade leads evenly from what was seen to the clip.",
            advice: "Which pose does the fade leave, and how much of the clip is there after half of it (lesson 13)?",
            needs: &["starts", "loops"],
            ask: |it| it.follows("fades"),
        },
        Sentence {
            name: "again",
            says: "To start what plays already changes nothing.",
            advice: "What if a key on the keyboard is held, and starts it in every frame (lesson 13)?",
            needs: &["fades"],
            ask: |it| it.follows("again"),
        },
        Sentence {
            name: "mind",
            says: "If somebody changes his mind in mid-fade, nothing jumps.",
            advice: "What's on screen at this moment, and is it a clip (lesson 13)?",
            needs: &["fades"],
            ask: |it| it.follows("mind"),
        },
        Sentence {
            name: "resumed",
            says: "A run that is saved and resumed goes on as if it had never been away.",
            advice: "What does your program remember from one moment to the next, and is all of it in the state?",
            needs: &["starts", "loops"],
            ask: |it| it.resumes(),
        },
        Sentence {
            name: "asked",
            says: "What's seen at a moment doesn't depend on which others are asked.",
            advice: "Does anything happen, or get rounded, only because somebody looks?",
            needs: &["starts"],
            ask: |it| it.is_the_same_asked(),
        },
    ];
}

impl<'a> Judged<'a> {
    pub fn new(program: &'a mut dyn Answers, seed: u64) -> Self {
        Self { program, seed, picture: None }
    }

    /// Asks the program, and reads its answer.
    fn answer(&mut self, task: &Task) -> Result<Answer> {
        let printed = self.program.answer(&text(task));
        let answer = printed.and_then(|printed| Answer::read(&printed, task));
        answer.map_err(|error| Named(format!("{}: {error:#}", self.scene(task))).into())
    }

    /// Returns the words for a task, with the file in which it's kept.
    fn scene(&self, task: &Task) -> String {
        let kept = self.program.kept(&text(task)).map_or(String::new(), |file| format!(" ({file})"));
        format!("In the scene \"{}\"{kept}", task.about)
    }

    /// Compares the answers to a sentence's scenes with the formula.
    fn follows(&mut self, sentence: &str) -> Result<()> {
        for Scene { task, compared } in scenes::of(sentence, self.seed) {
            let answer = self.answer(&task)?;
            let law = Law::of(answer.fades);
            let two = Two {
                task: &task,
                given: &answer.poses,
                expected: &law.poses(&task),
                called: ["in your answer", "by the law"],
            };
            self.compare(&two, compared, law, &MISTAKES, &task)?;
        }
        Ok(())
    }

    /// Fails where two differ, and names the known mistake by which the law makes of `origin` what's given.
    fn compare(
        &mut self,
        two: &Two,
        compared: usize,
        law: Law,
        known: &[Mistake],
        origin: &Task,
    ) -> Result<()> {
        let Some((moment, joint)) = two.difference(compared) else { return Ok(()) };
        if self.picture.is_none() {
            self.picture = Some(two.picture(moment));
        }
        let fits = |(_, change): &&Mistake| {
            let (mut task, mut law) = (origin.clone(), law);
            change(&mut task, &mut law);
            Two { expected: &law.poses(&task), ..*two }.difference(compared).is_none()
        };
        let words = format!("{}, {}", self.scene(two.task), two.words(moment, joint));
        match known.iter().find(fits) {
            Some((name, _)) => Err(Named(format!("{words}. It's as if {name}")).into()),
            None => bail!(words),
        }
    }

    /// Compares a run that's resumed from its own state, again and again, with the same in one go, at the same asked moments.
    fn resumes(&mut self) -> Result<()> {
        for Scene { task: whole, compared } in scenes::of("resumed", self.seed) {
            let in_one_go = self.answer(&whole)?;
            let (mut from, mut state, mut asked) = (None, None, 0);
            for save in scenes::SAVES.map(Some).into_iter().chain([None]) {
                let until =
                    save.map_or(whole.ask.len(), |save| whole.ask.partition_point(|now| *now <= save));
                let at =
                    |what: &str, moment: Option<f64>| moment.map(|moment| format!("{what} at {moment} s"));
                let about: Vec<String> =
                    [at("resumed", from), at("saved", save)].into_iter().flatten().collect();
                let later = whole.script.iter().filter(|entry| from.is_none_or(|from| entry.at > from));
                let task = Task {
                    about: format!("resumed: {}", about.join(", and ")),
                    script: later.cloned().collect(),
                    ask: whole.ask[asked..until].to_vec(),
                    save,
                    from,
                    state,
                    ..whole.clone()
                };
                let resumed = self.answer(&task)?;
                let is_saved = save.is_none() || resumed.state.is_some();
                ensure!(is_saved, "{}, the answer has no `state`", self.scene(&task));
                let two = Two {
                    task: &task,
                    given: &resumed.poses,
                    expected: &in_one_go.poses[asked..until],
                    called: ["resumed", "in one go"],
                };
                let origin = Task { script: whole.script.clone(), ..task.clone() };
                self.compare(&two, compared, Law::of(resumed.fades), &RESUMED, &origin)?;
                (from, state, asked) = (save, resumed.state, until);
            }
        }
        Ok(())
    }

    /// Compares the same moments in a task that asks few and in one that asks many.
    fn is_the_same_asked(&mut self) -> Result<()> {
        for Scene { task, compared } in scenes::of("asked", self.seed) {
            let often = scenes::asked_often(&task);
            let (few, many) = (self.answer(&task)?, self.answer(&often)?);
            let same = |now: &f64| often.ask.iter().position(|other| other == now);
            let given: Vec<_> = task.ask.iter().filter_map(same).map(|i| many.poses[i].clone()).collect();
            let two = Two {
                task: &task,
                given: &given,
                expected: &few.poses,
                called: ["asked thirty times a second", "asked now and then"],
            };
            self.compare(&two, compared, Law::of(few.fades), &[], &task)?;
        }
        Ok(())
    }
}

impl Two<'_> {
    /// Returns the largest distance between joints at rest.
    fn size(&self) -> f64 {
        let law = Law::of(super::Fades::Kept);
        let places = law.model(self.task, &rest(self.task)).into_iter().map(|matrix| matrix.w_axis);
        let places: Vec<DVec4> = places.collect();
        let pairs = places.iter().flat_map(|a| places.iter().map(|b| a.distance(*b)));
        pairs.fold(f64::MIN_POSITIVE, f64::max)
    }

    /// Returns the first moment, and in it the first joint, at which both differ.
    pub fn difference(&self, compared: usize) -> Option<(usize, usize)> {
        let size = self.size();
        let beside = [DVec4::ZERO, DVec4::X, DVec4::Y, DVec4::Z].map(|way| (size * way).with_w(1.0));
        let is_astray = |given: &DMat4, expected: &DMat4| {
            let away = beside.map(|point| (*given - *expected) * point);
            away.into_iter()
                .any(|away| away.truncate().length() > TOLERANCE * size || away.w.abs() > TOLERANCE)
        };
        let poses = self.given.iter().zip(self.expected).enumerate();
        let mut astray = poses.filter_map(|(moment, (given, expected))| {
            let mut joints = given.iter().zip(expected).take(compared);
            Some((moment, joints.position(|(given, expected)| is_astray(given, expected))?))
        });
        astray.next()
    }

    /// Tells both places of a joint at a moment, or else the axes that differ most.
    fn words(&self, moment: usize, joint: usize) -> String {
        let (now, name) = (self.task.ask[moment], &self.task.joints[joint].name);
        let [a, b] = [self.given, self.expected].map(|poses| poses[moment][joint]);
        let axes =
            [("x axis", a.x_axis, b.x_axis), ("y axis", a.y_axis, b.y_axis), ("z axis", a.z_axis, b.z_axis)];
        let far = a.w_axis.distance(b.w_axis) / self.size();
        let (what, a, b) = match far > TOLERANCE {
            true => ("place", a.w_axis, b.w_axis),
            false => {
                axes.into_iter().max_by(|one, other| apart(one).total_cmp(&apart(other))).unwrap_or(axes[0])
            }
        };
        let [a, b] = [a, b].map(DVec4::truncate);
        let angle = a.cross(b).length().atan2(a.dot(b)).to_degrees();
        let how = match (what, angle > 0.1) {
            ("place", _) => format!("{:.1} % of the figure's size", 100.0 * far),
            (_, true) => format!("{angle:.1}°"),
            _ => format!("a length of {:.3}", (a - b).length()),
        };
        let [given, expected] = self.called;
        format!("at {now} s, the {what} of `{name}` is {a:.3} {given}, and {b:.3} {expected}, {how} apart")
    }

    /// Draws both around a moment. The last joint of a limb gets a tip, so that one sees it turn.
    fn picture(&self, moment: usize) -> String {
        let joints = &self.task.joints;
        let parent = |joint: usize| usize::try_from(joints[joint].parent).ok();
        let all = 0..joints.len();
        let last: Vec<usize> = all.clone().filter(|a| all.clone().all(|b| parent(b) != Some(*a))).collect();
        let bones = all.filter_map(|joint| Some([parent(joint)?, joint]));
        let tips = last.iter().enumerate().map(|(i, joint)| [*joint, joints.len() + i]);
        let tip = (TIP * self.size() * (DVec4::X + DVec4::Y)).with_w(1.0);
        let points = |pose: &[DMat4]| {
            let points = pose.iter().map(|matrix| matrix.w_axis);
            points.chain(last.iter().map(|joint| pose[*joint] * tip)).map(DVec4::truncate).collect()
        };
        let both = self.given.iter().zip(self.expected).zip(&self.task.ask);
        let moments = both.map(|((given, expected), now)| Moment {
            called: format!("{now} s"),
            given: points(given),
            expected: points(expected),
        });
        picture::strip(
            &bones.chain(tips).collect::<Vec<_>>(),
            &moments.collect::<Vec<_>>(),
            Some(moment),
            self.called,
        )
    }
}

/// Returns a task as its program reads it, in one scene with a name in each thing that no program knows.
fn text(task: &Task) -> String {
    let text = serde_json::to_string(task).unwrap_or_default();
    // The first names of a joint and of a clip, of a track, and of an entry.
    let first: &[&str] =
        if task.about == scenes::EVERYTHING { &["\"name\":", "\"joint\":", "\"at\":"] } else { &[] };
    first.iter().fold(text, |text, name| text.replace(name, &format!("\"note\":\"pass over\",{name}")))
}

fn apart((_, a, b): &(&str, DVec4, DVec4)) -> f64 {
    a.distance(*b)
}
