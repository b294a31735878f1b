//! Takes the pictures of mistakes.

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

/// The fractions of pixels above which a mistake is plain to see, and below which it cannot be seen.
const PLAIN: f64 = 0.005;
const INVISIBLE: f64 = 0.000_2;

/// The time after which a lesson that renders a picture is ended.
const LIMIT: Duration = Duration::from_secs(30);

/// A lesson's program, and the folders in which its pictures are taken.
pub struct Studio<'a> {
    pub course: &'a Course<'a>,
    pub lesson: &'a LessonInfo,
    pub program: &'a Path,
    /// The copy of the workbook with all variants in it.
    pub tree: &'a Path,
    pub scratch: PathBuf,
}

/// A mistake, and the best picture of it.
pub struct Plate<'a> {
    mistake: &'a Mistake,
    /// The picture's file name without its ending.
    pub name: String,
    /// The command lines to try, one after the other.
    pub views: Vec<View>,
    /// The picture with the largest difference so far, or why there is none.
    pub taken: Result<Taken, String>,
    /// The fraction of that picture's pixels that differ from the right one.
    difference: f64,
}

/// The files of a picture of a mistake, and of the right one in the same view.
pub struct Taken {
    pub picture: PathBuf,
    pub right: PathBuf,
}

impl<'a> Plate<'a> {
    /// Returns a plate of which no picture has been taken yet.
    pub fn new(lesson: &LessonInfo, mistake: &'a Mistake) -> Self {
        let taken = Err("the lesson has no view".to_owned());
        let name = file_name(lesson, mistake);
        Self { mistake, name, views: views(lesson, mistake), taken, difference: 0.0 }
    }

    /// Returns a plate with the one view that the exam wants.
    pub fn of_exam(name: String, mistake: &'a Mistake, view: View) -> Self {
        Self { mistake, name, views: vec![view], taken: Err(String::new()), difference: 0.0 }
    }

    /// Returns a plate of the right picture to hang beside this one, if this one shows the mistake.
    pub fn right(&self) -> Option<Self> {
        let right = &self.taken.as_ref().ok().filter(|_| self.is_seen())?.right;
        let taken = Ok(Taken { picture: right.clone(), right: right.clone() });
        let name = format!("right/{}", self.name);
        Some(Self { mistake: self.mistake, name, views: Vec::new(), taken, difference: 1.0 })
    }

    /// Returns true if enough pixels differ for the mistake to be seen.
    pub fn is_seen(&self) -> bool {
        self.difference >= INVISIBLE
    }

    /// Returns the view to try in this round, unless the mistake is plain to see already.
    fn view(&self, round: usize) -> Option<&View> {
        self.views.get(round).filter(|_| self.difference < PLAIN)
    }

    /// Compares a new picture with the right one and keeps it if it differs more, or a failure `wrong`.
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
    /// Takes the pictures: of all in their first view, then of those that are not plain to see there in their
    /// next one, and so on.
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
            but.insert(*plate.mistake.exercise.get_ref(), Variant::Mistake(plate.mistake, 0));
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

/// Returns a name for a mistake's picture, its own, with the exercise's id in front if two mistakes share it.
fn file_name(lesson: &LessonInfo, mistake: &Mistake) -> String {
    let name = mistake.name.get_ref();
    let shared = lesson.mistakes.data.all.iter().filter(|other| other.name.get_ref() == name).count() > 1;
    if shared { format!("{}-{name}", mistake.exercise.get_ref()) } else { name.clone() }
}
