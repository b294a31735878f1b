//! Makes a font for formulas, since without one a browser leaves brackets too low beside a matrix.
//!
//! It is cut from DejaVu's, which may be passed on, to the signs used in the book.

use crate::tree::Files;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// Path of the font in Debian's package `fonts-dejavu-extra`, and of its licence.
const FONT: &str = "/usr/share/fonts/truetype/dejavu/DejaVuMathTeXGyre.ttf";
const LICENCE: &str = "/usr/share/doc/fonts-dejavu-extra/copyright";

/// The style sheet's rule that loads the font.
const FACE: &[u8] = b"\n@font-face {\n    font-family: \"Formulas\";\n    src: url(\"math.woff2\") format(\"woff2\");\n}\n\nmath {\n    font-family: \"Formulas\", math;\n}\n";

/// Adds the font and its licence to the site, if `pyftsubset` can cut the system's DejaVu in `folder`.
pub fn write(site: &mut Files, folder: &Path) -> Result<()> {
    let signs: BTreeSet<char> = site
        .iter()
        .filter(|(file, _)| file.ends_with(".html"))
        .flat_map(|(_, text)| formulas(&String::from_utf8_lossy(text)))
        .collect();
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join("math.woff2");
    let made = Path::new(FONT).is_file()
        && Command::new("pyftsubset")
            .arg(FONT)
            .arg(format!("--text={}", signs.into_iter().collect::<String>()))
            .args(["--layout-features=*", "--flavor=woff2"])
            .arg(format!("--output-file={}", file.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
    if !made {
        anstream::eprintln!("formulas will be in the reader's own font: {FONT} or pyftsubset is missing");
        return Ok(());
    }
    site.insert("page/math.woff2".to_owned(), std::fs::read(&file)?);
    site.insert("page/math.licence.txt".to_owned(), std::fs::read(LICENCE)?);
    site.entry("page/book.css".to_owned()).or_default().extend(FACE);
    Ok(())
}

/// Returns all signs in the formulas of a page, and the slanted ones that a browser draws letters with there.
fn formulas(text: &str) -> Vec<char> {
    let mut signs = Vec::new();
    for formula in text.split("<math").skip(1).filter_map(|rest| rest.split("</math>").next()) {
        let unquoted = unquoted(formula);
        for c in unquoted.chars() {
            signs.push(c);
            signs.extend(slanted(c));
        }
    }
    signs
}

/// Returns text with HTML's numeric characters, such as `&#8722;`, replaced by the characters themselves.
fn unquoted(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("&#") {
        text.push_str(before);
        let (number, after) = after.split_once(';').unwrap_or((after, ""));
        text.extend(number.parse().ok().and_then(char::from_u32));
        rest = after;
    }
    text + rest
}

/// Returns the slanted form of a single letter in a formula.
fn slanted(c: char) -> Option<char> {
    let from = |first: char, slanted: u32| char::from_u32(slanted + (u32::from(c) - u32::from(first)));
    match c {
        // Its place among the others was taken already.
        'h' => Some('ℎ'),
        'A'..='Z' => from('A', 0x1d434),
        'a'..='z' => from('a', 0x1d44e),
        'Α'..='Ω' => from('Α', 0x1d6e2),
        'α'..='ω' => from('α', 0x1d6fc),
        'ϕ' => Some('𝜙'),
        'ϵ' => Some('𝜖'),
        _ => None,
    }
}
