/** The reasoner over a propnet in the kernel: single states, and 128 random playouts at once. */
import type { Exports } from "../../build/kernels/gdl.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import { addressAfter } from "../../engine/kernel/memory.ts";
import type { GroundRules } from "../datalog/grounding.ts";
import { WORD_BYTES } from "./constants.ts";
import { PropnetWorkspace, PlacedPropnet } from "./propnet-memory.ts";
import { buildPropnet, type Propnet } from "./propnet.ts";
import type { Facts, Reasoner } from "../reasoner.ts";

interface PlayoutCount {
  readonly ended: number;
  /** Playouts cut off at the maximum length. */
  readonly cutOff: number;
  /** Steps of all playouts, including unfinished ones. */
  readonly steps: number;
  /** Mean goal of each role. */
  readonly goals: readonly number[];
}

export class PropnetReasoner implements Reasoner {
  readonly roles: readonly string[];
  readonly propnet: Propnet;
  /** Shared by all threads. */
  readonly placed: PlacedPropnet;
  readonly #ground: GroundRules;
  readonly #workspace: PropnetWorkspace;
  readonly #initial: Facts;
  #current: Facts | null = null;

  constructor(kernel: Kernel<Exports>, ground: GroundRules) {
    this.#ground = ground;
    this.propnet = buildPropnet(ground);
    this.placed = new PlacedPropnet(kernel, this.propnet);
    this.#workspace = new PropnetWorkspace(this.placed);
    this.roles = this.propnet.roles.map(({ role }) => ground.program.terms.format(role));
    this.#initial = Int32Array.from(this.propnet.facts.keys()).filter((i) => this.propnet.initial[i]);
  }

  /** Random playouts from a state; deterministic for a seed and count. */
  playouts(count: number, seed = 1, from: Facts = this.#initial): PlayoutCount {
    this.#current = null;
    this.#workspace.seed(seed);
    this.#workspace.startWith(from);
    this.#workspace.results().fill(0);
    this.placed.kernel.exports.playouts(this.#workspace.record, count);
    const [ended = 0, cutOff = 0, steps = 0, ...goals] = this.#workspace.results();
    return { ended, cutOff, steps, goals: goals.map((sum) => sum / ended) };
  }

  /** The workspace of `playouts`, for placing a policy. */
  get workspace(): PropnetWorkspace {
    return this.#workspace;
  }

  initial(): Facts {
    return this.#initial;
  }

  legal(state: Facts): number[][] {
    this.#setState(state);
    return this.placed.code.roles.map(({ moves, legal }) =>
      Array.from({ length: moves }, (_, i) => i).filter((i) => this.#holds(legal + WORD_BYTES * i)),
    );
  }

  next(state: Facts, moves: readonly number[]): Facts {
    this.#makeMoves(state, moves);
    const { next } = this.placed.code;
    return Int32Array.from(this.propnet.facts.keys()).filter((i) => this.#holds(next + WORD_BYTES * i));
  }

  /** What each role perceives of a step (GDL-II): numbers of `propnet.percepts`, ascending. */
  percepts(state: Facts, moves: readonly number[]): number[][] {
    this.#makeMoves(state, moves);
    this.#workspace.evaluate("percepts");
    const { percepts } = this.placed.code;
    const held = [...percepts.keys()].filter((i) => this.#holds(percepts[i] as number));
    return this.roles.map((_, role) => held.filter((i) => this.propnet.percepts[i]?.role === role));
  }

  perceptText(percept: number): string {
    return this.#ground.program.terms.format(this.propnet.percepts[percept]?.percept as number);
  }

  /** Sets the state and the moves, and evaluates what depends on them. */
  #makeMoves(state: Facts, moves: readonly number[]): void {
    this.#setState(state);
    const { memory } = this.placed.kernel;
    this.placed.code.roles.forEach(({ moves: count, made }, role) => {
      memory.bytes(addressAfter(this.#workspace.words, made), WORD_BYTES * count).fill(0);
      this.#workspace.word(made + WORD_BYTES * (moves[role] as number)).fill(0xff);
    });
    this.#workspace.evaluate("next");
  }

  isTerminal(state: Facts): boolean {
    this.#setState(state);
    return this.#holds(this.placed.code.terminal);
  }

  goals(state: Facts): (number | null)[] {
    this.#setState(state);
    this.#workspace.evaluate("goals");
    return this.roles.map((_, role) => {
      const { goals } = this.placed.code;
      const held = this.propnet.goals.filter((goal, i) => goal.role === role && this.#holds(goals[i] as number));
      return held.length === 1 ? (held[0]?.value ?? null) : null;
    });
  }

  factText(fact: number): string {
    return this.#ground.program.terms.format(this.propnet.facts[fact] as number);
  }

  moveText(move: number, role: number): string {
    return this.#ground.program.terms.format(this.propnet.roles[role]?.moves[move] as number);
  }

  #setState(state: Facts): void {
    if (this.#current === state) return;
    const { memory } = this.placed.kernel;
    memory.bytes(this.#workspace.words, WORD_BYTES * this.propnet.facts.length).fill(0);
    for (const fact of state) this.#workspace.word(WORD_BYTES * fact).fill(0xff);
    this.#workspace.evaluate("legal");
    this.#current = state;
  }

  #holds(offset: number): boolean {
    return (this.#workspace.word(offset)[0] as number) !== 0;
  }
}
