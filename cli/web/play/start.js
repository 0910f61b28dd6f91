// The page: its sections, its language, new games.
(() => {
  const { byId, make } = schiriDom;
  const data = JSON.parse(byId("data").textContent);
  const sections = ["play", "records", "rules", "about"];
  const defaults = { creeper: 2, springerjagd: 2, "more-or-less": 2, sperre: 2 };
  let engine = null, module = null, t = schiriWords.speaker(schiriWords.usual), table = null;
  const script = byId("library").textContent;

  const select = (label, options, onchange) => {
    const box = make("select", { onchange }, options.map(([value, text]) => make("option", { value }, text)));
    return { box, label: make("label", null, label, box), get value() { return box.value; } };
  };

  function showPlay() {
    const root = make("div");
    const game = select(t("game"), engine.kinds.map((kind) => [kind.name, kind.title]), () => { offerVariants(); offerLevels(); });
    const variant = select(t("variant"), [], null);
    const opponent = select(t("opponent"), [["bot", t("aBot")], ["friend", t("aFriend")]], offerLevels);
    const level = select(t("strength"), [1, 2, 3, 4, 5, 6].map((n) => [n, t(`level${n}`)]), null);
    const side = select(t("side"), [["0", t("white")], ["1", t("black")]], null);
    const clock = select(t("clock"), [["0", t("noClock")], ...[3, 5, 10, 30].map((n) => [n, t("minutes", n)])], null);
    [game, variant, opponent, level, side, clock].forEach(({ box }, i) => { box.id = `new-${["kind", "variant", "opponent", "level", "side", "clock"][i]}`; });
    const settings = make("details", null);
    function offerVariants() {
      const kind = engine.kind(game.value);
      variant.box.replaceChildren(...kind.variants.map((name) => make("option", { value: name }, name)));
      variant.label.hidden = kind.variants.length < 2;
      const choices = [...kind.settings].map(([name, values]) => select(name, values.map((value) => [value, value]), null));
      for (const { box } of choices) box.classList.add("setting");
      settings.replaceChildren(make("summary", null, t("settings")), ...choices.map(({ label }) => label));
      settings.hidden = choices.length === 0;
    }
    // The variant with the settings that are not the first of their values.
    function chosenVariant() {
      const names = [...engine.kind(game.value).settings.keys()];
      return [...settings.querySelectorAll("select")].reduce((text, box, i) => box.selectedIndex > 0 ? `${text}; ${names[i]}=${box.value}` : text, variant.value);
    }
    function offerLevels() {
      const isBot = opponent.value === "bot";
      level.label.hidden = side.label.hidden = !isBot;
    }
    let box = null;
    function begin() {
      if (box) box.open = false;
      const isBot = opponent.value === "bot", mine = Number(side.value);
      const players = [null, null];
      if (isBot) players[1 - mine] = { level: Number(level.value) };
      const seed = Math.floor(Math.random() * 1e9);
      table.begin({ name: game.value, variant: chosenVariant(), seed }, { players, minutes: Number(clock.value), flipped: isBot && mine === 1 });
    }
    const form = make("form", { class: "setup", "aria-label": t("newGame"), onsubmit: (event) => { event.preventDefault(); begin(); } },
      game.label, variant.label, opponent.label, level.label, side.label, clock.label, settings, make("button", { class: "main", id: "begin" }, t("start")));
    box = make("details", { class: "begin" }, make("summary", { id: "new-game-words" }, t("newGame")), form);
    byId("play").replaceChildren(box, root, make("p", { class: "note" }, t("lead")));
    const before = table ? { spec: { ...table.spec, turns: table.turns }, its: table.seats } : null;
    if (table) table.stop();
    table = schiriPlay({ root, engine, module, script, boards: data.boards, t });
    level.box.value = String(defaults.creeper);
    offerVariants();
    offerLevels();
    if (before) table.begin(before.spec, before.its);
    else begin();
    globalThis.schiriTable = table;
  }

  function showAbout() {
    byId("about").replaceChildren(make("h2", null, t("about")), ...t.list("aboutText").map((text) => make("p", null, text.replace("{0}", engine.version))));
  }

  // Shows a record of the user on the board.
  function openRecord(spec, turns) {
    location.hash = "#play";
    table.begin(spec, { players: [null, null], at: turns });
  }

  function showSection() {
    const wanted = location.hash.slice(1), current = sections.includes(wanted) ? wanted : "play";
    for (const id of sections) byId(id).hidden = id !== current;
    for (const link of byId("sections").querySelectorAll("a")) {
      if (link.hash === `#${current}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${t(current)} – schiri`;
  }

  function speak(language) {
    t = schiriWords.speaker(language);
    document.documentElement.lang = language;
    byId("skip").textContent = t("skip");
    byId("language-label").textContent = t("language");
    byId("sections").setAttribute("aria-label", t("sections"));
    byId("sections").firstElementChild.replaceChildren(...sections.map((id) => make("li", null, make("a", { href: `#${id}` }, t(id)))));
    showPlay();
    schiriRecords({ root: byId("records"), engine, module, script, t, openRecord, save: (...given) => table.save(...given) });
    schiriRules({ root: byId("rules"), engine, boards: data.boards, t });
    showAbout();
    showSection();
  }

  async function start() {
    try {
      module = await schiriEngine.unpack(byId("engine").textContent);
      engine = schiriEngine.start(module);
    } catch (error) {
      byId("loading").textContent = t("browser");
      throw error;
    }
    byId("loading").hidden = true;
    byId("language").append(...schiriWords.languages.map((language) => make("option", { value: language, lang: language }, schiriWords.nameOf(language))));
    byId("language").value = t.language;
    byId("language").addEventListener("change", () => speak(byId("language").value));
    speak(t.language);
    addEventListener("hashchange", showSection);
  }
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    const place = /** @type {HTMLElement} */ (document.querySelector("section:not([hidden]) .place[tabindex='0']"));
    (place || byId("main")).focus();
  });
  start();
})();
