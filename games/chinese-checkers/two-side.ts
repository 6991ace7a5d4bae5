/** The two-side table (an endgame database): win, draw or loss with distance in plies, for equally many pieces per side. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type {
  Probe,
  ProbedMove,
  ProbeValue,
  Rank,
  Table,
  TableEntries,
  TableIdentity,
  TableSpec,
} from "../../engine/contracts/table.ts";
import { formatPlies, plural } from "../../engine/contracts/quantities.ts";
import { binomial, unrankCombination } from "../../engine/index/combinations.ts";
import { OUTCOME_SOLVER, outcomeMemory } from "../../engine/solve/outcome.ts";
import { outcomeScore, outcomeTextAfterMove } from "../../engine/solve/outcome-probe.ts";
import { outcomeFor, outcomeFrom, readOutcome, writeOutcome } from "../../engine/solve/outcome-values.ts";
import { expectEntry, whereLoaded } from "../../engine/tables/memory-entries.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { Board } from "./board.ts";
import { formatMove } from "./moves.ts";
import { MAX_TWO_SIDE_PIECES, MAX_TWO_SIDE_SIDE, OWN_HOME, winNumber } from "./options.ts";
import { checkTwoSide, sharePairs, solveTwoSide } from "./two-side-solve.ts";
import { twoSideEntries, type TwoSide } from "./two-side-table.ts";

/** Rough build speed in entries per second on two cores. */
const BUILD_RATE = 6e6;

export function readTwoSide(options: OptionValues): Result<TwoSide> {
  const side = Number(options["side"]);
  const pieces = Number(options["pieces"]);
  if (side > MAX_TWO_SIDE_SIDE) {
    return fail("too-large", `side: ${side} is too large for a two-side table; expected 4 to ${MAX_TWO_SIDE_SIDE}`);
  }
  if (pieces > MAX_TWO_SIDE_PIECES) {
    return fail(
      "too-large",
      `pieces: ${pieces} are too many for a two-side table; expected 1 to ${MAX_TWO_SIDE_PIECES}`,
    );
  }
  const variant = {
    side,
    cells: side * side,
    pieces,
    win: winNumber(String(options["win"])),
    directions: 0,
    stuck: 0,
    repetition: "allowed",
    plyLimit: 1_000,
  } as const;
  const given = options["home"] ?? OWN_HOME;
  const home = given === OWN_HOME ? pieces : Number(given);
  if (home < pieces) return fail("bad-variant", `home: ${plural(home, "cell")} cannot hold ${plural(pieces, "piece")}`);
  return ok({ variant, home, onward: options["moves"] === "paper" });
}

/** Non-default rules, as command-line options. */
function nonDefaultOptions({ variant, home, onward }: TwoSide): string[] {
  return [
    ...(home === variant.pieces ? [] : [`home ${home}`]),
    ...(variant.win === winNumber("all") ? ["win all"] : []),
    ...(onward ? ["moves paper"] : []),
  ];
}

export function twoSideSpec(table: TwoSide): TableSpec {
  const { side, pieces } = table.variant;
  const extra = nonDefaultOptions(table);
  const size = `${side}x${side}`;
  const identity: TableIdentity = {
    game: "chinese-checkers",
    name: [`two-side-${size}-${pieces}v${pieces}`, ...extra.map((option) => option.replace(" ", "-"))].join("-"),
    covers: `outcome of ${plural(pieces, "piece")} against ${pieces} on a ${size} rhombus${extra.map((option) => `, ${option}`).join("")}`,
    index: "mover by other among free, colexicographic 1",
    value: "outcome",
    entries: twoSideEntries(table),
  };
  const command = [
    `gamelore solve chinese-checkers --sides 2 --side ${side} --pieces ${pieces}`,
    ...extra.map((option) => `--${option}`),
  ];
  return {
    identity,
    summary: identity.covers,
    requiredEntries: identity.entries,
    memoryBytes: outcomeMemory(identity.entries),
    buildSeconds: identity.entries / BUILD_RATE,
    checkpointBytes: outcomeMemory(identity.entries),
    solver: OUTCOME_SOLVER,
    command: command.join(" "),
    gpu: true,
    solve: (options) => solveTwoSide(table, identity, options),
    open: (entries) => new TwoSideTable(new Board({ ...table.variant, pieces: table.home }), table, entries),
    checkAll: (bytes, options) => checkTwoSide(table, bytes, options),
  };
}

/** Legal moves are those of the table's rules. */
class TwoSideTable implements Table {
  readonly identity: TableIdentity;
  readonly board: Board;
  readonly #table: TwoSide;
  readonly #entries: TableEntries;
  readonly #list: Address;

  constructor(board: Board, table: TwoSide, entries: TableEntries) {
    this.identity = entries.identity;
    this.board = board;
    this.#table = table;
    this.#entries = entries;
    const { kernel } = board;
    sharePairs(kernel, table);
    kernel.exports.setCheck(kernel.memory.allocate(kernel.exports.checkThreadBytes()));
    this.#list = kernel.memory.allocate(4 * kernel.exports.maxMoves());
  }

  get(index: Rank): number {
    return this.#entries.get(index);
  }

  rank(position: Position): Result<Rank> {
    const { pieces } = this.#table.variant;
    const counts = this.board.placement(position).cells.map((own) => own.length);
    if (counts.every((count) => count === pieces)) return ok(this.#rank(position));
    return fail("bad-position", this.#pieceCountError(counts));
  }

  unrank(index: Rank): Position {
    expectEntry(index, this.identity);
    const { cells, pieces } = this.#table.variant;
    const width = binomial(cells - pieces, pieces);
    const own = unrankCombination(Math.floor(index / width), pieces, cells);
    const free = Array.from({ length: cells }, (_, cell) => cell).filter((cell) => !own.includes(cell));
    const other = unrankCombination(index % width, pieces, cells - pieces).map((place) => free[place] as number);
    return this.board.state({ cells: [own, other], turn: 0 });
  }

  expected(index: Rank): number {
    const position = this.unrank(index);
    const moves = this.#moves(position);
    return moves.length === 0
      ? this.#valueAtEnd(position)
      : outcomeFrom(moves.map((move) => this.get(this.#rank(this.board.play(position, move)))));
  }

  formatPosition(position: Position): string {
    return this.board.notation.formatPlacement(this.board.placement(position));
  }

  parsePosition(text: string): Result<Position> {
    const placement = this.board.notation.parsePlacement(text);
    if (!placement.ok) return placement;
    const counts = placement.value.cells.map((own) => own.length);
    if (counts.some((count) => count !== this.#table.variant.pieces))
      return fail("bad-position", this.#pieceCountError(counts));
    return ok(this.board.state(placement.value));
  }

  probe(position: Position): Result<Probe> {
    const index = this.rank(position);
    if (!index.ok) return index;
    return whereLoaded(() => {
      const moves = this.#moves(position).map((move): ProbedMove => {
        const after = this.#valueAfter(this.get(this.#rank(this.board.play(position, move))));
        return { move, text: formatMove(this.board.notation, move), after };
      });
      moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
      const value = this.#value(this.get(index.value));
      return { position: this.formatPosition(position), value, moves };
    });
  }

  #rank(position: Position): Rank {
    return (this.board.kernel.exports.rankState(this.board.put(position)) >>> 0) as Rank;
  }

  #moves(position: Position): Move[] {
    const count = this.board.kernel.exports.tableMoves(this.board.put(position), this.#list);
    return [...this.board.kernel.memory.words(this.#list, count)] as Move[];
  }

  #valueAtEnd(position: Position): number {
    if (this.board.kernel.exports.bothHaveWon(this.board.put(position)) !== 0) return writeOutcome("no position");
    const score = this.board.result(position)?.[this.board.turn(position)];
    return writeOutcome(score === 0.5 ? "draw" : score === 1 ? "win" : "loss");
  }

  /** For the side to move. */
  #value(entry: number): ProbeValue {
    const { kind, plies } = readOutcome(entry);
    const ended = {
      win: "won",
      draw: "draw",
      loss: "lost",
      "no position": "no position of a game: both sides have won",
    };
    const text = plies === 0 ? ended[kind] : `${kind} in ${formatPlies(plies)}`;
    return this.#probeValue(entry, text, 1);
  }

  /** For the side that has just moved. */
  #valueAfter(entry: number): ProbeValue {
    return this.#probeValue(entry, outcomeTextAfterMove(readOutcome(entry)), -1);
  }

  #probeValue(entry: number, text: string, sign: 1 | -1): ProbeValue {
    const outcome = readOutcome(entry);
    return {
      text,
      score: sign * outcomeScore(outcome),
      parts: { entry, plies: outcome.plies },
      exact: !this.#table.onward,
      ...outcomeFor(outcome.kind, sign),
    };
  }

  #pieceCountError(counts: readonly number[]): string {
    const { pieces } = this.#table.variant;
    return `this table has ${plural(pieces, "piece")} per side, the position has ${counts[0]} x and ${counts[1]} o`;
  }
}
