/** The table of the solved game with alternating turns: win, draw or loss with distance in plies. */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type {
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
import { plural } from "../../../engine/contracts/quantities.ts";
import { binomial, rankCombination, unrankCombination } from "../../../engine/index/combinations.ts";
import { solveOnDevice } from "../../../engine/solve/gpu/choose-device.ts";
import { solveTableOnGpu } from "../../../engine/solve/gpu/outcome-table.ts";
import { OUTCOME_SOLVER, outcomeMemory, solveOutcomes } from "../../../engine/solve/outcome.ts";
import { outcomeScore } from "../../../engine/solve/outcome-probe.ts";
import { outcomeFor, outcomeFrom, readOutcome, writeOutcome } from "../../../engine/solve/outcome-values.ts";
import { expectEntry, whereLoaded } from "../../../engine/tables/memory-entries.ts";
import { Board, MazeKernel } from "../board.ts";
import { ALTERNATING_ONE, POLICE, PURSUIT_RUN, THIEF } from "../layout.ts";
import { PLAYERS, type Placement } from "../notation.ts";
import { checkGame } from "./check.ts";
import { pursuitGame } from "./gpu/pursuit-game.ts";
import { tableCommand, tableEntries, tableName, type MazeTable } from "./table-options.ts";

/** Rough build speed in entries per second on two cores. */
const BUILD_RATE = 8e6;

export function gameSpec(table: MazeTable): TableSpec {
  const { maze, policemen, stay, turns } = table;
  const entries = tableEntries(table);
  const how = `${turns === ALTERNATING_ONE ? ", one moving in a turn" : ""}${stay ? "" : ", nobody staying"}`;
  const identity: TableIdentity = {
    game: "thief-and-police",
    name: tableName(table),
    covers: `outcome of ${plural(policemen, "policeman", "policemen")} against the thief in a maze of ${maze.width} × ${maze.height} with ${maze.squares.length} empty squares${how}`,
    index: "turn by thief by policemen, colexicographic 1",
    value: "turns",
    entries,
  };
  return {
    identity,
    summary: identity.covers,
    requiredEntries: entries,
    memoryBytes: outcomeMemory(entries),
    buildSeconds: entries / BUILD_RATE,
    checkpointBytes: outcomeMemory(entries),
    solver: OUTCOME_SOLVER,
    command: tableCommand(table),
    parts: PLAYERS.map((name) => ({ name: `${name} to move`, entries: entries / 2 })),
    gpu: true,
    solve: (options) =>
      solveOnDevice(
        entries,
        options,
        (gpu) => solveTableOnGpu(gpu, pursuitGame(table), identity, options),
        () => solveGame(table, identity, options),
      ),
    open: (values) => new GameTable(table, values),
    checkAll: (bytes, options) => checkGame(table, bytes, options),
  };
}

async function solveGame(table: MazeTable, identity: TableIdentity, options: SolveOptions): Promise<SolvedTable> {
  const maze = new MazeKernel(table);
  const { kernel } = maze;
  const { entries } = identity;
  const threadBytes = kernel.exports.pursuitThreadBytes(kernel.exports.maxMoves());
  const solved = await solveOutcomes(
    {
      kernel,
      entries,
      runs: Math.ceil(entries / PURSUIT_RUN),
      values: "turns",
      prepareThread: (allocate) => [...maze.prepareThread(allocate), kernel.calls.usePursuit(allocate(threadBytes))],
    },
    options,
  );
  return {
    identity,
    bytes: kernel.memory.bytes(solved.table, entries),
    histogram: solved.histogram,
    statistics: { states: entries, plies: solved.plies, cpuSeconds: solved.cpuMilliseconds / 1000 },
    release: solved.release,
  };
}

export class GameTable implements Table {
  readonly identity: TableIdentity;
  readonly board: Board;
  readonly #table: MazeTable;
  readonly #entries: TableEntries;

  constructor(table: MazeTable, entries: TableEntries) {
    this.identity = entries.identity;
    this.#table = table;
    this.#entries = entries;
    const history = { repetition: "draw", repetitionCount: 3, plyLimit: null } as const;
    this.board = new Board({ ...table, first: POLICE, start: 1, history });
  }

  get(index: Rank): number {
    return this.#entries.get(index);
  }

  #rank({ police, thief, turn }: Placement): Rank {
    const squares = this.#table.maze.squares.length;
    return ((turn * squares + thief) * binomial(squares, this.#table.policemen) + rankCombination(police)) as Rank;
  }

  rank(position: Position): Result<Rank> {
    return ok(this.#rank(this.board.notation.read(position)));
  }

  #placement(index: Rank): Placement {
    expectEntry(index, this.identity);
    const { maze, policemen } = this.#table;
    const squares = maze.squares.length;
    const sets = binomial(squares, policemen);
    const run = Math.floor(index / sets);
    return {
      police: unrankCombination(index % sets, policemen, squares),
      thief: run % squares,
      turn: run < squares ? POLICE : THIEF,
    };
  }

  unrank(index: Rank): Position {
    return this.board.notation.write(this.#placement(index));
  }

  expected(index: Rank): number {
    const { police, thief, turn } = this.#placement(index);
    if (police.includes(thief)) return writeOutcome("no position");
    const position = this.unrank(index);
    const scores = this.board.states.result(position);
    // The winner has just moved; a position with the winner to move is unreachable.
    if (scores) return scores[turn] === 1 ? writeOutcome("no position") : writeOutcome("loss", 0, "turns");
    return outcomeFrom(this.#after(position), "turns");
  }

  #after(position: Position): number[] {
    const { notation, states } = this.board;
    return states.moves(position).map((move) => this.get(this.#rank(notation.read(states.play(position, move)))));
  }

  formatPosition(position: Position): string {
    return this.board.notation.formatPosition(position);
  }

  parsePosition(text: string): Result<Position> {
    return this.board.notation.parsePosition(text);
  }

  probe(position: Position): Result<Probe> {
    const { notation, states } = this.board;
    const { turn } = notation.read(position);
    if (states.result(position)?.[turn] === 1)
      return fail("bad-position", `the ${PLAYERS[turn]} has won already and cannot be the player to move`);
    return whereLoaded(() => {
      const values = this.#after(position);
      const moves = states.moves(position).map((move, i) => ({
        move,
        text: notation.formatMove(position, move),
        after: probeValue(values[i] as number, turn, -1),
      }));
      moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
      const value = probeValue(this.get(this.#rank(notation.read(position))), turn, 1);
      return { position: this.formatPosition(position), value, moves };
    });
  }
}

/** For `side`, which is to move (1) or has just moved (-1). */
function probeValue(entry: number, side: number, sign: 1 | -1): ProbeValue {
  const { kind, plies } = readOutcome(entry, "turns");
  const { outcome } = outcomeFor(kind, sign);
  return {
    text: outcome === "win" || outcome === "loss" ? winText(outcome === "win" ? side : 1 - side, plies) : kind,
    score: sign * outcomeScore({ kind, plies }),
    parts: { plies },
    exact: true,
    ...outcomeFor(kind, sign),
  };
}

/** The police are several. */
function winText(winner: number, plies: number): string {
  const verb = winner === POLICE ? ["win", "have won"] : ["wins", "has won"];
  return `the ${PLAYERS[winner]} ${plies === 0 ? verb[1] : `${verb[0]} in ${plural(plies, "ply", "plies")}`}`;
}
