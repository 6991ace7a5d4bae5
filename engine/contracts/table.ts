/** The contract of tables: what a table covers, how it is built, and what a probe returns. */
import type { Brand } from "./brand.ts";
import type { Result } from "./errors.ts";
import type { Move, Position } from "./position.ts";
import type { OptionSpec, OptionValues } from "./options.ts";

/** The index of an entry in its table. */
export type Rank = Brand<number, "rank">;

/**
 * `distance`: fewest moves of one side to its goal. `outcome`: win, draw or loss with the distance in plies. `turns`: the same for
 * games in which the winner makes the last move, which doubles the range of a byte. `won`: an entry is eight positions, a bit each,
 * set if the first side wins; no distance.
 */
export type ValueKind = "distance" | "outcome" | "turns" | "won";

/** Identifies a table; tables with equal identities have equal bytes. */
export interface TableIdentity {
  readonly game: string;
  /** File name without extension, unique within the game. */
  readonly name: string;
  /** Describes the entries; must not change between builds. */
  readonly covers: string;
  /** Name and version of the ranking function. */
  readonly index: string;
  readonly value: ValueKind;
  readonly entries: number;
}

export interface SolveProgress {
  readonly phase: string;
  /** Progress of the phase, from 0 to 1. */
  readonly done: number;
  readonly note?: string;
  /** Histogram of values so far, if available; estimated by sampling for large tables. */
  readonly counts?: () => readonly number[];
}

/** `auto`: the GPU for large tables if there is one, else the CPU. Tables without a solver on the GPU are solved on the CPU. */
export const DEVICES = ["auto", "gpu", "cpu"] as const;
export type Device = (typeof DEVICES)[number];
/** For a person, as the name of a device. */
export const ON_CPU = "the CPU";

export interface SolveOptions {
  readonly threads: number;
  /** The CPU unless given. */
  readonly device?: Device;
  /** Without a GPU, or when it fails, the solve fails instead of continuing on the CPU. */
  readonly gpuOnly?: boolean;
  /** Receives the device that works on the table, for a person: again if another one continues. */
  readonly onDevice?: (device: string) => void;
  /** Receives lines for the user, for example that the GPU has failed. */
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
  readonly checkpoint?: CheckpointHooks;
}

/** Saves and restores unfinished work of a build. The bytes are opaque. */
export interface CheckpointHooks {
  /** Copies the checkpoint of an earlier build of the same table into `target`; false if there is none. */
  restore(target: Uint8Array): Promise<boolean>;
  /** Whether it is time to save; called often. */
  due(): boolean;
  save(bytes: Uint8Array): Promise<void>;
}

/** A finished build in memory. */
export interface SolvedTable {
  readonly identity: TableIdentity;
  /** The entries, possibly in shared memory, valid until `release`. */
  readonly bytes: Uint8Array;
  readonly histogram: readonly number[];
  /** Build statistics: states, moves, sweeps, CPU seconds. */
  readonly statistics: Readonly<Record<string, number>>;
  release(): void;
}

/** A table that a game can build. */
export interface TableSpec {
  readonly identity: TableIdentity;
  readonly summary: string;
  /** Number of leading entries that probing needs: all, or the requested part. */
  readonly requiredEntries: number;
  /** Memory needed by a build, in bytes. */
  readonly memoryBytes: number;
  /** Estimated file size in bytes; by default one byte per entry. */
  readonly fileBytes?: number;
  /** Rough time of a build on two cores, in seconds, if known. */
  readonly buildSeconds?: number;
  /** Size of a checkpoint in bytes; by default one byte per entry. */
  readonly checkpointBytes?: number;
  /** Name and version of the solver, stored in the file. */
  readonly solver: string;
  /** The command that builds it. */
  readonly command: string;
  /** It can be solved on a GPU. */
  readonly gpu?: true;
  solve(options: SolveOptions): Promise<SolvedTable>;
  /** The pieces of every position of the table, if they distinguish it from the other tables of its set. */
  readonly pieces?: readonly TablePiece[];
  /** Consecutive ranges of entries with separate counts, for example White to move, then Black to move. */
  readonly parts?: readonly TablePart[];
  /** Opens a finished table for probing. */
  open(entries: TableEntries): Table;
  /** Verifies every entry in the kernel; otherwise `Table.expected` is used. */
  checkAll?(bytes: Uint8Array, options: Omit<SolveOptions, "checkpoint">): Promise<CheckedEntries>;
  /** Verifies at least this many entries, evenly spread. */
  checkSome?(bytes: Uint8Array, samples: number, options: Omit<SolveOptions, "checkpoint">): Promise<CheckedEntries>;
}

/** A piece as in a view. */
export interface TablePiece {
  readonly letter: string;
  readonly owner: number | null;
}

export interface TablePart {
  readonly name: string;
  readonly entries: number;
  /** For `turns`: byte 254 is a loss in 254 plies instead of a win in 253. */
  readonly latest?: "loss";
}

/** A set of tables, one file each, for example one per material. */
export interface TableSetSpec {
  /** Unique within the game. */
  readonly name: string;
  readonly summary: string;
  /** Every table, in build order: each depends only on earlier ones. */
  readonly tables: readonly TableSpec[];
  /** Probing works with a part of the tables; a missing one fails with `table-missing`. By default all are required. */
  readonly partial?: true;
  /** Memory needed by a build, in bytes. */
  readonly memoryBytes: number;
  /** The command that builds them. */
  readonly command: string;
  /** They can be solved on a GPU. */
  readonly gpu?: true;
  /** These tables in groups that are built together, for building on many machines. Without it, a set is built by one process. */
  units?(tables: readonly TableSpec[]): readonly TableUnit[];
  /** Builds the missing tables, possibly in parallel. `done` receives each finished table. */
  build(missing: readonly TableSpec[], options: SolveOptions, done: TableDone): Promise<BuiltSet>;
  /** Opens the set for probing; `entries` opens a table on first use. */
  open(entries: (spec: TableSpec) => TableEntries): Pick<Table, "parsePosition" | "formatPosition" | "probe">;
}

export interface TableUnit {
  readonly tables: readonly TableSpec[];
  /** Tables of the set that must be stored before. */
  readonly needs: readonly TableSpec[];
}

export type TableDone = (spec: TableSpec, solved: SolvedTable) => Promise<void>;

export interface BuiltSet {
  /** CPU time of the solver, in seconds. */
  readonly cpuSeconds: number;
  /** Time of the solver on the GPU, in seconds; 0 unless given. */
  readonly gpuSeconds?: number;
}

export interface CheckedEntries {
  readonly checked: number;
  readonly wrong: number;
  /** An incorrect entry. */
  readonly example: Rank | null;
}

/** Entries of a table, from a file with a block cache or from memory. */
export interface TableEntries {
  readonly identity: TableIdentity;
  /** Number of loaded entries: all, or a prefix of the table. */
  readonly loaded: number;
  /** The value of an entry; fails with `not-in-table` outside the loaded part. */
  get(index: Rank): number;
}

export interface ProbedMove {
  readonly move: Move;
  readonly text: string;
  /** Value of the position after the move. */
  readonly after: ProbeValue;
}

/** The value of a position, in the same form for every game. */
export interface ProbeValue {
  /** For a person, with unit: "wins the race by 3 moves". */
  readonly text: string;
  /** For the player to move in the probed position; greater is better. */
  readonly score: number;
  /** The underlying table values, by name. */
  readonly parts: Readonly<Record<string, number | null>>;
  /** Whether the score is game-theoretic or an evaluation. */
  readonly exact: boolean;
  /** Game-theoretic outcome for the player to move in the probed position, if known. */
  readonly outcome?: "win" | "draw" | "loss";
}

export interface Probe {
  /** The table of a set that contains the position. */
  readonly table?: string;
  readonly position: string;
  readonly value: ProbeValue;
  /** Every legal move, best first. */
  readonly moves: readonly ProbedMove[];
}

export interface Table {
  readonly identity: TableIdentity;
  /** Rank and unrank: position ↔ entry. */
  rank(position: Position): Result<Rank>;
  unrank(index: Rank): Position;
  /** The value of an entry by definition, from the values of its successors. */
  expected(index: Rank): number;
  get(index: Rank): number;
  /** Parses a position to probe: a position of the game, or one in the table's own format. */
  parsePosition(text: string): Result<Position>;
  formatPosition(position: Position): string;
  probe(position: Position): Result<Probe>;
}

/** Like a table, but solves each probed position instead of reading stored values. */
export interface ProbeProgress {
  /** From 0 to 1; null if the end is not known. */
  readonly done: number | null;
  readonly note: string;
}

export interface Prober {
  /** Takes the place of a table's name. */
  readonly name: string;
  parsePosition(text: string): Result<Position>;
  /** Positions after a solved one are answered at once, so that a principal variation can be followed. */
  readonly isFast?: true;
  /** Begins to solve the game in the background, so that the first probe waits less. */
  start?(): void;
  /** Looks for what others have stored since; cheap. */
  refresh?(): void;
  /** Increases whenever more positions are solved in the background. */
  readonly revision?: number;
  /** What a long probe is doing now: null, or undefined, if nothing. */
  readonly progress?: ProbeProgress | null;
  /**
   * Rejects with `interrupted` when the signal fires. A solver that takes longer than `patience`, in milliseconds, may fail with
   * `not-in-table` and continue in the background; by default there is no such limit.
   */
  probe(position: Position, signal?: AbortSignal, patience?: number): Promise<Result<Probe>>;
  /** Of `prove`; null, or undefined, if outcomes of the game are not proven. */
  readonly proofBounds?: ProofBounds | null;
  /** Whether `prove` may find exact values of a position that cannot be solved beside a search. */
  isProvable?(position: Position): boolean;
  /** Proves the outcomes of a position and of its moves, and stores the proof for every prober of the game. Fails with the reason. */
  prove?(position: Position, run: ProofRun): Promise<Result<ProofSummary>>;
  close(): Promise<void>;
}

/** At most. */
export interface ProofBounds {
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface ProofRun {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((states: number) => void) | undefined;
}

export interface ProofSummary {
  /** For the player to move. */
  readonly outcome: "win" | "draw" | "loss";
  /** Expanded. */
  readonly states: number;
}

/**
 * Tables of other programs on the user's disk, for example Syzygy. They replace the project's tables if one of their options is given.
 * An option may name any folder, so only the command line accepts them.
 */
export interface ExternalTables {
  readonly options: readonly OptionSpec[];
  /** Called with at least one option set. */
  open(options: OptionValues): Promise<Result<Prober>>;
}
