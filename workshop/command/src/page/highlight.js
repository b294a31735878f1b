// Colours for code, of our own: the texts have six languages, and they need little.
"use strict";

const hljs = (() => {
    const keywords = new Set(("as break const continue else enum false fn for if impl in let loop match mod move mut pub "
        + "ref return self Self static struct super trait true type use where while "
        + "attribute flat layout out uniform varying void").split(" "));

    // What may stand in code, in the order in which it is tried.
    const parts = /(\/\/.*|(?:^|(?<=\s))#(?!\[).*|<!--[^]*?-->)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)')|(\b\d[\d_.]*(?:f32|f64|usize|u\d+|i\d+)?)|(\b[A-Z][a-z]\w*|\b(?:[biu]?vec|mat)[234]\b)|(\b[a-z_]\w*(?=\())|(\b[A-Za-z_]\w*)/gm;
    const classes = ["comment", "string", "number", "type", "title"];

    const highlightBlock = block => {
        if (block.parentElement.localName !== "pre") return;
        const code = block.textContent;
        block.textContent = "";
        let at = 0;
        for (const found of code.matchAll(parts)) {
            const kind = keywords.has(found[0]) ? "keyword" : classes[found.slice(1).findIndex(part => part !== undefined)];
            if (!kind) continue;
            const part = document.createElement("span");
            part.className = `hljs-${kind}`;
            part.textContent = found[0];
            block.append(code.slice(at, found.index), part);
            at = found.index + found[0].length;
        }
        block.append(code.slice(at));
    };
    return { configure() {}, highlightBlock };
})();
