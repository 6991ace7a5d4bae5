/** Probes positions: their value and that of every move, through the representative of their material. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { Exports } from "../../build/kernels/chinese-dark-chess.ts";
import { fail, GameloreError, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Probe, ProbedMove, ProbeValue, Rank, TableEntries } from "../../engine/contracts/table.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { formatPlies } from "../../engine/contracts/quantities.ts";
import { outcomeScore } from "../../engine/solve/outcome-probe.ts";
import { outcomeFor, outcomeFrom, readOutcome, writeOutcome, type Outcome } from "../../engine/solve/outcome-values.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { Endgames } from "./endgames.ts";
import { MAX_ELEMENTS } from "./pieces.ts";
import { materialText, type Material } from "./material.ts";
import { formatMove, formatPosition, parsePosition, readState } from "./notation.ts";
import type { Captures } from "./options.ts";

/** Results of `locateState`: no table; the side to move has no pieces. */
const NO_LAYOUT = 0;
const NO_PIECES = 1;
/** The default number of plies without a capture after which the game is a draw. */
const DEFAULT_LIMIT = 40;
/** Without distances, an outcome ranks behind one that the moves show. */
const UNKNOWN_PLIES = 2;

export interface ProbeOptions {
  /** Plies without a capture after which the game is a draw. */
  readonly limit?: number;
  /** Whether the entries contain distances; otherwise only their kind is used. */
  readonly distances?: boolean;
}

/** An outcome; `plies` is null if unknown. */
interface KnownOutcome {
  readonly kind: Outcome["kind"];
  readonly plies: number | null;
}

/** Opens each set's file on first use. */
export function openedOnce<T>(open: (material: Material) => T): (material: Material) => T {
  const opened = new Map<string, T>();
  return (material) => {
    const text = materialText(material);
    const found = opened.get(text) ?? open(material);
    opened.set(text, found);
    return found;
  };
}

/** Probes the tables of up to `pieces` pieces; `entriesOf` provides their entries. */
export class EndgameProbe {
  readonly endgames: Endgames;
  readonly #pieces: number;
  readonly #states: StateKernel<Exports>;
  readonly #entriesOf: (material: Material) => Pick<TableEntries, "get">;
  readonly #layouts = new Map<string, Address>();
  readonly #state: Address;
  readonly #limit: number;
  readonly #distances: boolean;

  constructor(
    captures: Captures,
    pieces: number,
    entriesOf: (material: Material) => Pick<TableEntries, "get">,
    { limit = DEFAULT_LIMIT, distances = true }: ProbeOptions = {},
  ) {
    this.endgames = new Endgames(captures);
    this.endgames.openDirectory(pieces);
    this.#states = new StateKernel<Exports>(this.endgames.kernel);
    this.#state = this.endgames.kernel.memory.allocate(this.endgames.kernel.exports.stateBytes());
    this.#pieces = pieces;
    this.#entriesOf = openedOnce(entriesOf);
    this.#limit = limit;
    this.#distances = distances;
  }

  formatPosition(position: Position): string {
    return formatPosition(position);
  }

  parsePosition(text: string): Result<Position> {
    return parsePosition(text, { limit: this.#limit, jumpsOnDark: false });
  }

  /** The representative and the entry of a position, or the reason why there is none. */
  locate(position: Position): Result<{ material: Material; entry: Rank }> {
    const layout = (this.#states.kernel.exports.locateState(this.#states.put(position)) >>> 0) as Address;
    const material = this.endgames.tableAt(layout);
    if (material) return ok({ material, entry: (this.endgames.kernel.exports.locatedEntry(layout) >>> 0) as Rank });
    const { cells } = readState(position);
    const [hidden, pieces] = [cells.filter((each) => each === 8).length, cells.filter((each) => each !== 0).length];
    if (hidden > 0)
      return fail(
        "not-in-table",
        `${plural(hidden, "piece")} ${hidden === 1 ? "is" : "are"} face down; the tables cover revealed pieces only`,
      );
    if (layout === NO_LAYOUT && pieces > this.#pieces) {
      const larger = pieces <= MAX_ELEMENTS ? `; use --elements ${pieces} for larger ones` : "";
      return fail("not-in-table", `the position has ${pieces} pieces; the tables cover up to ${this.#pieces}${larger}`);
    }
    return fail("not-in-table", "one side has no pieces left: the game has ended");
  }

  /** The table value of a position (outcome-values.ts). */
  valueOf(position: Position): Result<number> {
    if (this.#states.kernel.exports.locateState(this.#states.put(position)) >>> 0 === NO_PIECES)
      return ok(writeOutcome("loss"));
    const found = this.locate(position);
    if (!found.ok) return found;
    try {
      return ok(this.#entriesOf(found.value.material).get(found.value.entry));
    } catch (error) {
      if (error instanceof GameloreError) return { ok: false, error };
      throw error;
    }
  }

  /** The position of an entry of a representative, White to move. */
  positionOf(material: Material, entry: Rank): Position {
    const { kernel } = this.endgames;
    const text = materialText(material);
    const layout = this.#layouts.get(text) ?? this.endgames.layoutOf(material);
    this.#layouts.set(text, layout);
    kernel.exports.entryState(layout, entry, this.#state);
    return kernel.memory.bytes(this.#state, kernel.exports.stateBytes()).slice();
  }

  moves(position: Position): readonly Move[] {
    return this.#states.moves(position);
  }

  after(position: Position, move: Move): Position {
    return this.#states.play(position, move);
  }

  /** The value of a position according to its successors. */
  expected(position: Position): number {
    const after = this.moves(position).map((move) => {
      const value = this.valueOf(this.after(position, move));
      if (!value.ok) throw value.error;
      return value.value;
    });
    return after.length === 0 ? writeOutcome("loss") : outcomeFrom(after, "turns");
  }

  probe(position: Position): Result<Probe> {
    const value = this.valueOf(position);
    if (!value.ok) return value;
    const moves: ProbedMove[] = [];
    for (const move of this.moves(position)) {
      const next = this.after(position, move);
      const after = this.valueOf(next);
      if (!after.ok) return after;
      const known = this.#decode(next, after.value);
      moves.push({ move, text: formatMove(position, move), after: this.#valueAfter(next, after.value, known) });
    }
    moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
    const known = this.#decode(position, value.value);
    const atOnce = moves[0]?.after.parts["plies"] === 0 && known.kind === "win";
    const own = known.plies === null && atOnce ? { ...known, plies: 1 } : known;
    return ok({ position: formatPosition(position), value: this.#value(position, value.value, own), moves });
  }

  /** Decodes an entry; without distances, finished games still have 0 plies. */
  #decode(position: Position, entry: number): KnownOutcome {
    const outcome = readOutcome(entry, "turns");
    if (this.#distances || outcome.kind === "draw") return outcome;
    const ended = outcome.kind === "loss" && this.moves(position).length === 0;
    return { kind: outcome.kind, plies: ended ? 0 : null };
  }

  /** For the side to move. */
  #value(position: Position, entry: number, known: KnownOutcome): ProbeValue {
    const { kind, plies } = known;
    return this.#probeValue(
      position,
      entry,
      known,
      plies === 0 && kind === "loss" ? "lost" : outcomeText(kind, plies, "in"),
      1,
    );
  }

  /** For the side that has just moved. */
  #valueAfter(position: Position, entry: number, known: KnownOutcome): ProbeValue {
    const { kind, plies } = known;
    const own = { win: "loss", draw: "draw", loss: "win", "no position": "no position" }[kind];
    const text = plies === 0 && kind === "loss" ? "immediate win" : outcomeText(own, plies, "");
    return this.#probeValue(position, entry, known, text, -1);
  }

  /** Exact unless the ply limit might come first: the tables ignore it. */
  #probeValue(
    position: Position,
    entry: number,
    { kind, plies }: KnownOutcome,
    text: string,
    sign: 1 | -1,
  ): ProbeValue {
    const score = outcomeScore({ kind, plies: plies ?? UNKNOWN_PLIES });
    const exact = kind === "draw" || (plies !== null && plies + readState(position).sinceCapture <= this.#limit);
    const doubt = exact ? "" : ` (unless drawn by ${this.#limit} plies without a capture)`;
    return { text: text + doubt, score: sign * score, parts: { entry, plies }, exact, ...outcomeFor(kind, sign) };
  }
}

function outcomeText(kind: string, plies: number | null, before: string): string {
  if (kind === "draw") return kind;
  if (plies === null) return before === "" ? kind : `${kind}, no distance stored`;
  const count = formatPlies(plies);
  return before === "" ? `${kind} ${count} later` : `${kind} ${before} ${count}`;
}
