  // --- games turn by turn ----------------------------------------------------------------------

  const blocks = new Map();

  async function unpack(text) {
    const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  // The changes by the turns of a game and variant, by their numbers.
  const plies = new Map();
  function pliesOf(kind) {
    if (!plies.has(kind)) plies.set(kind, unpack(data.kinds[kind].plies));
    return plies.get(kind);
  }

  // Numbers are characters from U+0100 on, without surrogates; counts never reach those.
  const numberOf = (character) => {
    const code = character.charCodeAt(0);
    return code - 0x100 - (code > 0xdfff ? 0x800 : 0);
  };

  async function unpackGame(number) {
    const block = Math.floor(number / data.gamesPerBlock), [kind] = data.games[number];
    if (!blocks.has(block)) blocks.set(block, unpack(data.blocks[block]));
    const packed = (await blocks.get(block))[number % data.gamesPerBlock];
    const unpacked = unpackLine(packed, null, kind, await pliesOf(kind));
    const result = resultTexts[data.games[number][3]].replace("½-½", "1/2-1/2");
    return Object.assign(unpacked, { ending: packed.e, record: packed.r || packed.h + movetext(unpacked, result) });
  }

  // A game, or a variation that replaces a turn of its parent.
  function unpackLine(packed, parent, kind, known) {
    const unpacked = {
      parent, start: packed.a || 0, positions: [packed.p], figures: [packed.f], turns: [],
      comments: packed.c, sides: packed.s, glyphs: packed.n || {},
    };
    const others = [...(packed.x || [])];
    for (const code of packed.i) {
      const [turn, position, figures] = code === "!" ? others.shift() : known[numberOf(code)];
      const at = unpacked.turns.length;
      unpacked.turns.push(turn);
      unpacked.positions.push(changedPosition(unpacked.positions[at], position));
      unpacked.figures.push(changedFigures(kind, unpacked.figures[at], figures));
    }
    unpacked.variations = (packed.v || []).map((variation) => unpackLine(variation, unpacked, kind, known));
    return unpacked;
  }
  function changedPosition(before, change) {
    if (change[0] === "=") {
      const head = numberOf(change[1]), tail = numberOf(change[2]);
      return before.slice(0, head) + change.slice(3) + before.slice(before.length - tail);
    }
    const board = (word) => (word.includes("/") ? word.replace(/\d+/g, (n) => ".".repeat(Number(n))) : word);
    const fields = [...before.split(" ").map(board).join(" ")];
    for (let i = 1; i < change.length; i += 2) fields[numberOf(change[i])] = change[i + 1];
    return fields.join("").replace(/\.+/g, (dots) => String(dots.length));
  }
  function changedFigures(kind, before, change) {
    if (change[0] === "=") return change.slice(1);
    const { figures, layers } = data.kinds[kind];
    const symbol = (code) => figures[numberOf(code)][0];
    const [marks, changed] = change.slice(1).split(" ");
    const pieces = new Set([...before].filter((code) => !symbol(code).includes("-last")));
    for (const code of changed) if (!pieces.delete(code)) pieces.add(code);
    const layer = (code) => layers.indexOf(symbol(code));
    return [...marks, ...pieces].sort((a, b) => layer(a) - layer(b) || numberOf(a) - numberOf(b)).join("");
  }

  // The movetext of a game without variations, as in records: words in lines of less than 80 columns.
  function movetext(game, result) {
    const words = [], began = game.sides[0] === "b" ? 1 : 0;
    game.turns.forEach((turn, i) => {
      const black = game.sides[i] === "b";
      if (!black || i === 0 || game.comments[i - 1]) words.push(`${Math.floor((i + began) / 2) + 1}${black ? "..." : "."}`);
      words.push(turn, ...(game.glyphs[i] || []).map((glyph) => `$${glyph}`));
      if (game.comments[i]) words.push(...`{${game.comments[i]}}`.split(" "));
    });
    const lines = [];
    for (const word of [...words, result]) {
      const last = lines[lines.length - 1];
      if (last !== undefined && last.length + 1 + word.length < 80) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return `${lines.join("\n")}\n\n`;
  }

