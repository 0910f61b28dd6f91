// The explorer of openings, and of the turns from any position.
import { resultBar } from "./charts.js";
import { data, figuresOf, fileName, keyed, linkToGame, percent, share, sum, t, unpack, unpackGame, whole } from "./data.js";
import { list } from "./game_list.js";
import { ordered, saveCsv, table } from "./tables.js";
import { boardView, draw, make } from "../shared/dom.js";

// The games of the page by their positions. For each game its turns and the numbers of its positions.
const positionIndex = (() => {
  const numbers = data.kinds.map(() => new Map()), games = [];
  let reading = null;

  async function read(tell) {
    for (let block = 0; block < data.blocks.length; ++block) {
      const from = block * data.gamesPerBlock;
      tell(from);
      for (const [i, { turns, positions, sides }] of (await unpack(data.blocks[block])).entries()) {
        const its = numbers[data.games[from + i][0]];
        for (const position of positions) if (!its.has(position)) its.set(position, its.size);
        games[from + i] = { turns, sides, places: Uint32Array.from(positions, (position) => its.get(position)) };
      }
    }
  }
  return {
    // Reads all games once; `tell` is called with the number of those that were read.
    ready(tell) { return (reading = reading || read(tell)); },
    numberOf: (kind, position) => numbers[kind].get(position),
    ofKind: (kind) => data.games.flatMap(([its], n) => (its === kind ? [{ number: n, ...games[n] }] : [])),
  };
})();

// The turns from a position and their results, by the games of the page: {counts, games, turns}.
function turnsFrom(kind, position) {
  const wanted = positionIndex.numberOf(kind, position), turns = new Map(), games = [], counts = [0, 0, 0, 0];
  let sample = null;
  if (wanted === undefined) return { counts, games, sample, turns: [] };
  for (const { number, turns: played, sides, places } of positionIndex.ofKind(kind)) {
    const result = data.games[number][3], seen = new Set();
    for (let i = places.indexOf(wanted); i >= 0; i = places.indexOf(wanted, i + 1)) {
      if (!seen.size) {
        seen.add(null);
        games.push(number);
        ++counts[result];
        sample = sample || [number, i];
      }
      if (i === played.length || seen.has(played[i])) continue;
      seen.add(played[i]);
      if (!turns.has(played[i])) turns.set(played[i], { turn: played[i], mover: sides[i], counts: [0, 0, 0, 0], sample: [number, i + 1], games: [] });
      const its = turns.get(played[i]);
      ++its.counts[result];
      its.games.push(number);
    }
  }
  return { counts, games, sample, turns: ordered([...turns.values()], (its) => sum(its.counts), true) };
}

// Tells whether the steps that the browser's history speaks of are those of this visit, which ends when the page is
// loaded again.
const visit = Math.random();

// The explorer of a game and variant. It begins with the tree of all games; where that ends, and from
// any other position, it goes on with the games of the page. A step is {label, counts, sample, node}
// or {label, counts, sample, position, turns, games}; a sample is a game with the position, and where.
function explorer(kind) {
  const { openings: roots, board: size } = data.kinds[kind];
  const picture = draw("svg", { role: "img", class: "small-board", viewBox: `${size.margin} ${size.margin} ${size.width - 2 * size.margin} ${size.height - 2 * size.margin}` });
  const view = boardView(picture, data.kinds.map(({ board: its }) => its));
  const path = make("ol", { class: "path" }), facts = make("p"), state = make("p", { class: "note", role: "status" }), place = make("div");
  const links = make("p", { class: "buttons" });
  const input = make("input", { id: `position-${kind}`, autocomplete: "off", spellcheck: "false" });
  const form = make("form", { class: "from", onsubmit: (event) => { event.preventDefault(); if (input.value.trim()) fromPosition(input.value.trim()); } },
    make("label", null, t("Position"), input), make("button", null, t("Show its turns")));
  const title = make("p", { class: "at", tabindex: -1 });
  const several = roots.length > 1;
  const rootOf = (node) => ({ label: node.turn || t("The usual start"), node, counts: node.counts, sample: node.sample });
  const nodeOf = ([turn, counts, game, children, mover], ply) => ({ turn, counts, children, mover, ply, sample: game === null ? null : [game, ply] });
  const all = { label: t("Starts"), starts: roots.map((root) => nodeOf(root, 0)), counts: data.kinds[kind].results, sample: null };
  /** @type {any[]} */
  let steps = several ? [all] : [rootOf(nodeOf(roots[0] || ["", [0, 0, 0, 0], null, []], 0))], change = 0;
  const now = () => steps[steps.length - 1];
  // The browser's button for going back leads to the steps before.
  const past = [], remembered = () => ({ explorer: [visit, kind, past.push(steps) - 1] });
  function enter(next) {
    history.replaceState({ ...history.state, ...remembered() }, "");
    steps = next;
    history.pushState(remembered(), "");
    show();
  }
  addEventListener("popstate", (event) => {
    const [when, its, at] = (event.state && event.state.explorer) || [];
    if (when !== visit || its !== kind) return;
    ++change;
    steps = past[at];
    show();
  });

  const attempt = (work) => work.catch(() => { state.textContent = t("This browser cannot decompress the games; it takes one of 2023 or later."); });
  async function read() {
    await positionIndex.ready((done) => { state.textContent = t("Reading games: {0} of {1} ...", whole(done), whole(data.games.length)); });
    state.textContent = "";
  }
  async function atPosition(position, label, sample) {
    await read();
    const found = turnsFrom(kind, position);
    return { ...found, label, position, sample: sample || found.sample };
  }
  // The position of a sample.
  async function positionOf(sample) {
    const game = await unpackGame(sample[0]);
    return { position: game.positions[sample[1]], figures: game.figures[sample[1]] };
  }
  async function go(step) {
    const mine = ++change;
    let next = step;
    // The tree ends here, or has no turns of so few games.
    if (step.node && !step.node.children.length && step.sample) {
      const { position } = await positionOf(step.sample);
      const found = await atPosition(position, step.label, step.sample);
      if (mine !== change) return;
      if (found.turns.length) next = found;
    }
    enter([...steps, next]);
  }
  async function goToTurn({ turn, sample, node }) {
    if (node) return go({ label: turn, node, counts: node.counts, sample: node.sample });
    // Another turn may be chosen meanwhile.
    const mine = ++change, { position } = await positionOf(sample), step = await atPosition(position, turn, sample);
    return mine === change ? go(step) : undefined;
  }
  function back(to) {
    ++change;
    enter(steps.slice(0, to + 1));
  }
  async function fromPosition(position, figures = null) {
    await read();
    if (positionIndex.numberOf(kind, position) === undefined) {
      state.textContent = t("No game of this page has the position {0}.", position);
      return;
    }
    const mine = ++change, step = { ...await atPosition(position, t("This position"), null), figures };
    if (mine !== change) return;
    input.value = position;
    enter([steps[0], step]);
  }

  // The games of a line of the tree, or of a step.
  async function gamesOf(step) {
    if (step.games) return step.games;
    await read();
    const line = steps.slice(0, steps.indexOf(step) + 1).filter((each) => each.node && each.node.ply > 0).map(({ label }) => label);
    return gamesOfLine(step.sample, line);
  }
  function gamesOfLine(sample, line) {
    const games = positionIndex.ofKind(kind), start = games.find(({ number }) => number === sample[0]).places[0];
    return games.filter(({ turns, places }) => places[0] === start && line.every((turn, i) => turns[i] === turn)).map(({ number }) => number);
  }
  function rowsOf(step) {
    if (step.starts) return step.starts.map((node) => ({ turn: node.turn || t("The usual start"), counts: node.counts, sample: node.sample, node }));
    if (step.node) return step.node.children.map((child) => nodeOf(child, step.node.ply + 1)).map((node) => ({ turn: node.turn, counts: node.counts, sample: node.sample, node }));
    return step.turns;
  }
  const lineOf = (step) => steps.slice(several ? 1 : 0, steps.indexOf(step) + 1).map(({ label }) => label);
  const scored = (counts, side = "w") => [counts[side === "b" ? 2 : 0] + counts[1] / 2, sum(counts) - counts[3]];

  // All turns below, line by line, as far as they are known, with the columns of `db query openings`: the score is that
  // of the side that plays the last turn.
  function saved() {
    const lines = [["line", "games", "white_wins", "draws", "black_wins", "score_rate", "no_result"]], words = [t("The usual start"), t("This position")];
    const before = lineOf(now()).filter((label) => !words.includes(label));
    const add = (line, counts, mover) => { const [won, of] = scored(counts, mover); lines.push([line.join(" "), sum(counts), ...counts.slice(0, 3), of ? won / of : null, counts[3]]); };
    const walk = (line, { turn, counts, children, mover, ply }) => {
      const its = turn ? [...line, turn] : line;
      add(its, counts, mover);
      for (const child of children) walk(its, nodeOf(child, ply + 1));
    };
    for (const { turn, counts, mover, node } of rowsOf(now())) {
      if (node) walk(before, node);
      else add([...before, turn], counts, mover);
    }
    return lines;
  }

  async function show() {
    const step = now(), mine = ++change, rows = rowsOf(step), [won, of] = scored(step.counts), games = sum(step.counts);
    const had = path.contains(document.activeElement) || place.contains(document.activeElement);
    path.replaceChildren(...steps.map(({ label }, i) => make("li", null,
      i + 1 === steps.length ? make("span", { "aria-current": "step" }, label) : make("button", { type: "button", onclick: () => back(i) }, label))));
    path.hidden = steps.length < 2;
    title.textContent = `${step.label}: ${t("{0} {0:game|games}, White {1}", whole(games), percent(won, of))}`;
    facts.replaceChildren(resultBar(step.counts));
    const columns = [{ head: step.starts ? t("Starts") : t("Turn"), style: "text" }, { head: t("Games"), csv: "games" }, { head: t("White"), unit: "%" },
      { head: t("Shares"), style: "text shares", fixed: true }];
    place.replaceChildren(rows.length ? table(t("Turns from: {0}", step.label), columns, rows.map((its) => {
      const [made, played] = scored(its.counts), number = sum(its.counts);
      return [keyed(make("button", { type: "button", class: "turn", onclick: () => attempt(goToTurn(its)) }, its.turn), its.turn), keyed(whole(number), number), share(made, played), keyed(resultBar(its.counts), null)];
    })) : make("p", { class: "note" }, t("No turn was played from here.")));
    const hasGames = step.games ? step.games.length > 0 : step.sample !== null;
    links.replaceChildren(...[
      hasGames ? make("button", { type: "button", onclick: () => attempt(gamesOf(step).then((chosen) => list.showOnly(kind, chosen, lineOf(step).join(" ")))) }, t("Show the games")) : null,
      step.sample ? make("a", { href: linkToGame(...step.sample) }, t("On the board")) : null,
      rows.length ? make("button", { type: "button", onclick: () => saveCsv(`${fileName}-openings`, saved()) }, t("Save as CSV")) : null].filter(Boolean));
    state.textContent = step.position ? t("Counted in the {0} {0:game|games} of this page, by any order of turns.", whole(data.games.length)) : data.kinds[kind].openingsFrom ? t("Turns of fewer than {0} games are left out.", data.kinds[kind].openingsFrom) : "";
    if (had) {
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block: "nearest" });
    }
    const shown = step.sample ? await positionOf(step.sample).catch(() => null) : null;
    if (mine !== change) return;
    const figures = shown ? shown.figures : step.figures, position = shown ? shown.position : step.position || "";
    // A board may be empty at the start.
    const isKnown = typeof figures === "string";
    picture.classList.toggle("blank", !isKnown);
    if (isKnown) view.show(kind, figuresOf(kind, figures), false, false);
    view.describe(t("Board. {0}. Position {1}", step.label, position));
    if (position) input.value = position;
  }
  const element = make("div", { class: "explorer" }, make("div", { class: "small" }, picture),
    make("div", { class: "turns" }, title, facts, path, place, links, state, form));
  show();
  return {
    element,
    async showPosition(position, figures) {
      await attempt(fromPosition(position, figures));
      element.scrollIntoView();
      title.focus({ preventScroll: true });
    },
  };
}
export const explorers = data.kinds.map((_, kind) => explorer(kind));
