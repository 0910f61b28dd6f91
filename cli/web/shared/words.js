// The texts of a page in the reader's language. Scripts have them in English, t("Game {0}", number), as the
// program has. `{0}` is a value, `{0:game|games}` the form that it needs; what precedes \x04 only tells texts
// apart. The program writes `schiriTexts` before the script: the languages, and the translations of each text
// by language, packed.
import { inflated } from "./dom.js";

export const { languages, packed } = schiriTexts;
/** @type {{[english: string]: {[language: string]: string}}} in a browser that cannot unpack them, English */
export const texts = await inflated(packed).json().catch(() => ({}));
export const usual = (navigator.languages || [navigator.language]).map((tag) => tag.slice(0, 2)).find((tag) => languages.includes(tag)) || "en";

// Marks a text that is translated later, by t(text).
export const pattern = (english) => english;

export function speaker(language) {
  // A number may be written as the language does: "1.000" is not one.
  const isOne = (value) => String(value) === "1" || (language === "fr" && String(value) === "0");
  const t = (english, ...values) => ((texts[english] || {})[language] || english.replace(/^.*\x04/, ""))
    .replace(/\{(\d)(?::([^|}]*)\|([^}]*))?\}/g, (_whole, n, one, many) => (many === undefined ? values[n] : isOne(values[n]) ? one : many));
  t.language = language;
  return t;
}
export function nameOfLanguage(language) {
  const t = speaker(language);
  return t("language\x04English");
}
