// The rules with pictures, in the reader's language.
function schiriRules({ root, engine, boards, t }) {
  const { make, draw, boardView } = schiriDom;
  root.replaceChildren(make("h2", null, t("rules")), ...engine.kinds.map((kind) => {
    const number = boards.findIndex((board) => board.game === kind.name);
    const svg = draw("svg", { role: "img", "aria-label": kind.title });
    const game = engine.drawn(kind.name, null, 1);
    boardView(svg, boards).show(number, game.figures, false, true);
    game.free();
    return make("div", null, make("h3", { id: `rules-${kind.name}` }, kind.title),
      make("figure", null, svg), make("pre", { class: "excerpt", lang: "en", tabindex: 0, role: "region", "aria-label": kind.title }, kind.rules));
  }));
}
