/** The contract between a game and everything else. A game's room implements it; nothing outside the room knows a rule. */
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

/** A state: a small fixed-size byte record that only its game can read. Treated as immutable. */
export type Position = Uint8Array;

/** A move is an integer whose meaning belongs to the game (in some games a whole turn of several steps). */
export type Move = number;

/** Who moves: a player by number from 0, or chance. */
export type Actor = number;
export const CHANCE: Actor = -1;

/** Points by player when a game has ended: 1 a win, 0.5 a draw, 0 a loss. */
export type Scores = readonly number[];

/** Rules that look at how a position came about. They belong to the match; the state does not know its past. */
export interface HistoryRules {
  /**
   * What happens when a position occurs again (same side to move). A move that brings about a forbidden one is illegal: players are told
   * which those are, and who makes one all the same, or has no other, loses.
   */
  readonly repetition: "allowed" | "draw" | "loss" | "forbidden";
  /** How many times a position must have occurred for the rule above to apply. */
  readonly repetitionCount: number;
  /** A match that reaches this many plies is a draw; null for no limit. */
  readonly plyLimit: number | null;
  /** What must be equal for a position to have occurred before, where that is not the whole of it: a counter left out, say. */
  readonly repetitionKey?: (position: Position) => Position;
}

export interface Game {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Random plies before the players of a match take over, where nobody says how many: fewer than the usual 10 for short games. */
  readonly openingPlies?: number;
  /** A position for examples in the help, where the first one would show little. */
  readonly example?: string;
  /** What people call the text of a position, where it has a name of its own: FEN. */
  readonly positionFormat?: string;
  /** Three of its players by their texts, strong ones first, for examples in the help. */
  readonly examplePlayers: readonly [string, string, string];
  /** The variants: every option with its default. */
  readonly options: readonly OptionSpec[];
  /** Combinations of options that have a name of their own (a paper's rules, say). */
  readonly presets: Readonly<Record<string, OptionValues>>;
  /** What can be said of a table to build or to probe. */
  readonly tableOptions: readonly OptionSpec[];
  /** The table that these options describe; the error says which option is wrong and why. */
  table(options: OptionValues): Result<TableSpec>;
  /** Solves positions of a variant when asked, where `gamelore probe` shall do so instead of reading a table. */
  prober?(options: OptionValues): Promise<Result<Prober>>;
  /** The tables that these options describe, where they describe more than one; null where they describe one. */
  tableSet?(options: OptionValues): Result<TableSetSpec | null>;
  /** Options of the tables that speak of positions of a variant, the best first; what they describe need not be built. */
  tablesFor?(options: OptionValues): readonly OptionValues[];
  /** Options of tables that take a second or two to build and that a newcomer should have: `gamelore start` builds them. */
  readonly starterTables?: OptionValues;
  /** Tables of other programs that `gamelore probe` can read. */
  readonly externalTables?: ExternalTables;
  /** A position that its tables know, for the help, where the first position is not in them. */
  readonly probeExample?: string;
  /** Which sets of its elements are equivalent, where the game has such. */
  readonly symmetry?: MaterialSymmetry;
  /** Opens one variant; the error says which option is wrong and why. */
  open(options: OptionValues): Promise<Result<Rules>>;
}

/** One variant of a game, ready to be played. */
export interface Rules {
  readonly game: Game;
  readonly options: OptionValues;
  /** The canonical text of the variant. */
  readonly variant: string;
  /** Names of the players, in order. */
  readonly players: readonly string[];
  readonly history: HistoryRules;
  /** Where something is hidden from players: what each may know. */
  readonly hidden?: HiddenInformation;
  /** Who plays with whom, where more than two do: the number of each one's side; null where each is for itself, or nobody can say yet. */
  sides?(position: Position): readonly number[] | null;

  initial(): Position;
  /** Who moves now: one player, several at once, or chance alone. Empty when the game has ended. */
  actors(position: Position): readonly Actor[];
  /** All legal moves of one of the actors, in a fixed order, without repetition. */
  moves(position: Position, actor: Actor): readonly Move[];
  /** The moves that a random opening is drawn from, where any legal one would make a nonsense of it; at least one. */
  openingMoves?(position: Position): readonly Move[];
  /** Where random openings begin, if not with the initial position: one of these each. */
  readonly openings?: readonly Position[];
  /** The probabilities of `moves(position, CHANCE)`, in the same order; they sum to 1. Empty where chance does not move. */
  chanceProbabilities(position: Position): readonly number[];
  /** The position after one move of each actor, in the order of `actors`. The given position stays as it was. */
  play(position: Position, moves: readonly Move[]): Position;
  /** Scores if the game has ended, null while it goes on. */
  result(position: Position): Scores | null;

  formatPosition(position: Position): string;
  parsePosition(text: string): Result<Position>;
  formatMove(position: Position, move: Move): string;
  parseMove(position: Position, text: string): Result<Move>;
  /** What can be typed as a move, a line each, where an example does not say it all. */
  readonly moveHelp?: readonly string[];
  view(position: Position): View;
  /** Where the moves that are now to be made are better put together in a draft: one, with what stands already. Null where they are not. */
  draft?(position: Position): Draft | null;
  /** The same without whose turn it is (null), where finding that out takes longer than the rest. */
  viewWithoutTurn?(position: Position): View;
  /** From where to where a move goes, where what is seen before and after it does not tell all. */
  movePath?(position: Position, move: Move): MovePath | null;
  /** The steps of a move that may move several pieces at once, instead of `wayOf`; none where it moves no piece. A person puts such a move together step by step. */
  moveSteps?(position: Position, move: Move): readonly MovePath[];
  /** Numbers by cell that help a person to read the position, the most useful first. */
  heatMaps?(position: Position): readonly HeatMap[];
  /** The pieces that a position can be made of by hand, where the game lets one do so with `compose`. */
  readonly tray?: readonly TrayPiece[];
  /** The position with these pieces on these cells, by the names of the view; the error says what is wrong with it. */
  compose?(pieces: readonly PlacedPiece[], turn: number): Result<Position>;

  /** Whole games as text of a common format. */
  readonly gameText?: GameTextFormat;

  /** Counts move sequences of a length, in the kernel where there is one. */
  perft(position: Position, depth: number): number;

  /** The table that this variant's players and evaluators use, if there is one. */
  readonly table: TableSpec | null;
  /** Opens a table for probing positions of this variant, and for its players; loaded once. */
  openTable(): Promise<Table>;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[];
  /** Why there are none, where one would expect some. */
  readonly whyNoEvaluators?: string;
  /** The terms of an evaluation by its text, where the game lets their weights be learned. */
  termEvaluator?(text: string): Promise<TermEvaluator>;
  /** Lets go of threads and memory. */
  close(): Promise<void>;
}

/** By names of cells. */
export interface MovePath {
  readonly from: string;
  readonly to: string;
  /** Where it touches the board in between, in order: a chain of jumps. */
  readonly through?: readonly string[];
}

/** A piece of a tray; `letter` is that of the view. */
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
  /** The tables that it reads; where this is missing, none. */
  readonly tables?: readonly TableSpec[];
  create(): Promise<Evaluator>;
}
