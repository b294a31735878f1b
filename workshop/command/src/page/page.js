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

    // What goes on to the right is seen to, and keys come to it.
    const fade = box => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    const boxes = new ResizeObserver(entries => entries.forEach(entry => fade(entry.target)));
    for (const box of all(".table-wrapper, .wide, math[display=block], .language-plaintext")) {
        boxes.observe(box);
        box.addEventListener("scroll", () => fade(box));
    }
    for (const box of all(".table-wrapper, .wide, math[display=block], pre")) box.tabIndex = 0;

    // On paper no answer can be unfolded.
    let folded = [];
    const unfoldAll = open => folded.forEach(fold => (fold.open = open));
    addEventListener("beforeprint", () => {
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
