/** Reference implementation of UCT with chance. It uses the kernel's random numbers, so that both must build the same tree. */
import { edgeOf, type GraphBoard, moveAlong, type Place, positionAt } from "./chance.fixture.ts";
import type { Move } from "../contracts/position.ts";
import type { Proof, SearchEnd, UctRequest, UctRootMove } from "./request.ts";
import { WIN_VALUE } from "./values.ts";
import type { Address } from "../kernel/memory.ts";

export type ReferenceRequest = Omit<UctRequest, "state" | "scratch" | "pool" | "poolNodes" | "stop" | "weight">;

export interface ReferenceResult {
  readonly rootMoves: readonly UctRootMove[];
  readonly playouts: number;
  readonly expansions: number;
  readonly end: SearchEnd;
}

interface Node {
  readonly move: Move;
  readonly place: number;
  visits: number;
  /** Of the first player. */
  points: number;
  /** Proven points of the first player. */
  proof: number | null;
  children: Node[];
}

/** Thrown when the limit on expansions is reached. */
const CUT_OFF = new Error("cut off");

export class ReferenceUct {
  readonly #board: GraphBoard;
  readonly #tables: boolean;
  readonly #request: ReferenceRequest;
  readonly #scratch: Address;
  readonly #random: Address;
  #expansions = 0;

  constructor(board: GraphBoard, tables: boolean, request: ReferenceRequest) {
    const { memory } = board.states.kernel;
    this.#board = board;
    this.#tables = tables;
    this.#request = request;
    this.#scratch = memory.allocate(8 * 16);
    this.#random = memory.allocate(8);
    new DataView(memory.memory.buffer).setBigUint64(this.#random, request.random, true);
  }

  search(place: number): ReferenceResult {
    const { turn } = this.#at(place);
    const root = nodeOf(0 as Move, place);
    this.#expand(root);
    const value = (child: Node): number => {
      const exact = this.#exact(child.place);
      return exact === null ? 0 : exact.value * (turn === 0 ? 1 : -1);
    };
    // The shortest win by rules or tables comes first, longer losses before shorter ones.
    root.children.sort((a, b) => value(b) - value(a));
    const most = this.#request.playouts || Number.POSITIVE_INFINITY;
    let playouts = 0;
    let end: SearchEnd | null = null;
    while (end === null) {
      if (root.proof !== null) end = "proof";
      else if (playouts >= most) end = "playouts";
      else {
        try {
          this.#simulate(root);
          playouts++;
        } catch (error) {
          if (error !== CUT_OFF) throw error;
          end = "nodes";
        }
      }
    }
    const rootMoves = root.children.map(({ move, visits, points, proof }): UctRootMove => {
      const seen = (of: number): number => (turn === 0 ? of : 1 - of);
      const name: Proof = proof === null ? "open" : ((["lost", "drawn", "won"] as const)[2 * seen(proof)] as Proof);
      return { move, visits, points: turn === 0 ? points : visits - points, proof: name };
    });
    return { rootMoves, playouts, expansions: this.#expansions, end };
  }

  #at(place: number): Place {
    return this.#board.graph[place] as Place;
  }

  /** Exact value of a place: points and value of the first player, and plies to the end. */
  #exact(place: number): { points: number; value: number; plies: number } | null {
    const { turn, result, exact } = this.#at(place);
    if (result !== 0) {
      const points = [1, 0, 0.5][result - 1] as number;
      return { points, value: (2 * points - 1) * WIN_VALUE, plies: 0 };
    }
    if (!this.#tables || exact === null) return null;
    const value = turn === 0 ? exact : -exact;
    return { points: (1 + Math.sign(value)) / 2, value, plies: value === 0 ? 0 : WIN_VALUE - Math.abs(value) };
  }

  get #exhausted(): boolean {
    return this.#request.expansions > 0 && this.#expansions >= this.#request.expansions;
  }

  #count(): void {
    if (this.#exhausted) throw CUT_OFF;
    this.#expansions++;
  }

  #expand(node: Node): void {
    this.#expansions++;
    node.children = this.#at(node.place).edges.map(({ to }, i) => nodeOf(moveAlong(i), to));
    for (const child of node.children) child.proof = this.#exact(child.place)?.points ?? null;
    this.#prove(node);
  }

  #prove(node: Node): void {
    if (node.proof !== null || node.children.length === 0) return;
    const { turn, chance } = this.#at(node.place);
    const proofs = node.children.map(({ proof }) => proof);
    const best = 1 - turn;
    if (chance) node.proof = proofs.every((proof) => proof === proofs[0]) ? (proofs[0] as number | null) : null;
    else if (proofs.includes(best)) node.proof = best;
    else if (!proofs.includes(null)) node.proof = proofs.includes(0.5) ? 0.5 : turn;
    if (node.proof !== null) node.points = node.visits * node.proof;
  }

  #simulate(root: Node): void {
    const path = [root];
    let node = root;
    while (node.proof === null) {
      if (node.children.length === 0) {
        if (node.visits < this.#request.threshold || this.#exhausted) break;
        this.#expand(node);
        if (node.proof !== null) break;
      }
      node = this.#at(node.place).chance ? this.#sampled(node) : this.#select(node);
      path.push(node);
    }
    let points: number;
    if (node.proof === null) {
      points = this.#playout(node.place, path.slice(0, -1).filter(({ place }) => !this.#at(place).chance).length);
    } else {
      this.#count();
      points = node.proof;
    }
    for (const at of path.toReversed()) {
      this.#prove(at);
      points = at.proof ?? points;
      at.visits++;
      at.points += points;
    }
  }

  #sampled(node: Node): Node {
    const move = this.#board.states.kernel.exports.draw(
      this.#board.states.put(positionAt(node.place)),
      this.#scratch,
      this.#random,
    );
    return node.children.find((child) => child.move === move) as Node;
  }

  #select(node: Node): Node {
    const { kernel } = this.#board.states;
    const { turn } = this.#at(node.place);
    const open = node.children.filter(({ proof }) => proof !== turn);
    const unvisited = open.filter(({ visits }) => visits === 0);
    if (unvisited.length > 0)
      return unvisited.reduce((chosen, child, i) => (kernel.exports.below(this.#random, i + 1) === 0 ? child : chosen));
    const explore = this.#request.c * Math.sqrt(kernel.exports.ln(Math.max(1, node.visits)));
    const score = ({ points, visits }: Node): number =>
      (turn === 0 ? points : visits - points) / visits + explore / Math.sqrt(visits);
    return open.reduce((best, child) => (score(child) > score(best) ? child : best));
  }

  /** Points of the first player, from a place `above` plies below the root. */
  #playout(start: number, above: number): number {
    const { states } = this.#board;
    const along = (place: number, move: number): number => this.#at(place).edges[edgeOf(move)]?.to as number;
    let place = start;
    const byChance = (): boolean => {
      if (!this.#at(place).chance) return false;
      place = along(place, states.kernel.exports.draw(states.put(positionAt(place)), this.#scratch, this.#random));
      return true;
    };
    const points = (plies: number): number | null => {
      const exact = this.#exact(place);
      return exact && this.#points(Math.sign(exact.value), plies + exact.plies);
    };
    if (byChance()) {
      this.#count();
      const now = points(above);
      if (now !== null) return now;
    }
    for (let ply = 1; ply <= this.#request.plies; ply++) {
      this.#count();
      place = along(place, states.kernel.exports.playoutMove(states.put(positionAt(place)), this.#random));
      byChance();
      const now = points(above + ply);
      if (now !== null) return now;
    }
    return this.#points(Math.sign(this.#at(place).evaluation), above + this.#request.plies);
  }

  #points(outcome: number, plies: number): number {
    if (outcome === 0) return 0.5;
    const given = Math.min(0.5, this.#request.length * plies);
    return outcome > 0 ? 1 - given : given;
  }
}

function nodeOf(move: Move, place: number): Node {
  return { move, place, visits: 0, points: 0, proof: null, children: [] };
}
