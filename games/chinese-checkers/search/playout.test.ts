/** The playout policy against its definition by the reference rules. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position, Move } from "../../../engine/contracts/position.ts";
import { parseOptions } from "../../../engine/contracts/options.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { Board } from "../board.ts";
import { EvaluationRecord } from "../../../build/layouts/games/chinese-checkers/evaluation.ts";
import { formatMove } from "../moves.ts";
import { readVariant, VARIANT_OPTIONS } from "../options.ts";
import { type ReferencePosition, ReferenceRules, type ReferenceVariant } from "../reference.fixture.ts";

/** The kernel's playouts and the reference rules. */
class Playouts {
  readonly board: Board;
  readonly reference: ReferenceRules;
  readonly #state: Address;
  readonly #scratch: Address;
  readonly #random: Address;

  readonly #evaluation: Address;

  constructor(variant: ReferenceVariant) {
    const { side, pieces, win, moves, stuck } = variant;
    const options = { side: String(side), pieces: String(pieces), win, moves, stuck };
    this.board = new Board(unwrap(readVariant(unwrap(parseOptions(VARIANT_OPTIONS, options)))));
    this.reference = new ReferenceRules(variant);
    const { memory } = this.board.kernel;
    this.#state = memory.allocate(this.board.stateBytes);
    this.#scratch = memory.allocate(4 * this.board.kernel.exports.maxMoves());
    this.#random = memory.allocate(8);
    this.#evaluation = memory.allocateZeroed(EvaluationRecord.BYTES);
  }

  seed(seed: number): void {
    const { memory } = this.board.kernel;
    new DataView(memory.memory.buffer).setBigUint64(this.#random, new SeededRandom(seed).word() | 1n, true);
  }

  start(position: ReferencePosition, randomPercent: number): void {
    const { kernel } = this.board;
    kernel.exports.setSearch(0, this.#evaluation, randomPercent);
    kernel.memory.bytes(this.#state, this.board.stateBytes).set(this.state(position));
    kernel.exports.startPlayout(this.#state, this.#scratch);
  }

  next(): string {
    const { kernel, notation } = this.board;
    const move = kernel.exports.playoutMove(this.#state, this.#scratch, this.#random);
    kernel.exports.play(this.#state, move);
    return formatMove(notation, move as Move);
  }

  state({ sides, turn }: ReferencePosition): Position {
    const numbers = (cells: ReadonlySet<string>): number[] =>
      [...cells].map((cell) => this.reference.cells.indexOf(cell));
    return this.board.state({ cells: [numbers(sides[0]), numbers(sides[1])], turn });
  }

  /** Rows that a move gains. */
  rows(move: string, turn: number): number {
    const [start, end] = move.split("-").map((cell) => cell.charCodeAt(0) + Number(cell.slice(1))) as [number, number];
    return turn === 0 ? start - end : end - start;
  }

  /** Moves that the policy may choose: for a random move, and otherwise. */
  choices(position: ReferencePosition): { random: string[]; farthest: string[] } {
    const { turn } = position;
    const legal = this.reference.moves(position);
    if (legal[0] === "pass") return { random: legal, farthest: legal };
    const forward = legal.filter((move) => this.rows(move, turn) > 0);
    const random = forward.length > 0 ? forward : legal;
    const most = Math.max(...random.map((move) => this.rows(move, turn)));
    return { random, farthest: random.filter((move) => this.rows(move, turn) === most) };
  }

  randomPosition(random: SeededRandom, plies: number): ReferencePosition {
    let position = this.reference.initial();
    for (let ply = 0; ply < plies; ply++) {
      const { random: some, farthest } = this.choices(position);
      const all = this.reference.moves(position);
      const next = this.reference.play(position, random.pick(random.pick([all, some, farthest])));
      if (this.reference.result(next) !== null) break;
      position = next;
    }
    return position;
  }
}

const PAPER: ReferenceVariant = { side: 9, pieces: 6, win: "filled", moves: "all", stuck: "pass" };
const VARIANTS: readonly ReferenceVariant[] = [
  PAPER,
  { side: 9, pieces: 10, win: "all", moves: "all", stuck: "pass" },
  { side: 8, pieces: 10, win: "filled", moves: "all", stuck: "loss" },
  { side: 7, pieces: 6, win: "all", moves: "non-backward", stuck: "pass" },
  { side: 6, pieces: 3, win: "filled", moves: "all", stuck: "pass" },
  { side: 5, pieces: 6, win: "filled", moves: "forward", stuck: "pass" },
  { side: 5, pieces: 10, win: "filled", moves: "all", stuck: "draw" },
  { side: 4, pieces: 3, win: "all", moves: "all", stuck: "pass" },
  { side: 4, pieces: 1, win: "filled", moves: "all", stuck: "pass" },
];

describe("every playout move is allowed by the policy", () => {
  const seen = { pass: 0, backward: 0, jumpsAway: 0 };

  test.for(VARIANTS)("$side×$side, $pieces pieces, win $win, moves $moves, stuck $stuck", (variant) => {
    const playouts = new Playouts(variant);
    const random = new SeededRandom(5);
    const strange: string[] = [];
    for (let game = 0; game < 24; game++) {
      const kind = game % 2 === 0 ? "random" : "farthest";
      let position = playouts.randomPosition(random, random.below(40));
      playouts.seed(game);
      playouts.start(position, kind === "random" ? 100 : 0);
      for (let ply = 0; ply < 100 && playouts.reference.result(position) === null; ply++) {
        const allowed = playouts.choices(position)[kind];
        const move = playouts.next();
        if (!allowed.includes(move))
          strange.push(`${move} in ${playouts.reference.text(position)}, ${kind}: ${allowed.join()}`);
        if (move === "pass") seen.pass++;
        else if (playouts.rows(move, position.turn) < 0) seen.backward++;
        else if (playouts.rows(move, position.turn) > 3) seen.jumpsAway++;
        position = playouts.reference.play(position, move);
      }
    }
    expect(strange).toEqual([]);
  });

  test("they include passes, backward moves and chains of jumps", () => {
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
});

describe("with the right frequencies", () => {
  const DRAWS = 4_000;

  test.for([0, 40, 100])("with %d percent random moves", (percent) => {
    const playouts = new Playouts(PAPER);
    const random = new SeededRandom(percent);
    playouts.seed(percent);
    let worst = 0;
    for (let i = 0; i < 25; i++) {
      const position = playouts.randomPosition(random, 2 * i);
      const counts = new Map<string, number>();
      for (let draw = 0; draw < DRAWS; draw++) {
        playouts.start(position, percent);
        const move = playouts.next();
        counts.set(move, (counts.get(move) ?? 0) + 1);
      }
      const { random: any, farthest } = playouts.choices(position);
      for (const move of any) {
        const probability =
          percent / 100 / any.length + (farthest.includes(move) ? (1 - percent / 100) / farthest.length : 0);
        const deviation = Math.abs((counts.get(move) ?? 0) - DRAWS * probability);
        if (probability === 0 || probability === 1) expect(deviation).toBe(0);
        else worst = Math.max(worst, deviation / Math.sqrt(DRAWS * probability * (1 - probability)));
      }
    }
    // In standard deviations: hundreds of comparisons stay below this with near certainty.
    expect(worst).toBeLessThan(4.8);
  });
});

test.for([4, 5, 8, 9])("the sides are separated by the middle row of %dx, which belongs to neither", (side) => {
  const playouts = new Playouts({ ...PAPER, side, pieces: 3 });
  const { reference, board } = playouts;
  const row = (cell: string): number => cell.charCodeAt(0) - "a".charCodeAt(0) + Number(cell.slice(1)) - 1;
  const random = new SeededRandom(side);
  const some = (cells: readonly string[]): Set<string> => {
    const left = [...cells];
    return new Set(Array.from({ length: 3 }, () => left.splice(random.below(left.length), 1)[0] as string));
  };
  const found = { yes: 0, no: 0 };
  for (let i = 0; i < 600; i++) {
    // Mostly borderline positions: one row more or less.
    const near = (cell: string): boolean => row(cell) <= side - 2 + random.below(2);
    const x = some(reference.cells.filter(near));
    const o = some(reference.cells.filter((cell) => !x.has(cell) && row(cell) >= side - random.below(2)));
    const separated = [...x].every((cell) => row(cell) < side - 1) && [...o].every((cell) => row(cell) > side - 1);
    expect(board.kernel.exports.arePastTheMiddle(board.put(playouts.state({ sides: [x, o], turn: 0 })))).toBe(
      separated ? 1 : 0,
    );
    found[separated ? "yes" : "no"]++;
  }
  expect(Math.min(found.yes, found.no)).toBeGreaterThan(50);
  expect(board.kernel.exports.arePastTheMiddle(board.put(playouts.state(reference.initial())))).toBe(0);
});
