// The words of schiriWordTables (cli/share/translations/*.json) in a language. `{0}` is a placeholder.
const schiriWords = ((all) => {
  const languages = Object.keys(all);
  const usual = (navigator.languages || [navigator.language]).map((tag) => tag.slice(0, 2)).find((tag) => tag in all) || "en";

  // A translator: t("key", ...), with t.of("group", "key") for tables.
  function speaker(language) {
    const fill = (text, values) => text.replace(/\{(\d)\}/g, (_whole, n) => values[n]);
    const t = (key, ...values) => fill(all[language][key], values);
    t.language = language;
    t.of = (group, key, ...values) => fill(all[language][group][key] || key, values);
    t.has = (key) => key in all[language];
    t.list = (key) => all[language][key];
    return t;
  }
  return { languages, usual, speaker, nameOf: (language) => all[language].name };
})(schiriWordTables);
