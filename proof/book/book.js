// What every page of the book does, beside what mdBook's own script does.
"use strict";

(() => {
    // mdBook's button for the list of pages is a label, which keys do not reach.
    const toggle = document.getElementById("mdbook-sidebar-toggle");
    toggle?.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            toggle.click();
        }
    });

    // mdBook turns pages by arrow keys; in a figure they move what is held.
    for (const figure of document.querySelectorAll("figure.live")) {
        figure.addEventListener("keydown", event => event.stopPropagation());
    }

    // On paper no answer can be unfolded.
    addEventListener("beforeprint", () => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
    });

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
