/** A game played by its net in the kernel: single states, and random playouts of 128 at once. */
import type { Kernel } from "../../engine/kernel/kernel.ts";
import type { GroundRules } from "../datalog/grounding.ts";
import { WORD_BYTES } from "./layout.ts";
import { NetSpace, PlacedNet } from "./propnet-memory.ts";
import { netOf, type Net } from "./propnet.ts";
import type { Facts, Reasoner } from "../reasoner.ts";

export interface PlayoutCount {
  readonly ended: number;
  /** Playouts that were longer than can be waited for. */
  readonly cutOff: number;
  /** Steps of all playouts, those under way at the end among them. */
  readonly steps: number;
  /** For each role the mean of its goals. */
  readonly goals: readonly number[];
}

export class NetReasoner implements Reasoner {
  readonly roles: readonly string[];
  readonly net: Net;
  /** The net as threads may work with it. */
  readonly placed: PlacedNet;
  readonly #ground: GroundRules;
  readonly #space: NetSpace;
  readonly #initial: Facts;
  #shown: Facts | null = null;

  constructor(kernel: Kernel, ground: GroundRules) {
    this.#ground = ground;
    this.net = netOf(ground);
    this.placed = new PlacedNet(kernel, this.net);
    this.#space = new NetSpace(this.placed);
    this.roles = this.net.roles.map(({ role }) => ground.program.terms.format(role));
    this.#initial = Int32Array.from(this.net.facts.keys()).filter((i) => this.net.initial[i]);
  }

  /** Random playouts from a state, the first one where none is given: the same for the same seed and number. */
  playouts(wanted: number, seed = 1, from: Facts = this.#initial): PlayoutCount {
    this.#shown = null;
    this.#space.seed(seed);
    this.#space.startWith(from);
    this.#space.results().fill(0);
    this.placed.kernel.call("playouts", this.#space.record, wanted);
    const [ended = 0, cutOff = 0, steps = 0, ...goals] = this.#space.results();
    return { ended, cutOff, steps, goals: goals.map((sum) => sum / ended) };
  }

  /** The room that playouts work in: for a policy that they are to follow. */
  get space(): NetSpace {
    return this.#space;
  }

  initial(): Facts {
    return this.#initial;
  }

  legal(state: Facts): number[][] {
    this.#show(state);
    return this.placed.code.roles.map(({ moves, legal }) =>
      Array.from({ length: moves }, (_, i) => i).filter((i) => this.#holds(legal + WORD_BYTES * i)),
    );
  }

  next(state: Facts, moves: readonly number[]): Facts {
    this.#show(state);
    const { memory } = this.placed.kernel;
    this.placed.code.roles.forEach(({ moves: count, made }, role) => {
      memory.bytes(this.#space.words + made, WORD_BYTES * count).fill(0);
      this.#space.word(made + WORD_BYTES * (moves[role] as number)).fill(0xff);
    });
    this.#space.work("after");
    const { next } = this.placed.code;
    return Int32Array.from(this.net.facts.keys()).filter((i) => this.#holds(next + WORD_BYTES * i));
  }

  isTerminal(state: Facts): boolean {
    this.#show(state);
    return this.#holds(this.placed.code.terminal);
  }

  goals(state: Facts): (number | null)[] {
    this.#show(state);
    this.#space.work("goals");
    return this.roles.map((_, role) => {
      const { goals } = this.placed.code;
      const held = this.net.goals.filter((goal, i) => goal.role === role && this.#holds(goals[i] as number));
      return held.length === 1 ? (held[0]?.value ?? null) : null;
    });
  }

  factText(fact: number): string {
    return this.#ground.program.terms.format(this.net.facts[fact] as number);
  }

  moveText(move: number, role: number): string {
    return this.#ground.program.terms.format(this.net.roles[role]?.moves[move] as number);
  }

  #show(state: Facts): void {
    if (this.#shown === state) return;
    const { memory } = this.placed.kernel;
    memory.bytes(this.#space.words, WORD_BYTES * this.net.facts.length).fill(0);
    for (const fact of state) this.#space.word(WORD_BYTES * fact).fill(0xff);
    this.#space.work("now");
    this.#shown = state;
  }

  #holds(offset: number): boolean {
    return (this.#space.word(offset)[0] as number) !== 0;
  }
}
