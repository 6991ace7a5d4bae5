/** A net as code for the kernel: gates sorted by when they are needed and, among those that do not need each other, by kind and size. */
import { WORD_BYTES } from "./layout.ts";
import { AND, block, byShape, joined, LOOP, OR, shapeOf, type Shape } from "./gate-blocks.ts";
import { FALSE, TRUE, type Gate, type Ref } from "./gates.ts";
import type { Net } from "./propnet.ts";

/** The kernel turns words into sets of moves by as many at a time. */
const TURNED_TOGETHER = 16;

export interface NetCode {
  /** Words that the net takes in all. */
  readonly words: number;
  /** Offsets in bytes. */
  readonly next: number;
  readonly terminal: number;
  readonly roles: readonly { readonly moves: number; readonly legal: number; readonly made: number }[];
  readonly goals: readonly number[];
  /** For legal moves and the end; for goals; for the next state. */
  readonly now: Int32Array;
  readonly goalCode: Int32Array;
  readonly after: Int32Array;
}

type Phase = "now" | "goals" | "after";

export function netCode(net: Net): NetCode {
  return new Assembler(net).assemble();
}

class Assembler {
  readonly #net: Net;
  /** By node: where its word is. */
  readonly #offsets: Int32Array;
  readonly #levels: Int32Array;
  /** By gate: the loop it belongs to, or -1. */
  readonly #loops: Int32Array;
  #words = 0;

  constructor(net: Net) {
    this.#net = net;
    this.#offsets = new Int32Array(net.inputs + net.gates.length);
    this.#levels = new Int32Array(net.inputs + net.gates.length);
    this.#loops = new Int32Array(net.gates.length).fill(-1);
    net.loops.forEach(({ from, to }, loop) => this.#loops.fill(loop, from, to));
  }

  assemble(): NetCode {
    const net = this.#net;
    const factWords = this.#take(net.facts.length);
    net.facts.forEach((_, i) => (this.#offsets[i] = factWords + WORD_BYTES * i));
    const roles = net.roles.map(({ moves, inputs }) => {
      const size = Math.ceil(moves.length / TURNED_TOGETHER) * TURNED_TOGETHER;
      const made = this.#take(size);
      inputs.forEach((node, i) => (this.#offsets[node] = made + WORD_BYTES * i));
      return { moves: moves.length, made, legal: this.#take(size) };
    });
    const next = this.#take(net.facts.length);
    const terminal = this.#take(1);
    const goalWords = this.#take(net.goals.length);
    this.#findLevels();
    const phases = this.#phases();
    const now = [
      ...this.#code(phases, "now"),
      ...net.roles.flatMap(({ legal }, role) => this.#outputs(legal, roles[role]?.legal as number)),
      ...this.#outputs([net.terminal], terminal),
    ];
    const goalCode = [
      ...this.#code(phases, "goals"),
      ...this.#outputs(
        net.goals.map(({ holds }) => holds),
        goalWords,
      ),
    ];
    const after = [...this.#code(phases, "after"), ...this.#outputs(net.next, next)];
    return {
      words: this.#words,
      next,
      terminal,
      roles,
      goals: net.goals.map((_, i) => goalWords + WORD_BYTES * i),
      now: joined(now),
      goalCode: joined(goalCode),
      after: joined(after),
    };
  }

  #take(words: number): number {
    const at = WORD_BYTES * this.#words;
    this.#words += words;
    return at;
  }

  /** How many gates come one after the other before a node is known; the gates of a loop are known together. */
  #findLevels(): void {
    const { gates, inputs, loops } = this.#net;
    for (let i = 0; i < gates.length; i++) {
      const loop = loops[this.#loops[i] as number];
      const [from, to] = loop ? [loop.from, loop.to] : [i, i + 1];
      let level = 0;
      for (let k = from; k < to; k++)
        for (const ref of (gates[k] as Gate).inputs) {
          if (ref < 0) continue;
          const node = ref >> 1;
          if (node < inputs + from) level = Math.max(level, this.#levels[node] as number);
        }
      this.#levels.fill(level + 1, inputs + from, inputs + to);
      i = to - 1;
    }
  }

  #phases(): (Phase | null)[] {
    const net = this.#net;
    const now = this.#cone([net.terminal, ...net.roles.flatMap(({ legal }) => legal)]);
    const goals = this.#cone(net.goals.map(({ holds }) => holds));
    const after = this.#cone(net.next);
    return net.gates.map((_, i) =>
      now[i] || (goals[i] && after[i]) ? "now" : goals[i] ? "goals" : after[i] ? "after" : null,
    );
  }

  /** By gate: whether one of the nodes needs it. */
  #cone(refs: readonly Ref[]): Uint8Array {
    const { gates, inputs, loops } = this.#net;
    const needed = new Uint8Array(gates.length);
    const stack: number[] = [];
    const need = (ref: Ref): void => {
      const gate = ref < 0 ? -1 : (ref >> 1) - inputs;
      if (gate < 0 || needed[gate]) return;
      const loop = loops[this.#loops[gate] as number];
      for (let i = loop?.from ?? gate; i < (loop?.to ?? gate + 1); i++) {
        needed[i] = 1;
        stack.push(i);
      }
    };
    refs.forEach(need);
    while (stack.length > 0) (gates[stack.pop() as number] as Gate).inputs.forEach(need);
    return needed;
  }

  #code(phases: readonly (Phase | null)[], phase: Phase): Int32Array[] {
    const { gates, inputs, loops } = this.#net;
    const single: number[] = [];
    const whole: number[] = [];
    phases.forEach((own, gate) => {
      if (own !== phase) return;
      const loop = this.#loops[gate] as number;
      if (loop < 0) single.push(gate);
      else if (loops[loop]?.from === gate) whole.push(loop);
    });
    const levelOf = (gate: number): number => this.#levels[inputs + gate] as number;
    const byLevel = new Map<number, { gates: number[]; loops: number[] }>();
    const at = (level: number): { gates: number[]; loops: number[] } => {
      const found = byLevel.get(level) ?? { gates: [], loops: [] };
      byLevel.set(level, found);
      return found;
    };
    for (const gate of single) at(levelOf(gate)).gates.push(gate);
    for (const loop of whole) at(levelOf(loops[loop]?.from as number)).loops.push(loop);
    const code: Int32Array[] = [];
    for (const [, level] of [...byLevel].toSorted(([a], [b]) => a - b)) {
      code.push(...this.#blocks(level.gates.map((gate) => [gate, gates[gate] as Gate] as const)));
      for (const loop of level.loops) code.push(...this.#loopCode(loops[loop] as { from: number; to: number }));
    }
    return code;
  }

  #blocks(list: readonly (readonly [gate: number, Gate])[]): Int32Array[] {
    return [...byShape(list, ([, gate]) => gate)].map(([shape, same]) => {
      const out = this.#take(same.length);
      same.forEach(([gate], i) => (this.#offsets[this.#net.inputs + gate] = out + WORD_BYTES * i));
      const lists = same.map(([, { inputs }]) => inputs);
      return block(shape, out, lists, this.#offsets);
    });
  }

  /** The gates of a loop use each other, so all have their places before any of them is written. */
  #loopCode({ from, to }: { from: number; to: number }): Int32Array[] {
    const { gates, inputs } = this.#net;
    const out = this.#take(to - from);
    for (let gate = from; gate < to; gate++) this.#offsets[inputs + gate] = out + WORD_BYTES * (gate - from);
    const inner: Int32Array[] = [];
    for (let gate = from; gate < to; gate++) {
      const own = gates[gate] as Gate;
      inner.push(block(shapeOf(own), out + WORD_BYTES * (gate - from), [own.inputs], this.#offsets));
    }
    const bytes = 4 * inner.reduce((sum, { length }) => sum + length, 0);
    return [Int32Array.of(LOOP, bytes, to - from, 0, out), ...inner];
  }

  /** Nodes copied to words one after the other. */
  #outputs(refs: readonly Ref[], to: number): Int32Array[] {
    const copyOf = (ref: Ref): Shape => {
      if (ref === TRUE) return `${AND} 0 0`;
      if (ref === FALSE) return `${OR} 0 0`;
      return ref & 1 ? `${AND} 0 1` : `${AND} 1 0`;
    };
    const blocks: Int32Array[] = [];
    for (let from = 0; from < refs.length;) {
      const shape = copyOf(refs[from] as Ref);
      let end = from + 1;
      while (end < refs.length && copyOf(refs[end] as Ref) === shape) end++;
      const lists = refs.slice(from, end).map((ref) => (ref < 0 ? [] : [ref]));
      blocks.push(block(shape, to + WORD_BYTES * from, lists, this.#offsets));
      from = end;
    }
    return blocks;
  }
}
