// A program that uses the whole package, for the TypeScript compiler.
import { load, loadWorker, EngineError } from "schiri";
import type { Bot, Ending, Finding, Game, Kind, Record, RatingList, Schiri, Thought } from "schiri";

export async function main(text: string): Promise<string> {
  const schiri: Schiri = await load();
  const kind: Kind | undefined = schiri.kind("creeper");
  const game: Game = schiri.game({ name: "creeper", variant: kind?.variants[0], played: ["E7+D6"] });
  const side: "white" | "black" = game.side;
  game.visitTurns((turn) => turn.startsWith("E1"), 10);
  try {
    game.play("E1+E2");
  } catch (error) {
    if (!(error instanceof EngineError) || !error.isIllegal) throw error;
  }
  const ending: Ending | null = game.ending;
  const symbols: string[] = game.figures.map(([symbol, x, y]) => `${symbol} ${x + y}`);
  const bot: Bot = new schiri.Bot("alphabeta");
  const thought: Thought = bot.think(game, { nodes: 100, depth: 2 }, ({ nodes }) => nodes);
  const records: Record[] = schiri.read(text, { form: "pgn", game: "creeper" });
  const ratings = new schiri.Ratings();
  for (const record of records) {
    const findings: Finding[] = record.findings.filter(({ isError }) => isError);
    if (findings.length === 0 && record.result === "1-0") ratings.add(record);
// HERE
    symbols.push(record.tags.get("White") ?? "", record.write("json"), ...record.annotations.comments);
  }
  const lists: RatingList[] = ratings.rate();
  const worker = await loadWorker({ wasm: new Uint8Array(8) });
  const answer: Thought | null = await worker.think({ game, bot: "mcts", limits: { milliseconds: 5 } }, (news) => news.turn);
  const analysed: string[] | null = await worker.analyse(text, { bot: "greedy", form: "pgn" }, ({ done, all }) => done / all);
  worker.close();
  const planes: Float32Array = game.planes();
  return [side, ending?.outcome, ending?.reason, game.turns(3).length, thought.score?.kind, answer?.turn, analysed?.length, planes[0], lists[0].players[0].name,
    game.svg({ theme: "dark", width: 300 }), ...symbols].join();
}
