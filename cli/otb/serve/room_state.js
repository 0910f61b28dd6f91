// What the page of an event shows and keeps: the state of the server, the language, names and results.
import { store } from "../../web/shared/dom.js";
import { pattern, speaker, usual } from "../../web/shared/words.js";

export const RESULTS = { "1-0": ["1", "0"], "1/2-1/2": ["½", "½"], "0-1": ["0", "1"], "0-0": ["0", "0"], "+--": ["+", "–"], "--+": ["–", "+"], "---": ["–", "–"] };
export const OTHER_RESULTS = { "0-0": pattern("Both lose (0 – 0)"), "+--": pattern("White wins by forfeit (+ –)"), "--+": pattern("Black wins by forfeit (– +)"), "---": pattern("Neither player appeared (– –)") };
export const TABS = { round: pattern("Round"), players: pattern("Players"), standing: pattern("Standing"), table: pattern("Cross table"), bracket: pattern("Bracket"), log: pattern("Log") };

export const kept = store("schiri-");
export const page = {
  language: kept.get("language") || usual,
  tab: "round", round: 0, openOnly: false, search: "", people: "", listRounds: 0, showsTieBreaks: false,
  /** @type {any} */ state: null,
  /** @type {any} */ list: null,
  key: kept.get("key"), id: kept.get("id"), name: kept.get("name"),
  offline: false, isEntering: false,
  decided: "",  // the version that was shown when the open dialog began
};
if (!/^[a-z0-9]{6}$/.test(page.id)) {
  page.id = [...crypto.getRandomValues(new Uint8Array(6))].map((n) => "abcdefghijkmnpqrstuvwxyz23456789"[n % 32]).join("");
  kept.set("id", page.id);
}
export let t = speaker(page.language);
export function setLanguage(language) {
  page.language = language;
  kept.set("language", language);
  t = speaker(language);
}
// What room.js draws, for those who change what is shown.
export const view = { show() {}, askCode() {} };
export const helper = () => `${page.name || "page"} ${page.id}`;
// A view for a projector is large, shows one screenful after the other, and takes no entries.
export const isProjector = location.hash === "#projector", PROJECTED = 12000;
export const canEnter = () => page.state && !page.state.code && !page.offline && !isProjector;

// --- names --------------------------------------------------------------------------------------

// Without accents and case; the German spellings of ä, ö, ü count as these.
const letters = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "a", œ: "o", ı: "i", þ: "th", ð: "d" };
const plain = (text) => text.toLowerCase().replace(/[ßøłđæœıþð]/g, (c) => letters[c]).normalize("NFD")
  .replace(/\p{M}/gu, "").replace(/[,.]/g, " ").replace(/([aou])e/g, "$1").replace(/\s+/g, " ").trim();
export const contains = (name, search) => plain(search).split(" ").every((word) => plain(name).includes(word));
export const shown = (result) => result ? RESULTS[result].join(" – ") : t("no result");

export const decimals = (points) => page.language === "en" ? points.toFixed(1) : points.toFixed(1).replace(".", ",");
// Local time as the language writes it; English pages have that of ISO 8601, as Swedish has.
export const moment = (time) => new Date(time).toLocaleString(page.language === "en" ? "sv" : page.language,
  { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" });

// The server makes the table and escapes all names in it.
const keep = { createHTML: (html) => html };
export const ownHtml = typeof trustedTypes === "object" ? trustedTypes.createPolicy("schiri-list", keep) : keep;
