/**
 * Reference solver of two-side tables: moves by the reference rules, values by value iteration over all positions. A placement is a
 * bitboard.
 */
import { choose, ReferenceRules } from "./reference.fixture.ts";

/** Plies + 1, negative for a loss; 0 for a draw; null if both sides have won. */
export type ReferenceOutcome = number | null;

interface ReferenceMove {
  readonly from: number;
  readonly to: number;
  readonly after: number;
}

export class ReferencePairs {
  readonly #rules: ReferenceRules;
  readonly #ids = new Map<number, number>();
  /** Placements of the mover and the opponent, from the mover's point of view. */
  readonly pairs: readonly (readonly [own: readonly number[], other: readonly number[]])[];
  readonly #moves: readonly (readonly ReferenceMove[])[];
  readonly #goal: number;
  readonly #targets = new Map<number, readonly number[]>();

  readonly #home: number;

  /** `home`: cells of the goal. */
  constructor(side: number, pieces: number, home: number = pieces) {
    this.#home = home;
    this.#rules = new ReferenceRules({ side, pieces, win: "all", moves: "all", stuck: "pass" });
    const cells = this.#rules.cells.map((_, cell) => cell);
    this.pairs = choose(cells, pieces).flatMap((own) =>
      choose(
        cells.filter((cell) => !own.includes(cell)),
        pieces,
      ).map((other) => [own, other] as const),
    );
    this.pairs.forEach(([own, other], id) => this.#ids.set(key(setOf(own), setOf(other)), id));
    this.#goal = setOf(cells.slice(0, home));
    this.#moves = this.pairs.map(([own, other]) => this.#movesOf(own, other));
  }

  /** Number of positions without a move, finished or not. */
  stuck(): number {
    return this.#moves.filter((moves) => moves.length === 0).length;
  }

  outcomes(win: "all" | "filled", onward: boolean): ReferenceOutcome[] {
    const values: (ReferenceOutcome | undefined)[] = this.pairs.map(([own, other]) =>
      this.#terminalValue(own, other, win),
    );
    const after = this.#moves.map((moves) => (onward ? this.#onwardOf(moves) : moves).map((move) => move.after));
    let changed = true;
    for (let plies = 1; changed; plies++) {
      const now = [...values];
      changed = false;
      after.forEach((list, id) => {
        if (now[id] !== undefined) return;
        const wins = list.some((next) => (now[next] ?? 0) < 0);
        if (!wins && !list.every((next) => (now[next] ?? 0) > 0)) return;
        values[id] = wins ? plies + 1 : -plies - 1;
        changed = true;
      });
    }
    return values.map((value) => (value === undefined ? 0 : value));
  }

  /** The mirror image of a position. */
  mirrored(id: number): number {
    const { cells } = this.#rules;
    const image = (cell: number): number => {
      const name = cells[cell] as string;
      const swapped = `${"abcdefghi".charAt(Number(name.slice(1)) - 1)}${name.charCodeAt(0) - 96}`;
      return cells.indexOf(swapped);
    };
    const [own, other] = this.pairs[id] as readonly [readonly number[], readonly number[]];
    return this.#ids.get(key(setOf(own.map(image)), setOf(other.map(image)))) as number;
  }

  #terminalValue(
    own: readonly number[],
    other: readonly number[],
    win: "all" | "filled",
  ): ReferenceOutcome | undefined {
    const mover = setOf(own);
    const waiting = setOf(other);
    const theirGoal = setOf([...this.#rules.cells.keys()].slice(-this.#home));
    const won = this.#hasWon(mover, waiting, this.#goal, win);
    const lost = this.#hasWon(waiting, mover, theirGoal, win);
    if (won && lost) return null;
    return won ? 1 : lost ? -1 : undefined;
  }

  #hasWon(own: number, other: number, goal: number, win: "all" | "filled"): boolean {
    return win === "all" ? (own & ~goal) === 0 : ((own | other) & goal) === goal && (own & goal) !== 0;
  }

  #movesOf(own: readonly number[], other: readonly number[]): ReferenceMove[] {
    const taken = setOf(own) | setOf(other);
    return own.flatMap((from) =>
      this.#targetsOf(from, taken & ~(1 << from)).map((to) => {
        const moved = own.map((cell) => (cell === from ? to : cell));
        return { from, to, after: this.#ids.get(key(this.#turned(other), this.#turned(moved))) as number };
      }),
    );
  }

  #targetsOf(from: number, others: number): readonly number[] {
    const id = key(1 << from, others);
    let found = this.#targets.get(id);
    if (!found) {
      const { cells } = this.#rules;
      const taken = new Set(cells.filter((_, cell) => (others >> cell) & 1));
      found = this.#cellsOf([...this.#rules.targets(cells[from] as string, taken)]);
      this.#targets.set(id, found);
    }
    return found;
  }

  /** Moves towards the goal if any, else those that keep the distance, else all. */
  #onwardOf(moves: readonly ReferenceMove[]): readonly ReferenceMove[] {
    const forward = moves.filter(({ from, to }) => this.#distance(to) < this.#distance(from));
    if (forward.length > 0) return forward;
    const level = moves.filter(({ from, to }) => this.#distance(to) === this.#distance(from));
    return level.length > 0 ? level : moves;
  }

  readonly #distances = new Map<number, number>();
  /** Steps from a cell to the goal on an empty board. */
  #distance(cell: number): number {
    if (this.#distances.size === 0) {
      let layer = [...this.#rules.cells.keys()].filter((goal) => (this.#goal >> goal) & 1);
      for (let rolls = 0; layer.length > 0; rolls++) {
        for (const each of layer) this.#distances.set(each, rolls);
        layer = layer.flatMap((each) => this.#targetsOf(each, 0)).filter((next) => !this.#distances.has(next));
      }
    }
    return this.#distances.get(cell) as number;
  }

  #cellsOf(names: readonly string[]): number[] {
    return names.map((name) => this.#rules.cells.indexOf(name));
  }

  /** The placement on the rotated board. */
  #turned(placement: readonly number[]): number {
    return setOf(placement.map((cell) => this.#rules.cells.length - 1 - cell));
  }
}

function setOf(cells: readonly number[]): number {
  return cells.reduce((set, cell) => set | (1 << cell), 0);
}

function key(one: number, other: number): number {
  return one * 2 ** 25 + other;
}
