const schiriReport = (() => {
  // Text from records reaches the page only as text nodes and attributes, never as markup.
  const data = JSON.parse(document.getElementById("data").textContent);
  const resultTexts = ["1-0", "½-½", "0-1", "*"];
  const t = schiriWords.speaker(document.documentElement.lang);
  const resultNames = [t("whiteWon"), t("drawn"), t("blackWon"), t("noResult")];
  const { byId, make, draw, boardView } = schiriDom;

  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const whole = (n) => n.toLocaleString(t.language);
  const decimal = (n) => n.toLocaleString(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
  // "3 games" and the like, by the ends of the words' keys.
  const count = (n, what) => t(`${n === 1 ? "one" : "many"}${what}`, whole(n));
  const percent = (part, all) => (all ? `${decimal((100 * part) / all)} %` : "–");
  const points = (n) => (Number.isInteger(n) ? String(n) : decimal(n));
  const sentenceEnd = (text) => (text.endsWith(".") ? text : `${text}.`);
  const rounded = (n, bound) => (n === null ? bound || "–" : n.toFixed(0));

  // A game of the list: [kind, white, black, result, ending, turns, event, date, round].
  const game = (number) => {
    const [kind, white, black, result, ending, turns, event, date, round] = data.games[number];
    return {
      number, kind, result, turns, round,
      white: data.players[white] || "?", black: data.players[black] || "?",
      ending: t.of("endings", data.words[ending]), event: data.words[event], date: data.words[date],
    };
  };
  const players = data.players.filter((name) => name && name !== "?");
  // Names are found by parts, in any case, with or without accents.
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const folded = data.players.map(fold);
  const finder = (wanted) => {
    if (!wanted) return () => true;
    const whole = data.players.indexOf(wanted), part = fold(wanted);
    return whole >= 0 ? (player) => player === whole : (player) => folded[player].includes(part);
  };
  const linkToGame = (number, ply) => `#game-${number + 1}${ply === undefined ? "" : `-${ply}`}`;

