// What an analysis says of a game: the curve of White's chances, and the mistakes. `onTurn` gets the number of
// turns at a click in the curve, `onMistake` a turn's index, the turn and its comment.
import { draw, make } from "./dom.js";
import { evaluationsOf } from "./evaluations.js";

export function createReview(t, onTurn, onMistake) {
  const width = 600, height = 96;
  let length = 0;
  const curve = draw("svg", { class: "curve", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": t("White's chance to win after each turn") });
  const element = make("div", { class: "review", hidden: true });

  // Comments and signs are those after each number of turns; `began` is the side that began.
  function show(its) {
    element.hidden = true;
    if (!its) return;
    const { turns, began, scale, comments, glyphs, shortTurn } = its, sides = turns.map((_, i) => "wb"[(began + i) % 2]);
    const { values, isAnalysis } = evaluationsOf({ comments: comments.slice(1), sides }, scale);
    length = turns.length;
    const known = values.slice(0, length).flatMap((value, i) => (value ? [[(width * (i + 1)) / length, 4 + (height - 8) * (1 - value.chance)]] : []));
    element.hidden = !isAnalysis || known.length < 2;
    if (element.hidden) return;
    const line = known.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L"), [first] = known[0], [last] = known[known.length - 1];
    curve.replaceChildren(draw("rect", { class: "r2", width, height }), draw("path", { class: "r0", d: `M${first.toFixed(1)} ${height}L${line}L${last.toFixed(1)} ${height}Z` }),
      draw("path", { class: "line", d: `M${line}` }), draw("path", { class: "middle", d: `M0 ${height / 2}H${width}` }));
    const mistakes = turns.map((turn, i) => [turn, i, glyphs[i + 1] || ""]).filter(([, , glyph]) => /^(\?|\?\?|\?!)$/.test(glyph));
    element.replaceChildren(make("h3", null, t("Review")), curve, make("p", { class: "buttons mistakes" }, mistakes.length ? mistakes.map(([turn, i, glyph]) =>
      make("button", { type: "button", onclick: () => onMistake(i, turn, comments[i + 1] || "") }, `${Math.floor((i + began) / 2) + 1}. ${shortTurn(turn)} ${glyph}`)) : t("No mistakes were found.")));
  }
  curve.addEventListener("click", (event) => {
    const box = curve.getBoundingClientRect();
    onTurn(Math.round((length * (event.clientX - box.left)) / box.width));
  });
  return { element, show };
}
