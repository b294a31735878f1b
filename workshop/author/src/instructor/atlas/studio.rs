//! The studio in which the pictures of mistakes are taken.

use super::views::{View, views};
use crate::instructor::picture::Picture;
use crate::projection::Course;
use crate::render::{self, Render};
use crate::verify::variants::{Choice, Variant};
use anyhow::{Result, bail};
use course::{Id, LessonInfo, Mistake};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A mistake is plain to see when this part of the pixels differs, and not at all below the other.
const PLAIN: f64 = 0.005;
const INVISIBLE: f64 = 0.000_2;

/// The time that a picture may take.
const LIMIT: Duration = Duration::from_secs(30);

/// The place at which a lesson's pictures are taken.
pub struct Studio<'a> {
    pub course: &'a Course<'a>,
    pub lesson: &'a LessonInfo,
    /// The lesson's program.
    pub program: &'a Path,
    /// The workbook with all variants in it.
    pub tree: &'a Path,
    /// A folder for the pictures.
    pub scratch: PathBuf,
}

/// A mistake, and the picture of it.
pub struct Plate<'a> {
    mistake: &'a Mistake,
    /// The name of its file, without the ending.
    pub name: String,
    /// The views that may show it.
    pub views: Vec<View>,
    /// The picture that shows most of it so far, or why there is none.
    pub taken: Result<Taken, String>,
    /// The part of its pixels that differ from the right picture.
    difference: f64,
}

/// A picture that was taken.
pub struct Taken {
    pub picture: PathBuf,
    /// The right one of the same view.
    pub right: PathBuf,
}

impl<'a> Plate<'a> {
    /// Of which no picture has been taken yet.
    pub fn new(lesson: &LessonInfo, mistake: &'a Mistake) -> Self {
        let taken = Err("the lesson has no view".to_owned());
        let name = file_name(lesson, mistake);
        Self { mistake, name, views: views(lesson, mistake), taken, difference: 0.0 }
    }

    /// In the one view that the exam wants.
    pub fn of_exam(name: String, mistake: &'a Mistake, view: View) -> Self {
        Self { mistake, name, views: vec![view], taken: Err(String::new()), difference: 0.0 }
    }

    /// The right picture beside it, if it shows anything.
    pub fn right(&self) -> Option<Self> {
        let right = &self.taken.as_ref().ok().filter(|_| self.is_seen())?.right;
        let taken = Ok(Taken { picture: right.clone(), right: right.clone() });
        let name = format!("right/{}", self.name);
        Some(Self { mistake: self.mistake, name, views: Vec::new(), taken, difference: 1.0 })
    }

    /// True if it shows anything.
    pub fn is_seen(&self) -> bool {
        self.difference >= INVISIBLE
    }

    /// The view to be tried next, unless the mistake is plain to see already.
    fn view(&self, round: usize) -> Option<&View> {
        self.views.get(round).filter(|_| self.difference < PLAIN)
    }

    /// Looks at one more picture. `wrong` describes a failure, and is then all there is to show.
    fn take(&mut self, picture: &Path, wrong: Option<String>, right: &Path) -> Result<()> {
        if let Some(wrong) = wrong {
            (self.taken, self.difference) = (Err(wrong), 1.0);
            return Ok(());
        }
        let difference = Picture::read(picture)?.difference(&Picture::read(right)?);
        if self.taken.is_err() || difference > self.difference {
            let taken = Taken { picture: picture.to_owned(), right: right.to_owned() };
            (self.taken, self.difference) = (Ok(taken), difference);
        }
        Ok(())
    }
}

impl<'a> Studio<'a> {
    /// Takes the pictures: of all in their first view, then of those that are not plain to see there in their next one,
    /// and so on.
    pub fn take(&self, plates: &mut [Plate<'a>]) -> Result<()> {
        let mut right = BTreeMap::new();
        for round in 0.. {
            let mut open: Vec<_> =
                plates.iter_mut().filter_map(|plate| Some((plate.view(round)?.clone(), plate))).collect();
            if open.is_empty() {
                break;
            }
            self.round(round, &mut open, &mut right)?;
        }
        Ok(())
    }

    /// Takes a picture of each mistake in a view, and the right picture of each view that has none yet.
    fn round(
        &self,
        round: usize,
        open: &mut [(View, &mut Plate<'a>)],
        right: &mut BTreeMap<View, PathBuf>,
    ) -> Result<()> {
        let exercises = self.lesson.exercises().iter();
        let solved: BTreeMap<_, _> = exercises.map(|exercise| (exercise.id(), Variant::Solution)).collect();
        let views: BTreeSet<&View> = open.iter().map(|(view, _)| view).collect();
        let fresh: Vec<View> = views.into_iter().filter(|view| !right.contains_key(*view)).cloned().collect();
        let numbered = fresh.iter().zip(right.len()..);
        let of_right = numbered.map(|(view, number)| self.render("right", number, view, solved.clone()));
        let of_mistakes = open.iter().map(|(view, plate)| {
            let mut but = solved.clone();
            but.insert(*plate.mistake.exercise.get_ref(), Variant::Mistake(plate.mistake));
            self.render(&plate.name, round, view, but)
        });
        let renders: Vec<_> = of_right.chain(of_mistakes).collect();
        let wrong = render::all(self.course, self.tree, &renders)?;
        let mut taken = renders.into_iter().map(|render| render.picture).zip(wrong);
        for (view, (picture, wrong)) in fresh.into_iter().zip(taken.by_ref()) {
            if let Some(wrong) = wrong {
                bail!("the lesson itself does not run.\n{wrong}");
            }
            right.insert(view, picture);
        }
        for ((view, plate), (picture, wrong)) in open.iter_mut().zip(taken) {
            plate.take(&picture, wrong, &right[view])?;
        }
        Ok(())
    }

    fn render(&self, name: &str, number: usize, args: &View, but: BTreeMap<Id, Variant<'a>>) -> Render<'a> {
        Render {
            title: format!("{:02} {name}", self.lesson.number),
            program: self.program,
            choice: Choice { lesson: self.lesson.number, but },
            args: args.clone(),
            picture: self.scratch.join(format!("{name}.{number}.png")),
            limit: LIMIT,
        }
    }
}

/// A picture's file is called like its mistake, with the exercise's id before it if two share a name.
fn file_name(lesson: &LessonInfo, mistake: &Mistake) -> String {
    let name = mistake.name.get_ref();
    let shared = lesson.mistakes.data.all.iter().filter(|other| other.name.get_ref() == name).count() > 1;
    if shared { format!("{}-{name}", mistake.exercise.get_ref()) } else { name.clone() }
}
