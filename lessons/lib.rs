//! The lessons: each is a program of its own, in its own folder.
