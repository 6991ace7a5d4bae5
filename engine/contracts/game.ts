/** The contract between a game and everything else. A game's module implements it; no other module contains game rules. */
import type { Draft } from "./draft.ts";
import type { Evaluator, TermEvaluator } from "./evaluator.ts";
import type { Result } from "./errors.ts";
import type { GameTextFormat } from "./game-text.ts";
import type { HiddenInformation } from "./hidden.ts";
import type { OptionSpec, OptionValues } from "./options.ts";
import type { PlayerKind } from "./player.ts";
import type { MaterialSymmetry } from "./symmetry.ts";
import type { ExternalTables, Prober, Table, TableSpec, TableSetSpec } from "./table.ts";
import type { HeatMap, View } from "./view.ts";

/** A state: a small fixed-size byte record, opaque outside its game. Treated as immutable. */
export type Position = Uint8Array;

/** A move is an integer, opaque outside its game (in some games a whole turn of several steps). */
export type Move = number;

/** Who acts: a player (0-based) or chance. */
export type Actor = number;
export const CHANCE: Actor = -1;

/** Points by player at the end of a game: 1 for a win, 0.5 for a draw, 0 for a loss. */
export type Scores = readonly number[];

/** Rules that depend on the game's history. The match applies them, because a state does not contain its history. */
export interface HistoryRules {
  /**
   * What happens when a position repeats (same side to move). With "forbidden", a move that repeats a position is illegal: players
   * receive a predicate for such positions; a player who repeats one anyway, or has no other move, loses.
   */
  readonly repetition: "allowed" | "draw" | "loss" | "forbidden";
  /** Number of occurrences at which the rule applies. */
  readonly repetitionCount: number;
  /** A match that reaches this many plies is a draw; null for no limit. */
  readonly plyLimit: number | null;
  /** The part of a position that repetition compares; the whole position by default. Leaves out move counters, for example. */
  readonly repetitionKey?: (position: Position) => Position;
}

export interface Game {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Default number of random opening plies in a match, instead of 10; fewer for short games. */
  readonly openingPlies?: number;
  /** A position for examples in the help, if the initial one is not instructive. */
  readonly example?: string;
  /** Name of the position's text format, if it has one: FEN. */
  readonly positionFormat?: string;
  /** Texts of three players, strongest first, for examples in the help. */
  readonly examplePlayers: readonly [string, string, string];
  /** Options of the variants. */
  readonly options: readonly OptionSpec[];
  /** Named combinations of options, for example the rules of a paper. */
  readonly presets: Readonly<Record<string, OptionValues>>;
  /** Options of the tables. */
  readonly tableOptions: readonly OptionSpec[];
  /** The table for these options; the error names the invalid option. */
  table(options: OptionValues): Result<TableSpec>;
  /** Solves single positions of a variant, for games whose `gamelore probe` does not read a table. */
  prober?(options: OptionValues): Promise<Result<Prober>>;
  /** The tables for these options; null if they describe a single table. */
  tableSet?(options: OptionValues): Result<TableSetSpec | null>;
  /** Options of the tables that cover positions of a variant, best first. These tables may not be built yet. */
  tablesFor?(options: OptionValues): readonly OptionValues[];
  /** Options of small tables that `gamelore start` builds in a second or two. */
  readonly starterTables?: OptionValues;
  /** Tables of other programs that `gamelore probe` can read. */
  readonly externalTables?: ExternalTables;
  /** A position in the tables, for the help, if the initial one is not in them. */
  readonly probeExample?: string;
  /** Equivalence of material sets. */
  readonly symmetry?: MaterialSymmetry;
  /** Opens a variant; the error names the invalid option. */
  open(options: OptionValues): Promise<Result<Rules>>;
}

/** One variant of a game, ready to be played. */
export interface Rules {
  readonly game: Game;
  readonly options: OptionValues;
  /** The canonical text of the variant. */
  readonly variant: string;
  /** Names of the players. */
  readonly players: readonly string[];
  readonly history: HistoryRules;
  /** Information sets, in games with hidden information. */
  readonly hidden?: HiddenInformation;
  /** Teams in games for more than two: each player's team number; null if everyone plays alone or the teams are undecided. */
  sides?(position: Position): readonly number[] | null;

  initial(): Position;
  /** Who acts: one player, several players simultaneously, or chance alone. Empty when the game has ended. */
  actors(position: Position): readonly Actor[];
  /** All legal moves of an actor, distinct, in a fixed order. */
  moves(position: Position, actor: Actor): readonly Move[];
  /** The moves that random openings choose from (at least one), if a random legal move would not make sense. */
  openingMoves?(position: Position): readonly Move[];
  /** Starting positions of random openings, instead of the initial position. */
  readonly openings?: readonly Position[];
  /** The probabilities of `moves(position, CHANCE)` in the same order, with sum 1. Empty outside of chance nodes. */
  chanceProbabilities(position: Position): readonly number[];
  /** The position after one move of each actor, in the order of `actors`. Does not modify its argument. */
  play(position: Position, moves: readonly Move[]): Position;
  /** Scores if the game has ended, otherwise null. */
  result(position: Position): Scores | null;

  formatPosition(position: Position): string;
  parsePosition(text: string): Result<Position>;
  formatMove(position: Position, move: Move): string;
  parseMove(position: Position, text: string): Result<Move>;
  /** How to write moves, one line each, if an example is not enough. */
  readonly moveHelp?: readonly string[];
  view(position: Position): View;
  /** A draft of the next moves, if they are edited together (a setup, for example); otherwise null. */
  draft?(position: Position): Draft | null;
  /** The view with `turn` null, if computing the player to move is expensive. */
  viewWithoutTurn?(position: Position): View;
  /** The path of a move, if it does not follow from the views before and after. */
  movePath?(position: Position, move: Move): MovePath | null;
  /** The steps of a move of several pieces, instead of `movePath`; empty if no piece moves. A person enters such a move step by step. */
  moveSteps?(position: Position, move: Move): readonly MovePath[];
  /** Values by cell that explain the position to a person, most useful first. */
  heatMaps?(position: Position): readonly HeatMap[];
  /** The pieces for `compose`. */
  readonly tray?: readonly TrayPiece[];
  /** The position with these pieces on these cells, named as in the view; the error explains why it is not valid. */
  compose?(pieces: readonly PlacedPiece[], turn: number): Result<Position>;

  /** Import and export of games. */
  readonly gameText?: GameTextFormat;

  /** Counts the move sequences of length `depth`. */
  perft(position: Position, depth: number): number;

  /** The table that this variant's players and evaluators use, if any. */
  readonly table: TableSpec | null;
  /** Opens that table for probing and for players; loaded once. */
  openTable(): Promise<Table>;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[];
  /** Why `evaluators` is empty, if that is unexpected. */
  readonly whyNoEvaluators?: string;
  /** The terms of an evaluation, given as text, for games whose weights can be learned. */
  termEvaluator?(text: string): Promise<TermEvaluator>;
  /** Releases threads and memory. */
  close(): Promise<void>;
}

/** A path over cells, by name. */
export interface MovePath {
  readonly from: string;
  readonly to: string;
  /** Intermediate cells in order, for example of a jump chain. */
  readonly through?: readonly string[];
}

/** A piece of the tray; `letter` as in the view. */
export interface TrayPiece {
  readonly letter: string;
  readonly owner: number | null;
  readonly name: string;
}

export interface PlacedPiece {
  readonly cell: string;
  readonly letter: string;
}

export interface EvaluatorSpec {
  readonly name: string;
  readonly summary: string;
  /** The tables it reads; none by default. */
  readonly tables?: readonly TableSpec[];
  create(): Promise<Evaluator>;
}
