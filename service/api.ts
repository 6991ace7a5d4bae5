/**
 * The documents of the API, as types: what the server answers, the page reads, and a worker in the page gives where the server is
 * not needed. A game in play is no state of the server: who asks sends its variant, where it started and the moves so far.
 */
import type { TrayPiece } from "../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../engine/contracts/options.ts";
import type { Candidate, Limits } from "../engine/contracts/player.ts";
import type { ProbeValue, TablePiece } from "../engine/contracts/table.ts";
import type { HeatMap, View } from "../engine/contracts/view.ts";

/** Every answer that is not 2xx. */
export interface ErrorDocument {
  readonly error: { readonly code: string; readonly message: string };
}

// ---- Games

export interface GameSummary {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** How many sit at the board. */
  readonly players: number;
  /** Their names, in order. */
  readonly seats: readonly string[];
  /** `general`: from a rulesheet. */
  readonly kind: "room" | "general";
  /** For a small picture: a position that shows what the game is like; null where that would take long to work out. */
  readonly picture: View | null;
}

export interface PlayerKindDocument {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly OptionSpec[];
  readonly presetOf?: string;
}

export type { TablePiece, TrayPiece };

export interface GameDocument extends GameSummary {
  /** Canonical text of the variant that was asked for. */
  readonly variant: string;
  readonly options: readonly OptionSpec[];
  readonly values: OptionValues;
  readonly presets: Readonly<Record<string, OptionValues>>;
  readonly playerKinds: readonly PlayerKindDocument[];
  /** The strongest player for this variant, by its text. */
  readonly best: string;
  readonly tableOptions: readonly OptionSpec[];
  readonly initial: string;
  /** What the text of a position is called, FEN for example; null where it has no name of its own. */
  readonly positionFormat: string | null;
  /** What the text of a whole game is called, PGN for example; null where there is none. */
  readonly gameFormat: string | null;
  /** Whether something is hidden from players, and whether chance moves. */
  readonly hidden: boolean;
  readonly chance: boolean;
  /** What can be set up with the mouse; null where positions are only pasted as text. */
  readonly tray: readonly TrayPiece[] | null;
  /** The rules in words, as Markdown. */
  readonly rules: string;
}

// ---- A game in play

/** A game so far. */
export interface GameState {
  /** Options that are not at their defaults. */
  readonly variant: Readonly<Record<string, string | number>>;
  /** Null: the first position. */
  readonly start: string | null;
  /** Plies in notation, those of chance too; moves made at once are joined by "&". */
  readonly moves: readonly string[];
}

export interface PositionRequest extends GameState {
  /** Through whose eyes; null for who sees all. */
  readonly seat: number | null;
}

/** Where something lies: a cell of the view, or an item of one of its rows. */
export type Spot = { readonly cell: number } | { readonly row: number; readonly item: number };

/** From a cell to a cell. */
export type StepDocument = readonly [number, number];

export interface MoveDocument {
  readonly text: string;
  /** Whose move. */
  readonly actor: number;
  /** What is taken up and where it lands; a move without either is a button with its text. */
  readonly from: Spot | null;
  readonly to: Spot | null;
  /** All cells that it touches, the first and the last too, where there are some in between. */
  readonly path?: readonly number[];
  /** The piece on `to` after the move, where several moves have the same `from` and `to`: a promotion. */
  readonly becomes?: { readonly letter: string; readonly owner: number | null };
  /** Of a move of several pieces at once, which has neither `from` nor `to`: all its steps. */
  readonly steps?: readonly StepDocument[];
}

export interface PlyDocument {
  readonly text: string;
  /** Who moved; -1 chance. Several where they moved at once. */
  readonly actors: readonly number[];
  /** A turn of several steps has one number: plies with the same number belong together. */
  readonly turn: number;
  /** Cells that it changed. */
  readonly cells: readonly number[];
  /** All cells that it touched, in order, where the game tells. */
  readonly path?: readonly number[];
  /** Steps of several pieces at once, where the game tells. */
  readonly steps?: readonly StepDocument[];
}

export interface PositionDocument {
  readonly game: string;
  readonly variant: string;
  readonly position: string;
  readonly view: View;
  readonly plies: readonly PlyDocument[];
  /** Who moves now; -1 chance; none at the end. */
  readonly actors: readonly number[];
  /** Legal moves of all actors that are players (what `seat` may know of them). */
  readonly moves: readonly MoveDocument[];
  /** Numbers by cell, to be drawn as colours. */
  readonly heatMaps?: readonly HeatMap[];
  readonly result: { readonly scores: readonly number[]; readonly ending: string; readonly text: string } | null;
}

/** Where a computation ran, and what of. */
export interface ValueSource {
  /** `table`: looked up. `solved`: worked out exactly when asked. `evaluation`: an estimate. `none`: nothing at hand. */
  readonly kind: "table" | "solved" | "evaluation" | "none";
  readonly name: string;
  /** For a person: "exact, from the table cc-9-6", "an estimate by rows". */
  readonly text: string;
  /** Of a table that would know the position but is not there: which one, and the command that builds it. */
  readonly missing?: string;
}

export interface ValuedMove {
  readonly text: string;
  readonly after: ProbeValue;
  /** Who wins by it, for the one who moves, where that is known. */
  readonly outcome: "win" | "draw" | "loss" | null;
  /** The winner's moves until the end, this move included, where two take turns and the distance is known. */
  readonly moves: number | null;
  /** Short, for the board: "W 12" and "L 7" in moves of the winner, "+1.26", "64" of 100 points; `after.text` has the unit. */
  readonly label: string;
  readonly best: boolean;
}

export interface ValuesDocument {
  readonly position: string;
  readonly source: ValueSource;
  /** Null where the source is `none`. */
  readonly value: (Omit<ProbeValue, "outcome"> & Pick<ValuedMove, "outcome" | "moves">) | null;
  /** Best first. */
  readonly moves: readonly ValuedMove[];
  /** Best play from here, as far as it is cheap to tell. */
  readonly line: readonly string[];
}

/** Best play of both sides from a position, as far as a table knows it. */
export interface LineDocument {
  readonly moves: readonly string[];
  /** Where it ends: with the game, or where nothing more is known. */
  readonly ended: boolean;
}

export interface StripRequest extends GameState {
  /** Through whose eyes; missing or null for who sees all. */
  readonly seat?: number | null;
  /** Whose value; missing for the first one's. */
  readonly player?: number;
}

/** The value after every ply, for one player and those who play with it: -1 to 1, for a strip along the game. */
export interface StripDocument {
  readonly source: ValueSource;
  readonly player: number;
  /** Who is better where the value is above 0: the player, and whoever is on its side. */
  readonly own: readonly number[];
  /** Those for whom it is the other way round; none where each of several plays for itself. */
  readonly against: readonly number[];
  readonly points: readonly {
    readonly ply: number;
    readonly value: number | null;
    readonly text: string;
    readonly exact: boolean;
  }[];
}

export interface ChooseRequest extends GameState {
  readonly player: string;
  readonly limits: Limits;
  readonly seed: number;
  /** For whom, where several move at once; without it, for the first who moves. */
  readonly actor?: number;
  /** Who will be shown the answer; null for who sees all. Of hidden games a player's thoughts are told only to its own seat and to who sees all. */
  readonly seat?: number | null;
}

export interface ThoughtDocument {
  readonly value: number | null;
  readonly unit: string;
  readonly depth: number | null;
  readonly nodes: number;
  readonly playouts: number | null;
  readonly milliseconds: number;
  readonly line: readonly string[];
  readonly considered: readonly Candidate[];
}

export interface ChoiceDocument {
  /** The ply in notation; for an actor among several at once its part of it. */
  readonly move: string;
  readonly actor: number;
  /** Canonical text of the player. */
  readonly player: string;
  readonly thought: ThoughtDocument;
}

/** While a player thinks. */
export interface ThinkingDocument {
  readonly milliseconds: number;
  /** What it thinks so far; null where it has told nothing yet, or cannot. */
  readonly thought: ThoughtDocument | null;
}

export interface ChanceRequest extends GameState {
  readonly seed: number;
}

export interface ChanceDocument {
  readonly move: string;
}

export interface ComposeRequest {
  readonly variant: GameState["variant"];
  readonly pieces: readonly { readonly cell: string; readonly letter: string }[];
  readonly turn: number;
}

export interface ComposeDocument {
  readonly position: string;
}

/** Games as text, in the format of the game. */
export interface ImportRequest {
  readonly variant: GameState["variant"];
  readonly text: string;
}

export interface ImportDocument {
  readonly games: readonly {
    readonly title: string;
    readonly start: string;
    readonly moves: readonly string[];
    /** What is unusual and was accepted. */
    readonly remarks: readonly string[];
  }[];
  /** What cannot be read, with its place: line and column from 1. */
  readonly faults: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  /** Whether the text has more games than are told. */
  readonly more: boolean;
}

export interface ExportRequest extends GameState {
  /** Names by seat. */
  readonly players: readonly string[];
  /** Scores where the game has been ended otherwise than by the rules: somebody has resigned. */
  readonly scores?: readonly number[];
  /** YYYY-MM-DD. */
  readonly date?: string;
}

export interface ExportDocument {
  readonly text: string;
}

// ---- Tables

export type {
  OutcomeCounts,
  SetTable,
  TableDocument,
  TableListDocument,
  TableOfferDocument,
  TableSetDocument,
  TableSummary,
} from "./table-documents.ts";

// ---- Jobs

export type { JobDocument, JobRequest, JobState } from "./job-documents.ts";

// ---- Matches and games that were played

export interface MatchSummary {
  readonly id: number;
  readonly game: string;
  readonly variant: string;
  readonly label: string;
  readonly players: readonly [string, string];
  readonly limits: Limits;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Of the first player, in per cent, with its 95 % interval. */
  readonly score: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** Of the first over the second; an end that is infinite, where all games were won or lost, is null. */
  readonly elo: { readonly value: number | null; readonly low: number | null; readonly high: number | null } | null;
}

export interface MatchDocument extends MatchSummary {
  readonly list: readonly {
    readonly id: number;
    readonly number: number;
    readonly firstPlaysFirst: boolean;
    readonly points: number;
    readonly plies: number;
    readonly ending: string;
    readonly finished: string;
  }[];
}

export interface RecordDocument {
  readonly id: number;
  readonly game: string;
  readonly state: GameState;
  /** By seat. */
  readonly players: readonly string[];
  readonly scores: readonly number[];
  readonly ending: string;
  readonly finished: string;
}

// ---- Lab

export interface ExperimentSummary {
  readonly id: string;
  readonly paper: string;
  readonly title: string;
  readonly settings: readonly { readonly setting: string; readonly cells: number; readonly measured: number }[];
}

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly games: number;
}

export interface ExperimentDocument extends ExperimentSummary {
  readonly setting: string;
  readonly notes: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly row: string;
    readonly cells: readonly ({
      readonly paper: Interval | null;
      readonly ours: Interval | null;
      readonly decimals: number;
      readonly exact: boolean;
      readonly status: string;
      readonly agreement: string | null;
    } | null)[];
  }[];
  readonly claims: readonly {
    readonly text: string;
    readonly ours: { readonly outcome: string; readonly text: string };
    readonly paper: { readonly outcome: string; readonly text: string } | null;
  }[];
}

// ---- Rulesheets

export interface RulesheetRequest {
  readonly text: string;
  readonly name: string;
}

export interface RulesheetDocument {
  /** The id under which the game can be played now; null where the rulesheet cannot be. */
  readonly game: string | null;
  readonly title: string;
  readonly summary: string;
  readonly findings: readonly {
    readonly severity: "error" | "warning";
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[];
}
