/**
 * Reference implementation of UCT, on objects. It shares rules, playout moves and random numbers with the kernel, so both must grow the
 * same tree.
 */
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { Proof, SearchEnd, UctRequest, UctRootMove } from "../../../engine/search/request.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import type { TestGame } from "./small-game.fixture.ts";

export type ReferenceRequest = Omit<UctRequest, "state" | "scratch" | "pool" | "poolNodes">;

export interface ReferenceAnswer {
  readonly rootMoves: readonly UctRootMove[];
  readonly playouts: number;
  readonly expansions: number;
  readonly end: SearchEnd;
}

/** A move and the position after it; points and proof are for the player who made the move. */
interface Node {
  readonly move: Move;
  readonly position: Position;
  visits: number;
  points: number;
  proof: Proof;
  children: Node[];
}

const POINTS = { lost: 0, drawn: 0.5, won: 1 };

/** Thrown at the limit on expansions. */
const CUT_OFF = new Error("cut off");

/** The kernel's series for the natural logarithm: bit-exact, so that ties are the same. */
export function logarithm(x: number): number {
  let exponent = Math.floor(Math.log2(x));
  let mantissa = x / 2 ** exponent;
  if (mantissa > Math.SQRT2) {
    mantissa *= 0.5;
    exponent += 1;
  }
  const s = (mantissa - 1) / (mantissa + 1);
  const q = s * s;
  const series = 1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11)))));
  return exponent * Math.LN2 + 2 * s * series;
}

export class ReferenceUct {
  readonly #game: TestGame;
  readonly #request: ReferenceRequest;
  readonly #state: Address;
  readonly #scratch: Address;
  readonly #random: Address;
  #expansions = 0;

  constructor(game: TestGame, request: ReferenceRequest) {
    const { memory } = game.kernel;
    this.#game = game;
    this.#request = request;
    this.#state = memory.allocate(game.kernel.exports.stateBytes());
    this.#scratch = memory.allocate(4 * game.kernel.exports.maxMoves());
    this.#random = memory.allocate(8);
    new DataView(memory.memory.buffer).setBigUint64(this.#random, request.random, true);
  }

  search(position: Position): ReferenceAnswer {
    const root = this.#node(0 as Move, position);
    this.#expand(root);
    const most = this.#request.playouts || Number.POSITIVE_INFINITY;
    let playouts = 0;
    let end: SearchEnd | null = null;
    while (end === null) {
      if (this.#solves && root.proof !== "open") end = "proof";
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
    const rootMoves = root.children.map(({ move, visits, points, proof }) => ({
      move,
      visits,
      points,
      proof: this.#solves ? proof : "open",
    }));
    return { rootMoves, playouts, expansions: this.#expansions, end };
  }

  #node(move: Move, position: Position): Node {
    return { move, position, visits: 0, points: 0, proof: "open", children: [] };
  }

  /** Otherwise the proof of a node only marks a terminal position. */
  get #solves(): boolean {
    return this.#request.proofs ?? true;
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
    const mover = this.#game.turn(node.position);
    node.children = this.#game.moves(node.position).map((move) => {
      const child = this.#node(move, this.#game.play(node.position, move));
      const result = this.#game.result(child.position);
      if (result !== 0) child.proof = result === 3 ? "drawn" : result - 1 === mover ? "won" : "lost";
      return child;
    });
    this.#prove(node);
  }

  /** A node is lost if the opponent has a winning move; otherwise it is proven once all children are. */
  #prove(node: Node): void {
    const proofs = node.children.map(({ proof }) => proof);
    if (!this.#solves) return;
    if (node.proof !== "open" || proofs.length === 0) return;
    if (proofs.includes("won")) node.proof = "lost";
    else if (proofs.includes("open")) return;
    else node.proof = proofs.includes("drawn") ? "drawn" : "won";
    node.points = node.visits * POINTS[node.proof];
  }

  #simulate(root: Node): void {
    const path = [root];
    let node = root;
    while (node.proof === "open") {
      if (node.children.length === 0) {
        if (node.visits < this.#request.threshold || this.#exhausted) break;
        this.#expand(node);
        if (node.proof !== "open") break;
      }
      node = this.#select(node);
      path.push(node);
    }
    let points: number;
    if (node.proof === "open") {
      points = this.#playout(node.position, path.length - 1);
    } else {
      this.#count();
      points = this.#solves ? POINTS[node.proof] : this.#ended(2 * POINTS[node.proof] - 1, path.length - 1);
    }
    for (const at of path.toReversed()) {
      this.#prove(at);
      if (this.#solves && at.proof !== "open") points = POINTS[at.proof];
      at.visits++;
      at.points += points;
      points = 1 - points;
    }
  }

  #select(node: Node): Node {
    const open = node.children.filter(({ proof }) => !this.#solves || proof !== "lost");
    const unvisited = open.filter(({ visits }) => visits === 0);
    if (unvisited.length > 0)
      return unvisited.reduce((chosen, child, i) => (this.#below(i + 1) === 0 ? child : chosen));
    const explore = this.#request.c * Math.sqrt(logarithm(Math.max(1, node.visits)));
    const score = ({ points, visits }: Node): number => points / visits + explore / Math.sqrt(visits);
    return open.reduce((best, child) => (score(child) > score(best) ? child : best));
  }

  /** Points for the side that has just moved; `start` is `depth` plies below the root. */
  #playout(start: Position, depth: number): number {
    const { kernel } = this.#game;
    const { stop, plies, weight } = this.#request;
    const player = 1 - this.#game.turn(start);
    const bytes = kernel.memory.bytes(this.#state, start.length);
    bytes.set(start);
    const evaluation = (): number =>
      this.#game.evaluate(bytes.slice()) * (this.#game.turn(bytes.slice()) === player ? 1 : -1);
    const isSeparated = (): boolean => stop === "separated" && kernel.exports.arePastTheMiddle(this.#state) === 1;
    if (isSeparated()) {
      this.#count();
      return this.#ended(Math.sign(evaluation()), depth);
    }
    kernel.exports.startPlayout(this.#state, this.#scratch);
    for (let ply = 1; ply <= plies; ply++) {
      this.#count();
      kernel.exports.play(this.#state, kernel.exports.playoutMove(this.#state, this.#scratch, this.#random));
      const result = this.#game.result(bytes.slice());
      if (result === 3) return 0.5;
      if (result !== 0) return this.#ended(result - 1 === player ? 1 : -1, depth + ply);
      if (isSeparated()) return this.#ended(Math.sign(evaluation()), depth + ply);
    }
    if (stop === "depth") return Math.min(1, Math.max(0, 0.5 + weight * evaluation()));
    return this.#ended(Math.sign(evaluation()), depth + plies);
  }

  /** Points of a win (1), loss (-1) or draw, by plies below the root. */
  #ended(outcome: number, plies: number): number {
    if (outcome === 0) return 0.5;
    const discount = Math.min(0.5, this.#request.length * plies);
    return outcome > 0 ? 1 - discount : discount;
  }

  /** xorshift64*, scaled. */
  #below(bound: number): number {
    if (bound === 1) return 0;
    const view = new DataView(this.#game.kernel.memory.memory.buffer);
    let x = view.getBigUint64(this.#random, true);
    x ^= x >> 12n;
    x = BigInt.asUintN(64, x ^ (x << 25n));
    x ^= x >> 27n;
    view.setBigUint64(this.#random, x, true);
    const upper = BigInt.asUintN(64, x * 0x2545f4914f6cdd1dn) >> 32n;
    return Number((upper * BigInt(bound)) >> 32n);
  }
}
