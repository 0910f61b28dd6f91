// What leaves the table and what comes to it as text: records, positions, pictures, links.
import { specOf } from "./levels.js";
import { recordText } from "./record.js";
import { saveText } from "../shared/dom.js";

export function createKeeping({ match, panel, t, sideNames, linkOf }) {
  function record() {
    const { game, source, over, players, names, spec } = match;
    // Versions of the page have other bots at a level, so the name of a bot tells what it is.
    const seats = players.map((its, side) => {
      const bot = its && specOf(spec.name, its.level);
      return bot ? { name: `schiri ${bot}`, type: "program", bot } : { name: names[side] || sideNames[side], type: "human", bot };
    });
    return recordText({ game, source, players: seats, over, date: new Date(), variations: match.variations });
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
