/**
 * Abstract board games: rules, records, bots and ratings of Creeper, Springerjagd, More or Less and
 * Sperre. The engine is the C++ library of schiri as WebAssembly, and this is its whole interface.
 *
 * Functions throw an EngineError with a sentence for the user. Objects of the engine (games, records,
 * bots, ratings) occupy its memory until `free()`, or until some time after their last use; call `free()`
 * in loops that make many of them.
 */

/** Loads the engine; each call makes an engine with a memory of its own. */
export function load(options?: LoadOptions): Promise<Schiri>;

/** Starts a worker for bots, a thread in Node and a `Worker` in a browser. */
export function loadWorker(options?: LoadOptions): Promise<BotWorker>;

/** A `WebAssembly.Module`, a type that only browsers declare. */
export type CompiledEngine = object;

export interface LoadOptions {
  /** The engine, if not the package's own `schiri-engine.wasm`. */
  wasm?: ArrayBuffer | ArrayBufferView | CompiledEngine;
}

export class EngineError extends Error {
  /**
   * 1 a text is not a turn, 2 a rule forbids the turn, 3 the game is over, 5 wrong use: an unknown game,
   * an invalid position ..., 6 not enough memory, 7 an internal error.
   */
  readonly status: number;
  /** The turn violates a rule, or the game is over. */
  readonly isIllegal: boolean;
}

export type GameName = "creeper" | "springerjagd" | "more-or-less" | "sperre" | (string & {});
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";
/** Formats of records: `pgn`, `json`, ..., see `Schiri.forms`. */
export type Form = "pgn" | "json" | "csv" | (string & {});
export type Side = "white" | "black";

export interface Schiri {
  /** `0.1.0` */
  readonly version: string;
  readonly kinds: readonly Kind[];
  /** The formats of records. */
  readonly forms: readonly string[];
  /** The built-in bots, weakest first. */
  readonly bots: readonly string[];

  kind(name: string): Kind | undefined;
  /** A game with its turns played. */
  game(start: GameStart): Game;
  /** A game with a random start; the same seed gives the same game. */
  drawn(name: GameName, variant: string | null, seed: number | bigint): Game;
  /** Reads and checks the records of a text, in order. */
  read(text: string, options?: ReadOptions): Record[];
  /**
   * Passes each record to a function as soon as it is read, until that returns false. Returns whether all were
   * passed. Free the records there: then a text of any length needs the memory of one.
   */
  visitRecords(text: string, options: ReadOptions | null, visitor: (record: Record) => unknown): boolean;
  /** The meaning of a finding's code, and the remedy. */
  meaning(code: string): string | null;
  remedy(code: string): string | null;

  readonly Bot: new (description: string) => Bot;
  readonly Ratings: new () => Ratings;
  readonly EngineError: typeof EngineError;
}

/** One of the games. */
export interface Kind {
  readonly name: string;
  readonly title: string;
  /** One line. */
  readonly summary: string;
  /** Several pages. */
  readonly rules: string;
  /** The standard one first; settings may follow a variant: `standard; repetition=off`. */
  readonly variants: readonly string[];
  /** The values of each setting, its default first. */
  readonly settings: ReadonlyMap<string, readonly string[]>;
  /** The reasons for which the rules end a game. */
  readonly endings: readonly string[];
  /** Does a start need a roll of dice? */
  readonly hasRoll: boolean;
  /** May a position have too many turns to list? */
  readonly streamsTurns: boolean;
  /** Converts evaluations to winning chances: 1 / (1 + exp(-value / scale)). */
  readonly scale: number;
  /** The layout of `Game.planes()`; without names there are none. */
  readonly planes: { readonly names: readonly string[]; readonly rows: number; readonly columns: number };
  /** The places of the board, in the coordinates of the SVG. */
  places(variant?: string | null): { name: string; x: number; y: number }[];
}

export interface GameStart {
  name: GameName;
  variant?: string | null;
  /** The first position, in the notation of schiri. */
  start?: string | null;
  /** The numbers of the dice of a start. */
  roll?: string | null;
  /** Turns to be played. */
  played?: readonly string[];
}

/** The ending of a game by the rules. */
export interface Ending {
  outcome: Side | "draw";
  /** A word of the game's rules: `chain`. */
  reason: string;
}

export interface Game {
  readonly kind: Kind;
  readonly name: string;
  readonly variant: string;
  /** The side to move. */
  readonly side: Side;
  /** null before the end. */
  readonly ending: Ending | null;
  readonly position: string;
  /** The position before the first turn. */
  readonly start: string;
  /** The turns played, and their number. */
  readonly played: string[];
  readonly length: number;

  /** Plays a turn; the EngineError names the rule that forbids it, and nothing has changed. */
  play(turn: string): void;
  isLegal(turn: string): boolean;
  /** Takes back the last turn, or the last turns. */
  undo(turns?: number): void;
  copy(): Game;
  free(): void;

  countTurns(): number;
  /** The legal turns, at most `limit` of them; 0 means all, which may be millions. */
  turns(limit?: number): string[];
  /** Passes legal turns to a function until it returns false. Returns whether all were passed. */
  visitTurns(visitor: (turn: string) => unknown, limit?: number): boolean;
  /** Each legal turn is equally likely; the same seed gives the same turn. */
  randomTurn(seed?: number | bigint): string;
  /** The parts that can follow the beginning of a turn; null if no legal turn begins like this. */
  parts(beginning: string): { begun: string; next: string[]; isTurn: boolean } | null;

  /** The board as text. */
  board(): string;
  /** The board as an SVG document. */
  svg(options?: BoardOptions): string;
  /** Its figures and marks, lowest first: symbol of the SVG, x, y. */
  readonly figures: [symbol: string, x: number, y: number][];
  /** Numbers by plane, row and column, see `Kind.planes`. */
  planes(): Float32Array;
  /** The record of the game, with these tags. */
  record(tags?: { [name: string]: string }): Record;
}

export interface BoardOptions {
  /** The default, `system`, is that of the reader. */
  theme?: "light" | "dark" | "system";
  /** Names of rows and columns (true). */
  coordinates?: boolean;
  /** In pixels (400). */
  width?: number;
}

export interface ReadOptions {
  /** The format of the text (`pgn`). */
  form?: Form;
  /** Of records without these tags. */
  game?: string;
  variant?: string;
  roll?: string;
  /** Warnings are errors. */
  strict?: boolean;
}

/** An error or a warning about a record. */
export interface Finding {
  code: string;
  /** A sentence without a full stop. */
  message: string;
  isError: boolean;
  /** In the text, from 1. */
  line: number;
  column: number;
  /** The line around it, and the place in it, in characters. */
  excerpt: string;
  caret: number;
  length: number;
  /** From 1, counting each player's turn; 0 if it concerns no turn. */
  turn: number;
}

export type Piece = [
  kind: "turn" | "comment" | "nag" | "variation open" | "variation close" | "variation word", text: string];

export interface Record {
  /** It has no errors; it may have warnings. */
  readonly isValid: boolean;
  readonly findings: Finding[];
  /** Its number in the text and its first line, from 1; 0 for a record that was not read. */
  readonly index: number;
  readonly line: number;
  readonly game: string;
  readonly variant: string;
  readonly result: Result | "";
  /** By the rules; null before the end. */
  readonly ending: Ending | null;
  /** The legal turns that it begins with, and their number. */
  readonly played: string[];
  readonly length: number;
  turn(index: number): string | null;
  /** Turns, comments, NAGs and variations, piece by piece. An edited record is checked again. */
  movetext: Piece[];
  /** The tags in their order; what is set or deleted there is changed in the record. */
  readonly tags: Map<string, string>;
  tag(name: string): string | null;
  /** The comments after each turn, and the NAGs of each; 0 are those before the first turn. */
  readonly annotations: { comments: string[]; glyphs: string[][] };
  /** The unchanged text that was read. */
  readonly text: string;

  /** The record in a format (`pgn`), canonically. */
  write(form?: Form): string;
  /** What a format cannot hold of the record, and `write` omits. */
  losses(form: Form): string[];
  /** The game after this many turns, or after all. */
  replay(turns?: number): Game;
  /** Sets a tag; null removes it. */
  setTag(name: string, value: string | null): void;
  setResult(result: Result): void;
  addComment(turns: number, comment: string): void;
  /** Repairs errors that have only one repair, and returns the list of changes. */
  repair(): string[];
  /** Analyses each turn by a bot, as comments. */
  analyse(bot: Bot, limits?: Limits): void;
  copy(): Record;
  free(): void;
}

/** The limits of a search; the first that is reached counts. */
export interface Limits {
  nodes?: number;
  milliseconds?: number;
  /** Turns ahead. */
  depth?: number;
}

/** `value`: hundredths of the game's unit, positive is good for the bot; `win`, `loss`: in so many of its turns. */
export interface Score {
  kind: "value" | "win" | "loss";
  amount: number;
}

export interface Thought {
  /** The chosen turn. */
  turn: string;
  /** Positions searched. */
  nodes: number;
  score: Score | null;
  depth: number;
  /** Expected lines of play: turns separated by spaces. */
  lines: { turns: string; score: Score | null; depth: number }[];
}

/** A built-in bot, specified as for `schiri --bot`: `alphabeta:nodes=1000`. */
export interface Bot {
  /** Begins a new game; all randomness follows from the seed. */
  newGame(seed: number | bigint): void;
  /** Chooses a turn. Without limits those of its description apply. */
  think(game: Game, limits?: Limits | null, listener?: (thought: Thought) => unknown): Thought;
  /** Stops the search soon, from its listener. */
  stop(): void;
  free(): void;
}

/** Games to rate. */
export interface Ratings {
  /** Adds the game of a valid record. */
  add(record: Record): void;
  addResult(result: {
    game: string; variant?: string; white: string; black: string; result: Result;
    event?: string; round?: string; date?: string;
  }): void;
  /** Sets `prior`, `anchor` or `no-errors` of `schiri ratings` for later ratings; an anchor is added to those before. */
  set(option: string, value?: string | null): void;
  /** Rating lists, one for each game, variant and pool of comparable players. */
  rate(): RatingList[];
  /** Cross tables, one for each pool. */
  tables(): { rows: TableRow[] }[];
  free(): void;
}

export interface RatingList {
  game: string;
  variant: string;
  pool: number;
  /** Best first. */
  players: RatedPlayer[];
}

export interface RatedPlayer {
  name: string;
  /** NaN if only `bound` is known. */
  rating: number;
  /** Half of the 95 % interval; NaN if unknown or if an end is open. */
  error: number;
  /** The ends of the 95 % interval; NaN if open or unknown. */
  low: number;
  high: number;
  wins: number;
  draws: number;
  losses: number;
  /** 1 if the games set no upper end, -1 if no lower one, otherwise 0. */
  bound: number;
}

export interface TableRow {
  name: string;
  points: number;
  games: number;
  /** Direct encounter, Sonneborn-Berger, Buchholz. */
  tieBreaks: (number | null)[];
}

/** A worker that executes tasks in sequence. */
export interface BotWorker {
  /** The thought of a new bot about a game; null if it was stopped. */
  think(task: ThinkTask, listener?: (thought: Thought) => unknown): Promise<Thought | null>;
  /** The records of a text, analysed; invalid ones unchanged. null if it was stopped. */
  analyse(text: string, task: AnalyseTask, listener?: (progress: { done: number; all: number }) => unknown): Promise<string[] | null>;
  /** Ends all tasks; their answers are null. Later tasks start a new worker. */
  stop(): void;
  /** The same, and ends an idle worker. */
  close(): void;
}

export interface ThinkTask {
  /** A game, also of another engine. */
  game: GameStart | Game;
  bot: string;
  limits?: Limits;
  seed?: number;
}

export interface AnalyseTask extends ReadOptions {
  bot: string;
  limits?: Limits;
}
