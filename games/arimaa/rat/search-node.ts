/** A position seen from the side to move, with the steps that are left of its turn; its turns are listed when first asked for. */
import type { Position } from "../../../engine/contracts/game.ts";
import type { Turn } from "../board.ts";
import { MAX_STEPS, SIDE } from "../layout.ts";
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
  #passed: SearchNode | undefined;
  /** What was asked for already: the same turns are looked at by a plan and by the search. */
  readonly #after = new Map<Turn, SearchNode>();

  constructor(ground: RatKernel, position: Position, steps: number = MAX_STEPS, start: Position = position) {
    this.kernel = ground;
    this.side = position[SIDE] as number;
    this.position = position;
    this.steps = steps;
    this.start = start;
    this.cells = cellsOf(position, this.side);
  }

  /** All distinct turns with the steps that are left; with risks for those that ask. */
  outcomes(flags: OutcomeFlags = "all"): OutcomeList {
    let list = this.#lists.get(flags);
    if (!list) {
      list = new OutcomeList(this.kernel, this.position, this.side, this.cells, this.steps, flags);
      this.#lists.set(flags, list);
    }
    return list;
  }

  /** Turns that capture something; null where it is certain that there is none. */
  captures(): OutcomeList | null {
    return this.kernel.mayCapture(this.position, this.side, this.steps) ? this.outcomes("captures") : null;
  }

  goal(): Turn | null {
    if (this.#goal === undefined) this.#goal = this.kernel.goalTurn(this.position, this.side, this.steps);
    return this.#goal;
  }

  /** The same turn after some of its steps. */
  after(turn: Turn, used: number): SearchNode {
    const known = this.#after.get(turn);
    if (known?.steps === this.steps - used) return known;
    const position = this.kernel.after(this.position, turn, this.side);
    const scene = new SearchNode(this.kernel, position, this.steps - used, this.start);
    this.#after.set(turn, scene);
    return scene;
  }

  /** The other side's turn, this one ending here. */
  endTurn(): SearchNode {
    this.#passed ??= new SearchNode(this.kernel, this.kernel.asSide(this.position, 1 - this.side));
    return this.#passed;
  }

  /** Whether the turn may end here, as far as the placement goes. */
  get changed(): boolean {
    return !samePlacement(this.position, this.start);
  }
}
