//! Editing animations: what is edited, and how it is kept.

pub mod blobs;
