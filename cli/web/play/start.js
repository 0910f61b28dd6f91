// The page: its sections, its language, new games, and the game and language kept in the browser.
import { createGames } from "./games.js";
import { lessonsOf } from "./lessons.js";
import { createRecords } from "./records.js";
import { createRules } from "./rules.js";
import { meaningOf, nameOfSetting } from "./settings.js";
import { boardView, byId, draw, inflated, make, piped, store } from "../shared/dom.js";
import { goalOf, variantOf } from "../table/guide.js";
import { levelNames } from "../table/levels.js";
import { startEngine } from "../shared/page_engine.js";
import { beginningOf, seedFor } from "../table/match.js";
import { createTable } from "../table/table.js";
import { languages, nameOfLanguage, pattern, speaker, texts, usual } from "../shared/words.js";

const data = JSON.parse(byId("data").textContent);
const sections = { play: pattern("Play"), records: pattern("Records"), rules: pattern("Rules"), about: pattern("About") };
// The variant that a beginner should meet first.
const firstVariants = { sperre: "move-first+both" };
const firstLevel = 2;
let engine = null, module = null, table = null, games = null, records = null, t = speaker(usual), rules = null, rulesTexts = null;
// The lesson on the board: its game and its number.
let taught = { name: "", number: 0 };
let isKept = true;

const keeper = store("schiri.");
const kept = {
  get(name) { try { return JSON.parse(keeper.get(name)); } catch { return null; } },
  set: (name, value) => keeper.set(name, JSON.stringify(value)),
};

const select = (id, label, options, onchange) => {
  const box = make("select", { id, onchange }, options.map(([value, text]) => make("option", { value }, text)));
  return { box, label: make("label", null, label, box), get value() { return box.value; } };
};
const heading = (text, dialog) => make("header", { class: "dialog-head" }, make("h2", null, text),
  make("button", { type: "button", class: "close", "aria-label": t("Close"), title: t("Close"), onclick: () => dialog.close() },
    draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: "M5 7l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z" }))));

// --- the rules of the game on the board ---------------------------------------------------------

function showRules() {
  const dialog = byId("rules-dialog"), kind = engine.kind(table.spec.name);
  dialog.replaceChildren(heading(t("Rules of {0}", kind.title), dialog), make("p", { class: "goal" }, t(goalOf(kind))), ...rules.of(kind, table.spec.variant));
  dialog.setAttribute("aria-label", t("Rules of {0}", kind.title));
  openSheet(dialog);
}
// Opens a dialog at its beginning, wherever it was left.
function openSheet(dialog) {
  if (!dialog.open) dialog.showModal();
  requestAnimationFrame(() => { dialog.scrollTop = 0; });
}

// --- new games ----------------------------------------------------------------------------------

function preparedForm(dialog) {
  const card = (kind, i) => {
    const svg = draw("svg", { "aria-hidden": "true" }), game = engine.drawn(kind.name, firstVariants[kind.name] || null, 3);
    const number = data.boards.findIndex((board) => board.game === kind.name);
    boardView(svg, data.boards).show(number, game.figures, false, false);
    game.free();
    return make("label", { class: "game-card" }, make("input", { type: "radio", name: "kind", value: kind.name, checked: i === 0, onchange: offerVariants }),
      svg, make("strong", null, kind.title), make("span", null, t(goalOf(kind))));
  };
  const cards = make("fieldset", { class: "game-cards" }, make("legend", null, t("Which game?")), engine.kinds.map(card));
  const variant = select("new-variant", t("Variant"), [], null);
  const opponent = select("new-opponent", t("Opponent"), [["bot", t("a bot")], ["friend", t("a friend at this screen")], ["bots", t("bot against bot")]], offerLevels);
  const strengths = levelNames.map((name, i) => [i + 1, `${i + 1} – ${t(name)}`]);
  const level = select("new-level", t("Strength"), strengths, null), other = select("new-other", t("Strength of Black"), strengths, null);
  const side = select("new-side", t("You play"), [["0", t("White")], ["1", t("Black")], ["", t("a colour at random")]], null);
  const clock = select("new-clock", t("Clock"), [["0", t("clock\x04none")], ...[3, 5, 10, 30].map((n) => [n, t("{0} minutes each", n)])], offerLevels);
  const increment = select("new-increment", t("Increment"), [["0", t("clock\x04none")], ...[2, 5, 10].map((n) => [n, t("{0} seconds a turn", n)])], null);
  const person = (id, label) => { const box = make("input", { id, type: "text", maxlength: 40, autocomplete: "off" }); return { box, label: make("label", null, label, box) }; };
  const people = [person("new-white", t("Name of White")), person("new-black", t("Name of Black"))];
  const settings = make("details", { class: "settings" });
  const chosenKind = () => engine.kind(/** @type {any} */ (form.elements.namedItem("kind")).value);
  const variantText = (kind, name) => t(variantOf(kind.name, name) || name);
  // The strengths, with the games that were won against each.
  function nameLevels(kind) {
    const won = (kept.get("won") || {})[kind.name] || {};
    [...level.box.options].forEach((option, i) => { option.textContent = strengths[i][1] + (won[i + 1] ? `, ${t("won {0} {0:time|times}", won[i + 1])}` : ""); });
  }
  function offerVariants() {
    const kind = chosenKind();
    nameLevels(kind);
    variant.box.replaceChildren(...kind.variants.map((name) => make("option", { value: name }, variantText(kind, name))));
    variant.box.value = firstVariants[kind.name] || kind.variants[0];
    variant.box.disabled = kind.variants.length < 2;
    const choices = [...kind.settings].map(([name, values]) => select(`setting-${name}`, nameOfSetting(t, name), values.map((value) => [value, meaningOf(t, name, data.settings[kind.name][name], value)]), null));
    settings.replaceChildren(make("summary", null, t("Settings")), make("div", { class: "options" }, ...choices.map(({ label }) => label)));
    settings.hidden = choices.length === 0;
  }
  // The variant with the settings that are not the first of their values.
  function chosenVariant() {
    const names = [...chosenKind().settings.keys()];
    return [...settings.querySelectorAll("select")].reduce((text, box, i) => (box.selectedIndex > 0 ? `${text}; ${names[i]}=${box.value}` : text), variant.value);
  }
  function offerLevels() {
    const isOf = (...kinds) => kinds.includes(opponent.value);
    level.label.hidden = !isOf("bot", "bots");
    side.label.hidden = !isOf("bot");
    other.label.hidden = !isOf("bots");
    for (const { label } of people) label.hidden = !isOf("friend");
    increment.label.hidden = clock.value === "0";
  }
  const learn = make("button", { type: "button", id: "learn", onclick: () => {
    dialog.close();
    teach(chosenKind().name, 0);
    table.focus();
  } }, t("Learn it in two minutes"));
  const form = make("form", { class: "setup", onsubmit: (event) => {
    event.preventDefault();
    dialog.close();
    const level1 = { level: Number(level.value) }, level2 = { level: Number(other.value) }, mine = side.value === "" ? Math.floor(2 * Math.random()) : Number(side.value);
    /** @type {(null | {level: number})[]} */
    const players = { bot: mine ? [level1, null] : [null, level1], friend: [null, null], bots: [level1, level2] }[opponent.value];
    begin({ name: chosenKind().name, variant: chosenVariant() }, { players, names: people.map(({ box }) => (opponent.value === "friend" && box.value.trim()) || null),
      minutes: Number(clock.value), increment: Number(increment.value), flipped: opponent.value === "bot" && mine === 1 });
    table.focus();
  } }, cards, make("div", { class: "options" }, opponent.label, level.label, other.label, side.label, people.map(({ label }) => label), clock.label, increment.label, variant.label),
  settings, make("p", { class: "buttons" }, make("button", { class: "main", id: "begin" }, t("button\x04Start")), learn),
  games.list(t, (state) => { table.begin(...state); dialog.close(); }));
  level.box.value = String(firstLevel);
  other.box.value = String(firstLevel + 1);
  offerVariants();
  offerLevels();
  return form;
}
function begin({ name, variant }, its) {
  games.name();
  table.begin({ name, variant, seed: seedFor(engine, name, variant) }, its);
}
// A lesson of a game on the board; after the last a game is offered.
function teach(name, number) {
  const kind = engine.kind(name), lessons = lessonsOf(t, kind, firstVariants[name] || kind.variants[0]), lesson = lessons[number];
  const isLast = number === lessons.length - 1;
  taught = { name, number };
  games.name();
  const next = () => { teach(name, number + 1); table.focus(); };
  table.begin(lesson.spec, { players: [null, null], lesson: { ...lesson, isLast, next: isLast ? offerGame : next } });
}
function offerGame() {
  const dialog = byId("new-dialog"), box = table.spec && dialog.querySelector(`input[value="${table.spec.name}"]`);
  dialog.replaceChildren(heading(t("Choose a game"), dialog), preparedForm(dialog));
  dialog.setAttribute("aria-label", t("Choose a game"));
  if (box) dialog.querySelector(`input[value="${table.spec.name}"]`).click();
  openSheet(dialog);
  /** @type {HTMLElement} */ (dialog.querySelector("input:checked")).focus({ preventScroll: true });
}

// --- the sections -------------------------------------------------------------------------------

function showPlay() {
  const tool = (id, action, text) => make("button", { type: "button", id, onclick: action }, text);
  const tools = [tool("show-rules", showRules, t("Rules")), tool("new-game", offerGame, t("New game"))];
  const before = table ? table.state : games.last, isLesson = Boolean(table) && table.isLesson;
  isKept = true;
  if (table) table.close();
  const root = make("div", { id: "table-root" });
  byId("play").replaceChildren(root);
  table = createTable({ root, engine, module, boards: data.boards, t, tools, onChange: keepGame, onNew: games.name, onTurn: sound, onWin: countWin, linkOf });
  try {
    if (isLesson) return teach(taught.name, taught.number);
    if (before) return table.begin(...before);
  } catch (error) { /* A game that another version kept. */ }
  return begin({ name: engine.kinds[0].name, variant: null }, { players: [null, { level: firstLevel }] });
}
// The games that were won on this device, by game and level.
function countWin({ game, level }) {
  const won = kept.get("won") || {}, its = won[game] || {};
  kept.set("won", { ...won, [game]: { ...its, [level]: (its[level] || 0) + 1 } });
}
function keepGame() {
  if (!table || !table.spec || table.isLesson) return;
  const wasKept = isKept;
  isKept = games.keep(table.state);
  if (isKept !== wasKept) table.tell(isKept ? "" : t("This browser has no room for the game: what is played now is gone when the page is closed. Download the record to keep it."));
}

// --- light, dark and sound ----------------------------------------------------------------------

// The style sheet's rules for the dark hold always, never, or as the system wishes.
const darkRules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSMediaRule && /prefers-color-scheme/.test(rule.conditionText))
  .map((rule) => ({ media: /** @type {CSSMediaRule} */ (rule).media, system: /** @type {CSSMediaRule} */ (rule).conditionText }));
function appear(how) {
  for (const { media, system } of darkRules) media.mediaText = { light: "not all", dark: "screen" }[how] || system;
  /** @type {HTMLElement} */ (document.querySelector("meta[name=color-scheme]")).setAttribute("content", how === "light" || how === "dark" ? how : "light dark");
}
let audio = null;
// A short tone when a bot has played, a longer one at the end; only if the player wants it.
function sound(isOver) {
  if (!kept.get("sound")) return;
  audio = audio || new AudioContext();
  const tone = audio.createOscillator(), volume = audio.createGain(), end = audio.currentTime + (isOver ? .5 : .09);
  tone.frequency.value = isOver ? 440 : 330;
  volume.gain.setValueAtTime(.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(.001, end);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(end);
}
function preferences() {
  const look = select("appearance", t("Appearance"), [["system", t("as the system")], ["light", t("light")], ["dark", t("dark")]], () => { kept.set("appearance", look.value); appear(look.value); });
  look.box.value = kept.get("appearance") || "system";
  const loud = make("input", { type: "checkbox", id: "sound", checked: Boolean(kept.get("sound")), onchange: () => { kept.set("sound", loud.checked); sound(false); } });
  return make("p", { class: "buttons" }, look.label, make("label", null, loud, " ", t("Sound when a bot has played")));
}

// --- links --------------------------------------------------------------------------------------

// An address of this page that holds a record.
async function linkOf(record) {
  const packed = new Uint8Array(await piped(record, new CompressionStream("deflate-raw")).arrayBuffer());
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${location.href.split("#")[0]}#game=${text}`;
}
// In place of its address: going back does not open it again.
async function openLink() {
  const packed = location.hash.slice("#game=".length).replace(/-/g, "+").replace(/_/g, "/");
  location.replace("#play");
  try {
    const [record] = engine.read(await inflated(packed).text(), { form: "pgn" });
    openRecord(record);
    record.free();
  } catch (error) {
    table.say(t("This link holds no game that this page can read. Part of it may be missing."));
  }
}

function showAbout() {
  byId("about").replaceChildren(make("h2", null, t("About")), preferences(), make("p", null, t("Four board games that are played nowhere else. Everything happens in this file; nothing is sent anywhere. The game is kept in this browser.")), ...[t("schiri is a referee for abstract board games: rules, records, bots, tournaments and ratings. This page is one file. It holds the very engine of the program, compiled for browsers; it loads nothing and sends nothing, and may be kept, copied and passed on."), t("The bots think in the background. Stronger ones look further ahead and take more time."), t("Version {0}. MIT licence.", engine.version)].map((text) => make("p", null, text)));
}

// Shows a record of the user on the board. The game that was on it is kept.
function openRecord(record) {
  const begun = record.replay(0), spec = { name: record.game, variant: record.variant, ...beginningOf(begun), turns: record.played };
  begun.free();
  location.hash = "#play";
  games.name();
  const result = record.isValid ? ["", "1-0", "0-1", "1/2-1/2"].indexOf(record.result) : 0;
  const last = record.replay(record.length), isRecorded = result > 0 && !last.ending;
  last.free();
  table.begin(spec, { players: [null, null], at: record.length, names: [record.tag("White"), record.tag("Black")],
    record: record.isValid ? record.write("pgn") : null, over: isRecorded ? { result, why: "recorded" } : null });
}

// The rules of all games with their pictures, when they are first read.
function showAllRules() {
  if (byId("rules").hasChildNodes()) return;
  byId("rules").replaceChildren(make("h2", null, t("Rules")), ...engine.kinds.map((kind) => make("div", { class: "rules" }, make("h3", null, kind.title), ...rules.of(kind, firstVariants[kind.name]))));
}
function showSection() {
  if (location.hash.startsWith("#game=")) {
    openLink();
    return;
  }
  const wanted = location.hash.slice(1), current = Object.hasOwn(sections, wanted) ? wanted : "play";
  if (current === "rules") showAllRules();
  for (const id of Object.keys(sections)) byId(id).hidden = id !== current;
  for (const link of byId("sections").querySelectorAll("a")) {
    if (link.hash === `#${current}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${t(sections[current])} – schiri`;
}

function speak(language) {
  t = speaker(language);
  document.documentElement.lang = language;
  engine.setLanguage(language, texts);
  byId("skip").textContent = t("Skip to the board");
  byId("language").setAttribute("aria-label", t("Language"));
  byId("sections").setAttribute("aria-label", t("Sections"));
  byId("sections").firstElementChild.replaceChildren(...Object.entries(sections).map(([id, title]) => make("li", null, make("a", { href: `#${id}` }, t(title)))));
  rules = createRules({ engine, boards: data.boards, texts: rulesTexts, settings: data.settings, t });
  showPlay();
  const typed = records ? records.state : null;
  if (records) records.close();
  records = createRecords({ before: typed, root: byId("records"), engine, module, t, openRecord, save: (...given) => table.save(...given) });
  byId("rules").replaceChildren();
  showAbout();
  showSection();
}

async function start() {
  try {
    ({ module, engine } = await startEngine());
    rulesTexts = await inflated(data.rules).json();
  } catch (error) {
    byId("loading").textContent = "WebAssembly" in globalThis && "DecompressionStream" in globalThis ? t("The page cannot start: {0}", error.message) :
      t("This browser is too old for this page; it takes one of 2023 or later.");
    throw error;
  }
  byId("loading").hidden = true;
  appear(kept.get("appearance"));
  const language = kept.get("language");
  if (languages.includes(language)) t = speaker(language);
  byId("language").append(...languages.map((code) => make("option", { value: code, lang: code }, nameOfLanguage(code))));
  byId("language").value = t.language;
  byId("language").addEventListener("change", () => {
    kept.set("language", byId("language").value);
    speak(byId("language").value);
  });
  games = createGames({ kept, engine });
  const isFresh = !games.last?.[0].turns.length;
  speak(t.language);
  // The page opens on the choice of a game, unless one waits to go on.
  if (isFresh && byId("play").checkVisibility() && !location.hash) offerGame();
  addEventListener("hashchange", showSection);
  // The clocks as they are when the page is left.
  addEventListener("pagehide", keepGame);
}
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  if (byId("play").hidden) byId("main").focus();
  else table.focus();
});
start();
