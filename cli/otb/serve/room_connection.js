// The server: the state that is followed, lists, and entries.
import { pattern } from "../../web/shared/words.js";
import { say } from "./room_dialogs.js";
import { helper, kept, page, t, view } from "./room_state.js";

// Milliseconds.
const RETRY = 1500, LOOKING = 4000, TIMEOUT = 30000;

// Older browsers wait as long as the network does.
const timeLimit = () => /** @type {any} */ (AbortSignal).timeout?.(TIMEOUT);

// What the server says, and what keeps it from being heard.
class Refused extends Error {}
class Unreachable extends Error {}

async function heard(path, parameters, options) {
  const query = new URLSearchParams({ ...parameters, language: page.language });
  let status = 0;
  try {
    const answer = await fetch(`${path}?${query}`, { ...options, signal: timeLimit() });
    status = answer.status;
    return { status, json: await answer.json() };
  } catch (error) {
    // A refusal without a sentence is one, too; something else on the way answers when it cannot reach the server.
    if (error instanceof SyntaxError && status >= 400 && ![502, 503, 504].includes(status)) throw new Refused(t("the server refuses this with the status {0}", status));
    throw new Unreachable(String(error));
  }
}
export async function ask(path, parameters) {
  const { status, json } = await heard(path, parameters, { headers: page.key ? { "X-Schiri-Key": page.key } : {} });
  if (status !== 200) throw new Refused(json.error);
  return json;
}
export const send = (path, body) => heard(path, {}, {
  method: "POST", body: JSON.stringify(body),
  headers: { "Content-Type": "application/json", "X-Schiri-Token": page.state ? page.state.token : "", "X-Schiri-Key": page.key },
});
// Tells why something failed, after what was saved before.
function fail(error, saved = "") {
  const isCut = error instanceof Unreachable;
  page.offline = page.offline || isCut;
  const why = isCut ? t("No connection to the server. Entries are not possible.")
    : error instanceof Refused ? error.message + "." : t("This page has an error: {0}", String(error));
  say(saved ? t("Saved: {0} But then: {1}", saved, why) : why, true);
}
export const failed = (error) => { fail(error); view.show(); };

// What an answer is about: one that comes late, after the page has turned to something else or has
// shown the answer to a later question, is dropped.
const stateKey = () => [page.round, page.language, page.key].join("|");
export const listKey = () => [page.tab, page.listRounds, page.language].join("|");
let asked = 0, shownState = 0, shownList = 0;

// Asks for the state, of a later version than `after` if there is one; null if the answer is late.
async function askState(after = "") {
  const number = ++asked, key = stateKey();
  const state = await ask("/state", { ...(after ? { after } : {}), round: String(page.round), helper: helper() });
  if (number < shownState || key !== stateKey()) return null;
  if (state.event) shownState = number;
  return state;
}
// The state as it is now, whether or not it has changed.
export async function refresh() {
  const state = await askState();
  if (state) take(state);
  await loadList();
}
function take(state) {
  page.state = state;
  if (state.code && page.key) { page.key = ""; kept.set("key", ""); }
  view.show();
}
const LISTS = ["standing", "table", "bracket"];
export async function loadList() {
  if (!LISTS.includes(page.tab)) return;
  const number = ++asked, key = listKey();
  const list = await ask("/list", { name: page.tab, round: String(page.listRounds) });
  if (number < shownList || key !== listKey()) return;
  shownList = number;
  page.list = { ...list, key };
  view.show();
}
const pause = (time) => new Promise((done) => setTimeout(done, time));
const becomesVisible = () => new Promise((done) => {
  if (!document.hidden) return done(undefined);
  document.addEventListener("visibilitychange", () => done(undefined), { once: true });
});

// Helpers are told of changes at once; others look every few seconds. Hidden pages do not ask.
export async function follow() {
  for (;;) {
    await becomesVisible();
    const waits = Boolean(page.state && !page.state.code);
    try {
      const news = await askState(page.state ? page.state.version : "");
      if (page.offline) {
        page.offline = false;
        // Another round or list may have been chosen meanwhile, which is no news to the server.
        await refresh();
        say(t("The connection is back."));
        view.show();
        continue;
      }
      if (!news) continue;
      if (news.event) {
        take(news);
        await loadList();
      } else if (page.state && news.token !== page.state.token) {
        // The server was started again: the event is the same, keys and tokens are not.
        await refresh();
      }
      if (!waits) await pause(LOOKING);
    } catch (error) {
      if (!page.offline) { fail(error); view.show(); }
      await pause(RETRY);
    }
  }
}

// Makes an entry, which names the version that the user saw when deciding; returns whether it was
// made. One entry at a time: a second tap waits for none.
export async function enter(entry, told) {
  if (page.isEntering) return false;
  const whole = { ...entry, state: page.decided || page.state.version, helper: helper() };
  let saved = "";
  page.isEntering = true;
  view.show();
  try {
    let answer = await send("/entry", whole);
    if (answer.status === 403 && answer.json.reason === "token") {
      await refresh();
      answer = await send("/entry", whole);
    }
    if (answer.status === 200) {
      saved = [told, ...answer.json.notes.map((note) => t("Note: {0}", note))].join(" ");
      say(saved);
      await refresh();
      return true;
    }
    await refresh();
    if (answer.json.reason === "code") view.askCode();
    say(t(answer.json.reason === "outdated" ? pattern("Not saved: {0} The page now shows the new state.") : pattern("Not saved: {0}"), answer.json.error + "."), true);
  } catch (error) {
    fail(error, saved);
  } finally {
    page.isEntering = false;
    view.show();
  }
  return saved !== "";
}
