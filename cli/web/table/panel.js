// What is around the board of the table: names and clocks, the turn that is being entered, the list of turns,
// buttons. `act` are the functions of the buttons; those for the record tell what they did.
import { draw, make } from "../shared/dom.js";
import { levelNames } from "./levels.js";
import { colours, shortTurn } from "./phrases.js";

const paths = {
  first: "M5 4h3v16H5zM20 4v16L9 12z", back: "M17 4v16L6 12z", forward: "M7 4v16l11-8z", last: "M16 4h3v16h-3zM4 4v16l11-8z",
  undo: "M9 4v4h5a6 6 0 0 1 0 12H7v-3h7a3 3 0 0 0 0-6H9v4L3 9.5z", hint: "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM9 18h6v2H9zM10 21h4v1h-4z",
};

export function createPanel({ root, t, board, tools, act, review, hasLinks }) {
  const button = (name, content, properties = {}) => make("button", { type: "button", onclick: () => act[name](), "data-do": name, ...properties }, content);
  const icon = (name, title) => button(name, draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: paths[name] })), { "aria-label": title, title });
  const field = (name, label) => make("input", { class: name, autocomplete: "off", spellcheck: "false", "aria-label": label, placeholder: label });
  const form = (box, text, send) => make("form", { class: "typing", onsubmit: (event) => { event.preventDefault(); send(); } }, box, make("button", null, text));

  const title = make("h2", { class: "table-title" }), goal = make("p", { class: "goal" }), count = make("span", { class: "count" });
  const seats = colours.map((colour) => ({ name: make("span", { class: "name" }), clock: make("span", { class: "clock" }), colour }));
  const chance = make("span", { class: "chance" }), chanceText = make("p", { class: "note" }), bestLine = make("p", { class: "best-line" });
  const judgement = make("div", { class: "judgement" }, chanceText, bestLine), gauge = make("div", { class: "gauge", "aria-hidden": "true" }, chance);
  const status = make("p", { class: "status", role: "status" }), remark = make("p", { class: "remark", role: "status", lang: t.language });
  const unseen = make("p", { class: "unseen", role: "status" });
  const stepList = make("ol", { class: "steps", "aria-label": t("Steps of the turn") }), entry = make("div", { class: "entry" });
  const turnList = make("ol", { class: "turn-list" });
  const typed = field("typed", t("Turn, typed")), pasted = field("pasted", t("Position to set up, as text"));
  const steps = { first: icon("first", t("To the start")), back: icon("back", t("One turn back")), forward: icon("forward", t("One turn forward")), last: icon("last", t("To the end")) };
  const undo = icon("undo", t("Take back")), hint = icon("hint", t("Hint"));
  const resign = button("resign", t("Resign")), offer = button("draw", t("Offer a draw"));
  const judge = button("evaluation", t("Evaluation"), { "aria-pressed": "false" }), flip = button("flip", t("Flip the board"), { "aria-pressed": "false" });
  const named = make("input", { type: "checkbox", checked: true, onchange: () => act.name(named.checked) });
  const people = colours.map((_, side) => make("select", { class: "player", "data-player": side, onchange: () => act.setPlayer(side, Number(people[side].value)) },
    make("option", { value: 0 }, t("a person")), levelNames.map((name, i) => make("option", { value: i + 1 }, `${t("Bot {0}", i + 1)} – ${t(name)}`))));
  const news = make("p", { class: "note", role: "status" });
  const question = make("dialog", { class: "question" }), triumphText = make("p", null);
  const triumph = make("div", { class: "triumph", hidden: true }, triumphText, make("button", { type: "button", class: "close", "aria-label": t("Close"), onclick: () => { triumph.hidden = true; board.focus(); } }, "×"));

  root.replaceChildren(make("div", { class: "table" },
    make("div", { class: "stage" },
      make("div", { class: "table-head" }, make("div", { class: "title-line" }, title, tools), goal,
        make("p", { class: "seats" }, ...seats.map(({ name, clock, colour }) => make("span", { class: `seat ${colour}` }, name, clock)), count)),
      make("div", { class: "board-box" }, gauge, board.svg),
      make("div", { class: "guide" }, status, make("div", { class: "saying" }, stepList, remark, triumph), unseen, entry,
        make("div", { class: "controls", role: "group", "aria-label": t("Game") }, Object.values(steps), undo, hint))),
    make("div", { class: "table-more" },
      judgement, review.element, make("h3", null, t("Turns")), turnList, form(typed, t("turn\x04Play"), act.enterTyped),
      make("p", { class: "buttons" }, judge, flip, offer, resign, make("label", null, named, " ", t("Coordinates"))),
      make("h3", null, t("Players")), make("p", { class: "buttons" }, [t("White"), t("Black")].map((name, side) => make("label", null, `${name} `, people[side]))),
      make("h3", null, t("Position")), form(pasted, t("Set up"), act.setUp),
      make("p", { class: "buttons" }, button("copyPosition", t("Copy position")), button("picture", t("Save picture"))),
      make("h3", null, t("Record")),
      make("p", { class: "buttons" }, button("download", t("Download record")), button("copyRecord", t("Copy record")), hasLinks ? button("copyLink", t("Copy link")) : null),
      news, question, make("p", { class: "hint" }, t("Keys: Tab to the board, arrows move over it, Enter or space chooses, Backspace takes a part back, Esc all of it. Away from the board ← and → step through the turns; Page Up and Page Down do so everywhere, Home and End go to the start and the end, f flips the board.")))));

  function variation([shared, line]) {
    const text = line.slice(shared).map(shortTurn).join(" ");
    return make("button", { type: "button", class: "left-line", title: text, "aria-label": t("Left line: {0}", text), onclick: () => act.takeLine(line) }, `(${text})`);
  }

  return {
    title, goal, count, seats, status, entry, typed, pasted, undo, hint, resign, offer, judge, flip, named, button,
    setSteps(atStart, atEnd) {
      steps.first.disabled = steps.back.disabled = atStart;
      steps.forward.disabled = steps.last.disabled = atEnd;
    },
    setFlipped(isFlipped) {
      flip.setAttribute("aria-pressed", String(isFlipped));
      root.firstElementChild.classList.toggle("flipped", isFlipped);
    },
    showPlayers(players) { people.forEach((box, side) => { box.value = String(players[side] ? players[side].level : 0); }); },
    // News of what a button did.
    tell(text) { news.textContent = text; },
    // Only for screen readers: what others see on the board.
    whisper(text) { unseen.textContent = text; },
    showStep({ steps: list, now }, text, isSaid) {
      stepList.replaceChildren(...list.map((step, i) => make("li", { "aria-current": i === now ? "step" : null }, step)));
      remark.textContent = text;
      remark.classList.toggle("said", isSaid);
    },
    // White's chance to win, what is said of it, and the line that the bot expects.
    showChance(white, text, line = "") {
      if (white !== null) chance.style.height = `${(100 * white).toFixed(1)}%`;
      chanceText.textContent = text;
      bestLine.textContent = line;
    },
    // The end of the game, as news; without a text there is none.
    showTriumph(text, isLost) {
      triumph.hidden = !text;
      triumphText.textContent = text;
      triumph.classList.toggle("lost", isLost);
    },
    toggleJudgement(isShown) {
      judge.setAttribute("aria-pressed", String(isShown));
      root.firstElementChild.classList.toggle("judged", isShown);
    },
    // Asks before something is lost.
    ask(text, action, doIt) {
      const answer = (yes) => () => { question.close(); if (yes) doIt(); };
      question.replaceChildren(make("p", { id: "question-text" }, text), make("p", { class: "buttons" },
        make("button", { type: "button", class: "main", "data-do": "yes", onclick: answer(true) }, action), make("button", { type: "button", "data-do": "no", onclick: answer(false) }, t("Cancel"))));
      question.setAttribute("aria-labelledby", "question-text");
      question.showModal();
    },
    closeQuestion() { if (question.open) question.close(); },
    // The turns, two in a line; `began` is the side of the first, `glyphs` are signs by number of turns, `variations`
    // lines that were left, each [the number of turns that it shares, all of its turns].
    listTurns(turns, began, glyphs, variations) {
      const buttons = turns.map((turn, i) => make("button", { type: "button", class: colours[(began + i) % 2],
        "data-turn": i + 1, onclick: () => act.go(i + 1) }, turn + (glyphs[i + 1] ? ` ${glyphs[i + 1]}` : "")));
      const items = [];
      for (let i = 0; i < buttons.length;) {
        const size = i === 0 && began === 1 ? 1 : 2;
        const left = variations.filter(([shared]) => shared >= i && (shared < i + size || i + size >= turns.length));
        items.push(make("li", null, make("span", { class: "number", "aria-hidden": "true" }, `${items.length + 1}.`), buttons.slice(i, i + size), left.map(variation)));
        i += size;
      }
      if (!items.length && variations.length) items.push(make("li", null, variations.map(variation)));
      turnList.replaceChildren(...items);
    },
    markTurn(number) {
      for (const item of turnList.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
      const current = turnList.querySelector(`[data-turn="${number}"]`);
      if (!current) return;
      current.setAttribute("aria-current", "step");
      turnList.scrollTop += current.getBoundingClientRect().top - turnList.getBoundingClientRect().top - turnList.clientHeight / 2;
    },
  };
}
