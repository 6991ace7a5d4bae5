/** The one-side tables (pattern databases): the police's moves to a static thief, and the thief's moves to an exit around static policemen. */
import { plural } from "../../../engine/contracts/quantities.ts";
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { Position, PlayerNumber } from "../../../engine/contracts/position.ts";
import type {
  CheckedEntries,
  Probe,
  ProbeValue,
  Rank,
  SolvedTable,
  SolveOptions,
  Table,
  TableEntries,
  TableIdentity,
  TableSpec,
} from "../../../engine/contracts/table.ts";
import { binomial, rankCombination, unrankCombination } from "../../../engine/index/combinations.ts";
import { solveOnDevice } from "../../../engine/solve/gpu/choose-device.ts";
import { expectEntry, whereLoaded } from "../../../engine/tables/memory-entries.ts";
import { Board, MazeKernel } from "../board.ts";
import { ALTERNATING, MOST_MOVES, POLICE, THIEF, THIEF_PORTION, UNREACHABLE } from "../layout.ts";
import type { Placement } from "../notation.ts";
import { checkDistances } from "./check.ts";
import { distanceBytes, solveDistances } from "./distance-solve.ts";
import { type DistanceUnits, solveDistancesOnGpu } from "./gpu/distance-on-gpu.ts";
import { tableCommand, tableEntries, tableName, type MazeTable } from "./table-options.ts";

/** Capacity of a thread's work list, in sets: 3.2 MB. */
const WORK_ENTRIES = 200_000;
const SOLVER = "bound and correct 1";
/** Memory of the process besides the table. */
const PROCESS_BYTES = 160e6;
const SEARCH_SOLVER = "breadth-first 1";

function unitsOf({ kind, maze, policemen }: MazeTable): number {
  const squares = maze.squares.length;
  return kind === "police" ? squares : Math.ceil(binomial(squares, policemen) / THIEF_PORTION);
}

function coversText({ kind, maze, policemen, surround, stay }: MazeTable): string {
  const place = `in a maze of ${maze.width} × ${maze.height} with ${maze.squares.length} empty squares`;
  const police = plural(policemen, "policeman", "policemen");
  if (kind === "thief") return `fewest moves of the thief to an exit around ${police} who stand still ${place}`;
  const goal = surround || policemen >= 4 ? "to surround" : "to surround or stand beside";
  return `fewest moves of ${police} ${goal} a thief who stands still ${place}${stay ? "" : ", all moving"}`;
}

export function distanceSpec(table: MazeTable): TableSpec {
  const entries = tableEntries(table);
  const isPolice = table.kind === "police";
  const identity: TableIdentity = {
    game: "thief-and-police",
    name: tableName(table),
    covers: coversText(table),
    index: isPolice ? "thief by policemen, colexicographic 1" : "policemen, colexicographic, by thief 1",
    value: "distance",
    entries,
  };
  const bytes = distanceBytes(entries, unitsOf(table));
  return {
    identity,
    summary: identity.covers,
    requiredEntries: entries,
    memoryBytes: bytes + 2 * table.maze.squares.length ** 2 + PROCESS_BYTES,
    checkpointBytes: bytes,
    solver: isPolice && table.stay ? SOLVER : SEARCH_SOLVER,
    command: tableCommand(table),
    gpu: true,
    solve: (options) =>
      solveOnDevice(
        entries,
        options,
        (gpu) => solveDistancesOnGpu(gpu, distanceUnits(table, identity), options),
        () => solveTable(table, identity, options),
      ),
    open: (values) => new DistanceTable(table, values),
    checkAll: (values, options): Promise<CheckedEntries> => checkDistances(table, values, options),
  };
}

const phaseOf = ({ kind }: MazeTable): string => (kind === "police" ? "squares of the thief" : "sets of policemen");

/** How a GPU solves the table. */
export function distanceUnits(table: MazeTable, identity: TableIdentity): DistanceUnits {
  const squares = table.maze.squares.length;
  const unitEntries = table.kind === "police" ? binomial(squares, table.policemen) : THIEF_PORTION * squares;
  return { identity, table, units: unitsOf(table), unitEntries, phase: phaseOf(table) };
}

function solveTable(table: MazeTable, identity: TableIdentity, options: SolveOptions): Promise<SolvedTable> {
  const maze = new MazeKernel(table);
  const squares = table.maze.squares.length;
  const { policemen } = table;
  const isPolice = table.kind === "police";
  const threadBytes = isPolice ? maze.kernel.exports.policeThreadBytes(squares, policemen, WORK_ENTRIES) : 0;
  return solveDistances(
    {
      identity,
      maze,
      units: unitsOf(table),
      phase: phaseOf(table),
      prepareThread: (allocate) =>
        isPolice
          ? [maze.kernel.calls.usePolice(allocate(threadBytes), policemen, table.surround ? 1 : 0, WORK_ENTRIES)]
          : [],
      solve: (values, done, next) =>
        isPolice
          ? maze.kernel.calls.solvePolice(values, done, next)
          : maze.kernel.calls.solveThief(values, done, next, policemen),
    },
    options,
  );
}

export class DistanceTable implements Table {
  readonly identity: TableIdentity;
  readonly board: Board;
  readonly #table: MazeTable;
  readonly #entries: TableEntries;

  constructor(table: MazeTable, entries: TableEntries) {
    this.identity = entries.identity;
    this.#table = table;
    this.#entries = entries;
    const history = { repetition: "allowed", repetitionCount: 3, plyLimit: null } as const;
    this.board = new Board({ ...table, turns: ALTERNATING, first: this.#mover(), start: 1, history });
  }

  #mover(): PlayerNumber {
    return (this.#table.kind === "police" ? POLICE : THIEF) as PlayerNumber;
  }

  get(index: Rank): number {
    return this.#entries.get(index);
  }

  #rank({ police, thief }: Pick<Placement, "police" | "thief">): Rank {
    const { maze, policemen, kind } = this.#table;
    const squares = maze.squares.length;
    const rank = rankCombination(police);
    return (kind === "police" ? thief * binomial(squares, policemen) + rank : rank * squares + thief) as Rank;
  }

  rank(position: Position): Result<Rank> {
    return ok(this.#rank(this.board.notation.read(position)));
  }

  unrank(index: Rank): Position {
    return this.board.notation.write({ ...this.#placement(index), turn: this.#mover() });
  }

  #placement(index: Rank): Pick<Placement, "police" | "thief"> {
    const { maze, policemen, kind } = this.#table;
    expectEntry(index, this.identity);
    const squares = maze.squares.length;
    const sets = binomial(squares, policemen);
    const [thief, rank] =
      kind === "police" ? [Math.floor(index / sets), index % sets] : [index % squares, Math.floor(index / squares)];
    return { police: unrankCombination(rank, policemen, squares), thief };
  }

  /** 0 at the goal, otherwise one more than the minimum of the entries one move away. */
  expected(index: Rank): number {
    const { police, thief } = this.#placement(index);
    if (police.includes(thief)) return UNREACHABLE;
    if (this.#isGoal(police, thief)) return 0;
    const position = this.unrank(index);
    const after = this.board.states
      .movesOf(position, this.#mover())
      .map((move) => this.get(this.#rank(this.board.notation.read(this.board.states.play(position, move)))));
    const least = Math.min(UNREACHABLE, ...after);
    return least === UNREACHABLE ? UNREACHABLE : Math.min(least + 1, MOST_MOVES);
  }

  #isGoal(police: readonly number[], thief: number): boolean {
    const { maze, kind, surround, policemen } = this.#table;
    const square = maze.squares[thief];
    if (kind === "thief") return square?.exit ?? false;
    const beside = (square?.neighbours ?? []).filter((next) => next < maze.squares.length);
    const occupied = beside.filter((next) => police.includes(next)).length;
    return occupied === beside.length || (!surround && occupied === policemen);
  }

  formatPosition(position: Position): string {
    return this.board.notation.formatPosition(position);
  }

  parsePosition(text: string): Result<Position> {
    const position = this.board.notation.parsePosition(text.split("/").slice(0, 2).join("/"));
    if (position.ok) return position;
    const { policemen } = this.#table;
    return fail(
      "bad-position",
      `${position.error.message}; this table has ${plural(policemen, "policeman", "policemen")}`,
    );
  }

  probe(position: Position): Result<Probe> {
    const { notation, states } = this.board;
    return whereLoaded(() => {
      const moves = states.movesOf(position, this.#mover()).map((move) => ({
        move,
        text: notation.formatMove(position, move),
        after: this.#value(notation.read(states.play(position, move))),
      }));
      moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
      return { position: this.formatPosition(position), value: this.#value(notation.read(position)), moves };
    });
  }

  #value(place: Pick<Placement, "police" | "thief">): ProbeValue {
    const value = this.get(this.#rank(place));
    const { kind, surround, policemen } = this.#table;
    const catching = surround || policemen >= 4 ? "surround the thief" : "surround the thief or stand beside him";
    const goal = kind === "police" ? catching : "reach an exit";
    const count = `${value}${value === MOST_MOVES ? " or more" : ""} ${value === 1 ? "move" : "moves"}`;
    const text = value === UNREACHABLE ? `cannot ${goal}` : `${count} to ${goal}`;
    return { text, score: -value, parts: { moves: value === UNREACHABLE ? null : value }, exact: false };
  }
}
