// Turns as people type them, read as records are.

// The turn of a game of the engine that a text means, or null.
export function typedTurn(engine, game, text) {
  const record = game.record();
  const [header, movetext] = record.write("pgn").split(/\n\n(?=[^]*$)/);
  record.free();
  const read = engine.read(`${header}\n\n${movetext.trim().replace(/\*$/, "")} ${text} *\n`, { form: "pgn" });
  try {
    const [first] = read, played = first ? first.played : [];
    return read.length === 1 && first.isValid && played.length === game.length + 1 ? played[game.length] : null;
  } finally {
    for (const one of read) one.free();
  }
}
