//! `cargo workbook verify` on a tiny workbook that is as it should be, and on ones that are not.

use crate::tables;

#[test]
fn a_good_workbook_is_proven_and_whatever_is_wrong_is_told() {
    tables::follow(include_str!("verify.txt"));
}
