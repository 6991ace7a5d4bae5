/** The one-side table (a pattern database): fewest moves to the goal for every placement of one side's pieces, ignoring the opponent. */
import { sha256 } from "#platform/digest";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { opponentOf, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import { formatMoves, formatPlies, plural } from "../../engine/contracts/quantities.ts";
import type {
  Probe,
  ProbedMove,
  ProbeValue,
  Rank,
  SolvedTable,
  SolveOptions,
  Table,
  TableEntries,
  TableIdentity,
  TableSpec,
} from "../../engine/contracts/table.ts";
import { binomial, rankCombination, unrankCombination } from "../../engine/index/combinations.ts";
import { solveBreadthFirst } from "../../engine/solve/gpu/breadth-first.ts";
import { solveOnDevice } from "../../engine/solve/gpu/choose-device.ts";
import type { GpuDevice } from "../../engine/solve/gpu/device.ts";
import { PLACEMENT_SOLVER, placementMemory, solvePlacements } from "../../engine/solve/placements.ts";
import { expectEntry, whereLoaded } from "../../engine/tables/memory-entries.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { Board } from "./board.ts";
import { formatMove } from "./moves.ts";
import { oneSideStates } from "./one-side-gpu.ts";
import { Notation } from "./notation.ts";
import { MAX_TABLE_ENTRIES, MAX_TABLE_PIECES, type Variant } from "./options.ts";

/** The value of a placement that cannot reach the goal. */
const NEVER = 255;

export interface OneSide {
  readonly side: number;
  readonly cells: number;
  readonly pieces: number;
  readonly goal: readonly number[];
  /** Restricts the table to placements within cells 0 to this one; null for all. */
  readonly rear: number | null;
}

export function readOneSide(options: OptionValues): Result<OneSide> {
  const side = Number(options["side"]);
  const pieces = Number(options["pieces"]);
  const notation = new Notation(side);
  const problem = tooLarge(side, pieces);
  if (problem !== null) return fail("too-large", problem);
  const goalText = options["goal"];
  const goal =
    goalText === null || goalText === undefined ? ok(firstCells(pieces)) : notation.parseCells(String(goalText));
  if (!goal.ok) return fail("bad-variant", `goal: ${goal.error.message}`);
  if (goal.value.length < pieces)
    return fail("bad-variant", `goal: ${plural(goal.value.length, "cell")} cannot hold ${plural(pieces, "piece")}`);
  const rear = options["rear"] ? notation.parseCell(String(options["rear"])) : ok(null);
  if (!rear.ok) return fail("bad-variant", `rear: ${rear.error.message}`);
  return ok({ side, cells: side * side, pieces, goal: goal.value, rear: rear.value });
}

function tooLarge(side: number, pieces: number): string | null {
  const entries = binomial(side * side, pieces);
  if (entries > MAX_TABLE_ENTRIES) {
    const counts = Array.from({ length: MAX_TABLE_PIECES }, (_, i) => i + 1);
    const most = counts.findLast((count) => binomial(side * side, count) <= MAX_TABLE_ENTRIES);
    const gigabytes = Math.ceil(entries / 1e9).toLocaleString("en");
    const measured = `; gamelore bench gpu --side ${side} --pieces ${pieces} solves it in the memory of a large GPU`;
    return `pieces: ${pieces} are too many; a table fits into 4 GiB with up to ${most} pieces, this one would need about ${gigabytes} GB${pieces <= MAX_TABLE_PIECES ? measured : ""}`;
  }
  return pieces > MAX_TABLE_PIECES ? `pieces: ${pieces} are too many; tables have up to ${MAX_TABLE_PIECES}` : null;
}

function firstCells(count: number): number[] {
  return Array.from({ length: count }, (_, cell) => cell);
}

export function oneSideSpec(table: OneSide): TableSpec {
  const { side, cells, pieces, goal, rear } = table;
  const notation = new Notation(side);
  const goalNames = goal.map((cell) => notation.cellName(cell));
  const hasDefaultGoal = isDefaultGoal(goal, pieces);
  const identity: TableIdentity = {
    game: "chinese-checkers",
    name: `one-side-${side}x${side}-${pieces}${hasDefaultGoal ? "" : `-to-${goalName(goalNames)}`}`,
    covers: `fewest moves of ${plural(pieces, "piece")} on a ${side}x${side} rhombus into ${goalNames.join(" ")}`,
    index: "colexicographic 1",
    value: "distance",
    entries: binomial(cells, pieces),
  };
  return {
    identity,
    summary: identity.covers,
    requiredEntries: rear === null ? identity.entries : binomial(rear + 1, pieces),
    memoryBytes: placementMemory(cells, pieces),
    solver: PLACEMENT_SOLVER,
    command: `gamelore solve chinese-checkers --side ${side} --pieces ${pieces}${hasDefaultGoal ? "" : ` --goal ${goalNames.join(",")}`}`,
    gpu: true,
    solve: (options) =>
      solveOnDevice(
        identity.entries,
        options,
        (gpu) => solveOnGpu(gpu, table, identity, options),
        () => solveOneSide(table, identity, options),
      ),
    open: (entries) => new OneSideTable(new Board(boardOf(table)), table, entries),
  };
}

function isDefaultGoal(goal: readonly number[], pieces: number): boolean {
  return goal.length === pieces && goal.every((cell, i) => cell === i);
}

/** Part of a file name: long lists of cells are replaced by a digest. */
function goalName(names: readonly string[]): string {
  const list = names.join("");
  return list.length <= 60 ? list : `${names.length}-cells-${sha256(list).slice(0, 16)}`;
}

/** The variant for solving and probing: all moves, no end of the game at custom goals. */
function boardOf({ side, cells, pieces, goal }: OneSide): Variant {
  // An empty home is never reached, so no placement of a custom goal ends the game.
  const home = isDefaultGoal(goal, pieces) ? pieces : 0;
  return { side, cells, pieces: home, win: 0, directions: 0, stuck: 0, repetition: "allowed", plyLimit: 1 };
}

async function solveOneSide(table: OneSide, identity: TableIdentity, options: SolveOptions): Promise<SolvedTable> {
  const { kernel } = new Board(boardOf(table));
  const puzzle = kernel.memory.allocate(kernel.exports.puzzleBytes());
  kernel.exports.buildPuzzle(puzzle);
  const solved = await solvePlacements({ kernel, puzzle, ...table }, options);
  return {
    identity,
    bytes: kernel.memory.bytes(solved.table, solved.entries),
    histogram: solved.histogram,
    statistics: {
      states: solved.entries,
      sweeps: solved.sweeps,
      rounds: solved.rounds,
      cpuSeconds: solved.cpuMilliseconds / 1000,
    },
    release: solved.release,
  };
}

async function solveOnGpu(
  gpu: GpuDevice,
  { side, pieces, goal }: OneSide,
  identity: TableIdentity,
  options: SolveOptions,
): Promise<SolvedTable> {
  const began = performance.now();
  const solved = await solveBreadthFirst(gpu, oneSideStates(side, pieces, goal), options);
  const gpuSeconds = (performance.now() - began) / 1_000;
  const bytes = new Uint8Array(identity.entries);
  await solved.table.download(bytes);
  const { histogram, depths, deviceBytes } = solved;
  const statistics = { states: identity.entries, depths, gpuSeconds, deviceBytes };
  return { identity, bytes, histogram, statistics, release: () => {} };
}

/** The value of a move out of the loaded part of a table: sorted last. */
const OUTSIDE: ProbeValue = { text: "not in the loaded part", score: -1_000, parts: {}, exact: false };

export class OneSideTable implements Table {
  readonly identity: TableIdentity;
  readonly board: Board;
  readonly #table: OneSide;
  readonly #entries: TableEntries;
  readonly #placement: Address;
  readonly #list: Address;

  constructor(board: Board, table: OneSide, entries: TableEntries) {
    this.identity = entries.identity;
    this.board = board;
    this.#table = table;
    this.#entries = entries;
    const { memory } = board.kernel;
    this.#placement = memory.allocate(16);
    this.#list = memory.allocate(4 * table.pieces * table.cells);
    board.kernel.exports.setPlacements(table.pieces);
  }

  get(index: Rank): number {
    return this.#entries.get(index);
  }

  /** The entry of the side to move. */
  rank(position: Position): Result<Rank> {
    const placement = this.board.placement(position);
    const own = this.#seenBy(placement.turn, placement.cells[placement.turn as 0 | 1]);
    if (own.length === this.#table.pieces) return ok(rankCombination(own) as Rank);
    return fail("bad-position", `this table has ${plural(this.#table.pieces, "piece")}, not ${own.length}`);
  }

  unrank(index: Rank): Position {
    return this.board.state({ cells: [this.#placementOf(index), []], turn: 0 });
  }

  #placementOf(index: Rank): number[] {
    expectEntry(index, this.identity);
    return unrankCombination(index, this.#table.pieces, this.#table.cells);
  }

  /** 0 at the goal, otherwise one more than the minimum over the neighbours. */
  expected(index: Rank): number {
    const { pieces, goal } = this.#table;
    const placement = this.#placementOf(index);
    if (placement.every((cell) => goal.includes(cell))) return 0;
    const { kernel } = this.board;
    kernel.memory.bytes(this.#placement, pieces).set(placement);
    const count = kernel.exports.neighboursOf(this.#placement, this.#list);
    let least = NEVER;
    for (const neighbour of kernel.memory.words(this.#list, count))
      least = Math.min(least, this.get((neighbour >>> 0) as Rank));
    return Math.min(NEVER, least + 1);
  }

  formatPosition(position: Position): string {
    return this.board.notation.formatPlacement(this.board.placement(position));
  }

  /** A position, or the cells of one side's pieces. */
  parsePosition(text: string): Result<Position> {
    const { notation } = this.board;
    const { pieces } = this.#table;
    const placement = text.includes("/")
      ? notation.parsePlacement(text)
      : mapped(notation.parseCells(text), (own) => ({ cells: [own, []] as const, turn: 0 }));
    if (!placement.ok) return placement;
    const counts = placement.value.cells.map((own) => own.length);
    const mover = counts[placement.value.turn];
    if (mover !== pieces || counts.some((count) => count !== pieces && count !== 0)) {
      return fail(
        "bad-position",
        `this table has ${plural(pieces, "piece")} per side, the position has ${counts[0]} x and ${counts[1]} o`,
      );
    }
    return ok(this.board.state(placement.value));
  }

  probe(position: Position): Result<Probe> {
    const value = whereLoaded(() => this.#value(position));
    if (!value.ok) return value;
    const moves = this.board.moves(position).map((move): ProbedMove => {
      const after = whereLoaded(() => this.#valueAfter(this.board.play(position, move)));
      return { move, text: formatMove(this.board.notation, move), after: after.ok ? after.value : OUTSIDE };
    });
    moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
    return ok({ position: this.formatPosition(position), value: value.value, moves });
  }

  /** A player's moves to the goal; null for a player without pieces. */
  toGo(position: Position, player: PlayerNumber): number | null {
    const own = this.#seenBy(player, this.board.placement(position).cells[player as 0 | 1]);
    return own.length === 0 ? null : this.get(rankCombination(own) as Rank);
  }

  /** For the side to move. */
  #value(position: Position): ProbeValue {
    const mover = this.board.turn(position);
    const own = this.toGo(position, mover);
    const other = this.toGo(position, opponentOf(mover));
    return this.#describe(position, own, other, other === null ? 0 : 2 * (other - (own ?? 0)) + 1);
  }

  /** For the side that has just moved. */
  #valueAfter(position: Position): ProbeValue {
    const mover = opponentOf(this.board.turn(position));
    const own = this.toGo(position, mover);
    const other = this.toGo(position, opponentOf(mover));
    return this.#describe(position, own, other, other === null ? 0 : 2 * (other - (own ?? 0)) - 1);
  }

  #describe(position: Position, own: number | null, other: number | null, margin: number): ProbeValue {
    const moves = own === null || own === NEVER ? "no number of moves" : formatMoves(own);
    if (other === null) {
      return { text: `${moves} to the goal`, score: -(own ?? 0), parts: { own }, exact: true };
    }
    const plies = formatPlies(Math.abs(margin));
    const race =
      own === 0 ? "home" : `${moves} to go, the other side ${other}: ${margin > 0 ? "ahead" : "behind"} by ${plies}`;
    const past = this.board.kernel.exports.areSeparated(this.board.put(position)) !== 0;
    return { text: past ? `${race}, and past each other` : race, score: margin, parts: { own, other }, exact: false };
  }

  /** Cells from their owner's point of view, ascending; cell 0 is the tip of the goal. */
  #seenBy(player: number, cells: readonly number[]): number[] {
    return player === 0 ? [...cells] : cells.map((cell) => this.#table.cells - 1 - cell).toReversed();
  }
}

function mapped<A, B>(result: Result<A>, map: (value: A) => B): Result<B> {
  return result.ok ? ok(map(result.value)) : result;
}

/** The table that a variant's players use; null if it would be too large. */
export function tableOfVariant({ side, cells, pieces }: Variant): OneSide | null {
  return pieces > MAX_TABLE_PIECES ? null : { side, cells, pieces, goal: firstCells(pieces), rear: null };
}
