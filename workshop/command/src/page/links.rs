//! Resolves links from file to file.

/// Resolves a file's link: `../a.md` in `docs/b.md` is `a.md`, from the workbook's folder. Splits it at `#`.
pub fn resolved<'a>(from: &str, link: &'a str) -> (String, Option<&'a str>) {
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (link, None),
    };
    if path.is_empty() {
        return (from.to_owned(), anchor);
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    (joined(folder, path), anchor)
}

/// Returns a path below a folder, with `..` resolved.
pub fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "" | "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the relative path from one page to another.
pub fn relative(from: &str, to: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let folders: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let target: Vec<&str> = to.split('/').collect();
    let shared = folders.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(folders.len() - shared);
    format!("{up}{}", target[shared..].join("/"))
}

/// Returns the address of a heading within its page, made from its words as on GitHub.
pub fn slug(words: &str) -> String {
    let kept = words.trim().to_lowercase();
    kept.chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
            _ => None,
        })
        .collect()
}
