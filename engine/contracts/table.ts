/** The contract of tables: what a table covers, how it is built, and what a probe answers. */
import type { Result } from "./errors.ts";
import type { Move, Position } from "./game.ts";
import type { OptionSpec, OptionValues } from "./options.ts";

/**
 * `distance`: fewest moves of one side to its goal. `outcome`: win, draw or loss with the distance in plies. `turns`: the same for
 * games in which who wins has made the last move, so that a byte can say twice as far. `won`: an entry is eight positions, a bit each,
 * set where the position is won for the first side; how far from the end is not said.
 */
export type ValueKind = "distance" | "outcome" | "turns" | "won";

/** What identifies a table; two tables with equal identities hold equal bytes. */
export interface TableIdentity {
  readonly game: string;
  /** File name without its ending, unique within the game. */
  readonly name: string;
  /** What the entries are about, in words and numbers that do not change between builds. */
  readonly covers: string;
  /** Name and version of the ranking that turns a position into an entry's number. */
  readonly index: string;
  readonly value: ValueKind;
  readonly entries: number;
}

export interface SolveProgress {
  readonly phase: string;
  /** Work done of the phase, from 0 to 1. */
  readonly done: number;
  readonly note?: string;
  /** How many entries have each value so far, where the solver can tell: of a large table, an estimate by some of them. */
  readonly counts?: () => readonly number[];
}

export interface SolveOptions {
  readonly threads: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
  /** Called now and then with the state of a long build, so that it can be saved. */
  readonly checkpoint?: CheckpointHooks;
}

/** How a build saves and finds its unfinished work. The bytes are the builder's own. */
export interface CheckpointHooks {
  /** Bytes saved by an earlier build of the same table, copied into `target`; false if there are none. */
  restore(target: Uint8Array): Promise<boolean>;
  /** Whether it is time to save; the builder asks often. */
  due(): boolean;
  save(bytes: Uint8Array): Promise<void>;
}

/** A finished build, in memory: entries as bytes, and how many entries have each value. */
export interface SolvedTable {
  readonly identity: TableIdentity;
  /** The entries; may lie in shared memory and is valid until `release`. */
  readonly bytes: Uint8Array;
  readonly histogram: readonly number[];
  /** What the build counted: states, moves, sweeps, seconds of processor time. */
  readonly statistics: Readonly<Record<string, number>>;
  release(): void;
}

/** A table that a game can build. */
export interface TableSpec {
  readonly identity: TableIdentity;
  readonly summary: string;
  /** Entries to be read for probing, from the first on: all, or the part that was asked for. */
  readonly requiredEntries: number;
  /** Memory that a build takes, in bytes. */
  readonly memoryBytes: number;
  /** Bytes that its file is expected to take, by others of its kind; where this is missing, a byte an entry. */
  readonly fileBytes?: number;
  /** Bytes of unfinished work that a build saves, where they are not as many as entries. */
  readonly checkpointBytes?: number;
  /** What the solver is called, with its version: part of what a file says about how it was built. */
  readonly solver: string;
  /** The command that builds it. */
  readonly command: string;
  solve(options: SolveOptions): Promise<SolvedTable>;
  /** The pieces that every position of the table has, where they tell it from the other tables of its set. */
  readonly pieces?: readonly TablePiece[];
  /** Consecutive ranges of all entries that are counted apart: positions with White to move, then with Black to move, for example. */
  readonly parts?: readonly TablePart[];
  /** Opens finished entries for probing. */
  open(entries: TableEntries): Table;
  /** Compares every entry with its definition in the kernel; where this is missing, `Table.expected` is all there is. */
  checkAll?(bytes: Uint8Array, options: Omit<SolveOptions, "checkpoint">): Promise<CheckedEntries>;
  /** The same for this many entries at least, spread evenly over the table. */
  checkSome?(bytes: Uint8Array, samples: number, options: Omit<SolveOptions, "checkpoint">): Promise<CheckedEntries>;
}

/** A piece as a view has it. */
export interface TablePiece {
  readonly letter: string;
  readonly owner: number | null;
}

export interface TablePart {
  readonly name: string;
  readonly entries: number;
  /** Of `turns`: byte 254 is a loss in 254 plies; elsewhere it is a win in 253. */
  readonly latest?: "loss";
}

/** Several tables that belong together, each in a file of its own: one for each set of material, say. */
export interface TableSetSpec {
  /** Of the whole set, unique within the game. */
  readonly name: string;
  readonly summary: string;
  /** Every table, in an order in which each can be built from those before it. */
  readonly tables: readonly TableSpec[];
  /** Positions can be probed with some of the tables; a missing one fails with `table-missing`. Where this is not set, all must be there. */
  readonly partial?: true;
  /** Memory that building them takes, in bytes. */
  readonly memoryBytes: number;
  /** The command that builds them. */
  readonly command: string;
  /** Builds those that are missing, perhaps several at a time; the others are there. Each is handed over when it is done. */
  build(missing: readonly TableSpec[], options: SolveOptions, done: TableDone): Promise<BuiltSet>;
  /** For probing positions of any of the tables; `entries` opens one when it is first needed. */
  open(entries: (offer: TableSpec) => TableEntries): Pick<Table, "parsePosition" | "formatPosition" | "probe">;
}

export type TableDone = (offer: TableSpec, solved: SolvedTable) => Promise<void>;

export interface BuiltSet {
  /** Processor time of the solver, in seconds. */
  readonly cpuSeconds: number;
}

export interface CheckedEntries {
  readonly checked: number;
  readonly wrong: number;
  /** One of the wrong entries. */
  readonly example: number | null;
}

/** Access to the values of a table, by entry number; a file with a block cache, or memory. */
export interface TableEntries {
  readonly identity: TableIdentity;
  /** How many entries are at hand: all, or a prefix of the table. */
  readonly loaded: number;
  /** The value of an entry; fails with `not-in-table` outside the loaded part. */
  get(index: number): number;
}

export interface ProbedMove {
  readonly move: Move;
  readonly text: string;
  /** Value of the position after the move. */
  readonly after: ProbeValue;
}

/** What a position is worth: the same shape for every game. */
export interface ProbeValue {
  /** What a person reads, with its unit: "wins the race by 3 moves". */
  readonly text: string;
  /** For the player who moves in the probed position: bigger is better. */
  readonly score: number;
  /** The table values behind the score, named. */
  readonly parts: Readonly<Record<string, number | null>>;
  /** Whether the score is the exact truth of the game, or an evaluation. */
  readonly exact: boolean;
  /** Who wins, for the player who moves in the probed position, where the table tells. */
  readonly outcome?: "win" | "draw" | "loss";
}

export interface Probe {
  /** The table of a set that knows the position. */
  readonly table?: string;
  readonly position: string;
  readonly value: ProbeValue;
  /** Every legal move, best first. */
  readonly moves: readonly ProbedMove[];
}

export interface Table {
  readonly identity: TableIdentity;
  /** Entry number ↔ the position that the table knows under it. */
  rank(position: Position): Result<number>;
  unrank(index: number): Position;
  /** The definition: what the value of an entry must be, given the values of its successors. */
  expected(index: number): number;
  get(index: number): number;
  /** Positions that the table can be asked about, as text; beside whole positions of the game also the table's own. */
  parsePosition(text: string): Result<Position>;
  formatPosition(position: Position): string;
  probe(position: Position): Result<Probe>;
}

/** Answers as a table does, by solving the position that it is asked about; for games whose values are not stored. */
export interface Prober {
  /** What it is called where a table has its name. */
  readonly name: string;
  parsePosition(text: string): Result<Position>;
  /** When the signal fires it ends with `interrupted`. */
  probe(position: Position, signal?: AbortSignal): Promise<Result<Probe>>;
  close(): Promise<void>;
}

/**
 * Tables in another program's format, which the user has on disk. They are read instead of the project's own where one of their options is
 * given. An option may name any folder, so only the command line offers them.
 */
export interface ExternalTables {
  readonly options: readonly OptionSpec[];
  /** Some of the options are given. */
  open(options: OptionValues): Promise<Result<Prober>>;
}
