/**
 * Reference implementation of the rules for tests: simple and slow, written from the rules in words, independent of the kernel. A cell
 * (a, b) is written as a letter and a number; a set of cells is a set of such names.
 */
export interface ReferenceVariant {
  readonly side: number;
  readonly pieces: number;
  readonly win: "filled" | "all";
  readonly moves: "all" | "non-backward" | "forward" | "paper";
  readonly stuck: "pass" | "loss" | "draw";
}

/** Cells of both sides, x first, and the player to move. */
export interface ReferencePosition {
  readonly sides: readonly [ReadonlySet<string>, ReadonlySet<string>];
  readonly turn: 0 | 1;
}

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [-1, 1],
] as const;

function name(a: number, b: number): string {
  return `${"abcdefghi".charAt(a)}${b + 1}`;
}

function coordinates(cell: string): [number, number] {
  return [cell.charCodeAt(0) - "a".charCodeAt(0), Number(cell.slice(1)) - 1];
}

/** Rows from the tip of x's goal. */
function row(cell: string): number {
  const [a, b] = coordinates(cell);
  return a + b;
}

export class ReferenceRules {
  readonly variant: ReferenceVariant;
  /** Row by row from x's goal tip, letters descending within a row: the order of the facts and the notation. */
  readonly cells: readonly string[];
  readonly #knownSteps = new Map<string, number>();

  constructor(variant: ReferenceVariant) {
    this.variant = variant;
    const { side } = variant;
    const all = Array.from({ length: side * side }, (_, i) => [Math.floor(i / side), i % side] as const);
    this.cells = all.toSorted(([a, b], [c, d]) => a + b - (c + d) || c - a).map(([a, b]) => name(a, b));
  }

  goal(player: number): readonly string[] {
    return player === 0 ? this.cells.slice(0, this.variant.pieces) : this.cells.slice(-this.variant.pieces);
  }

  /** Null off the board. */
  #cellInDirection(cell: string, [da, db]: readonly [number, number], steps: number): string | null {
    const [a, b] = coordinates(cell);
    const [c, d] = [a + steps * da, b + steps * db];
    const { side } = this.variant;
    return c >= 0 && c < side && d >= 0 && d < side ? name(c, d) : null;
  }

  /** Targets of rolls and chains of jumps. The piece's own cell counts as empty. */
  targets(from: string, others: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    for (const direction of DIRECTIONS) {
      const to = this.#cellInDirection(from, direction, 1);
      if (to !== null && !others.has(to)) found.add(to);
    }
    const landed = new Set<string>();
    const addJumps = (at: string): void => {
      for (const direction of DIRECTIONS) {
        const over = this.#cellInDirection(at, direction, 1);
        const to = this.#cellInDirection(at, direction, 2);
        if (over === null || to === null || !others.has(over) || others.has(to) || landed.has(to)) continue;
        landed.add(to);
        addJumps(to);
      }
    };
    addJumps(from);
    for (const to of landed) found.add(to);
    found.delete(from);
    return found;
  }

  /** Moves as `from-to`, without a pass. */
  ownMoves(position: ReferencePosition, player: 0 | 1): string[] {
    const moves = this.#movesByRows(position, player);
    if (this.variant.moves !== "paper") return moves;
    // Paper 000: moves that decrease the distance to the goal area; if there are none, to the side; otherwise backward.
    const gain = (move: string): number => {
      const [from = 0, to = 0] = move.split("-").map((cell) => this.#steps(player, cell));
      return Math.sign(from - to);
    };
    const best = Math.max(...moves.map(gain));
    return moves.filter((move) => gain(move) === best);
  }

  /** Fewest rolls to the goal area on an empty board, by breadth-first search. */
  #steps(player: 0 | 1, cell: string): number {
    const key = `${player} ${cell}`;
    let steps = this.#knownSteps.get(key);
    if (steps === undefined) this.#knownSteps.set(key, (steps = this.#countSteps(player, cell)));
    return steps;
  }

  #countSteps(player: 0 | 1, cell: string): number {
    const goal = this.goal(player);
    let reached = new Set([cell]);
    for (let steps = 0; ; steps++) {
      if (goal.some((each) => reached.has(each))) return steps;
      reached = new Set(
        [...reached].flatMap((at) =>
          DIRECTIONS.flatMap((direction) => this.#cellInDirection(at, direction, 1) ?? []).concat(at),
        ),
      );
    }
  }

  #movesByRows({ sides }: ReferencePosition, player: 0 | 1): string[] {
    return [...sides[player]].flatMap((from) => {
      const others = new Set([...sides[0], ...sides[1]]);
      others.delete(from);
      return [...this.targets(from, others)]
        .filter((to) => this.#allowed(player, from, to))
        .map((to) => `${from}-${to}`);
    });
  }

  #allowed(player: 0 | 1, from: string, to: string): boolean {
    const forward = (row(from) - row(to)) * (player === 0 ? 1 : -1);
    return { all: true, paper: true, "non-backward": forward >= 0, forward: forward > 0 }[this.variant.moves];
  }

  hasWon({ sides }: ReferencePosition, player: 0 | 1): boolean {
    const own = sides[player];
    const goal = this.goal(player);
    if (this.variant.win === "all") return own.size > 0 && [...own].every((cell) => goal.includes(cell));
    return goal.every((cell) => sides[0].has(cell) || sides[1].has(cell)) && goal.some((cell) => own.has(cell));
  }

  result(position: ReferencePosition): readonly number[] | null {
    const { turn } = position;
    if (this.hasWon(position, 0)) return [1, 0];
    if (this.hasWon(position, 1)) return [0, 1];
    if (this.ownMoves(position, turn).length > 0) return null;
    if (this.variant.stuck === "loss") return turn === 0 ? [0, 1] : [1, 0];
    if (this.variant.stuck === "draw") return [0.5, 0.5];
    return this.ownMoves(position, turn === 0 ? 1 : 0).length > 0 ? null : [0.5, 0.5];
  }

  moves(position: ReferencePosition): string[] {
    if (this.result(position) !== null) return [];
    const own = this.ownMoves(position, position.turn);
    return own.length > 0 ? own : ["pass"];
  }

  play({ sides, turn }: ReferencePosition, move: string): ReferencePosition {
    const next: [Set<string>, Set<string>] = [new Set(sides[0]), new Set(sides[1])];
    if (move !== "pass") {
      const [from = "", to = ""] = move.split("-");
      next[turn].delete(from);
      next[turn].add(to);
    }
    return { sides: next, turn: turn === 0 ? 1 : 0 };
  }

  perft(position: ReferencePosition, depth: number): number {
    if (depth === 0) return 1;
    return this.moves(position).reduce((sum, move) => sum + this.perft(this.play(position, move), depth - 1), 0);
  }

  initial(): ReferencePosition {
    return { sides: [new Set(this.goal(1)), new Set(this.goal(0))], turn: 0 };
  }

  text({ sides, turn }: ReferencePosition): string {
    const rows = Array.from({ length: 2 * this.variant.side - 1 }, (_, r) =>
      this.cells
        .filter((cell) => row(cell) === r)
        .map((cell) => (sides[0].has(cell) ? "x" : sides[1].has(cell) ? "o" : "."))
        .join("")
        .replace(/\.+/g, (gap) => String(gap.length)),
    );
    return `${rows.join("/")} ${turn === 0 ? "x" : "o"}`;
  }

  /** Fewest moves of one side alone into the goal, for every placement, by breadth-first search from the goal. */
  distances(goal: readonly string[]): Map<string, number> {
    const key = (cells: Iterable<string>): string => [...cells].toSorted().join(" ");
    let layer = choose(goal, this.variant.pieces);
    const found = new Map(layer.map((cells) => [key(cells), 0]));
    for (let distance = 1; layer.length > 0; distance++) {
      const next: string[][] = [];
      for (const cells of layer) {
        for (const from of cells) {
          const others = new Set(cells.filter((cell) => cell !== from));
          for (const to of this.targets(from, others)) {
            const neighbour = [...others, to];
            if (found.has(key(neighbour))) continue;
            found.set(key(neighbour), distance);
            next.push(neighbour);
          }
        }
      }
      layer = next;
    }
    return found;
  }
}

/** All combinations. */
export function choose<T>(list: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return list.flatMap((first, i) => choose(list.slice(i + 1), count - 1).map((rest) => [first, ...rest]));
}
