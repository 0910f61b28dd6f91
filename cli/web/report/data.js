// Text from records reaches the page only as text nodes and attributes, never as markup.
import { byId, inflated } from "../shared/dom.js";
import { speaker } from "../shared/words.js";

export const unpack = (text) => inflated(text).json();
const packed = byId("data").textContent;
// Tells this report from others that were written to the same file.
export const version = (() => {
  let hash = 0;
  for (let i = 0; i < packed.length; ++i) hash = (Math.imul(hash, 31) + packed.charCodeAt(i)) | 0;
  return hash;
})();
export const data = { ...await unpack(packed), blocks: JSON.parse(byId("blocks").textContent) };
export const resultTexts = ["1-0", "½-½", "0-1", "*"];
export const t = speaker(document.documentElement.lang);
export const resultNames = [t("White won"), t("draw"), t("Black won"), t("no result")];

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
export const whole = (n) => n.toLocaleString(t.language);
// Zero has no sign.
export const decimal = (n) => (Math.abs(n) < .05 ? 0 : n).toLocaleString(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
// A date of a record as the language writes it, without its unknown parts.
export const dateText = (date) => {
  const known = /^\d{4}\./.test(date) ? date.replace(/\.[^.]*\?.*/, "").split(".") : [];
  if (!known.length) return date;
  return t.language === "en" ? known.join(".") : known.reverse().join(t.language === "fr" ? "/" : ".");
};
export const percent = (part, all) => (all ? `${decimal((100 * part) / all)} %` : "–");
export const points = (n) => (Number.isInteger(n) ? String(n) : decimal(n));
export const sentenceEnd = (text) => (text.endsWith(".") ? text : `${text}.`);
export const rounded = (n, bound) => (n === null ? bound || "–" : (Math.abs(n) < .5 ? 0 : n).toFixed(0));
export const signed = (n) => `${Math.abs(n) < .05 ? "" : n < 0 ? "−" : "+"}${decimal(Math.abs(n))}`;
export const record = ([won, drawn, lost]) => `+${won} =${drawn} −${lost}`;
// A share in per cent, for columns with that unit.
export const share = (part, all = 1) => (part === null || !all ? keyed("–", null) : keyed(decimal((100 * part) / all), part / all));

// A game of the list: [kind, white, black, result, ending, turns, event, date, round].
export const game = (number) => {
  const [kind, white, black, result, ending, turns, event, date, round] = data.games[number];
  return {
    number, kind, result, turns, round,
    white: data.players[white] || "?", black: data.players[black] || "?",
    ending: data.words[ending], event: data.words[event], date: data.words[date],
  };
};
export const players = data.players.filter((name) => name && name !== "?");
// Names are found by parts, in any case, with or without accents.
export const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const folded = data.players.map(fold);
export const finder = (wanted) => {
  if (!wanted) return () => true;
  if (wanted === "?") return (player) => ["", "?"].includes(data.players[player]);
  const whole = data.players.indexOf(wanted), part = fold(wanted);
  return whole >= 0 ? (player) => player === whole : (player) => folded[player].includes(part);
};
// The title as the name of a saved file.
export const fileName = data.title.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "report";
// A value and what it sorts by, is saved as, if that is another one.
export const keyed = (shown, key) => ({ shown, key });
// The number that readers see: of a game of a database its id, which all commands take.
export const shownNumber = (number) => (data.ids ? data.ids[number] : number + 1);
export const numberOf = (shown) => (data.ids ? data.ids.indexOf(shown) : shown - 1);
export const linkToGame = (number, ply) => `#game-${shownNumber(number)}${ply === undefined ? "" : `-${ply}`}`;

// --- games turn by turn ------------------------------------------------------------------------

const blocks = new Map();
// A game: {start, turns, positions, figures, sides, comments, introduction, nags, variations, ending, record}. Its
// variations are such lines too, each with its `parent`, of which it replaces the turn after `start`.
export async function unpackGame(number) {
  const block = Math.floor(number / data.gamesPerBlock);
  if (!blocks.has(block)) blocks.set(block, unpack(data.blocks[block]));
  return withParents((await blocks.get(block))[number % data.gamesPerBlock], null);
}
function withParents(line, parent) {
  line.parent = parent;
  for (const variation of line.variations) withParents(variation, line);
  return line;
}
// The figures of a position, each [symbol, x, y].
export const figuresOf = (kind, numbers) => (numbers.match(/\d+/g) || []).map((number) => data.kinds[kind].figures[number]);
