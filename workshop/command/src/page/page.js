// What every page does, beside the programs and in the book.
"use strict";

(() => {
    const all = which => document.querySelectorAll(which);
    all("pre > code").forEach(hljs.highlightBlock);

    // Where pictures of mistakes stand beside what is right, a row is a card, and each cell has its column's head beside it.
    for (const table of all("table")) {
        const heads = [...(table.tHead?.rows[0].cells ?? [])].map(cell => cell.textContent);
        if (heads.length < 3 || heads[0] !== "Wrong" || heads[1] !== "Right") continue;
        table.className = "mistakes";
        for (const cell of table.querySelectorAll("tbody td")) cell.dataset.head = heads[cell.cellIndex];
    }

    // What goes on to the right fades out, and keys come to it, but to no other box.
    const fade = box => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    const boxes = new ResizeObserver(entries => entries.forEach(({ target: box }) => {
        fade(box);
        const goesOn = box.clientWidth < box.scrollWidth - 1;
        box.tabIndex = goesOn ? 0 : -1;
        // A formula is read as one.
        if (!box.matches("math")) [box.role, box.ariaLabel] = goesOn ? ["group", "It goes on to the right"] : [null, null];
    }));
    for (const box of all(".table-wrapper, .wide, math[display=block], .language-plaintext")) {
        boxes.observe(box);
        box.addEventListener("scroll", () => fade(box));
    }

    // A film is loaded when it comes in sight. A button stops it; who wants less motion has only its first picture, until asked.
    const load = film => (film.src ||= film.dataset.src);
    const films = new IntersectionObserver(entries => {
        for (const { target } of entries.filter(entry => entry.isIntersecting)) {
            films.unobserve(target);
            load(target);
        }
    });
    for (const film of all("img[data-src]")) {
        const [still, button] = ["canvas", "button"].map(name => document.createElement(name));
        [still.width, still.height] = [film.getAttribute("width"), film.getAttribute("height")];
        film.style.aspectRatio = still.width / still.height;
        Object.assign(still, { role: "img", ariaLabel: film.alt, hidden: true });
        button.type = "button";
        film.after(still);
        film.closest(".film").append(button);
        const stop = stops => {
            if (stops) still.getContext("2d").drawImage(film, 0, 0);
            [film.hidden, still.hidden] = [stops, !stops];
            [button.textContent, button.ariaLabel] = stops ? ["▶", "play the film"] : ["❚❚", "stop the film"];
        };
        button.addEventListener("click", () => stop(still.hidden));
        film.addEventListener("load", () => stop(matchMedia("(prefers-reduced-motion: reduce)").matches), { once: true });
        films.observe(film);
    }

    // On paper no answer can be unfolded.
    let folded = [];
    const unfoldAll = open => folded.forEach(fold => (fold.open = open));
    addEventListener("beforeprint", () => {
        all("img[data-src]").forEach(load);
        folded = [...all("details:not([open])")];
        unfoldAll(true);
    });
    addEventListener("afterprint", () => unfoldAll(false));

    // A link into something folded opens it.
    const unfold = () => {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) {
            fold.open = true;
        }
        target?.scrollIntoView();
    };
    addEventListener("hashchange", unfold);
    if (location.hash) unfold();
})();
