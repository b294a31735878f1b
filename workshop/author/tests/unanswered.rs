//! The checks that students get hold no function that answers an exercise.

use author::markers::State;
use author::projection::Course;
use author::tree::{self, Files};
use course::LessonInfo;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{FnArg, ReturnType, Type};

/// The functions of a source, each with its type, in which `&T` counts as `T`.
#[derive(Default)]
struct Functions {
    text: String,
    own: String,
    all: Vec<(String, String)>,
}

impl Functions {
    fn of(text: &[u8]) -> Vec<(String, String)> {
        let mut functions = Self { text: String::from_utf8_lossy(text).into_owned(), ..Self::default() };
        functions.visit_file(&syn::parse_file(&functions.text).expect("Rust"));
        functions.all
    }

    fn plain(&self, of: &Type) -> String {
        let of = self.text[of.span().byte_range()].replace("&mut ", "").replace(['&', ' ', '\n'], "");
        if of == "Self" { self.own.clone() } else { of }
    }
}

impl<'a> Visit<'a> for Functions {
    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        self.own = self.plain(&item.self_ty);
        visit::visit_item_impl(self, item);
    }

    fn visit_signature(&mut self, signature: &'a syn::Signature) {
        let input = |input: &FnArg| match input {
            FnArg::Receiver(_) => self.own.clone(),
            FnArg::Typed(input) => self.plain(&input.ty),
        };
        let inputs = signature.inputs.iter().map(input).collect::<Vec<_>>().join(", ");
        let output = match &signature.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, of) => self.plain(of),
        };
        self.all.push((signature.ident.to_string(), format!("({inputs}) -> {output}")));
    }
}

#[test]
fn no_function_of_a_students_check_fits_an_exercise() {
    let root = course::root();
    let (files, lessons) = (tree::read(root).expect("files"), LessonInfo::all(root).expect("lessons"));
    let course = Course::whole(&files, &lessons).expect("a course");
    let given = course.for_students(|_| State::Open);
    let mut exercises = BTreeMap::new();
    for exercise in lessons.iter().flat_map(LessonInfo::exercises) {
        let file = exercise.file.get_ref();
        let functions =
            Functions::of(given.get(file).filter(|_| file.ends_with(".rs")).map_or(b"", |text| text));
        let own = functions.into_iter().filter(|(name, _)| name == exercise.function_name());
        exercises.extend(own.map(|(_, of)| (of, exercise.id())));
    }
    let fitting = |files: &Files| -> Vec<String> {
        let checks = files.iter().filter(|(file, _)| file.ends_with("/checks.rs"));
        let functions = checks.flat_map(|(_, text)| Functions::of(text));
        functions.filter_map(|(name, of)| Some(format!("{name} for {}", exercises.get(&of)?))).collect()
    };
    // The authors' checks have some.
    let own = fitting(&files);
    assert!(own.contains(&"composed for 02.1".to_owned()) && own.len() > 7, "{own:?}");
    assert_eq!(fitting(&given), Vec::<String>::new());
}
