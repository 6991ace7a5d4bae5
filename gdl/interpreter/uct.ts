/**
 * UCT over a reasoner that has no kernel: games whose propnet would be too large. A state takes milliseconds, so every state counts: the tree grows
 * by a node for each simulation, and playouts are cut off. Moves are simultaneous as in GDL: each role chooses by its own statistics.
 */
import type { SeededRandom } from "../../engine/random/seeded.ts";
import type { Facts, Reasoner } from "../reasoner.ts";

const BEST_GOAL = 100;
/** Value of an unfinished playout, if the rules derive no goal there. */
const UNKNOWN_VALUE = 0.5;

export interface MoveStatistics {
  readonly move: number;
  visits: number;
  /** Points, from 0 to 1 for each visit. */
  total: number;
}

interface Node {
  readonly state: Facts;
  /** The roles' points in a terminal state, otherwise null. */
  readonly ended: readonly number[] | null;
  /** By role. */
  readonly moves: readonly (readonly MoveStatistics[])[];
  readonly children: Map<string, Node>;
  visits: number;
}

export interface InterpreterUctOptions {
  /** Exploration constant of UCB1. */
  readonly c: number;
  /** States of a playout at most. */
  readonly playoutSteps: number;
  readonly random: SeededRandom;
}

/** Whether a role has no legal move, which is an error of the rulesheet. The search goes no further. */
function isBlocked(legal: readonly (readonly number[])[]): boolean {
  return legal.some(({ length }) => length === 0);
}

export class InterpreterUct {
  /** States visited, in the tree and in playouts. */
  states = 0;
  playouts = 0;
  readonly root: Node;
  readonly #reasoner: Reasoner;
  readonly #options: InterpreterUctOptions;

  constructor(reasoner: Reasoner, state: Facts, options: InterpreterUctOptions) {
    this.#reasoner = reasoner;
    this.#options = options;
    this.root = this.#nodeOf(state);
  }

  /** One simulation: selection, a new node, a playout, backup. `isOver` is called before each state; when it returns true nothing is recorded. */
  simulate(isOver: () => boolean): void {
    const path: (readonly MoveStatistics[])[] = [];
    const nodes: Node[] = [];
    let node = this.root;
    let isNew = false;
    while (node.ended === null && !isNew) {
      if (isOver()) return;
      this.states++;
      const joint = node.moves.map((own) => this.#select(own, node.visits));
      nodes.push(node);
      path.push(joint);
      const key = joint.map(({ move }) => move).join(" ");
      const known = node.children.get(key);
      const child = known ?? this.#nodeOf(this.#next(node.state, joint));
      if (!known) node.children.set(key, child);
      isNew = !known;
      node = child;
    }
    const values = node.ended ?? this.#playout(node, isOver);
    if (values === null) return;
    this.playouts++;
    for (const [i, joint] of path.entries()) {
      (nodes[i] as Node).visits++;
      for (const [role, statistics] of joint.entries()) {
        statistics.visits++;
        statistics.total += values[role] as number;
      }
    }
  }

  /** UCB1; moves without visits first, in random order. */
  #select(moves: readonly MoveStatistics[], visits: number): MoveStatistics {
    const untried = moves.filter((each) => each.visits === 0);
    if (untried.length > 0) return this.#options.random.pick(untried);
    const logarithm = Math.log(visits);
    const bound = ({ visits: own, total }: MoveStatistics): number =>
      total / own + this.#options.c * Math.sqrt(logarithm / own);
    return moves.reduce((best, each) => (bound(each) > bound(best) ? each : best));
  }

  #playout(from: Node, isOver: () => boolean): readonly number[] | null {
    let { state } = from;
    let legal = from.moves.map((own) => own.map(({ move }) => move));
    for (let step = 0; step < this.#options.playoutSteps; step++) {
      if (isOver()) return null;
      this.states++;
      const moves = legal.map((own) => this.#options.random.pick(own));
      state = this.#reasoner.next(state, moves);
      if (this.#reasoner.isTerminal(state)) break;
      legal = this.#legal(state);
      if (isBlocked(legal)) break;
    }
    return this.#points(state);
  }

  #points(state: Facts): readonly number[] {
    return this.#reasoner.goals(state).map((goal) => (goal === null ? UNKNOWN_VALUE : goal / BEST_GOAL));
  }

  #next(state: Facts, joint: readonly MoveStatistics[]): Facts {
    return this.#reasoner.next(
      state,
      joint.map(({ move }) => move),
    );
  }

  #nodeOf(state: Facts): Node {
    const legal = this.#reasoner.isTerminal(state) ? [] : this.#legal(state);
    const hasEnded = legal.length === 0 || isBlocked(legal);
    const moves = legal.map((own) => own.map((move): MoveStatistics => ({ move, visits: 0, total: 0 })));
    return { state, ended: hasEnded ? this.#points(state) : null, moves, children: new Map(), visits: 0 };
  }

  #legal(state: Facts): number[][] {
    return this.#reasoner.legal(state).map((own) => [...own]);
  }
}
