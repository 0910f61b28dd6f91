const schiriReport = (() => {
  const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

  // The bytes of a raw deflate stream (RFC 1951). Browsers offer this only with a wait, and the page
  // is drawn at once.
  function inflated(bytes) {
    let out = new Uint8Array(8 * bytes.length + 256), size = 0, at = 0, held = 0, heldBits = 0;
    const bits = (count) => {
      for (; heldBits < count; heldBits += 8) {
        if (at >= bytes.length) throw new Error("the data of the page is cut off");
        held |= bytes[at++] << heldBits;
      }
      const value = held & ((1 << count) - 1);
      held >>>= count;
      heldBits -= count;
      return value;
    };
    const put = (byte) => {
      if (size === out.length) {
        const longer = new Uint8Array(2 * size);
        longer.set(out);
        out = longer;
      }
      out[size++] = byte;
    };
    // The number of codes of each length, and the symbols in the order of their codes.
    const codesOf = (/** @type {number[]} */ lengths) => {
      const counts = new Uint16Array(16), next = new Uint16Array(16), symbols = new Uint16Array(lengths.length);
      for (const length of lengths) ++counts[length];
      counts[0] = 0;
      for (let length = 1; length < 15; ++length) next[length + 1] = next[length] + counts[length];
      lengths.forEach((length, symbol) => { if (length) symbols[next[length]++] = symbol; });
      return { counts, symbols };
    };
    const symbolOf = ({ counts, symbols }) => {
      for (let code = 0, first = 0, index = 0, length = 1; length < 16; ++length) {
        code |= bits(1);
        if (code - counts[length] < first) return symbols[index + code - first];
        index += counts[length];
        first = (first + counts[length]) << 1;
        code <<= 1;
      }
      throw new Error("the data of the page is damaged");
    };
    const repeated = (count, value) => new Array(count).fill(value);
    const tableOf = (from, /** @type {number[]} */ extras) => extras.map((extra) => [(from += 1 << extra) - (1 << extra), extra]);
    const pairsTo = (last) => [0, 0, ...Array.from({ length: 2 * last + 2 }, (_, i) => i >> 1)];
    const distances = tableOf(1, pairsTo(13));
    const lengths = [...tableOf(3, [0, 0, 0, 0, ...[0, 1, 2, 3, 4, 5].flatMap((extra) => repeated(4, extra))]), [258, 0]];
    const taken = (/** @type {number[]} */ [from, extra]) => from + bits(extra);
    const dynamicCodes = () => {
      const literals = bits(5) + 257, all = literals + bits(5) + 1, used = bits(4) + 4, own = repeated(19, 0);
      [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].slice(0, used).forEach((symbol) => { own[symbol] = bits(3); });
      const codes = codesOf(own), found = [];
      while (found.length < all) {
        const symbol = symbolOf(codes);
        if (symbol < 16) found.push(symbol);
        else if (symbol === 16) found.push(...repeated(3 + bits(2), found[found.length - 1]));
        else found.push(...repeated(symbol === 17 ? 3 + bits(3) : 11 + bits(7), 0));
      }
      return [codesOf(found.slice(0, literals)), codesOf(found.slice(literals, all))];
    };
    for (let isLast = 0; !isLast;) {
      isLast = bits(1);
      const kind = bits(2);
      if (kind === 0) {
        held = heldBits = 0;
        const count = bytes[at] | bytes[at + 1] << 8;
        bytes.subarray(at + 4, at += 4 + count).forEach(put);
        continue;
      }
      const [literals, ways] = kind === 2 ? dynamicCodes()
        : [codesOf([...repeated(144, 8), ...repeated(112, 9), ...repeated(24, 7), ...repeated(8, 8)]), codesOf(repeated(30, 5))];
      for (let symbol = symbolOf(literals); symbol !== 256; symbol = symbolOf(literals)) {
        if (symbol < 256) {
          put(symbol);
          continue;
        }
        const count = taken(lengths[symbol - 257]), way = taken(distances[symbolOf(ways)]);
        for (let i = 0; i < count; ++i) put(out[size - way]);
      }
    }
    return out.subarray(0, size);
  }

  // Text from records reaches the page only as text nodes and attributes, never as markup.
  const element = (id) => document.getElementById(id).textContent;
  const data = JSON.parse(new TextDecoder().decode(inflated(bytesOf(element("data")))));
  data.blocks = JSON.parse(element("blocks"));
  const resultTexts = ["1-0", "½-½", "0-1", "*"];
  const t = schiriWords.speaker(document.documentElement.lang);
  const resultNames = [t("whiteWon"), t("drawn"), t("blackWon"), t("noResult")];
  const { byId, make, draw, boardView, saveText } = schiriDom;

  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const whole = (n) => n.toLocaleString(t.language);
  const decimal = (n) => n.toLocaleString(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
  // A date of a record as the language writes it, without its unknown parts.
  const dateText = (date) => {
    const known = /^\d{4}\./.test(date) ? date.split(".").filter((part) => !part.includes("?")) : [];
    return t.language === "en" || !known.length ? date : known.reverse().join(t.language === "fr" ? "/" : ".");
  };
  // "3 games" and the like, by the ends of the words' keys.
  const count = (n, what) => t(`${n === 1 ? "one" : "many"}${what}`, whole(n));
  const percent = (part, all) => (all ? `${decimal((100 * part) / all)} %` : "–");
  const points = (n) => (Number.isInteger(n) ? String(n) : decimal(n));
  const sentenceEnd = (text) => (text.endsWith(".") ? text : `${text}.`);
  const rounded = (n, bound) => (n === null ? bound || "–" : n.toFixed(0));
  const signed = (n) => `${n < 0 ? "−" : "+"}${decimal(Math.abs(n))}`;
  // A share in per cent, for columns with that unit.
  const share = (part, all = 1) => (part === null || !all ? keyed("–", null) : keyed(decimal((100 * part) / all), part / all));

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
  // The title as the name of a saved file.
  const fileName = data.title.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "report";
  // A value and what it sorts by, is saved as, if that is another one.
  const keyed = (shown, key) => ({ shown, key });
  const linkToGame = (number, ply) => `#game-${number + 1}${ply === undefined ? "" : `-${ply}`}`;

