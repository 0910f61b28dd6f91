// What leaves the table and what comes to it as text: records, positions, pictures, links.
import { botOf } from "./levels.js";
import { recordText } from "./record.js";
import { saveText } from "../shared/dom.js";

// A bot as `--bot` has it: what it is decides how strong it is.
function nameOf({ bot, limits }) {
  const isSearch = !bot.startsWith("greedy") && bot !== "random";
  return `schiri ${bot}${!isSearch ? "" : limits.nodes > 1e7 ? ` movetime=${limits.milliseconds}` : ` nodes=${limits.nodes}`}`;
}

export function createKeeping({ match, panel, t, sideNames, linkOf }) {
  function record() {
    const { game, source, over, players, names, spec } = match;
    const named = players.map((its, side) => its ? nameOf(botOf(spec.name, its.level)) : names[side] || sideNames[side]);
    return recordText({ game, source, players: named, over, date: new Date(), variations: match.variations });
  }
  function save(name, text, type = "text/plain") {
    saveText(name, text, type);
    panel.tell(t("Saved as {0}.", name));
    return t("Saved as {0}.", name);
  }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      panel.tell(t("Copied."));
    } catch (error) {
      panel.tell(text);
    }
  }
  return {
    record, save,
    download: () => save(`${match.spec.name}.pgn`, record()),
    picture: () => save(`${match.spec.name}.svg`, match.shown.svg({ width: 600 }), "image/svg+xml"),
    copyPosition: () => copy(match.shown.position),
    copyRecord: () => copy(record()),
    copyLink: async () => { if (linkOf) copy(await linkOf(record())); },
  };
}
