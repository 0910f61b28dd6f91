// The table: a game on its board, entered part by part, against bots or a friend.
// `boards` are the page's boards by number, with game and variant; `t` translates.
function schiriPlay({ root, engine, module, script, boards, t, onSpeech = undefined }) {
  const { make, draw, boardView } = schiriDom;
  const signs = "+-x~/,>";
  const levels = [
    null,
    { bot: "random", limits: { nodes: 1 } },
    { bot: "greedy", limits: { nodes: 2000 } },
    { bot: "alphabeta", limits: { depth: 2, nodes: 2000, milliseconds: 2000 } },
    { bot: "alphabeta", limits: { nodes: 8000, milliseconds: 3000 } },
    { bot: "alphabeta", limits: { nodes: 80000, milliseconds: 6000 } },
    { bot: "alphabeta", limits: { nodes: 100000000, milliseconds: 10000 } },
  ];
  const advice = { bot: "alphabeta", limits: { nodes: 200000, milliseconds: 1500 } };
  const opinion = { bot: "alphabeta", limits: { nodes: 60000, milliseconds: 700 } };
  const results = ["*", "1-0", "0-1", "1/2-1/2"];
  const colours = ["white", "black"];
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const thinker = schiriWorker(module, script), adviser = schiriWorker(module, script);
  // The game, its start, and the state of the display.
  let spec = null, game = null, kind = null, number = 0, at = 0, shown = null;
  let players = [null, null], over = null, begun = "", flipped = false, named = true, sample = 0;
  let places = [], focused = null, thinking = false, hinted = [], judging = false, clocks = null;

  const icon = (path) => draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path }));
  const button = (key, action, properties, ...content) =>
    make("button", { type: "button", onclick: action, "data-do": key, ...properties }, ...(content.length ? content : [t(key)]));

  const title = make("h2", { class: "table-title" });
  const clockLine = make("p", { class: "clocks" });
  const bar = { fill: make("span", { class: "chance" }), text: make("p", { class: "note" }) };
  const barBox = make("div", { class: "judgement", hidden: true }, make("div", { class: "gauge", "aria-hidden": "true" }, bar.fill), bar.text);
  const svg = draw("svg", { class: "board", role: "group" });
  const overlay = draw("g", { class: "places" });
  const boardOf = boardView(svg, boards);
  const status = make("p", { class: "status", role: "status" });
  const remark = make("p", { class: "remark", role: "status", lang: t.language });
  const entry = make("div", { class: "entry" });
  const turnList = make("ol", { class: "turn-list" });
  const typed = make("input", { autocomplete: "off", spellcheck: "false", "aria-label": t("turnLabel"), placeholder: t("turnLabel") });
  const steps = [
    ["first", () => go(0), "M5 4h3v16H5zM20 4v16L9 12z"], ["back", () => go(at - 1), "M17 4v16L6 12z"],
    ["forward", () => go(at + 1), "M7 4v16l11-8z"], ["last", () => go(game.length), "M16 4h3v16h-3zM4 4v16l11-8z"],
  ].map(([key, action, path]) => button(key, action, { "aria-label": t(key), title: t(key) }, icon(path)));
  const undoButton = button("undo", undo), hintButton = button("hint", hint), resignButton = button("resign", resign);
  const judgeButton = button("evaluation", judge, { "aria-pressed": "false" });
  const flipButton = button("flip", flip, { "aria-pressed": "false" });
  const resumeButton = button("resume", resume, { hidden: true });
  const nameBox = make("input", { type: "checkbox", checked: true, onchange: () => { named = nameBox.checked; show(); } });
  const said = make("p", { class: "note", role: "status" });

  root.replaceChildren(make("div", { class: "table" },
    make("div", { class: "table-board" }, title, clockLine, barBox, svg),
    make("div", { class: "table-side" }, status, remark, entry,
      make("div", { class: "controls", role: "group", "aria-label": t("game") }, steps, resumeButton),
      make("div", { class: "controls" }, undoButton, hintButton, judgeButton, flipButton, resignButton),
      make("h3", null, t("turns")), turnList,
      make("form", { class: "typing", onsubmit: (event) => { event.preventDefault(); enterTyped(); } }, typed, make("button", null, t("playTyped"))),
      make("h3", null, t("record")),
      make("p", { class: "buttons" }, button("download", download), button("copyPosition", copyPosition),
        make("label", null, nameBox, " ", t("names"))),
      said, make("p", { class: "hint" }, t("keys")))));

  const sideName = (side) => t(colours[side]);
  const playerName = (side) => (players[side] ? t("bot", players[side].level) : sideName(side));
  const isBots = (side) => players[side] !== null;
  const specAt = (turns) => ({ ...spec, turns: game.turns.slice(0, turns) });
  const atEnd = () => at === game.length;
  const canEnter = () => atEnd() && !over && !thinking && !isBots(game.side);
  function say(text) {
    remark.textContent = text;
    if (text && onSpeech) onSpeech(text);
  }

  // --- places and parts --------------------------------------------------------------------------

  // The name of a place in a part; of a die (IV8) the name of the die.
  function placeOf(part) {
    const name = signs.includes(part[0]) && part.length > 1 ? part.slice(1) : part;
    if (places.some((place) => place.name === name)) return name;
    const die = name.replace(/\d$/, "");
    return die !== name && places.some((place) => place.name === die && /\D$/.test(die)) ? die : null;
  }
  const wordsOf = (turn) => turn.split(/(?=[+\-x~/,>])/).filter(Boolean);
  const near = (a, b) => Math.abs(a - b) < 2;
  const isMark = (symbol) => /last|chain|guard|column|row|tilted|turn-|reserve|disc/.test(symbol);
  const figureAt = (figures, place) => figures.find(([symbol, x, y]) => !isMark(symbol) && near(x, place.x) && near(y, place.y));
  const placeNamed = (name) => places.find((place) => place.name === name);

  // The board during the entry of a turn: by the rules for a complete turn, otherwise with the pieces
  // moved by its parts, and the dice as after any continuation.
  function preview(beginning) {
    const parts = shown.parts(beginning);
    if (!beginning || !parts) return shown.figures;
    if (parts.isTurn) return after(parts.begun);
    let figures = shown.figures.map((figure) => [...figure]);
    const whole = completed(parts);
    const settled = /-(column|row|tilted|\d)$/;
    if (figures.some(([symbol]) => settled.test(symbol)) && whole) {
      figures = [...after(whole).filter(([symbol]) => settled.test(symbol)), ...figures.filter(([symbol]) => !settled.test(symbol))];
      figures.sort((a, b) => Number(/-(column|row)$/.test(b[0])) - Number(/-(column|row)$/.test(a[0])));
    }
    let from = null;
    for (const word of wordsOf(parts.begun)) {
      const place = placeNamed(placeOf(word));
      const moved = from && place && "+-x>".includes(word[0]) ? figureAt(figures, from) : null;
      if (moved) [moved[1], moved[2]] = [place.x, place.y];
      from = place;
    }
    return figures;
  }
  function after(turn) {
    const copy = shown.copy();
    try {
      copy.play(turn);
      return copy.figures;
    } finally {
      copy.free();
    }
  }
  function completed(parts) {
    for (let i = 0; parts && i < 12; ++i) {
      if (parts.isTurn) return parts.begun;
      if (!parts.next.length) return null;
      parts = shown.parts(parts.begun + parts.next[0]);
    }
    return null;
  }

  // The reason why a place cannot be used: the most frequent objection to turns that continue there.
  function objection(name) {
    const parts = shown.parts(begun);
    const onwards = (before) => places.flatMap((other) => (other.name === name ? [] : [..."+-x~>"].map((sign) => `${before}${name}${sign}${other.name}`)));
    if (!begun && parts.next.every((part) => /^[IV]+\d$/.test(part))) return t("tiltFirst");
    return begun ? usualObjection(onwards(`${begun}/`)) || usualObjection([...signs].map((sign) => begun + sign + name)) || t("notThere", begun) :
      usualObjection(onwards("")) || t("notThere", name);
  }
  function usualObjection(turns) {
    const said = new Map();
    for (const turn of turns) {
      const copy = shown.copy();
      try {
        copy.play(turn);
      } catch (error) {
        if (error.isIllegal) said.set(error.message, (said.get(error.message) || 0) + 1);
      } finally {
        copy.free();
      }
    }
    const [most] = [...said].sort((a, b) => b[1] - a[1]);
    return most ? most[0] : "";
  }

  function extend(part) {
    begun = shown.parts(begun + part).begun;
    let parts = shown.parts(begun);
    // Adds parts that are unique.
    while (!parts.isTurn && parts.next.length === 1) {
      begun = parts.begun + parts.next[0];
      parts = shown.parts(begun);
    }
    if (parts.isTurn && !parts.next.length) return finish(begun);
    return showEntry();
  }
  function refusal() {
    return over ? t("gameOver") : !atEnd() ? t("lookingBack") : t("notYourTurn");
  }
  function choose(name) {
    focused = name;
    if (!canEnter()) return say(refusal());
    say("");
    const ways = shown.parts(begun).next.filter((part) => placeOf(part) === name);
    if (ways.length === 1) return extend(ways[0]);
    if (ways.length > 1) return showEntry(ways);
    const words = wordsOf(begun);
    if (words.length && placeOf(words[words.length - 1]) === name) return takePart();
    if (words.length === 1 && shown.parts("").next.includes(name)) {
      begun = "";
      return extend(name);
    }
    return say(t("not", objection(name)));
  }
  function takePart() {
    const words = wordsOf(begun);
    // Removes added unique parts together with the part before them.
    do words.pop(); while (words.length && onlyWay(words));
    begun = words.join("");
    say("");
    showEntry();
  }
  function onlyWay(words) {
    const parts = shown.parts(words.join(""));
    return !parts || (!parts.isTurn && parts.next.length === 1);
  }

  // --- display -----------------------------------------------------------------------------------

  function radius(place) {
    const others = places.filter((other) => other !== place).map((other) => Math.hypot(other.x - place.x, other.y - place.y));
    return Math.min(...others) / 2;
  }
  const turned = (place) => (flipped ? { x: boards[number].width - place.x, y: boards[number].height - place.y } : place);
  function pieceName(figures, place) {
    const found = figureAt(figures, place);
    if (!found) return t("empty");
    const symbol = found[0].slice(spec.name.length + 1);
    return /^\d$/.test(symbol) ? t.of("pieces", "die", symbol) : t.of("pieces", symbol);
  }
  function showPlaces(figures) {
    const parts = canEnter() ? shown.parts(begun) : null;
    const ways = new Set(parts ? parts.next.map(placeOf) : []), chosen = new Set(wordsOf(begun).map(placeOf));
    for (const place of places) {
      const { element } = place, { x, y } = turned(place);
      element.setAttribute("transform", `translate(${x} ${y})`);
      element.setAttribute("class", ["place", ways.has(place.name) ? "way" : "", chosen.has(place.name) ? "chosen" : "",
        hinted.includes(place.name) ? "hinted" : ""].join(" ").trim());
      element.setAttribute("aria-label", t("place", place.name, pieceName(figures, place)));
      element.setAttribute("tabindex", place.name === (focused || places[0].name) ? 0 : -1);
    }
  }
  function showEntry(only) {
    const figures = preview(begun);
    boardOf.show(number, figures, flipped, named);
    if (overlay.parentNode !== svg) svg.append(overlay);
    svg.append(overlay);
    showPlaces(figures);
    if (!canEnter()) return entry.replaceChildren();
    const parts = shown.parts(begun), chips = only || parts.next.filter((part) => !placeOf(part) || /[IV]\d$/.test(part) || isAmbiguous(parts, part));
    const groups = new Map();
    for (const part of chips) {
      const group = /^\D?[IV]+\d$/.test(part) ? part.replace(/\d$/, "") : "";
      groups.set(group, [...(groups.get(group) || []), part]);
    }
    const rows = [...groups.values()].map((group) => make("div", { class: "chips", role: "group", "aria-label": t("choose") },
      group.map((part) => make("button", { type: "button", class: "chip", "data-part": part, onclick: () => { say(""); extend(part); } }, part))));
    entry.replaceChildren(...[
      begun ? make("p", { class: "begun" }, t("begun", begun)) : null,
      ...rows,
      begun ? make("div", { class: "controls" },
        parts.isTurn ? button("playTurn", () => finish(begun), { class: "main" }) : null,
        button("takePart", takePart)) : null].filter(Boolean));
    if (only) entry.querySelector(".chip").focus();
    return undefined;
  }
  const isAmbiguous = (parts, part) => parts.next.some((other) => other !== part && placeOf(other) === placeOf(part));

  function endingText() {
    if (over) return over.text;
    const ending = game.ending;
    if (!ending) return "";
    return t(["", "whiteWins", "blackWins", "draw"][ending.result], t.of("reasons", ending.reason));
  }
  function stateText() {
    if (atEnd() && over) return over.text;
    const side = shown.side;
    if (thinking) return t("thinking", playerName(side));
    return players.some(Boolean) && !isBots(side) ? t("yourMove", sideName(side)) : t("toMove", sideName(side));
  }
  function show() {
    const last = at ? game.turns[at - 1] : null;
    title.textContent = `${kind.title}${spec.variant && spec.variant !== kind.variants[0] ? `, ${spec.variant}` : ""}: ${playerName(0)} – ${playerName(1)}`;
    showEntry();
    const played = last ? `${t("played", playerName(1 - shown.side), last)} ` : "";
    status.textContent = played + stateText();
    svg.setAttribute("aria-label", `${t("board")}. ${stateText()}`);
    steps[0].disabled = steps[1].disabled = at === 0;
    steps[2].disabled = steps[3].disabled = atEnd();
    resumeButton.hidden = atEnd() && !(over && over.isRecord);
    undoButton.disabled = game.length === 0;
    hintButton.disabled = !canEnter();
    resignButton.disabled = Boolean(over) || !players.some(Boolean);
    for (const item of turnList.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    const current = turnList.querySelector(`[data-turn="${at}"]`);
    if (current) {
      current.setAttribute("aria-current", "step");
      turnList.scrollTop += current.getBoundingClientRect().top - turnList.getBoundingClientRect().top - turnList.clientHeight / 2;
    }
    showClocks();
    if (judging) judgeNow();
  }
  function listTurns() {
    const began = firstSide();
    const buttons = game.turns.map((turn, i) => make("button", { type: "button", class: colours[(began + i) % 2],
      "data-turn": i + 1, onclick: () => go(i + 1) }, turn));
    const items = [];
    for (let i = 0; i < buttons.length;) {
      const size = i === 0 && began === 1 ? 1 : 2;
      items.push(make("li", null, make("span", { class: "number", "aria-hidden": "true" }, `${items.length + 1}.`), buttons.slice(i, i + size)));
      i += size;
    }
    turnList.replaceChildren(...items);
  }
  const firstSide = () => (game.side + game.length) % 2;

  function go(turns) {
    at = Math.min(Math.max(turns, 0), game.length);
    if (shown && shown !== game) shown.free();
    shown = atEnd() ? game : engine.game(specAt(at));
    begun = "";
    hinted = [];
    say("");
    show();
  }

  // --- playing -----------------------------------------------------------------------------------

  function finish(turn) {
    try {
      game.play(turn);
    } catch (error) {
      begun = "";
      showEntry();
      return say(t("not", error.message));
    }
    tick();
    if (clocks && clocks.increment) clocks.left[1 - game.side] += clocks.increment;
    begun = "";
    const ending = game.ending;
    if (ending) over = { result: ending.result, text: endingText() };
    listTurns();
    go(game.length);
    return next();
  }
  async function next() {
    if (over || !isBots(game.side)) return;
    thinking = true;
    show();
    const mine = ++sample, { level } = players[game.side], { bot, limits } = levels[level];
    const left = clocks ? clocks.left[game.side] : Infinity, began = performance.now();
    const held = { ...limits, milliseconds: Math.max(50, Math.min(limits.milliseconds || 3000, left / 20)) };
    const thought = await thinker.ask("think", { spec: specAt(game.length), bot, limits: held, seed: seedOf() });
    if (mine !== sample || !thought) return;
    const rest = 300 - (performance.now() - began);
    if (rest > 0 && !isCalm) await new Promise((resolve) => setTimeout(resolve, rest));
    if (!isCalm) await showSteps(thought.turn, () => mine === sample);
    if (mine !== sample) return;
    thinking = false;
    finish(thought.turn);
  }
  // A turn of several parts is shown part by part.
  async function showSteps(turn, goesOn) {
    const words = turn.split(/(?=[/,])/);
    for (let i = 1; i < words.length && goesOn() && atEnd(); ++i) {
      boardOf.show(number, preview(words.slice(0, i).join("")), flipped, named);
      svg.append(overlay);
      await new Promise((resolve) => setTimeout(resolve, 450));
    }
  }
  let seed = 1;
  const seedOf = () => seed + game.length;
  function halt() {
    ++sample;
    thinking = false;
    thinker.stop();
  }
  function enterTyped() {
    const turn = typed.value.trim();
    if (!turn) return;
    if (!canEnter()) return say(refusal());
    const length = game.length;
    finish(turn);
    if (game.length > length) typed.value = "";
  }
  function undo() {
    halt();
    go(game.length);
    let turns = 1;
    // Back to the last position with a person to move.
    while (turns < game.length && isBots((game.side + turns) % 2)) ++turns;
    over = null;
    game.undo(Math.min(turns, game.length));
    listTurns();
    go(game.length);
    say(t("undone", stateText()));
    return next();
  }
  function resume() {
    halt();
    game.undo(game.length - at);
    over = game.ending ? { result: game.ending.result, text: endingText() } : null;
    listTurns();
    go(game.length);
    return next();
  }
  function resign() {
    halt();
    const side = isBots(0) && !isBots(1) ? 1 : isBots(1) && !isBots(0) ? 0 : game.side;
    end(2 - side, t("resigned"));
  }
  function end(result, reason) {
    halt();
    over = { result, text: t(["", "whiteWins", "blackWins", "draw"][result], reason), isAgreed: true };
    go(game.length);
  }
  async function hint() {
    const mine = sample, length = game.length;
    say(t("computing"));
    const thought = await adviser.ask("think", { spec: specAt(length), ...advice });
    if (mine !== sample || !thought || length !== game.length) return;
    hinted = wordsOf(thought.turn).map(placeOf).filter(Boolean);
    showEntry();
    say(t("hintIs", thought.turn));
  }
  function judge() {
    judging = !judging;
    judgeButton.setAttribute("aria-pressed", String(judging));
    barBox.hidden = !judging;
    if (judging) judgeNow();
  }
  async function judgeNow() {
    const length = at, judged = shown;
    const ending = shown.ending;
    if (ending) return showChance([0, 1, 0, 0.5][ending.result], endingText());
    bar.text.textContent = t("computing");
    adviser.stop();
    const side = shown.side, thought = await adviser.ask("think", { spec: specAt(length), ...opinion });
    if (!thought || judged !== shown || length !== at || !thought.score) return undefined;
    const { kind: what, amount } = thought.score, isGood = what === "win" || (what === "value" && amount > 0);
    const chance = what === "value" ? 1 / (1 + Math.exp(-amount / kind.scale)) : isGood ? 1 : 0;
    const white = side === 0 ? chance : 1 - chance;
    return showChance(white, what === "value" ? t("chance", Math.round(100 * white)) : t("winIn", sideName(isGood ? side : 1 - side), amount));
  }
  function showChance(white, text) {
    bar.fill.style.width = `${(100 * white).toFixed(1)}%`;
    bar.text.textContent = text;
  }
  function flip() {
    flipped = !flipped;
    flipButton.setAttribute("aria-pressed", String(flipped));
    show();
    say(t("flipped"));
  }

  // --- clocks ------------------------------------------------------------------------------------

  const timeText = (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  function tick() {
    if (!clocks || over) return;
    const now = performance.now();
    if (game.length > 0) clocks.left[clocks.side] -= now - clocks.since;
    clocks.since = now;
    clocks.side = game.side;
  }
  function showClocks() {
    clockLine.hidden = !clocks;
    if (!clocks) return;
    clockLine.replaceChildren(...[0, 1].map((side) =>
      make("span", { class: !over && game.side === side ? "running" : null }, `${sideName(side)} ${timeText(clocks.left[side])}`)));
  }
  setInterval(() => {
    if (!clocks || over || !game) return;
    tick();
    if (clocks.left[clocks.side] <= 0) return end(2 - clocks.side, t("time"));
    return showClocks();
  }, 250);

  // --- the record --------------------------------------------------------------------------------

  function recordText() {
    const record = game.record();
    try {
      for (const side of [0, 1]) record.setTag(side ? "Black" : "White", players[side] ? `schiri ${levels[players[side].level].bot}` : sideName(side));
      for (const [name, value] of [["Event", "A game in the browser"], ["Site", "schiri.html"], ["Round", "1"]]) record.setTag(name, value);
      record.setTag("Date", new Date().toISOString().slice(0, 10).replace(/-/g, "."));
      if (over && over.isAgreed) {
        record.setResult(results[over.result]);
        record.setTag("Termination", over.text.includes(t("time")) ? "time forfeit" : "resignation");
      }
      return record.write("pgn");
    } finally {
      record.free();
    }
  }
  function save(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    said.textContent = t("saved", name);
  }
  function download() { save(`${spec.name}.pgn`, recordText()); }
  async function copyPosition() {
    try {
      await navigator.clipboard.writeText(shown.position);
      said.textContent = t("copied");
    } catch (error) {
      said.textContent = shown.position;
    }
  }

  // --- keys and clicks ---------------------------------------------------------------------------

  function neighbour(from, key) {
    const here = turned(from), [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null, least = Infinity;
    for (const place of places) {
      const { x, y } = turned(place), along = (x - here.x) * dx + (y - here.y) * dy, aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      if (along < 2 || aside > 2 * along) continue;
      if (along + 2 * aside < least) [best, least] = [place, along + 2 * aside];
    }
    return best;
  }
  function focus(place) {
    for (const other of places) other.element.setAttribute("tabindex", other === place ? 0 : -1);
    focused = place.name;
    place.element.focus();
  }
  svg.addEventListener("keydown", (event) => {
    const place = places.find(({ element }) => element === event.target);
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.startsWith("Arrow")) {
      const found = neighbour(place, event.key);
      if (found) focus(found);
    } else if (event.key === "Enter" || event.key === " ") choose(place.name);
    else if (event.key === "Backspace" && begun) takePart();
    else if (event.key === "Escape" && begun) { begun = ""; say(""); showEntry(); }
    else return;
    event.preventDefault();
  });
  function layPlaces() {
    places = kind.places(boards[number].variant);
    for (const place of places) {
      const r = Math.min(radius(place), 30);
      place.element = draw("g", { class: "place", role: "button", "data-place": place.name, onclick: () => choose(place.name) },
        draw("circle", { class: "reach", r }), draw("circle", { class: "ring", r: 0.8 * r }));
    }
    overlay.replaceChildren(...places.map(({ element }) => element));
  }

  // Starts a game: {name, variant, start, roll, turns}; a player is null or {level}.
  function begin(given, its) {
    halt();
    adviser.stop();
    spec = { name: given.name, variant: given.variant, start: given.start, roll: given.roll };
    if (shown && shown !== game) shown.free();
    if (game) game.free();
    shown = game = given.seed === undefined ? engine.game(given) : engine.drawn(given.name, given.variant, given.seed);
    spec.variant = game.variant;
    spec.start = game.start;
    spec.roll = null;
    seed = Math.floor(Math.random() * 1e6) + 1;
    kind = engine.kind(spec.name);
    const boardNumber = (variant) => boards.findIndex((board) => board.game === spec.name && board.variant === variant);
    number = boardNumber(spec.variant);
    if (number < 0) number = boardNumber(spec.variant.split(";")[0]);
    players = its.players;
    clocks = its.minutes ? { left: [its.minutes * 60000, its.minutes * 60000], since: performance.now(), side: game.side } : null;
    flipped = Boolean(its.flipped);
    flipButton.setAttribute("aria-pressed", String(flipped));
    focused = null;
    const ending = game.ending;
    over = ending ? { result: ending.result, text: "" } : null;
    if (over) over.text = t(["", "whiteWins", "blackWins", "draw"][ending.result], t.of("reasons", ending.reason));
    layPlaces();
    listTurns();
    go(its.at === undefined ? game.length : its.at);
    if (atEnd()) next();
  }
  return {
    begin, save,
    get position() { return shown.position; },
    get turns() { return game.turns; },
    get side() { return game.side; },
    get isOver() { return Boolean(over); },
    get isThinking() { return thinking; },
    get legal() { return shown.parts(begun); },
    get spec() { return spec; },
    get seats() { return { players, flipped, at, minutes: 0 }; },
    stop() { halt(); adviser.stop(); },
  };
}
