/** The contract of players, and the parser of player texts. */
import { fail, ok, type Result } from "./errors.ts";
import type { Actor, Move, PlayerNumber, Position } from "./position.ts";
import type { OptionSpec, OptionValues } from "./options.ts";
import type { TableSpec } from "./table.ts";

/** Search limits. The first one reached ends the search; a player has a default for the case of no limit. */
export interface Limits {
  readonly depth?: number;
  readonly nodes?: number;
  readonly playouts?: number;
  readonly milliseconds?: number;
}

/** Something a player considered: a root move, a plan with its reason, a learned feature that fired. */
export interface Candidate {
  readonly kind: "move" | "plan" | "feature";
  /** The move in notation, the name of the plan or the feature. */
  readonly text: string;
  /** A short explanation. */
  readonly reason?: string;
  /** In the unit of the search info. */
  readonly value?: number | null;
  /** Playouts through it, nodes searched for it, or times it fired. */
  readonly count?: number;
  /** The expected points of a Monte Carlo search are the outcome of perfect play. */
  readonly proven?: boolean;
}

export interface SearchInfo {
  /** For the choosing player, greater is better, in the player's own `unit`. Proven wins and losses as in engine/search/values.ts. */
  readonly value: number | null;
  readonly unit: string;
  /** An outcome that is all but certain, without a proof, of a player that does not search any more; `value` says by how much. */
  readonly expected?: { readonly outcome: "win" | "loss"; readonly plies: number };
  /** Principal variation. */
  readonly pv: readonly Move[];
  readonly nodes: number;
  /** Of a Monte Carlo player. */
  readonly playouts?: number;
  /** The expected points of a Monte Carlo search are the outcome of perfect play. */
  readonly proven?: boolean;
  readonly milliseconds: number;
  readonly depth: number | null;
  /** Permille of the transposition table in use. */
  readonly hashfull?: number;
  /** Best first. */
  readonly candidates?: readonly Candidate[];
  /** The best moves with exact values and principal variations, best first, of a player that supports `ChooseOptions.lines`. */
  readonly lines?: readonly SearchLine[];
  /** With simultaneous moves: the mixed strategy of each actor, of a player whose search finds both. */
  readonly strategies?: readonly MixedStrategy[];
}

/** Most likely move first. Values are for the actor, in the unit of the search info. */
export interface MixedStrategy {
  readonly actor: PlayerNumber;
  readonly moves: readonly { readonly move: Move; readonly probability: number; readonly value: number }[];
}

/** A principal variation with its value, in the unit of the search info. */
export interface SearchLine {
  readonly value: number;
  readonly pv: readonly Move[];
}

export interface Choice {
  readonly move: Move;
  readonly info: SearchInfo;
}

export type ForbiddenPositions = (position: Position) => boolean;
export type OnInfo = (info: SearchInfo) => void;

export interface ChooseOptions {
  /** When it fires, the player immediately returns its best move so far, or rejects with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** The choosing player; the first of `Rules.actors` by default. */
  readonly actor?: Actor | undefined;
  /** Whether the game's history forbids reaching a position; undefined if the rules forbid none. */
  readonly forbidden?: ForbiddenPositions | undefined;
  /**
   * Earlier positions of the game, oldest first, at least those since the last irreversible move, so that a search detects
   * repetitions. Undefined if the history is unknown or partly hidden.
   */
  readonly history?: readonly Position[] | undefined;
  /** Receives search info a few times a second; only the first move of its PV is guaranteed to be legal. Optional for players. */
  readonly onInfo?: OnInfo | undefined;
  /** Restricts the root moves; not empty. A player may ignore this, so the caller checks the move. */
  readonly searchMoves?: readonly Move[] | undefined;
  /** MultiPV: the number of root moves with exact values and principal variations (`SearchInfo.lines`); 1 by default. A player may ignore this. */
  readonly lines?: number | undefined;
}

export interface Player {
  /** The canonical text, from which the player can be created again; stored in match records. */
  readonly text: string;
  /** Chooses a legal move. An external player that fails rejects with `PlayerFault` and forfeits. */
  choose(position: Position, limits: Limits, options?: ChooseOptions): Promise<Choice>;
  /** Uses time before the first move, all it needs if there is no limit. The signal ends it immediately. */
  prepare?(position: Position, limits: Limits, signal?: AbortSignal): Promise<void>;
  /** CPU time so far of the program that the player has started; null if the platform does not tell. Players of this process have none of their own. */
  cpuSeconds?(): number | null;
  close(): Promise<void>;
}

/** A kind of player, for example `alphabeta`, with its parameters. */
export interface PlayerKind {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly OptionSpec[];
  /** The kind of which this is a preset with other defaults. */
  readonly presetOf?: string;
  /** The player starts a program named in its text, so remote clients must not create one (`startsPrograms`). */
  readonly startsProgram?: true;
  /** The player's text for these parameters; by default the name and the parameters that differ from their defaults. */
  text?(parameters: OptionValues): string;
  /** Why the player cannot run on this machine, for example a missing program; null if it can. */
  unavailable?(parameters: OptionValues): string | null;
  /** The tables the player reads; none by default. */
  tables?(parameters: OptionValues): Result<readonly TableSpec[]>;
  /** The signal aborts a slow creation. */
  create(parameters: OptionValues, seed: number, signal?: AbortSignal): Promise<Player>;
}

export interface PlayerText {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Parses `name` or `name(key=value, key=value)`. A value may contain brackets: `alphabeta(eval=pdb(6+4))`. Quoted commas and brackets
 * (' or ") belong to the value, and so do the quotes.
 */
export function parsePlayerText(text: string): Result<PlayerText> {
  const match = /^\s*([a-z][a-z0-9-]*)\s*(?:\((.*)\))?\s*$/i.exec(text);
  if (!match)
    return fail("bad-player", `"${text}" is not a valid player; expected, for example, alphabeta(depth=5, eval=table)`);
  const parameters: Record<string, string> = {};
  for (const part of splitOutsideBrackets(match[2] ?? "")) {
    const equals = part.indexOf("=");
    const key = part.slice(0, equals).trim();
    if (equals < 1 || key === "") return fail("bad-player", `"${text}": "${part.trim()}" is not of the form key=value`);
    if (Object.hasOwn(parameters, key)) return fail("bad-player", `"${text}": "${key}" is given twice`);
    parameters[key] = part.slice(equals + 1).trim();
  }
  return ok({ name: match[1] as string, parameters });
}

function splitOutsideBrackets(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote: string | null = null;
  for (let i = 0; i <= text.length; i++) {
    const c = text[i];
    if (quote !== null && c !== undefined) quote = c === quote ? null : quote;
    else if (c === "'" || c === '"') quote = c;
    else if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (c === undefined || (c === "," && depth === 0)) {
      const part = text.slice(start, i);
      if (part.trim() !== "") parts.push(part);
      start = i + 1;
    }
  }
  return parts;
}
