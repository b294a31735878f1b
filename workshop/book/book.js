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
})();
