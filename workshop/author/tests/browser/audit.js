// What on a page shuts somebody out: text too pale to read, a thing without a name, a heading that is skipped. Each as a
// sentence; none, if the page is well.
(() => {
    const bad = new Set();
    const all = (which) => [...document.querySelectorAll(which)];
    const brief = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 90);
    const tell = (what) => (element) => bad.add(`${what}: ${brief(element)}`);

    const is_seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    // ---------------------------------------------------------------- names and structure

    const words_of = (element) =>
        element.textContent + [...element.querySelectorAll("[aria-label]")].map((e) => e.ariaLabel).join("")
        + [...element.querySelectorAll("img")].map((e) => e.alt).join("");
    const name_of = (element) => {
        const pointed = (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
        const names = [element.ariaLabel, ...pointed.map((e) => e?.textContent), ...[...(element.labels ?? [])].map(words_of)];
        const own = ["input", "select"].includes(element.localName) ? "" : words_of(element);
        return [...names, own, element.title, element.placeholder].find((name) => name?.trim()) ?? "";
    };
    all("a[href], button, input, select, summary, [role=slider], [role=group], [role=dialog]")
        .filter((element) => is_seen(element) && !name_of(element))
        .forEach(tell("no name"));
    all("img").filter((image) => !image.alt.trim()).forEach(tell("no words for a picture"));
    all("[role=slider]")
        .filter((slider) => {
            const [low, now, high] = ["min", "now", "max"].map((name) => Number(slider.getAttribute("aria-value" + name) ?? NaN));
            return !(low <= now && now <= high);
        })
        .forEach(tell("a slider that does not say where it stands"));
    all("li").filter((item) => !["UL", "OL", "MENU"].includes(item.parentElement.tagName) && !item.role).forEach(tell("not in a list"));
    all("dt, dd").filter((item) => item.parentElement.tagName !== "DL").forEach(tell("not in a list"));
    all("[role=img][aria-hidden=true] *, [aria-hidden=true] *")
        .filter((element) => element.tabIndex >= 0 && element.matches("a, button, input, [tabindex]"))
        .forEach(tell("hidden, and yet reached by keys"));

    const headings = all("main h1, main h2, main h3, main h4, main h5, main h6");
    headings.forEach((heading, i) => {
        const [before, level] = [headings[i - 1], heading].map((e) => Number(e?.tagName[1] ?? 0));
        if (level > before + 1) tell("a level is skipped")(heading);
    });
    const count = (which, least, most) => {
        const found = all(which).length;
        if (found < least || found > most) bad.add(`${found} of ${which}`);
    };
    count("main", 1, 1);
    count("main h1", 1, 1);
    count("html[lang] title:not(:empty)", 1, 1);
    count("nav[aria-label], nav[aria-labelledby], nav[title]", all("nav").length, Infinity);
    const ids = all("[id]").map((element) => element.id);
    ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => bad.add(`the id ${id} twice`));

    // ---------------------------------------------------------------- contrast

    const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const known = {};
    /// Red, green, blue and opacity, from 0 to 1, in whatever way a style says them.
    const rgba = (colour) =>
        (known[colour] ??= (() => {
            brush.clearRect(0, 0, 1, 1);
            brush.fillStyle = colour;
            brush.fillRect(0, 0, 1, 1);
            return [...brush.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
        })());
    const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
    const ground_of = (element) => {
        const layers = [];
        for (let e = element; e; e = e.parentElement) {
            const layer = rgba(getComputedStyle(e).backgroundColor);
            if (layer[3] > 0) layers.push(layer);
            if (layer[3] === 1) break;
        }
        return layers.reduceRight((below, layer) => over(layer, below), [1, 1, 1]);
    };
    const light = (colour) => {
        const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    document.getAnimations().forEach((animation) => animation.finish());
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const element = text.parentElement;
        if (!text.data.trim() || !is_seen(element)) continue;
        const style = getComputedStyle(element);
        const ground = ground_of(element);
        const [above, below] = [over(rgba(element.closest("svg") ? style.fill : style.color), ground), ground].map(light).sort((a, b) => b - a);
        const ratio = (above + 0.05) / (below + 0.05);
        const [size, weight] = [style.fontSize, style.fontWeight].map(parseFloat);
        const least = size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5;
        if (ratio < least) bad.add(`contrast ${ratio.toFixed(2)}: ${text.data.trim().slice(0, 30)} in ${brief(element)}`);
    }
    return [...bad];
})()
