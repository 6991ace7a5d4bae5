/**
 * The analysis of a position before any move generation for plans: traps, phase, threats of both sides, and tactical features. From the view
 * of the side to move, which moves north; squares are numbered from a8, as in the graphs.
 */
import type { Turn } from "../board.ts";
import { EMPTY, isFrozen, NEIGHBOURS, SQUARES, strengthOf, TRAPS } from "./graphs/board.ts";
import {
  type CamelHunt,
  camelHunt,
  type Flip,
  flipsOf,
  type Fork,
  forksOf,
  type Frame,
  framesOf,
  type Hostage,
  hostagesOf,
} from "./features.ts";
import type { Cells } from "./rat-kernel.ts";
import { GONE } from "./constants.ts";
import type { OutcomeList } from "./outcomes.ts";
import type { SearchNode } from "./search-node.ts";
import { isEnemy, isOwn, materialOf, RABBIT, rowOf, valueOf } from "./evaluate.ts";

export type Phase = "opening" | "middle game" | "endgame";

export interface TrapControl {
  readonly square: number;
  /** One of the two on our half. */
  readonly home: boolean;
  /** Adjacent pieces: their number, and the strength of the strongest. */
  readonly own: number;
  readonly ownStrength: number;
  readonly enemy: number;
  readonly enemyStrength: number;
  readonly holder: "own" | "enemy" | "both" | "nobody";
}

/** A piece that can be captured in one turn. */
export interface Threat {
  readonly square: number;
  readonly piece: number;
  readonly value: number;
  /** The fewest steps, and a turn that does it. */
  readonly steps: number;
  readonly turn: Turn;
}

export interface RabbitState {
  readonly square: number;
  readonly row: number;
  readonly blocked: boolean;
  readonly frozen: boolean;
}

export class Analysis {
  readonly node: SearchNode;
  readonly cells: Cells;
  readonly material: number;
  readonly #cache = new Map<string, unknown>();

  constructor(node: SearchNode) {
    this.node = node;
    this.cells = node.cells;
    this.material = materialOf(node.cells);
  }

  /** Computed on first use: most searches do not need everything. */
  #cached<T>(name: string, find: () => T): T {
    if (!this.#cache.has(name)) this.#cache.set(name, find());
    return this.#cache.get(name) as T;
  }

  /** The position after a null move: the other side to move. */
  get other(): SearchNode {
    return this.#cached("other", () => this.node.endTurn());
  }

  get phase(): Phase {
    return this.#cached("phase", () => phaseOf(this.cells));
  }

  get traps(): readonly TrapControl[] {
    return this.#cached("traps", () => TRAPS.map((square) => trapControl(this.cells, square)));
  }

  /** Frozen own pieces. */
  get frozen(): readonly number[] {
    return this.#cached("frozen", () =>
      squaresWhere(this.cells, isOwn).filter((square) => isFrozen(this.cells, square)),
    );
  }

  get goal(): Turn | null {
    return this.node.goal();
  }

  /** A turn by which the other side, if it were to move, would reach goal. */
  get enemyGoal(): Turn | null {
    return this.other.goal();
  }

  /** Captures with the steps left, most valuable first. */
  get captures(): readonly Threat[] {
    return this.#cached("captures", () => threatsIn(this.node.captures(), 0));
  }

  /** Captures by the other side in a whole turn, most valuable first. Squares are from our view. */
  get losses(): readonly Threat[] {
    return this.#cached("losses", () => threatsIn(this.other.captures(), 56));
  }

  get hostages(): readonly Hostage[] {
    return this.#cached("hostages", () => hostagesOf(this.cells));
  }

  get frames(): readonly Frame[] {
    return this.#cached("frames", () => framesOf(this.cells));
  }

  get forks(): readonly Fork[] {
    return this.#cached("forks", () => forksOf(this.cells));
  }

  get flips(): readonly Flip[] {
    return this.#cached("flips", () => flipsOf(this.cells));
  }

  get camelHunt(): CamelHunt | null {
    return this.#cached("camelHunt", () => camelHunt(this.cells));
  }

  /** Own pieces next to a stronger enemy, most valuable first. */
  get exposed(): readonly number[] {
    return this.#cached("exposed", () =>
      squaresWhere(this.cells, (content) => isOwn(content) && content > RABBIT)
        .filter((square) => hasStrongerNeighbour(this.cells, square))
        .sort((a, b) => this.cells[b]! - this.cells[a]!),
    );
  }

  /** Own rabbits, most advanced first. */
  get rabbits(): readonly RabbitState[] {
    return this.#cached("rabbits", () =>
      squaresWhere(this.cells, (content) => content === RABBIT)
        .map((square) => ({
          square,
          row: rowOf(square),
          blocked: square >= 8 && this.cells[square - 8] !== EMPTY,
          frozen: isFrozen(this.cells, square),
        }))
        .sort((a, b) => b.row - a.row || a.square - b.square),
    );
  }
}

export function squaresWhere(cells: Cells, fits: (content: number) => boolean): number[] {
  const squares: number[] = [];
  for (let square = 0; square < SQUARES; square++) if (fits(cells[square]!)) squares.push(square);
  return squares;
}

export function hasStrongerNeighbour(cells: Cells, square: number): boolean {
  const own = cells[square]!;
  return NEIGHBOURS[square]!.some((next) => isEnemy(cells[next]!) && strengthOf(cells[next]!) > strengthOf(own));
}

/** Opening: nearly all pieces left and at home. Endgame: half of them captured, or a side with few pieces other than rabbits. */
function phaseOf(cells: Cells): Phase {
  const pieces = squaresWhere(cells, (content) => content !== EMPTY);
  const across = pieces.filter((square) => (isOwn(cells[square]!) ? rowOf(square) > 4 : rowOf(square) < 5));
  if (pieces.length >= 30 && across.length <= 3) return "opening";
  const officers = (fits: (content: number) => boolean): number =>
    pieces.filter((square) => fits(cells[square]!) && strengthOf(cells[square]!) > RABBIT).length;
  return pieces.length <= 18 || officers(isOwn) <= 4 || officers(isEnemy) <= 4 ? "endgame" : "middle game";
}

export function trapControl(cells: Cells, square: number): TrapControl {
  let own = 0;
  let enemy = 0;
  let ownStrength = 0;
  let enemyStrength = 0;
  for (const next of NEIGHBOURS[square]!) {
    const content = cells[next]!;
    if (isOwn(content)) {
      own++;
      ownStrength = Math.max(ownStrength, strengthOf(content));
    } else if (content !== EMPTY) {
      enemy++;
      enemyStrength = Math.max(enemyStrength, strengthOf(content));
    }
  }
  const holder = own === 0 ? (enemy === 0 ? "nobody" : "enemy") : enemy === 0 ? "own" : "both";
  return { square, home: square >= SQUARES / 2, own, ownStrength, enemy, enemyStrength, holder };
}

function threatsIn(captures: OutcomeList | null, flip: number): Threat[] {
  const found = new Map<number, Threat>();
  captures?.each(({ moved, from, to, piece, turn, steps }) => {
    for (let i = 0; i < moved; i++) {
      const square = from[i]! ^ flip;
      // Turns are sorted by their number of steps: the first is one of the shortest.
      if (to[i] !== GONE || !isEnemy(piece[i]!) || found.has(square)) continue;
      found.set(square, { square, piece: piece[i]!, value: valueOf(piece[i]!), steps, turn });
    }
  });
  return [...found.values()].sort((a, b) => b.value - a.value || a.steps - b.steps || a.square - b.square);
}
