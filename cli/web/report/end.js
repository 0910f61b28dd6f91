  function follow() {
    const wanted = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    if (!wanted) return viewer.close();
    const number = Number(wanted[1]) - 1;
    if (!(number in data.games)) return undefined;
    return viewer.open(number, wanted[2] === undefined ? undefined : Number(wanted[2]));
  }

  drawPage();
  addEventListener("hashchange", follow);
  follow();
  return { t, data, game, unpackGame, count, whole, linkToGame, shownLine: viewer.shownLine };
})();
