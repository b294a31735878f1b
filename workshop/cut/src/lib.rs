//! Cuts what students get from the one source, in which all is solved: the files for a state of the exercises, and a
//! history of branches.
//!
//! **In here:** The markers of exercises, the students' tree, and their branches. **Depends on:** `course`, `workbook`.

pub mod branches;
pub mod history;
pub mod markers;
pub mod numbers;
pub mod projection;
pub mod source;
pub mod tree;
