// What every page of the book does, beside what mdBook's own script does.
"use strict";

(() => {
    // The button for the list of pages was a label, which keys do not reach.
    const list = document.getElementById("mdbook-sidebar-toggle-anchor");
    document.getElementById("mdbook-sidebar-toggle")?.addEventListener("click", () => list.click());

    // mdBook turns pages by arrow keys; in a figure they move what is held.
    for (const figure of document.querySelectorAll("figure.live")) {
        figure.addEventListener("keydown", event => event.stopPropagation());
        figure.addEventListener("change", event => {
            if (event.target.type === "radio") tell(figure, event.target.closest("[data-mistake]"));
        });
    }

    // Where a figure is switched to a mistake, a link leads to what people see and believe who make it.
    function tell(figure, chosen) {
        figure.querySelector(".live-atlas")?.remove();
        if (!chosen) return;
        const [exercise, name] = chosen.dataset.mistake.split(" ");
        const link = document.createElement("a");
        link.href = `${path_to_root}mistakes/${exercise.slice(0, 2)}.html#${exercise.replace(".", "-")}-${name}`;
        link.textContent = "This mistake in the program";
        const line = document.createElement("p");
        line.className = "live-atlas";
        line.append(link);
        figure.append(line);
    }

    // Each cell has its column's head beside it, where the row is not laid out as one.
    for (const cell of document.querySelectorAll(".mistakes tbody td")) {
        cell.dataset.head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex].textContent;
    }

    // What goes on to the right is seen to.
    const fade = box => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    const boxes = new ResizeObserver(entries => entries.forEach(entry => fade(entry.target)));
    for (const box of document.querySelectorAll(".table-wrapper, .wide, math[display=block], .language-plaintext")) {
        boxes.observe(box);
        box.addEventListener("scroll", () => fade(box));
    }

    // On paper no answer can be unfolded.
    let folded = [];
    const unfoldAll = open => folded.forEach(fold => (fold.open = open));
    addEventListener("beforeprint", () => {
        folded = [...document.querySelectorAll("details:not([open])")];
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
