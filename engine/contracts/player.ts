/** The contract of players, and the text by which a player is named. */
import { fail, ok, type Result } from "./errors.ts";
import type { Actor, Move, Position } from "./game.ts";
import type { OptionSpec, OptionValues } from "./options.ts";
import type { TableSpec } from "./table.ts";

/** What a choice may cost. The first limit reached ends the thinking; a player without any uses its own default. */
export interface Limits {
  readonly depth?: number;
  readonly nodes?: number;
  readonly playouts?: number;
  readonly milliseconds?: number;
}

/** Something that a player weighed: a move of its tree, a plan with its reason, a learned feature that spoke. */
export interface Candidate {
  readonly kind: "move" | "plan" | "feature";
  /** What a person reads first: the move in notation, the plan's name, the feature. */
  readonly text: string;
  /** Why, in a few words. */
  readonly reason?: string;
  /** In the unit of the thought. */
  readonly value?: number | null;
  /** Playouts through it, moves looked at for it, times it fired. */
  readonly count?: number;
}

export interface SearchInfo {
  /** For the player who chose: bigger is better. In the player's own unit, said by `unit`; a win or loss that is proven as engine/search/values.ts has it. */
  readonly value: number | null;
  readonly unit: string;
  readonly pv: readonly Move[];
  readonly nodes: number;
  /** Of a player that thinks by playouts. */
  readonly playouts?: number;
  readonly milliseconds: number;
  readonly depth: number | null;
  /** How full the transposition table is, in thousandths; where a player can tell. */
  readonly hashfull?: number;
  /** What it weighed, best first; where a player can tell. */
  readonly candidates?: readonly Candidate[];
}

export interface Choice {
  readonly move: Move;
  readonly info: SearchInfo;
}

export type ForbiddenPositions = (position: Position) => boolean;
export type OnInfo = (thought: SearchInfo) => void;

/** What comes with a question beside position and limits. */
export interface ChooseOptions {
  /** When it fires, the player answers at once with the best it has, or rejects with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Who is to choose; where none is named, the first to act. */
  readonly actor?: Actor | undefined;
  /** Says of a position whether the past of the game forbids to bring it about; missing where the rules forbid none. */
  readonly forbidden?: ForbiddenPositions | undefined;
  /**
   * The positions of the game before this one, oldest first: at least those since the last irreversible move, so that a search sees
   * repetitions of the game itself. Missing where the game's past is not known or parts of it are hidden.
   */
  readonly history?: readonly Position[] | undefined;
  /** Hears a few times a second what is thought so far; of its line only the first move is sure. Who cannot tell says nothing before the choice. */
  readonly onInfo?: OnInfo | undefined;
  /** The root moves to choose among, where not all legal ones are wanted; not empty. A player may ignore this: the asker looks at its move. */
  readonly searchMoves?: readonly Move[] | undefined;
}

export interface Player {
  /** The text that makes this player again; what a match record stores. */
  readonly text: string;
  /** A legal move. A player that is not ours alone rejects with a `PlayerFault` where it fails: it has lost then. */
  choose(position: Position, limits: Limits, options?: ChooseOptions): Promise<Choice>;
  /** What is done with time before the first move, where there is some and a use for it. The signal ends it at once. */
  prepare?(position: Position, limits: Limits, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A kind of player that a game offers: `alphabeta`, with what can be said in the brackets. */
export interface PlayerKind {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly OptionSpec[];
  /** The kind that this one is, with other defaults. */
  readonly presetOf?: string;
  /** Such a player starts a program that its text names: nobody at the other end of a network may have one (`startsPrograms`). */
  readonly startsProgram?: true;
  /** The text of the player that these parameters make; where this is missing, the kind's name and what differs from its defaults. */
  text?(parameters: OptionValues): string;
  /** Why such a player cannot play on this machine, for example for want of a program; null where it can. */
  unavailable?(parameters: OptionValues): string | null;
  /** The tables that such a player reads; where this is missing, none. */
  tables?(parameters: OptionValues): Result<readonly TableSpec[]>;
  /** The signal ends what takes its time, where something does. */
  create(parameters: OptionValues, seed: number, signal?: AbortSignal): Promise<Player>;
}

export interface PlayerText {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Reads `name` or `name(key=value, key=value)`; a value may itself have brackets: `alphabeta(eval=pdb(6+4))`. Commas and brackets
 * between quotation marks (' or ") are part of the value, and so are the marks.
 */
export function parsePlayerText(text: string): Result<PlayerText> {
  const match = /^\s*([a-z][a-z0-9-]*)\s*(?:\((.*)\))?\s*$/i.exec(text);
  if (!match)
    return fail("bad-player", `"${text}" is not a player; expected a form like alphabeta(depth=5, eval=table)`);
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
