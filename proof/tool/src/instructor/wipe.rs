//! Whether F2 shows each mistake, and where: the lesson with it is compared with the lesson that is right, by F2 itself.

use super::atlas::views::{View, views};
use super::handout::make_executable;
use super::picture::Picture;
use crate::batches::{Job, Known};
use crate::projection::Course;
use crate::verify::variants::{self, Choice, MET, VARIANT, Variant};
use anyhow::{Context, Result, bail, ensure};
use course::{LessonInfo, Mistake};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use student::{process, tree};

/// The table.
pub const FILE: &str = "proof/docs/wipe.md";

/// The lessons whose mistakes are compared.
pub const LESSONS: std::ops::RangeInclusive<u8> = 1..=13;

/// The window's size, where no script says another one.
const SIZE: &str = "960x600";

/// A mistake that so many per cent of the pixels show is plain to see, and no further view is tried.
const PLAIN: f64 = 0.5;

/// Ends a view in which time stands still once its moment has come.
const STILL: &str = "--still";

/// How long a comparison may take.
const LIMIT: Duration = Duration::from_secs(180);

/// So begins what F2 says, where it can be found by name.
const NAMED: &str = "compared=";

/// A name that nothing has: who looks for it is told all names, and so what F2 says.
const NOBODY: &str = "nothing at all";

/// All exercises of these lessons are right.
fn all_right() -> Choice<'static> {
    Choice { lesson: LESSONS.end() + 1, but: BTreeMap::new() }
}

/// The same, but for a mistake.
pub fn all_but(mistake: &Mistake) -> Choice<'_> {
    Choice { but: BTreeMap::from([(*mistake.exercise.get_ref(), Variant::Mistake(mistake))]), ..all_right() }
}

/// The workbook with right shaders, and programs that are right.
pub struct Right {
    tree: PathBuf,
}

impl Right {
    /// Writes what programs read when they run.
    pub fn write(course: &Course<'_>, scratch: &Path) -> Result<Self> {
        let mut files = variants::all(course, &[])?;
        files.extend(variants::shaders(course, &all_right()));
        let tree = scratch.join("right");
        tree::write(&tree, &files)?;
        Ok(Self { tree })
    }

    /// A program like this one, with right answers. F2 starts it with the variables of the lesson that is wrong.
    pub fn program(&self, program: &Path) -> Result<PathBuf> {
        let name = program.file_name().context("a program has a name")?;
        let ours = self.tree.with_file_name(name);
        let [root, variant, met] = [course::ROOT, VARIANT, MET];
        let (tree, right, program) = (self.tree.display(), all_right().as_text(), program.display());
        let set = format!("export {root}='{tree}' {variant}={right}; unset {met}");
        tree::write_if_changed(&ours, format!("#!/bin/sh\n{set}\nexec '{program}' \"$@\"\n").as_bytes())?;
        make_executable(&ours)?;
        Ok(ours)
    }
}

/// A lesson with a mistake in it, and the same lesson that is right.
pub struct Wipe<'a> {
    pub lesson: &'a LessonInfo,
    pub mistake: &'a Mistake,
    pub choice: Choice<'a>,
    pub program: &'a Path,
    /// The workbook with all variants in it.
    pub tree: &'a Path,
    /// The program that is right.
    pub ours: PathBuf,
    pub scratch: &'a Path,
}

/// What F2 shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    Nothing,
    /// So many per cent of the pixels, and where.
    Differs(f64, Place),
    /// The lesson is stopped, and F2 with it: without a window nothing else is shown.
    Stopped,
}

/// Where pixels differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The ninth of the picture with most of them.
    most: &'static str,
    /// From left, to right, from above, and to below, in per cent of the picture.
    within: [u32; 4],
}

impl<'a> Job<'a> for Wipe<'a> {
    type Result = Shown;
    type Seen = Shown;

    fn choice(&self) -> &Choice<'a> {
        &self.choice
    }

    fn title(&self) -> String {
        format!("F2 {} {}", self.mistake.exercise.get_ref(), self.mistake.name.get_ref())
    }

    fn run(&self, worker: usize, known: &Known<Shown>) -> Result<Shown> {
        let mut best = Shown::Nothing;
        let mut views = without_panel(views(self.lesson, self.mistake));
        // Time goes on while F2 is asked. What its own picture shows at one moment alone is compared while time stands still.
        let is_own = self.mistake.picture.iter().any(|word| word == "--at");
        let still = is_own.then(|| views[0].iter().cloned().chain([STILL.to_owned()]).collect());
        views.extend(still);
        for view in views {
            let met = self.scratch.join(format!("{worker}.met"));
            let what = format!("{} {view:?}", self.program.display());
            let shown = known.or_run(&what, &self.choice, &met, || self.compare(&view, worker, &met))?;
            if shown.percent() > best.percent() {
                best = shown;
            }
            if best.percent() >= PLAIN {
                break;
            }
        }
        Ok(best)
    }
}

impl Wipe<'_> {
    fn key(&self) -> [String; 2] {
        key(self.mistake)
    }

    /// Why F2 may show nothing.
    fn why_nothing(&self) -> &'static str {
        match self.mistake.picture.iter().any(|word| word == "--panel") {
            true => "its picture shows the panel",
            false => "no picture of the lesson's shows it",
        }
    }

    /// What F2 shows of one view.
    fn compare(&self, view: &View, worker: usize, met: &Path) -> Result<Shown> {
        let [script, picture, said] =
            ["txt", "png", "said"].map(|kind| self.scratch.join(format!("{worker}.{kind}")));
        let (args, lines) = self.script(view, &picture)?;
        std::fs::write(&script, lines)?;
        let mut command = Command::new(self.program);
        command.args(args).args(["--headless", "--script"]).arg(&script).current_dir(self.tree);
        command.env(VARIANT, self.choice.as_text()).env(MET, met).env(course::ROOT, self.tree);
        command.env(course::OUR_PROGRAM, &self.ours).env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&said)?);
        let ended = process::run(&mut command, LIMIT)?;
        ensure!(ended.is_some(), "{}: no end within {} s", self.title(), LIMIT.as_secs());
        let said = String::from_utf8_lossy(&std::fs::read(&said)?).into_owned();
        let told = said.split(NAMED).skip(1).find_map(|told| {
            if told.starts_with("no pixel differs") {
                return Some(0.0);
            }
            told.split_once(" % of the pixels differ")?.0.parse::<f64>().ok()
        });
        match told {
            Some(0.0) => Ok(Shown::Nothing),
            Some(percent) => Ok(Shown::Differs(percent, place(&Picture::read(&picture)?)?)),
            None if said.contains("there are: ") => bail!("{}: F2 tells nothing: {said}", self.title()),
            None => Ok(Shown::Stopped),
        }
    }

    /// A view as arguments, and what is done in it: F2 as often as it takes to see the difference.
    fn script(&self, view: &View, picture: &Path) -> Result<(View, String)> {
        let (mut args, mut lines) = (View::new(), String::new());
        let has_script = view.iter().any(|word| word == "--script");
        let mut words = view.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().context("a view ends with the name of an option");
            match word.as_str() {
                // A picture of some moment has gone through all before it, and so does F2.
                "--at" if !has_script => writeln!(lines, "wait {}", value()?)?,
                STILL => lines += "tap Space\n",
                "--script" => lines += &std::fs::read_to_string(self.tree.join(value()?))?,
                word => args.push(word.to_owned()),
            }
        }
        if !lines.contains("tap H\n") {
            lines += "tap H\n";
        }
        let again = "tap F2\n".repeat(4);
        write!(lines, "wait 0.05\n{again}wait 0.05\npicture {}\nmove \"{NOBODY}\"\n", picture.display())?;
        Ok((args, lines))
    }
}

impl Shown {
    fn percent(&self) -> f64 {
        match self {
            Self::Nothing => 0.0,
            Self::Differs(percent, _) => *percent,
            Self::Stopped => 100.0,
        }
    }
}

/// The views without a panel: F2 compares what is beside it.
fn without_panel(views: Vec<View>) -> Vec<View> {
    let mut plain: Vec<View> = Vec::new();
    for view in views {
        let has_script = view.iter().any(|word| word == "--script");
        let (mut kept, mut words) = (View::new(), view.into_iter());
        while let Some(word) = words.next() {
            match word.as_str() {
                "--panel" => {}
                "--crop" => drop(words.next()),
                "--size" if !has_script => drop(words.next()),
                _ => kept.push(word),
            }
        }
        if !has_script {
            kept.extend(["--size", SIZE].map(str::to_owned));
        }
        if !plain.contains(&kept) {
            plain.push(kept);
        }
    }
    plain
}

/// Where F2 has painted red.
fn place(picture: &Picture) -> Result<Place> {
    let places = picture.places(|[red, green, _]| red > green.saturating_add(50));
    let mut ninths = [0; 9];
    let mut within = [100, 0, 100, 0];
    for place in &places {
        let [column, row] = place.map(|part| (3.0 * part) as usize);
        ninths[3 * row + column] += 1;
        let [x, y] = place.map(|part| (100.0 * part) as u32);
        within = [within[0].min(x), within[1].max(x + 1), within[2].min(y), within[3].max(y + 1)];
    }
    let most = (0..9).max_by_key(|i| ninths[*i]).filter(|i| ninths[*i] > 0);
    let most = NINTHS[most.context("F2 counts pixels that differ, and shows none")?];
    Ok(Place { most, within })
}

const NINTHS: [&str; 9] = [
    "upper left",
    "above the middle",
    "upper right",
    "left",
    "middle",
    "right",
    "lower left",
    "below the middle",
    "lower right",
];

/// The page with the table.
pub fn page(wipes: &[Wipe<'_>], shown: &[Shown]) -> Result<String> {
    let seen = shown.iter().filter(|shown| **shown != Shown::Nothing).count();
    let mut text = format!(
        "# What F2 shows\n\nIn a lesson's window F2 compares what the student's program draws with ours. `cargo workbook ladder` lets each \
         mistake of lessons {} to {} stand alone in right code, in the views of the atlas without their panel, and lets F2 compare the \
         lesson with itself made right: which part of the pixels differ, in which ninth of the window most of them are, and from \
         where to where they reach, in per cent from the left and from above. Of {} mistakes it shows {seen}. What is drawn in a \
         panel alone, or written there, is not compared. With right code no pixel differs: `cargo test --test ours`. Each time \
         `--check` asks again about the first mistake in each exercise, since all of them take some minutes.\n\n\
         | mistake | | pixels | most | across | down |\n|---|---|---|---|---|---|\n",
        LESSONS.start(),
        LESSONS.end(),
        wipes.len(),
    );
    for (wipe, shown) in wipes.iter().zip(shown) {
        let [id, name] = wipe.key();
        let what = match shown {
            Shown::Nothing => format!("{NOTHING} | {} | |", wipe.why_nothing()),
            Shown::Stopped => "all | the lesson is stopped | |".to_owned(),
            Shown::Differs(percent, Place { most, within: [left, right, top, bottom] }) => {
                format!("{percent} % | {most} | {left}–{right} | {top}–{bottom}")
            }
        };
        writeln!(text, "| {id} | {name} | {what} |")?;
    }
    Ok(text)
}

/// What stands for a part of the pixels where none differs.
const NOTHING: &str = "–";

/// Whether the page has a row for each mistake of these lessons, which says of those that were tried whether F2 shows them.
/// How much differs is another driver's affair.
pub fn is_told(page: &str, lessons: &[&LessonInfo], wipes: &[Wipe<'_>], shown: &[Shown]) -> bool {
    let cells = |row: &str| row.split('|').skip(1).take(3).map(|cell| cell.trim().to_owned()).collect();
    let rows: Vec<Vec<String>> =
        page.lines().filter(|line| line.starts_with("| ")).skip(1).map(cells).collect();
    let mistakes = lessons.iter().flat_map(|lesson| &lesson.mistakes.data.all).map(key);
    let is_whole = mistakes.eq(rows.iter().map(|row| [row[0].clone(), row[1].clone()]));
    let is_same = |(wipe, shown): (&Wipe<'_>, &Shown)| {
        let row = rows.iter().find(|row| row[..2] == wipe.key());
        row.is_some_and(|row| (row[2] == NOTHING) == (*shown == Shown::Nothing))
    };
    is_whole && wipes.iter().zip(shown).all(is_same)
}

/// A mistake's first two cells.
fn key(mistake: &Mistake) -> [String; 2] {
    [mistake.exercise.get_ref().to_string(), mistake.name.get_ref().clone()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(words: &str) -> View {
        words.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_view_is_tried_once_and_without_its_panel() {
        let views = ["--at 1 --size 480x300", "--at 1 --size 960x600 --panel", "--script a.txt --size 9x9"];
        let kept = ["--at 1 --size 960x600", "--script a.txt --size 9x9"];
        assert_eq!(without_panel(views.map(view).into()), kept.map(view));
    }

    #[test]
    fn a_page_without_a_row_for_each_mistake_is_out_of_date() -> Result<()> {
        let all = LessonInfo::all(course::root())?;
        let lessons: Vec<_> = all.iter().filter(|lesson| LESSONS.contains(&lesson.number)).collect();
        let page = std::fs::read_to_string(course::root().join(FILE))?;
        assert!(is_told(&page, &lessons, &[], &[]));
        let last = page.trim_end().rfind('\n').context("it has no rows")?;
        assert!(!is_told(&page[..last], &lessons, &[], &[]));
        Ok(())
    }
}
