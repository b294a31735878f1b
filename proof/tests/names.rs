//! One name is one thing: of two types with one name in two rooms, no file has both.

use anyhow::{Result, ensure};
use course::root;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The words of a source without its comments, and every other sign by itself.
fn signs(source: &str) -> Vec<&str> {
    let mut signs = Vec::new();
    for line in source.lines() {
        let mut rest = line.split("//").next().unwrap_or_default().trim();
        while let Some(first) = rest.chars().next() {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_part(c)).filter(|&end| end > 0).unwrap_or(if is_part(first) {
                rest.len()
            } else {
                first.len_utf8()
            });
            signs.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
    }
    signs
}

/// The types that a source declares outside of functions and modules: their names, and whether they are public.
fn declared(source: &str) -> impl Iterator<Item = (&str, bool)> {
    source.lines().filter_map(|line| {
        let rest = line.strip_prefix("pub ").unwrap_or(line);
        let kinds = ["struct ", "enum ", "trait ", "type "];
        let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
        let end = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
        Some((&name[..end], rest.len() < line.len()))
    })
}

/// The room that a file is in, by the name that `use` has for it.
fn room(file: &str) -> &str {
    let parts: Vec<&str> = file.split('/').collect();
    match parts[..] {
        ["projects" | "workbook" | "lessons", name, ..] => name,
        ["proof", "tool", ..] => "tool",
        _ => parts[0],
    }
}

#[test]
fn two_types_with_one_name_never_meet() -> Result<()> {
    let list = Command::new("git").args(["ls-files", "*.rs"]).current_dir(root()).output()?;
    let list = String::from_utf8(list.stdout)?;
    let read = |file| std::fs::read_to_string(root().join(file)).map(|source| (file, source));
    // Those that are gone, though git does not know it yet, have no names.
    let files: Vec<(&str, String)> =
        list.lines().filter(|file| root().join(file).exists()).map(read).collect::<Result<_, _>>()?;
    let mut public: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, source) in &files {
        let names = declared(source).filter(|(_, is_public)| *is_public).map(|(name, _)| name);
        public.entry(room(file)).or_default().extend(names);
    }
    ensure!(public["ground"].contains("Player") && public["common"].contains("Mixer"), "{public:?}");
    for (file, source) in &files {
        let own = room(file);
        let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (name, _) in declared(source) {
            seen.entry(name).or_default().insert(own);
        }
        let signs = signs(source);
        // From where the names in this `use` are, as long as it has not ended.
        let mut used = None;
        for (at, &sign) in signs.iter().enumerate() {
            let is_room = public.contains_key(sign) && signs.get(at + 1) == Some(&":");
            match sign {
                ";" => used = None,
                "use" => used = signs.get(at + 1).copied(),
                _ if is_room && used.is_none() => {
                    let path = signs[at..]
                        .iter()
                        .take_while(|part| !["(", ")", "<", ">", ",", ";", "{"].contains(part));
                    let name = path.copied().find(|part| part.starts_with(char::is_uppercase));
                    if let Some(name) = name.filter(|name| public[sign].contains(name)) {
                        seen.entry(name).or_default().insert(sign);
                    }
                }
                name => {
                    let from =
                        used.map(|from| if ["crate", "super", "self"].contains(&from) { own } else { from });
                    if let Some(from) =
                        from.filter(|from| public.get(from).is_some_and(|all| all.contains(name)))
                    {
                        seen.entry(name).or_default().insert(from);
                    }
                }
            }
        }
        for (name, rooms) in seen {
            ensure!(
                rooms.len() < 2,
                "{file} has the `{name}` of each of {rooms:?}: one of them needs another name"
            );
        }
    }
    Ok(())
}
