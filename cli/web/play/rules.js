// The rules with pictures, in the reader's language; the engine plays what the pictures show.
import { arrowsOf } from "../table/arrows.js";
import { boardView, draw, make } from "../shared/dom.js";
import { rulesOfVariant } from "../table/guide.js";
import { rulesElements } from "./rules_text.js";
import { pattern } from "../shared/words.js";

// A turn of each kind: its caption, the variant, the position and the turn. Without a variant it is one of
// whichever is read.
const points = "1/1w1bw1b1w1/X/X/wbwbwbwbwb/bwbwbwbwbw b 1 1", smallPoints = "w/w1b2w1b2/wbwbwbwbwb/bwbwbwbwbw b 1 1";
const front = "WWWWWWWWW";
export const rulesTurns = {
  creeper: [
    [pattern("A jump goes diagonally over an octagon, which gets a disc of your colour."),
      "standard", "7/7/4B2/7/2W4/5B1/7 6/6/6/6/6/6 w", "C3+D4"],
    [pattern("A jump over a disc of the opponent turns it over: it is yours now."),
      "standard", "7/7/4B2/7/2W4/5B1/7 6/6/6/2b3/6/6 w", "C3+D4"],
    [pattern("A shunt goes one step straight. No disc changes."),
      "standard", "7/7/4B2/7/2W4/5B1/7 6/6/6/6/6/6 w", "C3-C4"],
    [pattern("A capture goes two steps straight over an enemy pawn, which leaves the board."),
      "standard", "7/7/7/2B4/2W4/5B1/7 6/6/6/6/6/6 w", "C3xC5"],
    [pattern("The last disc joins White’s two corners: White has won."),
      "standard", "7/7/4B2/7/3W3/5B1/7 4w1/4w1/4w1/4w1/1www2/1w4 w", "D3+E4"],
  ],
  springerjagd: [
    [pattern("The knight goes from b1 to a3, the pawn on d2 fills b1, and the pawn on f2 goes to c4."),
      "standard", "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", "b1-a3/d2/f2-c4"],
    [pattern("The second pawn may join another one: two on e2 are a pair, which cannot be captured."),
      "standard", "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", "b1-a3/d2/f2-e2"],
    [pattern("The knight captures the pawn on c4, and a pawn from the reserve fills b2. No second pawn moves."),
      "standard", "1n2n1/6/2p3/6/1N2P1/4N1 w -", "b2xc4/@"],
    [pattern("The knight captures the enemy knight beside it; then a pawn fills, and another one moves."),
      "standard", "1n4/6/2n3/2N3/4P1/4N1 w -", "c3xc4/@/e2-e4"],
    [pattern("The knight on b1 and the pair on e4 swap places. One pawn of the pair goes to the reserve."),
      "standard", "1n2n1/6/4D1/6/P4P/1N2N1 w -", "b1~e4"],
  ],
  "more-or-less": [
    [pattern("Two stones are placed in a turn, on any free points."),
      "51", "w/X/X/X/X/X b 0 0", "A0,C5"],
    [pattern("The stone hops from E2 to C3 and turns over the stone between."),
      "51", points, "E2xC3"],
    [pattern("It may hop on: from E0 to C1, O and C6. Each stone under it is turned over."),
      "51", points, "E0xC1xOxC6"],
    [pattern("A stone glides from E4 to C4 and hops from there once, over A4 to O."),
      "51", points, "E4-C4xO"],
  ],
  "more-or-less 31": [
    [pattern("Two stones are placed in a turn, on any free points."),
      "31", "w/X/X/X b 0 0", "C0,D5"],
    [pattern("The stone hops from E2 to C3 and turns over the stone between."),
      "31", smallPoints, "E2xC3"],
    [pattern("It may hop on: from E0 to C1, and over O to C6. Each stone under it is turned over."),
      "31", smallPoints, "E0xC1xC6"],
    [pattern("A stone glides from E4 to C4 and hops from there once, over O to C9."),
      "31", smallPoints, "E4-C4xC9"],
  ],
  sperre: [
    [pattern("First die IV is tilted from 4 to 8. That frees line 4 and locks line 8. Then a stone moves from 14 to 25."),
      null, `BBBBBBBBB/9/9/9/9/9/9/9/${front} w 247 -`, "IV8/14-25"],
    [pattern("The stone stops on 25, beside the enemy stone on 35, and puts it on 99."),
      null, `BBBBBBBB1/9/9/9/9/9/4B4/9/${front} w 247 3`, "IV8/16-25/35>99"],
    [pattern("A stone ends its move on the goal, 95: White has won."),
      null, "BBBB1BBBB/9/3W5/9/B8/9/9/9/WWWWWWWW1 w 238 4", "III5/74-95"],
  ],
  "sperre move-first": [
    [pattern("A stone that no red line locks moves one or two steps, here from 14 to 35. Then die IV is tilted from 3 to 9: that locks line 9 for the other player."),
      null, `BBBBBBBBB/9/9/9/9/9/9/9/${front} w 238 -`, "14-35/IV9"],
    [pattern("The stone stops on 25, beside the enemy stone on 35, and puts it on 99. Then a die is tilted."),
      null, `BBBBBBBB1/9/9/9/9/9/4B4/9/${front} w 238 3`, "16-25/35>99/IV9"],
    [pattern("A stone ends its move on the goal, 95: White has won. No die is tilted then."),
      null, "BBBB1BBBB/9/3W5/9/B8/9/9/9/WWWWWWWW1 w 238 3", "74-95"],
  ],
};

// The rules of each game as elements. `texts`: those of `schiri rules`, by language and game; `settings`: the
// meaning of each value, by game and setting.
export function createRules({ engine, boards, texts, settings, t }) {
  function boardOf(name, variant) {
    const exact = boards.findIndex((board) => board.game === name && board.variant === variant);
    return exact >= 0 ? exact : boards.findIndex((board) => board.game === name);
  }
  function boardPicture(number, figures, ...arrows) {
    const svg = draw("svg", { "aria-hidden": "true" });
    boardView(svg, boards).show(number, figures, false, true);
    if (arrows.length) svg.append(draw("g", { class: "arrows" }, arrows));
    return svg;
  }
  const figure = (caption, ...pictures) => make("figure", null, make("div", { class: "pictures", role: "img", "aria-label": caption }, pictures), make("figcaption", null, caption));
  // The board before a turn, with arrows, and after it.
  function turnFigure(name, [caption, variant, start, turn]) {
    const game = engine.game({ name, variant, start }), number = boardOf(name, variant), before = game.figures;
    game.play(turn);
    const arrows = arrowsOf(name, turn, engine.kind(name).places(variant)), after = game.figures;
    game.free();
    return figure(t(caption), boardPicture(number, before, ...arrows), boardPicture(number, after));
  }
  function turnsOf(name, variant) {
    const plain = variant.split(";")[0], order = `${name} ${plain.split("+")[0]}`;
    return (rulesTurns[order] || rulesTurns[name] || []).map(([caption, own, ...rest]) => [caption, own || plain, ...rest]);
  }
  // The rules of a game; its start in a variant.
  function of(kind, variant = null) {
    const game = engine.drawn(kind.name, variant, 3), first = figure(t("Start"), boardPicture(boardOf(kind.name, game.variant), game.figures));
    const chosen = game.variant;
    game.free();
    const turns = turnsOf(kind.name, chosen).map((turn) => turnFigure(kind.name, turn));
    const about = rulesOfVariant(t, kind.name, chosen);
    return [about ? make("p", { class: "of-variant" }, about) : [], make("div", { class: "rule-grid" }, first, turns), ...rulesElements(t, texts[t.language][kind.name], kind, chosen, settings[kind.name])].flat();
  }
  return { of };
}
