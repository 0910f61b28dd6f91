// The texts of a page in the reader's language. Scripts have them in English, t("Game {0}", number), as the
// program has; schiriTexts are their translations by language, which the program takes from its catalogue.
// `{0}` is a value, `{0:game|games}` the form that it needs; what precedes \x04 only tells texts apart.

// Marks a text that is translated later, by t(text).
const pattern = (english) => english;

const schiriWords = ((texts, languages) => {
  const usual = (navigator.languages || [navigator.language]).map((tag) => tag.slice(0, 2)).find((tag) => languages.includes(tag)) || "en";

  function speaker(language) {
    const isOne = (value) => Number(value) === 1 || (language === "fr" && Number(value) === 0);
    const t = (english, ...values) => ((texts[english] || {})[language] || english.replace(/^.*\x04/, ""))
      .replace(/\{(\d)(?::([^|}]*)\|([^}]*))?\}/g, (_whole, n, one, many) => (many === undefined ? values[n] : isOne(values[n]) ? one : many));
    t.language = language;
    return t;
  }
  function nameOf(language) {
    const t = speaker(language);
    return t("language\x04English");
  }
  return { languages, usual, speaker, nameOf };
})(schiriTexts, schiriLanguages);
