/**
 * The documents of the API as types, shared by the server, the page, and the engine in the page. The server is stateless about games in
 * play: a request carries the variant, the start position and the moves.
 */
import type { TrayPiece } from "../engine/contracts/display.ts";
import type { OptionSpec, OptionValues } from "../engine/contracts/options.ts";
import type { Candidate, Limits } from "../engine/contracts/player.ts";
import type { ProbeValue, TablePiece } from "../engine/contracts/table.ts";
import type { HeatMap, View } from "../engine/contracts/view.ts";

/** The body of every response that is not 2xx. */
export interface ErrorDocument {
  readonly error: { readonly code: string; readonly message: string };
}

// ---- Games

export interface GameSummary {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly players: number;
  /** The players' names, in order. */
  readonly seats: readonly string[];
  /** `native`: its rules are code. `general`: its rules are a GDL rulesheet. */
  readonly kind: "native" | "general";
  /** A typical position, for a thumbnail; null if computing one would take too long. */
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
  /** Canonical text of the requested variant. */
  readonly variant: string;
  readonly options: readonly OptionSpec[];
  readonly values: OptionValues;
  readonly presets: Readonly<Record<string, OptionValues>>;
  readonly playerKinds: readonly PlayerKindDocument[];
  /** Text of the strongest player for this variant. */
  readonly best: string;
  readonly tableOptions: readonly OptionSpec[];
  readonly initial: string;
  /** Name of the position notation, for example FEN; null if it has none. */
  readonly positionFormat: string | null;
  /** Name of the game notation, for example PGN; null if there is none. */
  readonly gameFormat: string | null;
  /** Hidden information. */
  readonly hidden: boolean;
  /** Chance nodes. */
  readonly chance: boolean;
  /** Pieces for setting up a position with the mouse; null if positions are given as text only. */
  readonly tray: readonly TrayPiece[] | null;
  /** The rules as Markdown. */
  readonly rules: string;
}

// ---- A game in play

/** Options as a client sends them: those that differ from their defaults. */
export type OptionParams = Readonly<Record<string, string | number>>;

/** A game so far. */
export interface GameState {
  readonly variant: OptionParams;
  /** Null for the initial position. */
  readonly start: string | null;
  /** Plies in notation, chance moves included; simultaneous moves are joined by "&". */
  readonly moves: readonly string[];
}

export interface PositionRequest extends GameState {
  /** The viewer; null for an observer who sees everything. */
  readonly seat: number | null;
}

/** A cell of the view, or an item of one of its rows. */
export type Spot = { readonly cell: number } | { readonly row: number; readonly item: number };

/** From a cell to a cell. */
export type StepDocument = readonly [number, number];

export interface MoveDocument {
  readonly text: string;
  readonly actor: number;
  /** The piece that moves and where it lands. A move with neither is shown as a button. */
  readonly from: Spot | null;
  readonly to: Spot | null;
  /** All cells it passes, including the first and the last, if there are cells in between. */
  readonly path?: readonly number[];
  /** The piece on `to` after the move, if several moves share `from` and `to`: a promotion. */
  readonly becomes?: { readonly letter: string; readonly owner: number | null };
  /** The steps of a move of several pieces, which has neither `from` nor `to`. */
  readonly steps?: readonly StepDocument[];
}

export interface PlyDocument {
  readonly text: string;
  /** Who moved; -1 for chance; several for simultaneous moves. */
  readonly actors: readonly number[];
  /** All plies of one turn have the same number. */
  readonly turn: number;
  /** The cells it changed. */
  readonly cells: readonly number[];
  /** All cells it passed, in order, if the game gives them. */
  readonly path?: readonly number[];
  /** Its steps, if it moved several pieces. */
  readonly steps?: readonly StepDocument[];
}

export interface PositionDocument {
  readonly game: string;
  readonly variant: string;
  readonly position: string;
  readonly view: View;
  readonly plies: readonly PlyDocument[];
  /** The players to move; -1 for chance; empty at the end. */
  readonly actors: readonly number[];
  /** Legal moves of all actors but chance, as far as `seat` may know them. */
  readonly moves: readonly MoveDocument[];
  /** Numbers by cell, shown as colours. */
  readonly heatMaps?: readonly HeatMap[];
  readonly result: { readonly scores: readonly number[]; readonly ending: string; readonly text: string } | null;
}

export interface ValueSource {
  /** `table`: probed. `solved`: solved on request. `search`: searched. `evaluation`: an estimate. `none`: no source covers the position. */
  readonly kind: "table" | "solved" | "search" | "evaluation" | "none";
  readonly name: string;
  /** For a person: "exact, from the table cc-9-6", "searched to depth 9", "12,000 playouts". */
  readonly text: string;
  /** A table that would cover the position but is not built, with the command that builds it. */
  readonly missing?: string;
}

export interface ValuedMove {
  readonly text: string;
  readonly after: ProbeValue;
  /** For the mover; null if not known. */
  readonly outcome: "win" | "draw" | "loss" | null;
  /** The winner's moves until the end, this move included; null if not known or the players do not alternate. */
  readonly moves: number | null;
  /** A short label for the board: "W 12" and "L 7" count the winner's moves; "+1.26"; "64" of 100 points. `after.text` has the unit. */
  readonly label: string;
  readonly best: boolean;
}

export interface ValuesDocument {
  readonly position: string;
  readonly source: ValueSource;
  /** Null if the source is `none`. */
  readonly value: (Omit<ProbeValue, "outcome"> & Pick<ValuedMove, "outcome" | "moves">) | null;
  /** Best first. */
  readonly moves: readonly ValuedMove[];
  /** The principal variation, as far as it is cheap to compute. */
  readonly pv: readonly string[];
}

/** The principal variation by a table. */
export interface PvDocument {
  readonly moves: readonly string[];
  /** Whether it reaches the end of the game; else the table ends there. */
  readonly ended: boolean;
}

export interface EvaluationGraphRequest extends GameState {
  /** The viewer; absent or null for an observer who sees everything. */
  readonly seat?: number | null;
  /** Whose value; absent for the first player. */
  readonly player?: number;
}

/** The value after every ply for one player and its partners, from -1 to 1. */
export interface EvaluationGraphDocument {
  readonly source: ValueSource;
  readonly player: number;
  /** Better off at values above 0: the player and its partners. */
  readonly own: readonly number[];
  /** Better off at values below 0; empty if each of several players plays for itself. */
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
  /** Absent for the first actor. */
  readonly actor?: number;
  /** The viewer; null for an observer who sees everything. With hidden information, other seats than the actor's get no search info. */
  readonly seat?: number | null;
}

export interface SearchInfoDocument {
  readonly value: number | null;
  readonly unit: string;
  readonly depth: number | null;
  readonly nodes: number;
  readonly playouts: number | null;
  readonly milliseconds: number;
  readonly pv: readonly string[];
  readonly candidates: readonly Candidate[];
}

export interface ChoiceDocument {
  /** The ply in notation; of simultaneous moves, the actor's own. */
  readonly move: string;
  readonly actor: number;
  /** Canonical text of the player. */
  readonly player: string;
  readonly info: SearchInfoDocument;
}

/** Sent while a player thinks. */
export interface ThinkingDocument {
  readonly milliseconds: number;
  /** The latest search info; null if the player has reported none. */
  readonly info: SearchInfoDocument | null;
}

export interface ChanceRequest extends GameState {
  readonly seed: number;
}

export interface ChanceDocument {
  readonly move: string;
}

export interface ComposeRequest {
  readonly variant: OptionParams;
  readonly pieces: readonly { readonly cell: string; readonly letter: string }[];
  readonly turn: number;
}

export interface ComposeDocument {
  readonly position: string;
}

/** Games as text in the game's notation. */
export interface ImportRequest {
  readonly variant: OptionParams;
  readonly text: string;
}

export interface ImportDocument {
  readonly games: readonly {
    readonly title: string;
    readonly start: string;
    readonly moves: readonly string[];
    /** Irregularities that were accepted. */
    readonly remarks: readonly string[];
  }[];
  /** Parse errors; line and column count from 1. */
  readonly errors: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  /** Whether the text has more games than listed. */
  readonly more: boolean;
}

export interface ExportRequest extends GameState {
  /** Names by seat. */
  readonly players: readonly string[];
  /** The scores of a game that did not end by the rules: by resignation, for example. */
  readonly scores?: readonly number[];
  /** YYYY-MM-DD. */
  readonly date?: string;
}

export interface ExportDocument {
  readonly text: string;
}

/** A player's text to check. */
export interface PlayerTextRequest {
  readonly variant: OptionParams;
  readonly text: string;
}
