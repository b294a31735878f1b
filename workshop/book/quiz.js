// Which mistake is it? Shows what a mistake looks like, and asks for the belief behind it.
"use strict";

(() => {
    const root = new URL("../", document.currentScript.src).href;
    const place = document.currentScript.parentElement;
    /// The lesson at whose end this stands, if any: its rounds have so many questions.
    const lesson = Number(place.dataset.lesson);
    const ROUND = 3;
    /// A new question is one of the first so many, for the list goes from early lessons to late ones.
    const AHEAD = lesson ? Infinity : 20;
    /// A missed question comes again after so many others, and once more after so many.
    const AGAIN = [4, 12];

    // What the browser keeps: how many questions it has asked, and for each how often it was told since it was missed,
    // and at which count it is due. Where nothing can be kept, that lasts as long as the page.
    const KEY = "which-mistake";
    let kept = { asked: 0, of: {} };
    try {
        kept = JSON.parse(localStorage.getItem(KEY)) ?? kept;
    } catch {}
    const keep = () => {
        try {
            localStorage.setItem(KEY, JSON.stringify(kept));
        } catch {}
    };
    const name = ({ exercise, mistake }) => `${exercise} ${mistake}`;
    const of = question => kept.of[name(question)];
    const isTold = question => of(question)?.told === AGAIN.length;
    const isMissed = question => of(question) && !isTold(question);

    function note(question, right) {
        const told = !right ? 0 : isMissed(question) ? of(question).told + 1 : AGAIN.length;
        kept.asked += 1;
        kept.of[name(question)] = { told, due: kept.asked + (AGAIN[told] ?? 0) };
        keep();
    }

    /// Of some questions those that are due come first, then new ones, and in the end what was asked longest ago.
    function chosen(pool) {
        const old = pool.filter(of).sort((a, b) => of(a).due - of(b).due);
        const missed = old.find(isMissed);
        const fresh = pool.filter(question => !of(question)).slice(0, AHEAD);
        if (missed && (of(missed).due <= kept.asked || !fresh.length)) return missed;
        return fresh[Math.floor(Math.random() * fresh.length)] ?? old[0];
    }

    const make = (tag, given, ...inside) => {
        const made = Object.assign(document.createElement(tag), given);
        made.append(...inside);
        return made;
    };
    const button = (words, onclick) => make("button", { type: "button", textContent: words, onclick });
    const link = (words, path) => make("a", { href: root + path, textContent: words });
    /// A picture, with words for those who see it and the same for those who don't.
    const picture = (path, head, words) => {
        const caption = make("figcaption", { ariaHidden: true }, make("strong", { textContent: head }), " ");
        caption.insertAdjacentHTML("beforeend", words);
        return make("figure", {}, make("img", { src: root + path, alt: caption.textContent }), caption);
    };
    /// Shuffled by a number for each.
    const shuffled = list => list.map(one => [Math.random(), one]).sort(([a], [b]) => a - b).map(([, one]) => one);

    const round = make("div", { className: "quiz-round", tabIndex: -1 });
    let [asked, right, last] = [0, 0, null];

    function ask() {
        const all = globalThis.questions.filter(question => !(question.lesson > lesson));
        // The second of three is from an earlier lesson, if there is one.
        const isNear = question => !lesson || (question.lesson === lesson) === (asked % 2 === 0) || lesson === 1;
        const question = chosen(all.filter(question => question !== last && isNear(question)));
        last = question;
        asked += 1;
        const [missed, told] = [all.filter(isMissed).length, all.filter(isTold).length];
        const again = missed ? `; ${missed} will come again` : "";
        const count = lesson ? `${asked} of ${ROUND}` : `You know ${told} of ${all.length}${again}.`;

        const wrong = picture(question.wrong, `Lesson ${question.lesson}:`, question.seen);
        const pictures = make("div", { className: "quiz-pictures" }, wrong);
        const showRight = () => {
            hint.remove();
            wrong.after(picture(question.right, "As it should be:", question.meant));
        };
        const hint = button("How should it look?", () => {
            showRight();
            round.focus({ preventScroll: true });
        });
        pictures.append(hint);
        const beliefs = make("fieldset", {}, make("legend", { textContent: "Which belief is behind it?" }));
        const verdict = make("div", { role: "status" });
        verdict.setAttribute("aria-live", "polite");
        for (const belief of shuffled([question, ...question.others.map(at => globalThis.questions[at])])) {
            const choice = button("", async () => {
                if (choice.getAttribute("aria-disabled")) return;
                for (const other of beliefs.querySelectorAll("button")) other.setAttribute("aria-disabled", true);
                choice.dataset.choice = belief === question ? "right" : "wrong";
                const { top } = choice.getBoundingClientRect();
                if (hint.isConnected) showRight();
                answered(question, belief, pictures, verdict);
                // The pictures that come above it push nothing away from under a finger.
                const images = [...pictures.querySelectorAll("img")];
                await Promise.allSettled(images.map(image => image.decode()));
                scrollBy(0, choice.getBoundingClientRect().top - top);
                round.lastElementChild.scrollIntoView({ block: "nearest" });
            });
            choice.innerHTML = belief.belief;
            choice.belief = belief;
            beliefs.append(choice);
        }
        round.replaceChildren(make("p", { className: "quiz-count", textContent: count }), pictures, beliefs, verdict);
        round.focus({ preventScroll: true });
        round.scrollIntoView();
    }

    function answered(question, belief, pictures, verdict) {
        const isRight = belief === question;
        note(question, isRight);
        right += isRight;
        if (!isRight) {
            pictures.append(picture(belief.wrong, "By the belief that you chose:", belief.seen));
            const behind = [...round.querySelectorAll("fieldset button")].find(choice => choice.belief === question);
            behind.dataset.choice = "right";
        }
        const happened = make("p", {}, make("strong", { textContent: isRight ? "Yes." : "No, another one." }), " ");
        happened.insertAdjacentHTML("beforeend", `${question.title}. ${question.say}`);
        const { exercise, mistake, page } = question;
        const atlas = `mistakes/${exercise.slice(0, 2)}.html#${exercise.replace(".", "-")}-${mistake}`;
        const more = make("p", {}, link(`Exercise ${exercise}`, page), " · ", link("All its mistakes", atlas));
        verdict.append(happened, more);
        if (lesson && asked === ROUND) {
            verdict.append(make("p", { textContent: `You knew ${right} of ${ROUND}.` }));
            [asked, right] = [0, 0];
            round.append(make("p", {}, button("Three more", ask), " or ", link("all lessons, mixed", "which.html")));
        } else {
            round.append(make("p", {}, button("The next one", ask)));
        }
    }

    const start = button(lesson ? "Show me the first" : "Show me one", () => {
        const script = make("script", { src: `${root}page/questions.js` });
        script.onload = () => {
            start.replaceWith(round);
            ask();
        };
        document.head.append(script);
    });
    place.append(start);
})();
