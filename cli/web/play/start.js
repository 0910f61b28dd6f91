// The page: its sections, its language, new games, and the game and language kept in the browser.
(() => {
  const { byId, make, draw, boardView, store } = schiriDom;
  const data = JSON.parse(byId("data").textContent);
  const sections = ["play", "records", "rules", "about"];
  // The variant that a beginner should meet first.
  const firstVariants = { sperre: "move-first+both" };
  const firstLevel = 2;
  let engine = null, module = null, table = null, t = schiriWords.speaker(schiriWords.usual), rules = null;
  const script = byId("library").textContent;

  const texts = store("schiri.");
  const kept = {
    get(name) { try { return JSON.parse(texts.get(name)); } catch { return null; } },
    set(name, value) { texts.set(name, JSON.stringify(value)); },
  };

  const select = (id, label, options, onchange) => {
    const box = make("select", { id, onchange }, options.map(([value, text]) => make("option", { value }, text)));
    return { box, label: make("label", null, label, box), get value() { return box.value; } };
  };
  const heading = (text, dialog) => make("header", { class: "dialog-head" }, make("h2", null, text),
    make("button", { type: "button", class: "close", "aria-label": t("close"), title: t("close"), onclick: () => dialog.close() },
      draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: "M5 7l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z" }))));

  // --- the rules of the game on the board ---------------------------------------------------------

  function showRules() {
    const dialog = byId("rules-dialog"), kind = engine.kind(table.spec.name);
    dialog.replaceChildren(heading(t("rulesOf", kind.title), dialog), make("p", { class: "goal" }, schiriGuide.goalOf(t, kind)), ...rules.of(kind, table.spec.variant));
    dialog.setAttribute("aria-label", t("rulesOf", kind.title));
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  // --- new games ----------------------------------------------------------------------------------

  function preparedForm(dialog) {
    const card = (kind, i) => {
      const svg = draw("svg", { "aria-hidden": "true" }), game = engine.drawn(kind.name, firstVariants[kind.name] || null, 3);
      const number = data.boards.findIndex((board) => board.game === kind.name);
      boardView(svg, data.boards).show(number, game.figures, false, false);
      game.free();
      return make("label", { class: "game-card" }, make("input", { type: "radio", name: "kind", value: kind.name, checked: i === 0, onchange: offerVariants }),
        svg, make("strong", null, kind.title), make("span", null, schiriGuide.goalOf(t, kind)));
    };
    const cards = make("fieldset", { class: "game-cards" }, make("legend", null, t("chooseGame")), engine.kinds.map(card));
    const variant = select("new-variant", t("variant"), [], null);
    const opponent = select("new-opponent", t("opponent"), [["bot", t("aBot")], ["friend", t("aFriend")]], offerLevels);
    const level = select("new-level", t("strength"), t.list("levels").map((name, i) => [i + 1, `${i + 1} – ${name}`]), null);
    const side = select("new-side", t("side"), [["0", t("white")], ["1", t("black")]], null);
    const clock = select("new-clock", t("clock"), [["0", t("noClock")], ...[3, 5, 10, 30].map((n) => [n, t("minutes", n)])], null);
    const settings = make("details", { class: "settings" });
    const chosenKind = () => engine.kind(/** @type {any} */ (form.elements.namedItem("kind")).value);
    const variantText = (kind, name) => {
      const key = `${kind.name}.${name}`, text = t.of("variants", key);
      return text === key ? name : kind.name === "sperre" ? `${name}: ${text}` : text;
    };
    function offerVariants() {
      const kind = chosenKind();
      variant.box.replaceChildren(...kind.variants.map((name) => make("option", { value: name }, variantText(kind, name))));
      variant.box.value = firstVariants[kind.name] || kind.variants[0];
      variant.box.disabled = kind.variants.length < 2;
      const choices = [...kind.settings].map(([name, values]) => select(`setting-${name}`, name, values.map((value) => [value, value]), null));
      settings.replaceChildren(make("summary", null, t("settings")), make("div", { class: "options" }, ...choices.map(({ label }) => label)));
      settings.hidden = choices.length === 0;
    }
    // The variant with the settings that are not the first of their values.
    function chosenVariant() {
      const names = [...chosenKind().settings.keys()];
      return [...settings.querySelectorAll("select")].reduce((text, box, i) => (box.selectedIndex > 0 ? `${text}; ${names[i]}=${box.value}` : text), variant.value);
    }
    function offerLevels() {
      level.box.disabled = side.box.disabled = opponent.value !== "bot";
    }
    const form = make("form", { class: "setup", onsubmit: (event) => {
      event.preventDefault();
      dialog.close();
      begin({ name: chosenKind().name, variant: chosenVariant() }, opponent.value === "bot" ? Number(level.value) : 0, Number(side.value), Number(clock.value));
      table.focus();
    } }, cards, make("div", { class: "options" }, opponent.label, level.label, side.label, clock.label, variant.label),
    settings, make("button", { class: "main", id: "begin" }, t("start")));
    level.box.value = String(firstLevel);
    offerVariants();
    offerLevels();
    return form;
  }
  function begin({ name, variant }, level, mine, minutes) {
    /** @type {(null | {level: number})[]} */
    const players = [null, null];
    if (level) players[1 - mine] = { level };
    table.begin({ name, variant, seed: Math.floor(Math.random() * 1e9) }, { players, minutes, flipped: level > 0 && mine === 1 });
  }

  // --- the sections -------------------------------------------------------------------------------

  function showPlay() {
    const dialog = byId("new-dialog");
    dialog.replaceChildren(heading(t("newGame"), dialog), preparedForm(dialog));
    dialog.setAttribute("aria-label", t("newGame"));
    const tool = (id, action, key) => make("button", { type: "button", id, onclick: action }, t(key));
    const tools = [tool("show-rules", showRules, "showRules"), tool("new-game", () => dialog.showModal(), "newGame")];
    const before = table ? table.state : kept.get("game");
    if (table) table.stop();
    const root = make("div", { id: "table-root" });
    byId("play").replaceChildren(root);
    table = schiriPlay({ root, engine, module, script, boards: data.boards, t, tools, onChange: keepGame });
    try {
      if (before) return table.begin(...before);
    } catch (error) { /* A game that another version kept. */ }
    return begin({ name: engine.kinds[0].name, variant: null }, firstLevel, 0, 0);
  }
  function keepGame() { if (table && table.spec) kept.set("game", table.state); }

  function showAbout() {
    byId("about").replaceChildren(make("h2", null, t("about")), make("p", null, t("lead")), ...t.list("aboutText").map((text) => make("p", null, text.replace("{0}", engine.version))));
  }

  // Shows a record of the user on the board.
  function openRecord(spec, record) {
    location.hash = "#play";
    const result = record.isValid ? ["", "1-0", "0-1", "1/2-1/2"].indexOf(record.result) : 0;
    const last = record.replay(record.length), isRecorded = result > 0 && !last.ending;
    last.free();
    table.begin(spec, { players: [null, null], at: record.length, names: [record.tag("White"), record.tag("Black")],
      record: record.isValid ? record.write("pgn") : null, over: isRecorded ? { result, why: "recorded" } : null });
  }

  // The rules of all games with their pictures, when they are first read.
  function showAllRules() {
    if (byId("rules").hasChildNodes()) return;
    byId("rules").replaceChildren(make("h2", null, t("rules")), ...engine.kinds.map((kind) => make("div", { class: "rules" }, make("h3", null, kind.title), ...rules.of(kind, firstVariants[kind.name]))));
  }
  function showSection() {
    const wanted = location.hash.slice(1), current = sections.includes(wanted) ? wanted : "play";
    if (current === "rules") showAllRules();
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
    engine.setLanguage(language, schiriSentences);
    byId("skip").textContent = t("skip");
    byId("language").setAttribute("aria-label", t("language"));
    byId("sections").setAttribute("aria-label", t("sections"));
    byId("sections").firstElementChild.replaceChildren(...sections.map((id) => make("li", null, make("a", { href: `#${id}` }, t(id)))));
    rules = schiriRules({ engine, boards: data.boards, texts: data.rules, t });
    showPlay();
    schiriRecords({ root: byId("records"), engine, module, script, t, openRecord, save: (...given) => table.save(...given) });
    byId("rules").replaceChildren();
    showAbout();
    showSection();
  }

  async function start() {
    try {
      module = await WebAssembly.compile(await schiriDom.inflated(byId("engine").textContent).arrayBuffer());
      engine = schiriEngine.start(module);
    } catch (error) {
      byId("loading").textContent = t("browser");
      throw error;
    }
    byId("loading").hidden = true;
    const language = kept.get("language");
    if (schiriWords.languages.includes(language)) t = schiriWords.speaker(language);
    byId("language").append(...schiriWords.languages.map((code) => make("option", { value: code, lang: code }, schiriWords.nameOf(code))));
    byId("language").value = t.language;
    byId("language").addEventListener("change", () => {
      kept.set("language", byId("language").value);
      speak(byId("language").value);
    });
    speak(t.language);
    addEventListener("hashchange", showSection);
    // The clocks as they are when the page is left.
    addEventListener("pagehide", keepGame);
  }
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    if (byId("play").hidden) byId("main").focus();
    else table.focus();
  });
  start();
})();
