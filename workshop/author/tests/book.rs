//! Tests the whole book, made as for readers, in one browser.

use crate::browser::Browser;
use crate::tiny::all_files;
use anyhow::{Context, Result};
use course::LessonInfo;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The most bytes that a page's first screen may load.
const FIRST_SCREEN: u64 = 500_000;

/// The most bytes that a whole page may load, without its films.
const WHOLE_PAGE: u64 = 2_000_000;

/// The folder of the site for instructors, which has all pages.
static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let shaders = || std::fs::read(course::root().join("workshop/command/src/page/shaders.js")).ok();
    let before = shaders();
    book(&["--instructors", "--out", site.to_str().expect("UTF-8")]);
    assert!(before == shaders(), "a shader or a mistake has changed, and so has shaders.js: commit it too");
    site
});

/// Returns what the command says.
fn book(words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_author"));
    let output = command.current_dir(course::root()).arg("book").args(words).output().expect("the tool");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_page_opens_leads_on_and_answers_to_the_hand() -> Result<()> {
    let vectors: Vec<Vector> =
        book(&["--vectors"]).lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    let site = format!("file://{}/", SITE.display());
    let (mut wrong, mut links, mut ids) = (Vec::new(), BTreeMap::new(), BTreeSet::new());
    let (mut known, mut set) = (BTreeSet::new(), 0);
    for name in all_files(&SITE).into_keys().filter(|file| file.ends_with(".html")) {
        let mut bad = |what: String| wrong.push(format!("{name}: {what}"));
        browser.resize(1280, 800)?;
        browser.open(&format!("{site}{name}"))?;
        let image = |below| {
            format!(
                "[...document.images].filter(i => i.getBoundingClientRect().top < {below}).map(i => i.src)"
            )
        };
        let seen: Vec<String> = browser.read(&image("innerHeight"))?;
        let stills: Vec<String> = browser.read(&image("Infinity"))?;
        let code: Vec<String> = browser.requests().into_iter().filter(|url| !stills.contains(url)).collect();
        let code = weight(&code, &site, "")?;
        let (first, whole) = (code + weight(&seen, &site, "")?, code + weight(&stills, &site, ".gif")?);
        // Slides are shown in a room.
        if (first > FIRST_SCREEN || whole > WHOLE_PAGE) && !name.starts_with("docs/slides") {
            bad(format!("{first} bytes are seen at once, {whole} in all"));
        }
        links.insert(name.clone(), browser.read::<Vec<String>>("[...document.links].map(a => a.href)")?);
        let own: Vec<String> = browser.read("[...document.querySelectorAll('[id]')].map(e => e.id)")?;
        ids.extend(own.into_iter().chain([String::new()]).map(|id| format!("{site}{name}#{id}")));

        browser.value("for (const fold of document.querySelectorAll('details')) fold.open = true")?;
        browser.settle()?;
        for dark in [true, false] {
            browser.darken(dark)?;
            browser.read::<Vec<String>>(AUDIT)?.into_iter().for_each(&mut bad);
        }
        browser.resize(360, 740)?;
        browser.settle()?;
        browser.read::<Vec<String>>(NARROW)?.into_iter().for_each(&mut bad);
        let (lost, titles): (Vec<String>, u64) = browser.read(LOST_VALUES)?;
        lost.into_iter().for_each(|link| bad(format!("{link} sets no figure")));
        set += titles;
        let figures = browser.read::<Vec<String>>(
            "[...document.querySelectorAll('[data-figure]')].map(f => f.dataset.figure)",
        )?;
        for figure in figures.into_iter().filter(|figure| known.insert(figure.clone())) {
            if figure == "08-shader" {
                takes_every_mistake(&mut browser, &SITE.join(&name))?;
            }
            tells_the_truth(&mut browser, &figure, &vectors)?;
            answers_to_the_hand(&mut browser, &figure)?;
        }
        let outside = |url: &String| !url.starts_with(&site) && !url.starts_with("data:");
        browser.requests().into_iter().filter(outside).chain(browser.complaints()).for_each(&mut bad);
        if name == "which.html" {
            browser.open(&format!("{site}{name}"))?;
            asks_again_what_was_missed(&mut browser)?;
        }
    }
    assert!(links.len() > 60 && set > 0 && known.contains("08-shader"), "{} pages", links.len());
    for (page, all) in links {
        for link in all {
            let (file, id) = link.split_once('#').unwrap_or((&link, ""));
            let is_page = file.ends_with(".html");
            let is_there = file.strip_prefix(&site).is_some_and(|file| SITE.join(file).is_file());
            if !link.starts_with("https://")
                && !(is_there && (!is_page || ids.contains(&format!("{file}#{id}"))))
            {
                wrong.push(format!("{page}: {link} leads nowhere"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Sums the bytes of the requested files, except those that end like `but`.
fn weight(urls: &[String], site: &str, but: &str) -> Result<u64> {
    let files: BTreeSet<&str> = urls.iter().filter_map(|url| url.strip_prefix(site)).collect();
    let counted = files.into_iter().filter(|file| but.is_empty() || !file.ends_with(but));
    counted.map(|file| Ok(std::fs::metadata(SITE.join(file))?.len())).sum()
}

/// Finds faults on a narrow page: what is wider than it, pictures side by side and code wider than their boxes, and targets
/// too small for a finger.
const NARROW: &str = "(() => {
    document.getAnimations().forEach(animation => animation.finish());
    const all = which => [...document.querySelectorAll(which)];
    const cut = all('html, table:has(img), pre > code:not(.language-plaintext)')
        .filter(part => part.scrollWidth > (part.parentElement?.clientWidth ?? 359) + 1);
    const small = all('button, summary, main label, main [role=slider]').filter(part => {
        const { width, height } = part.getBoundingClientRect();
        return part.checkVisibility() && (width < 24 || height < 24);
    });
    return [...cut, ...small].map(part => `too narrow, or cut: ${part.outerHTML.slice(0, 90)}`);
})()";

/// Finds barriers for readers, by theme: text too pale, things without a name, headings in disorder.
const AUDIT: &str = include_str!("browser/audit.js");

/// Clicks on every value in a text, and finds those that set no figure; counts them all.
const LOST_VALUES: &str = "(() => {
    const roots = [...document.querySelectorAll('figure.live:not([data-later])')];
    const states = roots.map(root => root.figure.state);
    const known = states.map(state => Object.keys(state));
    const all = [...document.querySelectorAll('a[title*=\" = \"]')];
    return [all.filter(link => {
        link.click();
        return !states.some((state, i) => link.title.split(', ').every(setting => {
            const [name, value] = setting.split(' = ');
            return known[i].includes(name) && String(state[name] ?? 'right') === value;
        }));
    }).map(link => link.outerHTML), all.length];
})()";

/// A list of answers to each input, with none for NaN.
type Answers = Vec<Vec<Option<f64>>>;

/// A line that `book --vectors` prints: a figure's answers, right and by each mistake.
#[derive(serde::Deserialize)]
struct Vector {
    figure: String,
    inputs: Vec<Vec<f64>>,
    right: Answers,
    wrong: BTreeMap<String, Answers>,
}

/// Tests that a figure and each of its switches compute what the exercise's code computes, right and with that mistake.
fn tells_the_truth(browser: &mut Browser, figure: &str, vectors: &[Vector]) -> Result<()> {
    let own = vectors.iter().find(|vector| vector.figure == figure);
    let Vector { inputs, right, wrong, .. } =
        own.with_context(|| format!("nothing holds {figure} to the exercises"))?;
    let wrong = wrong.iter().map(|(mistake, answers)| (Some(mistake), answers));
    // Its last stages are a shader's, which mixes four matrices in single precision.
    let most = if figure == "12-point" { 3.0 } else { 1.0 };
    for (mistake, answers) in wrong.chain([(None, right)]) {
        // Figures in space wait for their model.
        let (inputs_json, mistake_json) = (json!(inputs), json!(mistake));
        let shown: Answers = browser.read(&format!(
            "Promise.all({inputs_json}.map(input => live.figures['{figure}'].answers(input, {mistake_json})))"
        ))?;
        for ((input, ours), theirs) in inputs.iter().zip(answers).zip(&shown) {
            assert!(apart(ours, theirs) <= most, "{figure} {mistake:?} {input:?}: {theirs:?} for {ours:?}");
        }
        let differ = answers.iter().zip(right).filter(|(wrong, right)| apart(right, wrong) > 100.0).count();
        assert!(mistake.is_none() || 2 * differ >= inputs.len(), "{figure} hardly differs by {mistake:?}");
    }
    Ok(())
}

/// Returns the largest difference of two figures' answers, in units of single precision's rounding error.
fn apart(right: &[Option<f64>], other: &[Option<f64>]) -> f64 {
    let each = right.iter().zip(other).map(|pair| match pair {
        (Some(a), Some(b)) => (a - b).abs() / (1e-5 + 1e-5 * a.abs()),
        (None, None) => 0.0,
        _ => f64::INFINITY,
    });
    if right.len() == other.len() { each.fold(0.0, f64::max) } else { f64::INFINITY }
}

/// Tests that a browser compiles all that can fill the shaders' gaps in the page, and that the one switch which no answer of the
/// exercise is compared with shows: beside a step from key to key its numbers are too large for single precision.
fn takes_every_mistake(browser: &mut Browser, page: &Path) -> Result<()> {
    let source = std::fs::read_to_string(page)?;
    assert!(!source.contains("* (u_posed_from_bind["), "the page tells the answer");
    let differ = "(async () => {
        const knight = await space.model();
        const codes = Object.values(await space.shaders()).flatMap(shader =>
            [shader.starter, ...shader.mistakes.map(({ code }) => code)].map(code => [shader, code]));
        for (const [shader, code] of codes)
            space.computed(code, [{ ...knight, shader }], [code], [new Float32Array(128 * 16)]);
        const corners = Array.from({ length: 800 }, (_, i) => 11 * i);
        const [right, wrong] = [await space.asked('walk', 0.215, corners), await space.asked('walk', 0.215, corners, 'the-long-way')];
        return [codes.length, Math.max(...right.map((value, i) => Math.abs(value - wrong[i])))];
    })()";
    let (codes, metres): (usize, f64) = browser.read(differ)?;
    assert!(codes >= 20 && metres > 0.5, "{codes} codes; the long way is {metres} m off");
    Ok(())
}

/// Tests that everything draggable moves by keys and by the mouse on a telephone, that the figure follows, and that each of
/// its mistakes is in the atlas.
fn answers_to_the_hand(browser: &mut Browser, figure: &str) -> Result<()> {
    let root = format!("document.querySelector('figure[data-figure=\"{figure}\"]')");
    browser.value(&format!("{root}.scrollIntoView()"))?;
    browser.value(&format!("new Promise(done => setInterval(() => {root}.figure && done(true), 20))"))?;
    let state = format!("JSON.stringify([{root}.figure.state, {root}.figure.shown()])");
    let count: usize = browser.read(&format!("{root}.querySelectorAll('[role=slider], input').length"))?;
    assert!(count > 0, "{figure} has nothing to take hold of");
    for i in 0..count {
        let part = format!("{root}.querySelectorAll('[role=slider], input')[{i}]");
        // What is folded is there once its button has been pressed.
        browser.value(&format!(
            "globalThis.fold = {part}.closest('[hidden]'); if (fold) document.querySelector(`[aria-controls=${{fold.id}}]`).click()"
        ))?;
        browser.settle()?;
        // A slider is gone where the figure stands so that it has no say.
        if browser.value(&format!("{part}.checkVisibility()"))? != json!(true) {
            continue;
        }
        let before = browser.value(&state)?;
        browser.value(&format!("{part}.scrollIntoView({{ block: 'center' }}); {part}.focus()"))?;
        // It may be at an end of its range.
        let mut keys = ["ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown"].into_iter();
        while browser.value(&state)? == before {
            let key = keys.next().with_context(|| format!("{figure} does not hear keys at part {i}"))?;
            browser.key(key)?;
        }
        // Keys take effect in the next picture.
        browser.settle()?;
        if browser.value(&format!("{part}.localName"))? != json!("g") {
            continue;
        }
        let place = format!(
            "(() => {{ const b = {part}.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2, b.width, b.height]; }})()"
        );
        let before = browser.value(&state)?;
        // It may be at an end of its range, or go along a curve. A picture above that comes late moves all of the page.
        for (across, down) in [(-70.0, 0.0), (0.0, -70.0), (70.0, 0.0), (0.0, 70.0)] {
            if browser.value(&state)? != before {
                break;
            }
            let (x, y, wide, high): (f64, f64, f64, f64) = browser.read(&place)?;
            assert!(wide >= 43.9 && high >= 43.9, "part {i} of {figure} is {wide} by {high} pixels");
            browser.drag([x, y], [x + across, y + down])?;
            browser.settle()?;
        }
        assert_ne!(browser.value(&state)?, before, "{figure} does not follow the mouse at part {i}");
    }
    if figure == "15-ring" {
        // Who drags the next ring goes on from where the last one was let go.
        let began =
            "JSON.stringify([0.35, 0.1, -0.25, 0.9].map((value, _, all) => value / Math.hypot(...all)))";
        let kept = browser.value(&format!("JSON.stringify({root}.figure.state.before) !== {began}"))?;
        assert_eq!(kept, json!(true), "the second ring forgets the first");
    }
    let shown: Vec<String> = browser.read(&format!(
        "[...{root}.querySelectorAll('[data-mistake] input')].map(input => (input.click(), {root}.querySelector('.live-atlas a').href))"
    ))?;
    for link in shown {
        let (file, id) = link.split_once('#').context("no anchor")?;
        let atlas = std::fs::read_to_string(file.trim_start_matches("file://"))?;
        assert!(atlas.contains(&format!(" id=\"{id}\"")), "{figure}: {link} leads nowhere");
    }
    Ok(())
}

/// Tests that no picture of a question loads before it's asked for, that what was missed comes again after four others and no
/// sooner, and that nobody is shut out of an answer.
fn asks_again_what_was_missed(browser: &mut Browser) -> Result<()> {
    let requests = browser.requests();
    let early = requests.iter().filter(|url| url.ends_with(".png") || url.ends_with("questions.js"));
    assert_eq!(early.count(), 1, "only the page's own picture: {requests:?}");
    browser.value("document.querySelector('.quiz button').click()")?;
    browser.value(
        "new Promise(done => setInterval(() => document.querySelector('.quiz img') && done(true), 20))",
    )?;
    let mut asked = Vec::new();
    for is_right in [false, true, true, true, true, true] {
        let chosen = format!(
            "(() => {{
                const shown = document.querySelector('.quiz img').src;
                const question = questions.find(({{ wrong }}) => shown.endsWith(wrong));
                const choices = [...document.querySelectorAll('.quiz fieldset button')];
                choices.find(choice => (choice.belief === question) === {is_right}).click();
                return shown;
            }})()"
        );
        asked.push(browser.value(&chosen)?);
        browser.settle()?;
        assert_eq!([browser.value(AUDIT)?, browser.value(NARROW)?], [json!([]), json!([])]);
        browser.value("[...document.querySelectorAll('.quiz button')].at(-1).click()")?;
    }
    assert!(asked[5] == asked[0] && !asked[1..5].contains(&asked[0]), "{asked:?}");
    let count: String = browser.read("document.querySelector('.quiz-count').textContent")?;
    assert!(count.starts_with("You know 4 of "), "{count}");
    Ok(())
}

/// Tests that each question of *Which mistake is it?* has one answer, the belief behind its picture, that no other exercise's
/// belief is among four, as it may be told by its subject, and that every lesson has enough of them for two rounds.
#[test]
fn one_belief_is_behind_each_picture() -> Result<()> {
    let script = std::fs::read_to_string(SITE.join("page/questions.js"))?;
    let list = script.strip_prefix("globalThis.questions = ").and_then(|rest| rest.strip_suffix(";\n"));
    let all: Vec<Value> = serde_json::from_str(list.context("no list")?)?;
    for question in &all {
        let others = question["others"].as_array().context("others")?.iter().filter_map(Value::as_u64);
        let offered: Vec<&Value> =
            others.map(|at| &all[usize::try_from(at).expect("a place")]).chain([question]).collect();
        let different =
            |key: &str| offered.iter().map(|one| one[key].to_string()).collect::<BTreeSet<_>>().len();
        assert_eq!(
            [different("belief"), different("seen"), different("wrong"), 1],
            [offered.len(), offered.len(), offered.len(), different("lesson")],
            "{question}"
        );
        assert!(offered.len() == 3 || offered.len() == 4 && different("exercise") == 1, "{question}");
        let picture = |key: &str| {
            Ok::<_, anyhow::Error>(std::fs::read(SITE.join(question[key].as_str().context("a picture")?))?)
        };
        assert_ne!(picture("wrong")?, picture("right")?, "{question}");
    }
    for lesson in LessonInfo::all(course::root())? {
        let count = all.iter().filter(|question| question["lesson"] == lesson.number).count();
        assert!(count >= 6, "lesson {:02} has only {count}", lesson.number);
    }
    Ok(())
}
