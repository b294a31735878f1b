// What every page of the book does, beside what every page does.
"use strict";

(() => {
    const root = new URL("../", document.currentScript.src).href;

    // Where there is room, the list of pages is open, and shows this page's place.
    const contents = document.querySelector("nav.contents > details");
    if (matchMedia("(min-width: 1100px)").matches) {
        contents.open = true;
        const list = contents.parentElement;
        const here = list.querySelector("[aria-current]");
        if (here) list.scrollTop = here.offsetTop - list.clientHeight / 3;
    }

    // Two pictures of one view become one: left of an edge it's wrong, and right of it right. A hand pulls the edge.
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    while (comments.nextNode()) {
        if (comments.currentNode.data === " pair ") join(comments.currentNode.nextElementSibling);
    }

    function join(both) {
        const heads = [...both.querySelectorAll("th")].map(head => head.textContent);
        const names = heads.length ? heads : ["Wrong", "Right"];
        const [wrong, right] = both.querySelectorAll("img");
        const pair = document.createElement("figure");
        pair.className = "pair";
        pair.style.maxWidth = `${wrong.getAttribute("width")}px`;
        pair.innerHTML = "<input type=range min=0 max=100 value=80><figcaption><span></span> ← pull → <span></span></figcaption>";
        pair.querySelectorAll("span").forEach((head, i) => (head.textContent = names[i]));
        const edge = pair.firstChild;
        edge.setAttribute("aria-label", names.join(" ↔ "));
        const show = () => {
            pair.style.setProperty("--edge", `${edge.value}%`);
            edge.setAttribute("aria-valuetext", `${names[0]}: ${edge.value} %`);
        };
        edge.addEventListener("input", show);
        show();
        both.replaceWith(pair);
        pair.prepend(wrong, right);
    }

    // Where a figure is switched to a mistake, a link leads to what people see and believe who make it.
    for (const figure of document.querySelectorAll("figure.live")) {
        let told = null;
        figure.addEventListener("put", () => {
            const chosen = figure.querySelector(`[data-mistake$=" ${figure.figure?.state.mistake}"]`);
            if (told !== chosen) tell(figure, chosen);
            told = chosen;
        });
    }

    function tell(figure, chosen) {
        figure.querySelector(".live-atlas")?.remove();
        if (!chosen) return;
        const [exercise, name] = chosen.dataset.mistake.split(" ");
        const link = document.createElement("a");
        link.href = `${root}mistakes/${exercise.slice(0, 2)}.html#${exercise.replace(".", "-")}-${name}`;
        link.textContent = "This mistake in its lesson";
        const line = document.createElement("p");
        line.className = "live-atlas";
        line.append(link);
        figure.append(line);
    }
})();
