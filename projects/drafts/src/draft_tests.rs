//! How something is worked on, whatever it is: here it is a list of numbers, none of which may be 13.

use crate::{Decision, Draft, Edited, MOST_STEPS, Saves};
use proptest::prelude::*;
use std::fs;

impl Edited for Vec<i32> {
    const NAME: &'static str = "list";
}

type List = Draft<Vec<i32>, &'static str>;

fn add(draft: &mut List, number: i32) {
    draft.change(|list| {
        list.push(number);
        if number == 13 { Err("13 may not be.") } else { Ok(()) }
    });
}

fn drag(draft: &mut List, name: &str, numbers: &[i32]) -> bool {
    draft.hold(name);
    numbers.iter().for_each(|&number| add(draft, number));
    draft.let_go().is_some()
}

#[test]
fn a_drag_is_one_step_and_nothing_adds_up() {
    let mut draft = List::new(vec![1]);
    assert!(drag(&mut draft, "Add one", &[5, 6, 7]));
    assert_eq!(
        (&draft.now()[..], draft.history.undo_name(), draft.version()),
        (&[1, 7][..], Some("Add one"), 3)
    );
    draft.undo();
    draft.redo();
    assert_eq!((&draft.now()[..], draft.version()), (&[1, 7][..], 5));
    // What comes back to where it was is no step, and leaves what can be redone.
    draft.undo();
    draft.hold("Add one");
    draft.change(|_| Ok(()));
    assert!(draft.let_go().is_none());
    assert_eq!((draft.history.redo_name(), draft.version()), (Some("Add one"), 6));
    // What nobody holds does not change.
    add(&mut draft, 9);
    assert_eq!(draft.now()[..], [1]);
}

#[test]
fn what_cannot_be_is_told_and_all_stays_as_it_was_last_right() {
    let mut draft = List::new(vec![]);
    assert!(drag(&mut draft, "Add", &[12, 13]));
    assert_eq!(draft.told.take().as_deref(), Some("13 may not be. The list stays as it was last right."));
    assert_eq!((&draft.now()[..], draft.refusal), (&[12][..], None));
    assert!(!drag(&mut draft, "Add", &[13]) && draft.history.done() == 1);
}

#[test]
fn to_undo_during_an_edit_gives_it_up_and_nothing_else() {
    let mut draft = List::new(vec![]);
    drag(&mut draft, "Add", &[1]);
    draft.hold("Add");
    add(&mut draft, 2);
    draft.change_beside(|list| list.insert(0, 7));
    draft.undo();
    assert_eq!((&draft.now()[..], draft.history.done()), (&[7, 1][..], 1));
    assert!(draft.let_go().is_none() && !draft.give_up());
    draft.replace(vec![4]);
    draft.undo();
    assert_eq!((&draft.now()[..], draft.opened()), (&[4][..], 1));
}

#[test]
fn work_that_would_be_lost_is_asked_for_and_what_was_left_behind_too() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Saves::<(), i32>::open(Some(folder.path()), "list", "list", |_, _| Ok(())).unwrap().0;
    let (mut saves, mut draft) = (open(), List::new(vec![]));
    assert_eq!((draft.unsaved(), saves.request(1, false)), (None, Some(1)));
    drag(&mut draft, "Add one", &[1]);
    let asked = draft.unsaved().unwrap();
    assert_eq!(asked, "The list is not saved. What was done to it last: Add one.");
    let wanted = [
        Decision::Open { request: 2, saves: true },
        Decision::Open { request: 2, saves: false },
        Decision::Stay,
    ];
    for (answer, wanted) in wanted.into_iter().enumerate() {
        assert_eq!(saves.request(2, draft.unsaved().is_some()), None);
        assert_eq!(saves.question(&draft).unwrap().text, asked);
        assert_eq!(saves.decide(answer), wanted);
        assert!(saves.question(&draft).is_none());
    }
    // What was changed just now is not kept yet.
    saves.keep(&draft, || panic!("it is kept")).unwrap();
    assert!(saves.save(&mut draft, &[]).unwrap().starts_with("saved "));
    assert!(draft.unsaved().is_none());
    saves.list().unwrap();
    assert_eq!(saves.listed.len(), 1);
    assert!(open().question(&draft).is_none());

    fs::write(folder.path().join("list autosave.list"), "").unwrap();
    let mut next = open();
    next.ends(true);
    drop(next);
    next = open();
    assert_eq!(next.question(&draft).unwrap().title, "Work that was not saved", "as long as nobody decides");
    assert_eq!(next.decide(0), Decision::TakeOver);
    assert_eq!(next.take_over().unwrap(), Some(()));
    assert!(next.question(&draft).is_none() && open().question(&draft).is_some());
    next.ends(true);
    drop(next);
    assert!(open().question(&draft).is_none(), "who ends it does not want what is not saved");
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
                    draft.go_to(draft.history.done() + number as usize);
                    done = (done + number as usize).min(states.len() - 1);
                }
                _ => {
                    draft.history.mark_saved();
                    saved = Some(done);
                }
            }
            prop_assert_eq!(draft.now(), &states[done]);
            prop_assert_eq!(draft.history.is_saved(), saved == Some(done));
            prop_assert!(draft.history.names().len() <= MOST_STEPS);
        }
    }
}
