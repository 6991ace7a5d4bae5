/** A game played by its net in the kernel: single states, and random playouts of 128 at once. */
import type { Kernel } from "../engine/kernel/kernel.ts";
import type { GroundRules } from "./ground.ts";
import { netCode, WORD, type NetCode } from "./net-code.ts";
import { netOf, type Net } from "./net.ts";
import type { Facts, Reasoner } from "./reasoner.ts";

const LANES = 128;
const RECORD_BYTES = 84;
/** Ages of the lanes, and a vector's room behind them. */
const AGES_BYTES = 2 * LANES + WORD;
/** No playout is longer; a game that goes on for ever is cut off. */
const MOST_STEPS = 5_000;

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
  readonly code: NetCode;
  readonly #kernel: Kernel;
  readonly #ground: GroundRules;
  readonly #words: number;
  readonly #codes: Readonly<Record<"now" | "goals" | "after", readonly [from: number, to: number]>>;
  readonly #initial: Facts;
  readonly #record: number;
  readonly #results: number;
  readonly #random: number;
  #shown: Facts | null = null;

  constructor(kernel: Kernel, ground: GroundRules) {
    this.#kernel = kernel;
    this.#ground = ground;
    this.net = netOf(ground);
    this.code = netCode(this.net);
    this.roles = this.net.roles.map(({ role }) => ground.program.terms.format(role));
    const { memory } = kernel;
    this.#words = memory.allocate(WORD * this.code.words);
    memory.bytes(this.#words, WORD * this.code.words).fill(0);
    const put = (code: Int32Array): readonly [number, number] => {
      const at = memory.allocate(Math.max(4, 4 * code.length));
      memory.words(at, code.length).set(code);
      return [at, at + 4 * code.length];
    };
    this.#codes = { now: put(this.code.now), goals: put(this.code.goalCode), after: put(this.code.after) };
    this.#initial = Int32Array.from(this.net.facts.keys()).filter((i) => this.net.initial[i]);
    this.#results = memory.allocate(8 * (3 + this.roles.length));
    this.#random = memory.allocate(8);
    this.#record = this.#makeRecord(put);
  }

  /** Random playouts from the start: the same for the same seed and number. */
  playouts(wanted: number, seed = 1): PlayoutCount {
    const { memory } = this.#kernel;
    // The generator's state must not be 0.
    memory.words(this.#random, 2).set([Math.imul(seed, 0x9e3779b1) | 1, seed]);
    this.#shown = null;
    const results = new Float64Array(memory.memory.buffer, this.#results, 3 + this.roles.length);
    results.fill(0);
    this.#kernel.call("playouts", this.#record, wanted);
    const [ended = 0, cutOff = 0, steps = 0, ...goals] = results;
    return { ended, cutOff, steps, goals: goals.map((sum) => sum / ended) };
  }

  initial(): Facts {
    return this.#initial;
  }

  legal(state: Facts): number[][] {
    this.#show(state);
    return this.code.roles.map(({ moves, legal }) =>
      Array.from({ length: moves }, (_, i) => i).filter((i) => this.#holds(legal + WORD * i)),
    );
  }

  next(state: Facts, moves: readonly number[]): Facts {
    this.#show(state);
    const { memory } = this.#kernel;
    this.code.roles.forEach(({ moves: count, made }, role) => {
      memory.bytes(this.#words + made, WORD * count).fill(0);
      memory.bytes(this.#words + made + WORD * (moves[role] as number), WORD).fill(0xff);
    });
    this.#work("after");
    return Int32Array.from(this.net.facts.keys()).filter((i) => this.#holds(this.code.next + WORD * i));
  }

  isTerminal(state: Facts): boolean {
    this.#show(state);
    return this.#holds(this.code.terminal);
  }

  goals(state: Facts): (number | null)[] {
    this.#show(state);
    this.#work("goals");
    return this.roles.map((_, role) => {
      const held = this.net.goals.filter((goal, i) => goal.role === role && this.#holds(this.code.goals[i] as number));
      return held.length === 1 ? (held[0]?.value ?? null) : null;
    });
  }

  factText(fact: number): string {
    return this.#ground.program.terms.format(this.net.facts[fact] as number);
  }

  moveText(move: number, role: number): string {
    return this.#ground.program.terms.format(this.net.roles[role]?.moves[move] as number);
  }

  #makeRecord(put: (code: Int32Array) => readonly [number, number]): number {
    const { memory } = this.#kernel;
    const { net, code } = this;
    const most = Math.max(...code.roles.map(({ moves }) => moves));
    const masks = memory.allocate(LANES * 8 * Math.ceil(most / 64) + 64);
    const ages = memory.allocate(AGES_BYTES);
    const [initial] = put(this.#initial.map((fact) => WORD * fact));
    const [roles] = put(Int32Array.from(code.roles.flatMap(({ moves, legal, made }) => [moves, legal, made])));
    const [goals] = put(
      Int32Array.from(net.goals.flatMap(({ role, value }, i) => [role, value, code.goals[i] as number])),
    );
    const record = memory.allocate(RECORD_BYTES);
    memory
      .words(record, RECORD_BYTES / 4)
      .set([
        this.#words,
        ...this.#codes.now,
        ...this.#codes.goals,
        ...this.#codes.after,
        net.facts.length,
        code.next,
        initial,
        this.#initial.length,
        code.terminal,
        roles,
        code.roles.length,
        goals,
        net.goals.length,
        masks,
        this.#random,
        ages,
        MOST_STEPS,
        this.#results,
      ]);
    return record;
  }

  #show(state: Facts): void {
    if (this.#shown === state) return;
    const { memory } = this.#kernel;
    memory.bytes(this.#words, WORD * this.net.facts.length).fill(0);
    for (const fact of state) memory.bytes(this.#words + WORD * fact, WORD).fill(0xff);
    this.#work("now");
    this.#shown = state;
  }

  #work(phase: "now" | "goals" | "after"): void {
    this.#kernel.call("work", this.#words, ...this.#codes[phase]);
  }

  #holds(offset: number): boolean {
    return (this.#kernel.memory.bytes(this.#words + offset, 1)[0] as number) !== 0;
  }
}
