//! The checks that students get hold no function that answers an exercise.

use author::markers::State;
use author::projection::Course;
use author::tree::{self, Files};
use course::LessonInfo;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{FnArg, ReturnType, Type};

/// A function: its name, its rows, and its type, in which a reference counts as what it leads to.
struct Function {
    name: String,
    rows: std::ops::RangeInclusive<usize>,
    of: String,
}

struct Functions<'t> {
    text: &'t str,
    own: String,
    all: Vec<Function>,
}

impl<'t> Functions<'t> {
    fn of(text: &'t [u8]) -> Vec<Function> {
        let text = str::from_utf8(text).expect("UTF-8");
        let mut functions = Self { text, own: String::new(), all: Vec::new() };
        functions.visit_file(&syn::parse_file(text).expect("Rust"));
        functions.all
    }

    fn plain(&self, of: &Type) -> String {
        let of = self.text[of.span().byte_range()].replace("&mut ", "").replace(['&', ' ', '\n'], "");
        if of == "Self" { self.own.clone() } else { of }
    }

    fn add(&mut self, signature: &syn::Signature, whole: &impl Spanned) {
        let input = |input: &FnArg| match input {
            FnArg::Receiver(_) => self.own.clone(),
            FnArg::Typed(input) => self.plain(&input.ty),
        };
        let inputs = signature.inputs.iter().map(input).collect::<Vec<_>>().join(", ");
        let output = match &signature.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, of) => self.plain(of),
        };
        let (from, to) = (whole.span().start().line, whole.span().end().line);
        let (name, of) = (signature.ident.to_string(), format!("({inputs}) -> {output}"));
        self.all.push(Function { name, rows: from..=to, of });
    }
}

impl<'a> Visit<'a> for Functions<'_> {
    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        self.own = self.plain(&item.self_ty);
        visit::visit_item_impl(self, item);
    }

    fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
        self.add(&function.sig, function);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        self.add(&function.sig, function);
        visit::visit_impl_item_fn(self, function);
    }
}

/// The functions of all checks that could stand in the place of an exercise's, by their types.
fn fitting(checks: &Files, exercises: &BTreeMap<String, String>) -> Vec<String> {
    let checks = checks.iter().filter(|(file, _)| file.ends_with("/checks.rs"));
    let functions = checks.flat_map(|(_, text)| Functions::of(text));
    let fits = |function: Function| Some(format!("{} for {}", function.name, exercises.get(&function.of)?));
    functions.filter_map(fits).collect()
}

#[test]
fn no_function_of_a_students_check_can_be_handed_in() {
    let root = course::root();
    let (files, lessons) = (tree::read(root).expect("files"), LessonInfo::all(root).expect("lessons"));
    let course = Course::whole(&files, &lessons).expect("a course");
    let given = course.for_students(|_| State::Open).expect("a tree");
    let mut exercises = BTreeMap::new();
    for (file, text) in given.iter().filter(|(file, _)| file.ends_with(".rs")) {
        let todos = course.sources.get(file.as_str()).into_iter().flat_map(|source| source.regions());
        let ids: Vec<_> = todos.map(|region| region.id).collect();
        if ids.is_empty() {
            continue;
        }
        let functions = Functions::of(text);
        for (row, line) in (1..).zip(String::from_utf8_lossy(text).lines()) {
            let Some(id) = ids.iter().find(|id| line.contains(&format!("// TODO {id}:"))) else { continue };
            let around = functions.iter().rfind(|function| function.rows.contains(&row)).expect("a function");
            exercises.insert(around.of.clone(), id.to_string());
        }
    }
    // The authors' checks have some.
    let own = fitting(&files, &exercises);
    assert!(own.contains(&"composed for 02.1".to_owned()) && own.len() > 7, "{own:?}");
    assert_eq!(fitting(&given, &exercises), Vec::<String>::new());
}
