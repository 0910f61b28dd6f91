// What to do next and why a place is refused, in the player's language, for schiriPlay. All facts come
// from the engine: the figures of the position, the figures with the begun turn, and its continuations.
//
// A state is {game, variant, side, places, figures, begun, next, isTurn}: `figures` with the begun turn,
// `begun` its parts with their signs, `next` the possible next parts.
const schiriGuide = (() => {
  const colours = ["white", "black"];
  const isNear = (a, b) => Math.abs(a - b) < 2;
  const isMark = (symbol) => /last|chain|guard|column|row|tilted|turn-|reserve|disc|side-|name-/.test(symbol);
  const bare = (part) => part.replace(/^[+\-x~/,>]/, "");
  const isTilt = (part) => /^\/?[IV]+\d$/.test(part);
  // The parts of a turn with their signs.
  const wordsOf = (turn) => turn.split(/(?=[+\-x~/,>])/).filter(Boolean);
  // The name of a part's place among `places`: a place of the board, a face beside a die, or the die
  // (`IV` of `IV8`); otherwise null.
  function placeOf(places, part) {
    const name = part.length > 1 ? bare(part) : part;
    if (places.some((place) => place.name === name)) return name;
    const die = name.replace(/\d$/, "");
    return die !== name && places.some((place) => place.name === die && /\D$/.test(die)) ? die : null;
  }

  const placeNamed = (state, name) => state.places.find((place) => place.name === name);
  function symbolAt({ game, figures }, place) {
    const found = place && figures.find(([symbol, x, y]) => !isMark(symbol) && isNear(x, place.x) && isNear(y, place.y));
    return found ? found[0].slice(game.length + 1) : "";
  }
  // "mine", "theirs" or "empty".
  function ownerOf(state, name) {
    const symbol = symbolAt(state, placeNamed(state, name));
    if (!symbol.startsWith("white") && !symbol.startsWith("black")) return "empty";
    return symbol.startsWith(colours[state.side]) ? "mine" : "theirs";
  }
  const hasMark = (state, mark, name) => {
    const place = placeNamed(state, name);
    return state.figures.some(([symbol, x, y]) => symbol.endsWith(mark) && (mark === "column" || isNear(y, place.y)) && (mark === "row" || isNear(x, place.x)));
  };
  // The way between two places in steps of the board: [columns, rows].
  function way(state, from, to) {
    const [a, b] = [placeNamed(state, from), placeNamed(state, to)], [first] = state.places;
    const step = Math.min(...state.places.slice(1, 20).map((other) => Math.hypot(other.x - first.x, other.y - first.y)));
    return [Math.round((b.x - a.x) / step), Math.round((b.y - a.y) / step)];
  }
  const between = (state, from, to) => {
    const [a, b] = [placeNamed(state, from), placeNamed(state, to)];
    return state.places.find((place) => isNear(place.x, (a.x + b.x) / 2) && isNear(place.y, (a.y + b.y) / 2));
  };
  // The reason why a turn cannot begin with a piece of the player: [key, parameter...].
  function noOwnPiece(state, name) {
    const owner = ownerOf(state, name);
    return owner === "empty" ? [`${state.game}.empty`, name] : owner === "theirs" ? [`${state.game}.theirs`, name] : null;
  }

  // --- each game: its steps, the number of the present one, what to do, and why not ------------------

  const games = {
    creeper: {
      steps: () => ["from", "to"],
      now({ begun }) { return begun.length ? [1, "to", bare(begun[0])] : [0, "from"]; },
      why(state, name) {
        if (!state.begun.length) return noOwnPiece(state, name) || ["creeper.stuck", name];
        const from = bare(state.begun[0]), [columns, rows] = way(state, from, name).map(Math.abs);
        if (ownerOf(state, name) !== "empty") return ["occupied", name];
        if (columns + rows !== 2 || columns === 1) return ["creeper.far", name, from];
        const middle = between(state, from, name);
        return [ownerOf(state, middle.name) === "mine" ? "creeper.own" : "creeper.nothing", name, from, middle.name];
      },
    },
    springerjagd: {
      steps: () => ["knight", "fill", "second"],
      now({ begun, next }) {
        if (!begun.length) return [0, "knight"];
        if (begun.length === 1) return [0, "to", begun[0]];
        if (begun.length === 2) return [1, next.some((part) => bare(part) === "@") ? "reserve" : "fill", begun[0]];
        return begun.length === 3 ? [2, "second"] : [2, "secondTo", bare(begun[3])];
      },
      why(state, name) {
        const { begun } = state, symbol = symbolAt(state, placeNamed(state, name)), owner = ownerOf(state, name), from = begun[0];
        const isKnight = symbol.endsWith("knight"), isPair = symbol.endsWith("pair");
        if (!begun.length) return noOwnPiece(state, name) || [isKnight ? "springerjagd.stuck" : "springerjagd.knightFirst", name];
        if (begun.length === 1) {
          const [columns, rows] = way(state, from, name).map(Math.abs);
          if (owner === "mine") return ["springerjagd.own", name];
          if (owner === "theirs" && isPair) return ["springerjagd.pair", name];
          if (columns + rows === 1 && owner === "theirs") return [isKnight ? "springerjagd.protected" : "springerjagd.beside", name];
          return ["springerjagd.leap", name, from];
        }
        if (begun.length === 2) {
          if (owner !== "mine" || isKnight) return ["springerjagd.fill", name, from];
          return ["springerjagd.fillPair", name];
        }
        if (begun.length === 3) {
          if (name === from) return ["springerjagd.filled", name];
          return owner === "mine" && isKnight ? ["springerjagd.onlyPawn", name] : noOwnPiece(state, name) || ["springerjagd.stuckPawn", name];
        }
        return owner === "empty" || (owner === "mine" && symbol.endsWith("pawn")) ? ["springerjagd.same", name] : ["springerjagd.full", name];
      },
    },
    "more-or-less": {
      steps: ({ isPlacing }) => (isPlacing ? ["first", "other"] : ["from", "way"]),
      now({ begun, next, isPlacing, isTurn }) {
        if (isPlacing) return next.length === 1 && next[0] === "O" ? [0, "centre"] : [begun.length, begun.length ? "other" : "first"];
        if (next.includes("pass")) return [0, "pass"];
        if (!begun.length) return [0, "from"];
        if (begun.length === 1) return [1, "to", begun[0]];
        return [1, begun[1][0] === "-" ? "hop" : next.length ? "on" : isTurn ? "done" : "to", begun[0]];
      },
      why(state, name) {
        const { begun, next, isPlacing } = state, owner = ownerOf(state, name), last = begun.length ? bare(begun[begun.length - 1]) : "";
        if (isPlacing) return owner !== "empty" ? ["occupied", name] : next.length === 1 && next[0] === "O" ? ["more-or-less.centre", name] : ["notThere", name];
        if (!begun.length) return noOwnPiece(state, name) || ["more-or-less.stuck", name];
        if (owner !== "empty" && name !== bare(begun[0])) return ["occupied", name];
        if (begun.filter((part) => bare(part) === name).length > 1) return ["more-or-less.twice", name];
        if (begun.length > 1 && begun[1][0] === "-") return ["more-or-less.hopOnce", name, last];
        return [begun.length > 1 ? "more-or-less.hop" : "more-or-less.way", name, last];
      },
    },
    sperre: {
      steps: ({ variant }) => (variant.startsWith("move-first") ? ["move", "displace", "tilt"] : ["tilt", "move", "displace"]),
      now(state) {
        const { begun, next, isTurn } = state, moveFirst = state.variant.startsWith("move-first");
        const number = (step) => this.steps(state).indexOf(step), word = begun.filter((part) => !isTilt(part));
        if (next.length && next.every((part) => /pass$/.test(part))) return [number("move"), "pass"];
        if (next.length && next.every(isTilt)) return [number("tilt"), begun.length && !/pass/.test(begun[0]) ? "tiltLast" : "tilt"];
        if (!word.length) return [number("move"), "move"];
        if (word.length === 1) return [number("move"), "to", bare(word[0])];
        const displacing = word[word.length - 1];
        if (!/[->]/.test(displacing[0])) return [number("displace"), "displaceTo", bare(displacing)];
        return [number("displace"), moveFirst && !isTurn ? "displaceOrTilt" : "displace"];
      },
      why(state, name) {
        const { begun, next } = state, die = /^([IV]+)(\d?)$/.exec(name), moveFirst = state.variant.startsWith("move-first");
        const word = begun.filter((part) => !isTilt(part)), tilts = next.filter(isTilt), owner = ownerOf(state, name);
        if (die) {
          if (next.every((part) => /pass$/.test(part))) return ["sperre.pass", name];
          if (!tilts.length) return [moveFirst ? "sperre.moveFirst" : "sperre.tilted", name];
          if (!tilts.some((part) => bare(part).startsWith(die[1]) && bare(part).length === die[1].length + 1)) return ["sperre.justTilted", die[1]];
          return ["sperre.beside", die[1]];
        }
        if (next.every((part) => /pass$/.test(part))) return ["sperre.pass", name];
        if (tilts.length === next.length) return [moveFirst ? "sperre.tiltLast" : "sperre.tiltFirst", name];
        if (!word.length) {
          const none = noOwnPiece(state, name);
          if (none) return none;
          if (hasMark(state, "column", name)) return ["sperre.column", name, name[1]];
          return hasMark(state, "row", name) ? ["sperre.row", name, name[0]] : ["sperre.stuck", name];
        }
        const from = bare(word[0]);
        if (word.length === 1) {
          const [columns, rows] = way(state, from, name).map(Math.abs);
          if (owner !== "empty") return ["occupied", name];
          return [Math.max(columns, rows) > 2 ? "sperre.far" : "sperre.blocked", name, from];
        }
        const to = bare(word[1]), last = word[word.length - 1];
        if (!/[->]/.test(last[0])) return owner !== "empty" ? ["occupied", name] : ["sperre.notThere", name, bare(last)];
        if (owner === "theirs") {
          const [columns, rows] = way(state, to, name).map(Math.abs);
          return [columns + rows === 1 ? "sperre.once" : "sperre.apart", name, to];
        }
        return [owner === "mine" ? "sperre.ownStone" : "sperre.emptyStone", name];
      },
    },
  };
  // In More or Less: whether the turn places stones.
  const placing = (state) => ({ ...state, isPlacing: state.game === "more-or-less" && (state.begun.length ?
    state.next.some((part) => part[0] === ",") : state.next.some((part) => part !== "pass" && ownerOf(state, part) === "empty")) });

  return {
    bare, isMark, isTilt, wordsOf, placeOf,
    // The aim of a game in one sentence; of a game without words of the page, its summary.
    goalOf(t, kind) {
      const goal = t.of("goals", kind.name);
      return goal === kind.name ? kind.summary : goal;
    },
    // {steps: [the words of the steps], now: the index of the present one, text: what to do}
    step(t, given) {
      const its = games[given.game], state = placing(given);
      if (!its) return { steps: [], now: 0, text: t("anyStep") };
      const [now, key, ...values] = its.now(state);
      return { steps: its.steps(state).map((step) => t.of("steps", `${given.game}.${step}`)), now, text: t.of("todo", `${given.game}.${key}`, ...values) };
    },
    // Why the player cannot choose this place now.
    why(t, given, name) {
      const its = games[given.game], state = placing(given);
      const [key, ...values] = (its && its.why(state, name)) || ["notThere", name];
      return t.of("why", key, ...values);
    },
  };
})();
