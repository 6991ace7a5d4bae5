/** A search node: a position from the view of the side to move, with the steps left of its turn. Turns are generated lazily and cached. */
import type { Position } from "../../../engine/contracts/position.ts";
import type { Turn } from "../board.ts";
import { MAX_STEPS } from "../constants.ts";
import { SIDE } from "../layout.ts";
import { cellsOf, samePlacement, type Cells, type RatKernel } from "./rat-kernel.ts";
import { type OutcomeFlags, OutcomeList } from "./outcomes.ts";

export class SearchNode {
  readonly kernel: RatKernel;
  readonly position: Position;
  readonly side: number;
  readonly steps: number;
  /** The placement at the start of this turn: a turn must not end with it. */
  readonly start: Position;
  readonly cells: Cells;
  readonly #lists = new Map<OutcomeFlags, OutcomeList>();
  #goal: Turn | null | undefined;
  #next: SearchNode | undefined;
  /** Child nodes within the turn, cached: plans and the search visit the same ones. */
  readonly #after = new Map<Turn, SearchNode>();

  constructor(kernel: RatKernel, position: Position, steps: number = MAX_STEPS, start: Position = position) {
    this.kernel = kernel;
    this.side = position[SIDE] as number;
    this.position = position;
    this.steps = steps;
    this.start = start;
    this.cells = cellsOf(position, this.side);
  }

  /** All distinct turns with the steps left. */
  outcomes(flags: OutcomeFlags = "all"): OutcomeList {
    let list = this.#lists.get(flags);
    if (!list) {
      list = new OutcomeList(this.kernel, this.position, this.side, this.cells, this.steps, flags);
      this.#lists.set(flags, list);
    }
    return list;
  }

  /** Turns that capture something; null if there is certainly none. */
  captures(): OutcomeList | null {
    return this.kernel.mayCapture(this.position, this.side, this.steps) ? this.outcomes("captures") : null;
  }

  goal(): Turn | null {
    if (this.#goal === undefined) this.#goal = this.kernel.goalTurn(this.position, this.side, this.steps);
    return this.#goal;
  }

  /** The same turn after some of its steps. */
  after(turn: Turn, used: number): SearchNode {
    const cached = this.#after.get(turn);
    if (cached?.steps === this.steps - used) return cached;
    const position = this.kernel.after(this.position, turn, this.side);
    const child = new SearchNode(this.kernel, position, this.steps - used, this.start);
    this.#after.set(turn, child);
    return child;
  }

  /** Ends the turn here: the node of the other side's turn. */
  endTurn(): SearchNode {
    this.#next ??= new SearchNode(this.kernel, this.kernel.asSide(this.position, 1 - this.side));
    return this.#next;
  }

  /** Whether the placement differs from that at the start of the turn. */
  get changed(): boolean {
    return !samePlacement(this.position, this.start);
  }
}
