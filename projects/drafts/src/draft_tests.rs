//! Tests a draft of a list of numbers, none of which may be 13.

use super::MOST_STEPS;
use crate::folder::Folder;
use crate::{Draft, Edited, Saves};
use anyhow::ensure;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

impl Edited for Vec<i32> {
    const NAME: &'static str = "list";
}

type List = Draft<Vec<i32>>;

fn add(draft: &mut List, number: i32) {
    draft.try_change(|list| {
        list.push(number);
        if number == 13 { Err("13 may not be.".to_owned()) } else { Ok(()) }
    });
}

fn drag(draft: &mut List, name: &str, numbers: &[i32]) -> bool {
    let before = draft.done();
    draft.hold(name);
    numbers.iter().for_each(|&number| add(draft, number));
    draft.let_go();
    draft.done() > before
}

#[test]
fn a_drag_is_one_step_and_nothing_adds_up() {
    let mut draft = List::new(vec![1]);
    assert!(drag(&mut draft, "Add one", &[5, 6, 7]));
    assert_eq!((&draft.now()[..], draft.undo_name(), draft.version()), (&[1, 7][..], Some("Add one"), 3));
    draft.undo();
    draft.redo();
    assert_eq!((&draft.now()[..], draft.version()), (&[1, 7][..], 5));
    // A change back to the start is no step, and keeps the steps that can be redone.
    draft.undo();
    draft.hold("Add one");
    draft.change(|_| ());
    draft.let_go();
    assert_eq!((draft.redo_name(), draft.version()), (Some("Add one"), 6));
    // Without an edit that has begun, nothing changes.
    add(&mut draft, 9);
    assert_eq!(draft.now()[..], [1]);
}

#[test]
fn what_cannot_be_is_told_and_all_stays_as_it_was_last_right() {
    let mut draft = List::new(vec![]);
    assert!(drag(&mut draft, "Add", &[12, 13]));
    assert_eq!(draft.told.take().as_deref(), Some("13 may not be. The list stays as it was last right."));
    assert_eq!((&draft.now()[..], &draft.refusal), (&[12][..], &None));
    assert!(!drag(&mut draft, "Add", &[13]) && draft.done() == 1);
}

#[test]
fn to_undo_during_an_edit_gives_it_up_and_nothing_else() {
    let mut draft = List::new(vec![]);
    drag(&mut draft, "Add", &[1]);
    draft.hold("Add");
    add(&mut draft, 2);
    draft.undo();
    assert_eq!((&draft.now()[..], draft.done()), (&[1][..], 1));
    draft.let_go();
    assert!(draft.done() == 1 && !draft.give_up());
}

#[test]
fn what_was_left_behind_is_told_until_somebody_decides() {
    let folder = tempfile::tempdir().unwrap();
    let place = || Folder::new(folder.path(), "list", "list");
    let open = || Saves::open(Some(place()), |path| Ok(fs::read(path)?), |_| true).unwrap().0;
    let left = |saves: &Saves<Vec<u8>>| saves.left().map(|(_, left)| left.clone());
    let (mut saves, mut draft) = (open(), List::new(vec![]));
    drag(&mut draft, "Add one", &[1]);
    // A change of this moment isn't kept yet.
    saves.keep(&draft, || panic!("it is kept")).unwrap();
    assert!(!draft.is_saved());
    saves.save(&mut draft, &[]).unwrap();
    assert!(draft.is_saved() && left(&open()).is_none());

    let [one, two] = [b"one", b"two"].map(|work| place().keep(work).unwrap());
    assert_eq!(left(&open()), None, "its editor runs");
    // The clock of files may stand still between the two.
    let second = fs::File::options().write(true).open(folder.path().join("list autosave 2.list")).unwrap();
    second.set_modified(SystemTime::now() + Duration::from_secs(1)).unwrap();
    drop((one, two, second));
    let mut next = open();
    next.ends(true);
    assert_eq!((left(&next), left(&open())), (Some(b"two".to_vec()), None), "one editor asks");
    next.decide_later();
    assert_eq!(left(&next), None);
    drop(next);
    let mut next = open();
    assert_eq!(next.take_over(), Some(b"two".to_vec()), "as long as nobody decides");
    assert_eq!((left(&next), left(&open())), (None, Some(b"one".to_vec())));
    next.ends(true);
    drop(next);
    let mut next = open();
    assert_eq!(left(&next), Some(b"one".to_vec()), "who ends it does not want what is not saved");
    next.discard().unwrap();
    assert_eq!((left(&next), left(&open())), (None, None));
}

#[test]
fn a_save_of_what_is_kept_needs_no_second_file() {
    let place = tempfile::tempdir().unwrap();
    let (folder, mut draft) = (|| Folder::new(place.path(), "list", "list"), List::new(vec![]));
    for (work, is_kept) in [(b"the same", true), (b"and more", false)] {
        drop(folder().keep(b"the same").unwrap());
        // No other file has this time.
        let kept = fs::File::options().write(true).open(place.path().join("list autosave.list"));
        kept.unwrap().set_modified(UNIX_EPOCH).unwrap();
        let mut saves = Saves::open(Some(folder()), |path| Ok(fs::read(path)?), |_| true).unwrap().0;
        saves.take_over().unwrap();
        let saved = saves.save(&mut draft, work).unwrap();
        assert_eq!(fs::metadata(&saved).unwrap().modified().unwrap() == UNIX_EPOCH, is_kept);
        assert_eq!(fs::read(saved).unwrap(), work);
        assert!(folder().left_behind(|_| ()).unwrap().is_empty());
    }
}

#[test]
fn what_cannot_be_read_is_told_and_stays_as_it_is() {
    let place = tempfile::tempdir().unwrap();
    let folder = || Folder::new(place.path(), "list", "list");
    folder().save(b"good").unwrap();
    folder().save(b"odd save").unwrap();
    drop(folder().keep(b"odd work").unwrap());
    let read = |path: &Path| {
        let bytes = fs::read(path)?;
        ensure!(!bytes.starts_with(b"odd"), "{} is odd", path.display());
        Ok(bytes)
    };
    for _ in 0..2 {
        let (saves, newest) = Saves::open(Some(folder()), read, |_| true).unwrap();
        let opened = newest.whole.map(|(_, bytes)| bytes);
        assert_eq!((opened.as_deref(), saves.left(), saves.notes.len()), (Some(&b"good"[..]), None, 2));
    }
}

proptest! {
    #[test]
    fn undo_and_redo_lead_to_the_same_lists(acts in prop::collection::vec((0..8u8, 0..5i32), 0..400)) {
        let mut draft = List::new(vec![]);
        let (mut states, mut done, mut saved) = (vec![vec![]], 0, Some(0));
        for (what, number) in acts {
            match what {
                0..=3 => {
                    drag(&mut draft, "Add", &[number]);
                    states.truncate(done + 1);
                    saved = saved.filter(|&saved| saved <= done);
                    states.push([&states[done][..], &[number]].concat());
                    done += 1;
                }
                4 | 5 => {
                    draft.undo();
                    // The oldest steps are forgotten.
                    done = done.saturating_sub(1).max(states.len().saturating_sub(MOST_STEPS + 1).min(done));
                }
                6 => {
                    draft.go_to(draft.done() + number as usize);
                    done = (done + number as usize).min(states.len() - 1);
                }
                _ => {
                    draft.mark_saved();
                    saved = Some(done);
                }
            }
            prop_assert_eq!(draft.now(), &states[done]);
            prop_assert_eq!(draft.is_saved(), saved == Some(done));
        }
    }
}
