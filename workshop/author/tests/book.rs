//! Tests the whole book, made as for readers, in a browser.

use crate::browser::Browser;
use anyhow::{Context, Result};
use course::{Id, LessonInfo};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The most bytes that a page's first screen may load.
const FIRST_SCREEN: u64 = 500_000;

/// The most bytes that a whole page may load, without its films.
const WHOLE_PAGE: u64 = 2_000_000;

/// The folder of the site for instructors, which has all pages, made once for both tests.
static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let mut command = Command::new(env!("CARGO_BIN_EXE_author"));
    command.current_dir(course::root()).args(["book", "--instructors", "--out"]).arg(&site);
    let shaders = || std::fs::read(course::root().join("workshop/command/src/page/shaders.js")).ok();
    let before = shaders();
    let output = command.output().expect("the tool can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(before == shaders(), "a shader or a mistake has changed, and so has shaders.js: commit it too");
    site
});

fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.extension() {
            _ if path.is_dir() => all.extend(pages(&path)?),
            Some(end) if end == "html" => all.push(path),
            _ => {}
        }
    }
    all.sort();
    Ok(all)
}

/// Returns the attribute's values in all tags of a page, as in `href="…"`.
fn values<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let quoted = format!(" {name}=\"");
    html.split(&quoted).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_link_leads_somewhere() -> Result<()> {
    let mut texts = BTreeMap::new();
    for page in pages(&SITE)? {
        let html = std::fs::read_to_string(&page)?;
        texts.insert(page, html);
    }
    assert!(texts.len() > 60, "only {} pages", texts.len());
    let ids: BTreeMap<&Path, BTreeSet<&str>> =
        texts.iter().map(|(page, html)| (page.as_path(), values(html, "id").into_iter().collect())).collect();
    let mut lost = Vec::new();
    for (page, html) in &texts {
        let folder = page.parent().context("a page stands in a folder")?;
        for link in values(html, "href").into_iter().chain(values(html, "src")) {
            if link.contains("://") {
                // Others' pages may be linked, but nothing is loaded from there.
                if values(html, "src").contains(&link) || !link.starts_with("https://") {
                    lost.push(format!("{}: {link}", page.display()));
                }
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            let found = target.canonicalize().is_ok_and(|target| {
                anchor.is_empty() || ids.get(target.as_path()).is_some_and(|ids| ids.contains(anchor))
            });
            if !found {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    lost.dedup();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    Ok(())
}

#[test]
fn every_page_opens_in_a_browser() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    let site = format!("file://{}/", SITE.display());
    let mut wrong = Vec::new();
    for page in pages(&SITE)? {
        let name = page.strip_prefix(&*SITE)?.display().to_string();
        browser.resize(1280, 800)?;
        browser.open(&format!("{site}{name}"))?;
        let mut bad = |what: String| wrong.push(format!("{name}: {what}"));
        browser.complaints().into_iter().for_each(&mut bad);
        browser
            .requests()
            .into_iter()
            .filter(|url| !url.starts_with(&site) && !url.starts_with("data:"))
            .for_each(&mut bad);
        let [seen, stills] = ["innerHeight", "Infinity"].map(|below| {
            format!(
                "[...document.images].filter(i => i.getBoundingClientRect().top < {below}).map(i => i.src)"
            )
        });
        let [seen, stills]: [Vec<String>; 2] = [
            serde_json::from_value(browser.value(&seen)?)?,
            serde_json::from_value(browser.value(&stills)?)?,
        ];
        let code: Vec<String> = browser.requests().into_iter().filter(|url| !stills.contains(url)).collect();
        let code = weight(&code, &site, "")?;
        let (first, whole) = (code + weight(&seen, &site, "")?, code + weight(&stills, &site, ".gif")?);
        // Slides are shown in a room.
        let is_large = name.starts_with("docs/slides");
        if (first > FIRST_SCREEN || whole > WHOLE_PAGE) && !is_large {
            bad(format!("{first} bytes are seen at once, {whole} in all"));
        }
        let low = browser.value(LOW_BRACKETS)?;
        if low != json!([]) {
            bad(format!("brackets are lower than what they hold: {low}"));
        }
        browser.value("for (const fold of document.querySelectorAll('details')) fold.open = true")?;
        // A figure in a fold is drawn when it is opened.
        browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")?;
        for dark in [true, false] {
            browser.darken(dark)?;
            let barriers: Vec<String> = serde_json::from_value(browser.value(AUDIT)?)?;
            barriers.into_iter().for_each(&mut bad);
        }
        browser.resize(360, 740)?;
        let width = browser.value("document.documentElement.scrollWidth")?;
        if width.as_u64() > Some(360) {
            bad(format!("on a telephone it is {width} wide"));
        }
        let narrow = browser.value(NARROW)?;
        if narrow != json!([]) {
            bad(format!("on a telephone these are cut, or too small for a finger: {narrow}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Finds faults on a narrow page once its new width is in use: pictures side by side and code wider than
/// their boxes, and targets too small for a finger.
const NARROW: &str = "(async () => {
    document.getAnimations().forEach(animation => animation.finish());
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const all = which => [...document.querySelectorAll(which)];
    const cut = all('table:has(img), pre > code:not(.language-plaintext)')
        .filter(part => part.scrollWidth > part.parentElement.clientWidth + 1);
    const small = all('button, summary, main label, main [role=slider]').filter(part => {
        const { width, height } = part.getBoundingClientRect();
        return part.checkVisibility() && (width < 24 || height < 24);
    });
    return [...cut, ...small].map(part => part.outerHTML.slice(0, 90));
})()";

/// Finds the brackets of matrices that are less than nine tenths as high as their matrix.
const LOW_BRACKETS: &str = "[...document.querySelectorAll('mtable')].filter(table => {
    const side = table.previousElementSibling;
    return side?.localName === 'mo' && table.getClientRects().length
        && side.getBoundingClientRect().height < 0.9 * table.getBoundingClientRect().height;
}).map(table => table.textContent)";

/// Finds barriers for readers, by theme: text too pale, things without a name, headings in disorder.
const AUDIT: &str = include_str!("browser/audit.js");

/// Sums the bytes of the requested files, except those that end like `but`.
fn weight(urls: &[String], site: &str, but: &str) -> Result<u64> {
    let files: BTreeSet<&str> = urls.iter().filter_map(|url| url.strip_prefix(site)).collect();
    let counted = files.into_iter().filter(|file| but.is_empty() || !file.ends_with(but));
    counted.map(|file| Ok(std::fs::metadata(SITE.join(file))?.len())).sum()
}

/// Returns the name of every figure, with the first page that has it.
fn figures() -> Result<BTreeMap<String, PathBuf>> {
    let mut all = BTreeMap::new();
    for page in pages(&SITE)? {
        let html = std::fs::read_to_string(&page)?;
        for figure in values(&html, "data-figure") {
            all.entry(figure.to_owned()).or_insert_with(|| page.clone());
        }
    }
    Ok(all)
}

/// Tests that a figure and each of its switches compute what the exercise's code computes, right and with that mistake.
#[test]
fn figures_tell_the_truth() -> Result<()> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_author"));
    let output = command.current_dir(course::root()).args(["book", "--vectors"]).output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = std::str::from_utf8(&output.stdout)?.lines().map(serde_json::from_str);
    let all: Vec<Vector> = lines.collect::<Result<_, _>>()?;
    let figures = figures()?;
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    let mut open = None;
    for vector in &all {
        let Vector { figure, mistake, inputs, answers, .. } = vector;
        let page = figures.get(figure).with_context(|| format!("no page has {figure}"))?;
        if open.replace(page) != Some(page) {
            browser.open(&format!("file://{}", page.display()))?;
        }
        // Figures in space wait for their model.
        let ask = format!(
            "Promise.all({}.map(input => live.figures['{figure}'].answers(input, {})))",
            json!(inputs),
            json!(mistake)
        );
        let shown: Vec<Vec<Option<f64>>> = serde_json::from_value(browser.value(&ask)?)?;
        for ((input, ours), theirs) in inputs.iter().zip(answers).zip(&shown) {
            assert!(apart(ours, theirs) <= 1.0, "{figure} {mistake:?} {input:?}: {theirs:?} for {ours:?}");
        }
        let right = all.iter().find(|right| {
            right.figure == *figure && right.exercise == vector.exercise && right.mistake.is_none()
        });
        if let (Some(_), Some(right)) = (mistake, right) {
            let differ =
                answers.iter().zip(&right.answers).filter(|(wrong, right)| apart(right, wrong) > 100.0);
            assert!(2 * differ.count() >= inputs.len(), "{figure} hardly differs by {mistake:?}");
        }
    }
    let asked: BTreeSet<&String> = all.iter().map(|vector| &vector.figure).collect();
    let silent: Vec<_> = figures.keys().filter(|figure| !asked.contains(figure)).collect();
    assert!(silent.is_empty(), "nothing holds {silent:?} to the exercises");
    Ok(())
}

/// A line that `vectors` prints: a figure's answers, or those of one of its mistakes, with none for NaN.
#[derive(serde::Deserialize)]
struct Vector {
    figure: String,
    exercise: String,
    mistake: Option<String>,
    inputs: Vec<Vec<f64>>,
    answers: Vec<Vec<Option<f64>>>,
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
#[test]
fn the_shader_in_the_page_takes_every_mistake() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    let page = figures()?.remove("08-shader").context("no page has the shader")?;
    let source = std::fs::read_to_string(&page)?;
    assert!(!source.contains("* (u_posed_from_bind["), "the page tells the answer");
    browser.open(&format!("file://{}", page.display()))?;
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
    let (codes, metres): (usize, f64) = serde_json::from_value(browser.value(differ)?)?;
    assert!(codes >= 20 && metres > 0.5, "{codes} codes; the long way is {metres} m off");
    Ok(())
}

/// Tests that a value in a text that is a link sets a figure of its page to what its title says.
#[test]
fn values_in_texts_set_figures() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    let mut set = 0;
    for page in pages(&SITE)? {
        let html = std::fs::read_to_string(&page)?;
        let links = values(&html, "title").into_iter().filter(|title| title.contains(" = ")).count();
        if links > 0 {
            browser.open(&format!("file://{}", page.display()))?;
            assert_eq!(browser.value(LOST_VALUES)?, json!([]), "{}", page.display());
            set += links;
        }
    }
    assert!(set > 0, "no text sets a figure");
    Ok(())
}

/// Clicks on every value in a text, for somebody who wants no motion, and finds those that set no figure.
const LOST_VALUES: &str = "(() => {
    globalThis.matchMedia = () => ({ matches: true });
    const roots = [...document.querySelectorAll('figure.live:not([data-later])')];
    const states = roots.map(root => root.figure.state);
    const known = states.map(state => Object.keys(state));
    return [...document.querySelectorAll('a[title*=\" = \"]')].filter(link => {
        link.click();
        return !states.some((state, i) => link.title.split(', ').every(setting => {
            const [name, value] = setting.split(' = ');
            return known[i].includes(name) && String(state[name] ?? 'right') === value;
        }));
    }).map(link => link.outerHTML);
})()";

/// Tests that everything draggable moves by keys and by the mouse, and that the figure follows.
#[test]
fn figures_answer_to_the_hand() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    // Nothing moves by itself: each picture in space takes a while without a graphics card.
    let calm = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.ask("Emulation.setEmulatedMedia", calm)?;
    // As on a telephone, where the least room is.
    browser.resize(360, 800)?;
    for (figure, page) in figures()? {
        browser.open(&format!("file://{}", page.display()))?;
        let root = format!("document.querySelector('figure[data-figure=\"{figure}\"]')");
        let open = "for (const fold of document.querySelectorAll('details')) fold.open = true";
        browser.value(&format!("{open}; {root}.scrollIntoView()"))?;
        let come = format!("new Promise(done => setInterval(() => {root}.figure && done(true), 20))");
        browser.value(&come)?;
        let parts = format!("{root}.querySelectorAll('[role=slider], input')");
        let count = browser.value(&format!("{parts}.length"))?.as_u64().unwrap_or_default();
        assert!(count > 0, "{figure} has nothing to take hold of");
        for i in 0..count {
            let state = format!("JSON.stringify([{root}.figure.state, {root}.figure.shown()])");
            // What is folded is there once its button has been pressed.
            browser.value(&format!(
                "(async () => {{
                    const fold = {parts}[{i}].closest('[hidden]');
                    if (fold) document.querySelector(`[aria-controls=${{fold.id}}]`).click();
                    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                }})()"
            ))?;
            // A slider is gone where the figure stands so that it has no say.
            if browser.value(&format!("{parts}[{i}].checkVisibility()"))? != json!(true) {
                continue;
            }
            let before = browser.value(&state)?;
            browser.value(&format!(
                "{parts}[{i}].scrollIntoView({{ block: 'center' }}); {parts}[{i}].focus()"
            ))?;
            let mut moved = false;
            for key in ["ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown"] {
                browser.key(key)?;
                moved |= browser.value(&state)? != before;
            }
            assert!(moved, "{figure} does not hear keys at part {i}");
            // Keys take effect in the next picture.
            browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")?;
            let place = format!(
                "(() => {{ const b = {parts}[{i}].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2, b.width, b.height, {parts}[{i}].localName === 'g']; }})()"
            );
            let (x, y, wide, high, knob): (f64, f64, f64, f64, bool) =
                serde_json::from_value(browser.value(&place)?)?;
            if knob {
                assert!(wide >= 43.9 && high >= 43.9, "part {i} of {figure} is {wide} by {high} pixels");
                let before = browser.value(&state)?;
                // It may be at an end of its range, or go along a curve.
                for (across, down) in [(-70.0, 0.0), (0.0, -70.0), (70.0, 0.0), (0.0, 70.0)] {
                    if browser.value(&state)? == before {
                        browser.drag([x, y], [x + across, y + down])?;
                    }
                }
                let after = browser.value(&state)?;
                assert_ne!(after, before, "{figure} does not follow the mouse at part {i}");
            }
        }
        if figure == "15-ring" {
            // Who drags the next ring goes on from where the last one was let go.
            let began =
                "JSON.stringify([0.35, 0.1, -0.25, 0.9].map((value, _, all) => value / Math.hypot(...all)))";
            let kept = browser.value(&format!("JSON.stringify({root}.figure.state.before) !== {began}"))?;
            assert_eq!(kept, json!(true), "the second ring forgets the first");
        }
        let switches = format!("{root}.querySelectorAll('[data-mistake] input')");
        for i in 0..browser.value(&format!("{switches}.length"))?.as_u64().unwrap_or_default() {
            browser.value(&format!("{switches}[{i}].click()"))?;
            let link = browser.value(&format!("{root}.querySelector('.live-atlas a').href"))?;
            let (file, id) = link.as_str().and_then(|link| link.split_once('#')).context("no anchor")?;
            let atlas = std::fs::read_to_string(file.trim_start_matches("file://"))?;
            assert!(values(&atlas, "id").contains(&id), "{figure}: {link} leads nowhere");
        }
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{figure}");
    }
    Ok(())
}

/// A question of *Which mistake is it?*, as its script has it.
#[derive(serde::Deserialize)]
struct Question {
    lesson: u8,
    exercise: String,
    mistake: String,
    page: String,
    seen: String,
    wrong: String,
    right: String,
    belief: String,
    others: Vec<usize>,
}

/// Tests that each question can be shown and has one answer, the belief behind its picture, that no other exercise's belief is
/// among four, as it may be told by its subject, and that every lesson has enough of them for two rounds.
#[test]
fn one_belief_is_behind_each_picture() -> Result<()> {
    let script = std::fs::read_to_string(SITE.join("page/questions.js"))?;
    let list = script.strip_prefix("globalThis.questions = ").and_then(|rest| rest.strip_suffix(";\n"));
    let all: Vec<Question> = serde_json::from_str(list.context("no list")?)?;
    let lessons = LessonInfo::all(course::root())?;
    // Markdown and HTML mark code differently.
    let letters = |text: &str| {
        let plain = ["<code>", "</code>", "<em>", "</em>"]
            .iter()
            .fold(text.to_owned(), |text, tag| text.replace(tag, ""));
        plain.chars().filter(|c| c.is_alphabetic()).collect::<String>()
    };
    for question in &all {
        let Question { exercise, mistake, page, .. } = question;
        let title = format!("{exercise} {mistake}");
        let lesson = lessons.iter().find(|lesson| lesson.number == question.lesson).context("a lesson")?;
        let mut of_exercise = lesson.mistakes.data.of(Id::strict(exercise).context("an id")?);
        let behind = of_exercise.find(|one| one.name.get_ref() == mistake);
        let behind = behind.with_context(|| format!("{title} is no mistake"))?;
        assert_eq!(letters(&question.belief), letters(&behind.belief), "{title}");

        let others = question.others.iter().map(|at| &all[*at]);
        let offered: Vec<&Question> = others.chain([question]).collect();
        assert!(offered.iter().all(|one| one.lesson == lesson.number), "{title}");
        let is_own = offered.iter().all(|one| one.exercise == *exercise);
        assert!(offered.len() == 3 || offered.len() == 4 && is_own, "{title}");
        let pictures = offered
            .iter()
            .map(|one| Ok(std::fs::read(SITE.join(&one.wrong))?))
            .collect::<Result<BTreeSet<_>>>()?;
        let beliefs: BTreeSet<String> = offered.iter().map(|one| letters(&one.belief)).collect();
        let seen: BTreeSet<&String> = offered.iter().map(|one| &one.seen).collect();
        assert_eq!(
            [pictures.len(), beliefs.len(), seen.len()],
            [offered.len(); 3],
            "{title} has more than one answer"
        );
        assert!(
            !pictures.contains(&std::fs::read(SITE.join(&question.right))?),
            "{title} shows what is right"
        );

        let (page, anchor) = page.split_once('#').context("an anchor")?;
        let lesson_page = std::fs::read_to_string(SITE.join(page))?;
        let atlas = std::fs::read_to_string(SITE.join(format!("mistakes/{:02}.html", lesson.number)))?;
        let own = format!("{}-{mistake}", exercise.replace('.', "-"));
        assert!(
            values(&lesson_page, "id").contains(&anchor) && values(&atlas, "id").contains(&&*own),
            "{title}"
        );
    }
    for lesson in &lessons {
        let count = all.iter().filter(|question| question.lesson == lesson.number).count();
        assert!(count >= 6, "lesson {:02} has only {count}", lesson.number);
    }
    Ok(())
}

/// Tests that no picture loads before it's asked for, that what was missed comes again after four others and no sooner, and
/// that nobody is shut out of an answer.
#[test]
fn a_missed_question_comes_again() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    browser.resize(360, 740)?;
    browser.open(&format!("file://{}", SITE.join("which.html").display()))?;
    let requests = browser.requests();
    assert!(
        !requests.iter().any(|url| url.ends_with(".png") || url.ends_with("questions.js")),
        "{requests:?}"
    );
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
        for dark in [true, false] {
            browser.darken(dark)?;
            assert_eq!(browser.value(AUDIT)?, json!([]));
        }
        assert_eq!(browser.value(NARROW)?, json!([]));
        let width = browser.value("document.documentElement.scrollWidth")?;
        assert!(width.as_u64() <= Some(360), "{width}");
        browser.value("[...document.querySelectorAll('.quiz button')].at(-1).click()")?;
    }
    let first = &asked[0];
    assert!(asked[5] == *first && !asked[1..5].contains(first), "{asked:?}");
    let count = browser.value("document.querySelector('.quiz-count').textContent")?;
    assert!(count.as_str().is_some_and(|count| count.starts_with("You know 4 of ")), "{count}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    Ok(())
}
