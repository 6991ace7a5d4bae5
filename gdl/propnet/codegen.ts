/** Code generation: the gates of a propnet as blocks for the kernel, by phase, then in topological order by level, then by shape. */
import { WORD_BYTES } from "./constants.ts";
import { AND, block, byShape, concatenate, LOOP, OR, shapeOf, type Shape } from "./gate-blocks.ts";
import { FALSE, TRUE, type Gate, type Ref } from "./gate.ts";
import type { Propnet } from "./propnet.ts";

/** The kernel transposes this many words of moves at a time. */
const TRANSPOSE_BLOCK = 16;

export interface PropnetCode {
  /** Total number of words. */
  readonly words: number;
  /** Offsets in bytes. */
  readonly next: number;
  readonly terminal: number;
  readonly roles: readonly { readonly moves: number; readonly legal: number; readonly made: number }[];
  readonly goals: readonly number[];
  readonly percepts: readonly number[];
  /** Code for legal moves and terminal, for goals, and for the next state. */
  readonly legalCode: Int32Array;
  readonly goalCode: Int32Array;
  readonly nextCode: Int32Array;
  /** Code for percepts, after that for the next state. */
  readonly perceptCode: Int32Array;
}

type Phase = "legal" | "goals" | "next" | "percepts";

export function generateCode(propnet: Propnet): PropnetCode {
  return new CodeGenerator(propnet).assemble();
}

class CodeGenerator {
  readonly #propnet: Propnet;
  /** By node: the offset of its word. */
  readonly #offsets: Int32Array;
  readonly #levels: Int32Array;
  /** By gate: the loop it belongs to, or -1. */
  readonly #loops: Int32Array;
  #words = 0;

  constructor(propnet: Propnet) {
    this.#propnet = propnet;
    this.#offsets = new Int32Array(propnet.inputs + propnet.gates.length);
    this.#levels = new Int32Array(propnet.inputs + propnet.gates.length);
    this.#loops = new Int32Array(propnet.gates.length).fill(-1);
    propnet.loops.forEach(({ from, to }, loop) => this.#loops.fill(loop, from, to));
  }

  assemble(): PropnetCode {
    const propnet = this.#propnet;
    const factWords = this.#take(propnet.facts.length);
    propnet.facts.forEach((_, i) => (this.#offsets[i] = factWords + WORD_BYTES * i));
    const roles = propnet.roles.map(({ moves, inputs }) => {
      const size = Math.ceil(moves.length / TRANSPOSE_BLOCK) * TRANSPOSE_BLOCK;
      const made = this.#take(size);
      inputs.forEach((node, i) => (this.#offsets[node] = made + WORD_BYTES * i));
      return { moves: moves.length, made, legal: this.#take(size) };
    });
    const next = this.#take(propnet.facts.length);
    const terminal = this.#take(1);
    const goalWords = this.#take(propnet.goals.length);
    const perceptWords = this.#take(propnet.percepts.length);
    this.#findLevels();
    const phases = this.#phases();
    const now = [
      ...this.#code(phases, "legal"),
      ...propnet.roles.flatMap(({ legal }, role) => this.#outputs(legal, roles[role]?.legal as number)),
      ...this.#outputs([propnet.terminal], terminal),
    ];
    const goalCode = [
      ...this.#code(phases, "goals"),
      ...this.#outputs(
        propnet.goals.map(({ holds }) => holds),
        goalWords,
      ),
    ];
    const after = [...this.#code(phases, "next"), ...this.#outputs(propnet.next, next)];
    const perceptCode = [
      ...this.#code(phases, "percepts"),
      ...this.#outputs(
        propnet.percepts.map(({ holds }) => holds),
        perceptWords,
      ),
    ];
    return {
      words: this.#words,
      next,
      terminal,
      roles,
      goals: propnet.goals.map((_, i) => goalWords + WORD_BYTES * i),
      percepts: propnet.percepts.map((_, i) => perceptWords + WORD_BYTES * i),
      perceptCode: concatenate(perceptCode),
      legalCode: concatenate(now),
      goalCode: concatenate(goalCode),
      nextCode: concatenate(after),
    };
  }

  #take(words: number): number {
    const at = WORD_BYTES * this.#words;
    this.#words += words;
    return at;
  }

  /** The level of a gate is the longest path from an input; a loop has one level. */
  #findLevels(): void {
    const { gates, inputs, loops } = this.#propnet;
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
    const propnet = this.#propnet;
    const now = this.#cone([propnet.terminal, ...propnet.roles.flatMap(({ legal }) => legal)]);
    const goals = this.#cone(propnet.goals.map(({ holds }) => holds));
    const after = this.#cone(propnet.next);
    const percepts = this.#cone(propnet.percepts.map(({ holds }) => holds));
    return propnet.gates.map((_, i) => {
      if (now[i] || (goals[i] && (after[i] || percepts[i]))) return "legal";
      return goals[i] ? "goals" : after[i] ? "next" : percepts[i] ? "percepts" : null;
    });
  }

  /** By gate: whether one of the nodes depends on it. */
  #cone(refs: readonly Ref[]): Uint8Array {
    const { gates, inputs, loops } = this.#propnet;
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
    const { gates, inputs, loops } = this.#propnet;
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
      same.forEach(([gate], i) => (this.#offsets[this.#propnet.inputs + gate] = out + WORD_BYTES * i));
      const lists = same.map(([, { inputs }]) => inputs);
      return block(shape, out, lists, this.#offsets);
    });
  }

  /** The gates of a loop refer to each other, so all offsets are assigned first. */
  #loopCode({ from, to }: { from: number; to: number }): Int32Array[] {
    const { gates, inputs } = this.#propnet;
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

  /** Copies nodes to consecutive words. */
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
