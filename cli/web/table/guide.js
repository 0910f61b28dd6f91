// What each game is about and what to do next, in the player's language, for the table. All facts come
// from the engine: the figures of the position, the figures with the begun turn, and its continuations.
//
// A state is {game, variant, side, places, figures, begun, next, isTurn}: `figures` with the begun turn,
// `begun` its parts with their signs, `next` the possible next parts.
import { isAt } from "./places.js";
import { pattern } from "../shared/words.js";

export const isMark = (symbol) => /last|chain|guard|column|row|tilted|turn-|reserve|disc|side-|name-/.test(symbol);
export const bare = (part) => part.replace(/^[+\-x~/,>]/, "");
export const isTilt = (part) => /^\/?[IV]+\d$/.test(part);
// The parts of a turn with their signs.
export const wordsOf = (turn) => turn.split(/(?=[+\-x~/,>])/).filter(Boolean);
// The name of a part's place among `places`: a place of the board, a face beside a die, or the die
// (`IV` of `IV8`); otherwise null.
export function placeOf(places, part) {
  const name = part.length > 1 ? bare(part) : part;
  if (places.some((place) => place.name === name)) return name;
  const die = name.replace(/\d$/, "");
  return die !== name && places.some((place) => place.name === die && /\D$/.test(die)) ? die : null;
}
export const figureAt = (figures, place) => figures.filter(isAt(place)).find(([symbol]) => !isMark(symbol));
const isEmpty = ({ places, figures }, name) => !figureAt(figures, places.find((one) => one.name === name));

// Each game: its goal, its endings, its variants, the steps of a turn, and of a state the number of the
// present step, what to do, and the places that this names.
// An ending is what is said to somebody else, to the winner and to the loser, in words for its facts, see endingOf().
const repetition = () => [pattern("the same position came for the third time")];
const only = { standard: pattern("the usual rules") };
const blocked = ({ side }) => [[pattern("White has no move"), pattern("Black has no move")][side], pattern("the other player has no move"), pattern("you have no move")];
const games = {
  creeper: {
    goal: pattern("Join your two home corners with a chain of your discs."),
    endings: { chain: () => [pattern("a chain of discs joins two home corners"), pattern("your chain joins your two home corners")], blocked, repetition },
    variants: only,
    steps: () => [pattern("Pawn"), pattern("Square")],
    now({ begun }) {
      return begun.length ? [1, pattern("Choose where the pawn on {0} goes. A diagonal jump lays a disc on the octagon."), bare(begun[0])] : [0, pattern("Choose one of your pawns.")];
    },
  },
  springerjagd: {
    goal: pattern("Capture both enemy knights."),
    endings: { knights: () => [pattern("both enemy knights are captured"), pattern("both enemy knights are captured"), pattern("both of your knights are captured")], blocked, repetition },
    variants: only,
    steps: () => [pattern("Knight"), pattern("Fill"), pattern("Second pawn")],
    now({ begun, next }) {
      const isReserve = next.some((part) => bare(part) === "@");
      if (!begun.length) return [0, pattern("Choose one of your knights.")];
      if (begun.length === 1) return [0, pattern("Choose where the knight on {0} goes."), begun[0]];
      if (begun.length === 2) return [1, isReserve ? pattern("A pawn from the reserve fills {0}.") : pattern("Choose the pawn that fills {0}."), begun[0]];
      if (begun.length === 3) return [2, pattern("Choose another pawn to move.")];
      return [2, pattern("Choose where the pawn on {0} goes: an empty square, or one single pawn of yours."), bare(begun[3])];
    },
  },
  "more-or-less": {
    goal: pattern("Turn stones over until 19 or more, or only 6 or fewer, show your colour."),
    endings: {
      stones: ({ winner, stones }) => stones[winner] >= 19
        ? [[pattern("19 or more stones show White"), pattern("19 or more stones show Black")][winner], pattern("19 or more stones show your colour"), pattern("19 or more stones show the other colour")]
        : [[pattern("only 6 or fewer stones show White"), pattern("only 6 or fewer stones show Black")][winner], pattern("only 6 or fewer stones show your colour"), pattern("only 6 or fewer stones show the other colour")],
      turns: ({ winner }) => [[pattern("all turns are played, and fewer stones show White"), pattern("all turns are played, and fewer stones show Black")][winner], pattern("all turns are played, and fewer stones show your colour"), pattern("all turns are played, and more stones show your colour")],
    },
    variants: { 51: pattern("51 points"), 31: pattern("31 points") },
    steps(state) {
      return this.isPlacing(state) ? [pattern("First stone"), pattern("Second stone")] : [pattern("Stone"), pattern("Hop or glide")];
    },
    isPlacing: (state) => state.begun.length ? state.next.some((part) => part[0] === ",") : state.next.some((part) => part !== "pass" && isEmpty(state, part)),
    now(state) {
      const { begun, next, isTurn } = state, to = [1, pattern("Choose where the stone on {0} hops or glides."), begun[0]];
      if (this.isPlacing(state)) {
        if (begun.length) return [1, pattern("Place the second stone.")];
        return [0, next.length === 1 && next[0] === "O" ? pattern("Place the first stone on O, in the middle.") : pattern("Place the first of two stones on a free point.")];
      }
      if (next.includes("pass")) return [0, pattern("You cannot move: pass.")];
      if (!begun.length) return [0, pattern("Choose one of your stones.")];
      if (begun.length === 1) return to;
      if (begun[1][0] === "-") return [1, pattern("After the glide, hop once.")];
      return next.length ? [1, pattern("Hop on, or press “Play turn”.")] : isTurn ? [1, pattern("No further hop: press “Play turn”.")] : to;
    },
  },
  sperre: {
    goal: pattern("Bring a stone to the middle of the far side."),
    endings: { goal: () => [pattern("a stone has reached its goal"), pattern("your stone has reached its goal")], blocked, repetition },
    variants: {
      standard: pattern("tilt first, columns locked"), "move-first": pattern("move first, columns locked"),
      rows: pattern("tilt first, rows locked"), both: pattern("tilt first, both locked"),
      "move-first+rows": pattern("move first, rows locked"), "move-first+both": pattern("move first, both locked"),
    },
    rules(t, variant) {
      const locks = /both/.test(variant) ? pattern("The dice lock rows and columns.") : /rows/.test(variant) ? pattern("The dice lock rows.") : pattern("The dice lock columns.");
      const order = this.isMoveFirst({ variant }) ? pattern("In this variant you first move and displace, and then tilt a die.") : pattern("In this variant you first tilt a die, and then move and displace.");
      return `${t(order)} ${t(locks)}`;
    },
    isMoveFirst: ({ variant }) => variant.startsWith("move-first"),
    steps(state) {
      const tilt = pattern("Tilt a die"), move = [pattern("Move"), pattern("Displace")];
      return this.isMoveFirst(state) ? [...move, tilt] : [tilt, ...move];
    },
    now(state) {
      const { begun, next, isTurn, isLocked } = state, [tilt, move, displace] = this.isMoveFirst(state) ? [2, 0, 1] : [0, 1, 2];
      const word = begun.filter((part) => !isTilt(part)), isLast = begun.length && !/pass/.test(begun[0]);
      if (next.length && next.every((part) => /pass$/.test(part))) return [move, pattern("None of your stones can move: the dice lock red lines. Press Pass.")];
      if (isLocked) return [tilt, pattern("Whatever you tilt, the dice lock all of your stones: this turn only tilts a die.")];
      if (next.length && next.every(isTilt)) return [tilt, isLast ? pattern("Now tilt a die: choose one of the numbers around it.") : pattern("Tilt a die: choose one of the numbers around it.")];
      if (!word.length) return [move, pattern("Choose one of your stones. The dice lock those on red lines.")];
      if (word.length === 1) return [move, pattern("Choose where the stone on {0} goes: one or two steps."), bare(word[0])];
      const displacing = word[word.length - 1];
      if (!/[->]/.test(displacing[0])) return [displace, pattern("Choose a free square for the enemy stone on {0}."), bare(displacing)];
      return [displace, this.isMoveFirst(state) && !isTurn ? pattern("You may displace an enemy stone beside yours; then tilt a die.") : pattern("You may displace an enemy stone beside yours, or press “Play turn”.")];
    },
  },
};

// Endings that are not of the rules.
const agreements = {
  time: ({ winner }) => [[pattern("Black's time is over"), pattern("White's time is over")][winner], pattern("the time of the other player is over"), pattern("your time is over")],
  recorded: () => [pattern("the record says so")],
  resigned: ({ winner }) => [[pattern("Black has resigned"), pattern("White has resigned")][winner], pattern("the other player has resigned"), pattern("you have resigned")],
  agreed: () => [pattern("both players have agreed")],
};

// Texts for t(): the aim of a game in one sentence, which is its summary if the page has no words
// for the game; the others are empty or unchanged then.
export const goalOf = (kind) => (games[kind.name] ? games[kind.name].goal : kind.summary);
// Why a game ended, for somebody else (0), the winner (1) or the loser (2). The facts of its end: {winner, side
// to move, stones of each side}.
export function endingOf(game, reason, reader, facts) {
  const of = (games[game] && games[game].endings[reason]) || agreements[reason], its = of ? of(facts) : [reason];
  return its[reader] || its[0];
}
// What a variant of Sperre says in the rules where the standard says columns: null where it says so, too.
export function rulesOfMove(t, variant) {
  const isBoth = /both/.test(variant), isRows = /rows/.test(variant);
  return {
    isMoveFirst: games.sperre.isMoveFirst({ variant }),
    locks: isBoth ? t("The numbers on top lock the rows and the columns of these numbers.") : isRows ? t("The numbers on top lock the rows of these numbers.") : null,
    move: isBoth ? t("Move one own stone that stands neither in a locked row nor in a locked column: one or two steps in any of the eight directions, a corner may be turned, each step onto an empty square, ending elsewhere than it began. Locked rows and columns may be entered and crossed.")
      : isRows ? t("Move one own stone that does not stand in a locked row: one or two steps in any of the eight directions, a corner may be turned, each step onto an empty square, ending elsewhere than it began. Locked rows may be entered and crossed.") : null,
  };
}
// What a variant changes in the rules, in sentences.
export const rulesOfVariant = (t, game, variant) => (games[game] && games[game].rules ? games[game].rules(t, variant) : "");
export const variantOf = (game, variant) => (games[game] && games[game].variants && games[game].variants[variant]) || "";
// {steps: [the words of the steps], now: the index of the present one, text: what to do}
export function stepOf(t, state) {
  const its = games[state.game];
  if (!its) return { steps: [], now: 0, text: t("Choose one of the marked places.") };
  const [now, ...text] = its.now(state);
  return { steps: its.steps(state).map((step) => t(step)), now, text: t(...text) };
}
