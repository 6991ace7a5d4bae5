/** Evaluations in kernel memory, one weight block per text; as evaluators, and as terms with trainable weights. */
import { WeightBlock } from "../../../build/layouts/games/chess/search/weights.ts";
import { GameloreError, ok, unwrap, type Result } from "../../../engine/contracts/errors.ts";
import type { Evaluator, TermEvaluator } from "../../../engine/contracts/evaluator.ts";
import type { EvaluatorSpec } from "../../../engine/contracts/catalogue.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import type { Board } from "../board.ts";
import { planOf as edbPlan, type EdbPlan } from "../edb/edb-text.ts";
import type { LoadedEdb } from "../edb/loaded-edb.ts";
import { materialText, type Material } from "../tables/material.ts";
import { writeWeightBlock, type EdbPart } from "./weight-block.ts";
import { parseEvaluation, planOf, tunedWeights } from "./evaluation-text.ts";
import { GROUPS, type Group } from "./groups.ts";
import type { Pair } from "./handmade.ts";
import { FULL_PHASE, TERMS } from "./terms.ts";

/** Values of the kernel are centipawns. */
export const PAWN_VALUE = 100;
export const UNIT = "pawns";

/** Term counts of a position for White, with phase and scale factor. */
export interface TermCounts {
  readonly counts: Int32Array;
  /** Share of the middlegame weights, from 0 to 1, and scale factor of the endgame weights. */
  readonly phase: number;
  readonly scale: number;
  /** The value is not a sum of terms: one side has a bare king. */
  readonly isSpecial: boolean;
  /** For White, in centipawns. */
  readonly value: number;
}

export class Evaluations {
  readonly #board: Board;
  readonly #edb: LoadedEdb;
  readonly #blocks = new Map<string, Address>();
  readonly #counts: Address;

  constructor(board: Board, edb: LoadedEdb) {
    this.#board = board;
    this.#edb = edb;
    this.#counts = board.kernel.memory.allocate(4 * TERMS);
  }

  /** The address of an evaluation's weight block; its endgame databases are loaded. */
  async load(text: string): Promise<Address> {
    const plan = unwrap(parseEvaluation(text));
    const cached = this.#blocks.get(plan.text);
    if (cached !== undefined) return cached;
    const { edb, groups } = plan;
    const part = edb && {
      address: await this.#edb.load(edb.plan),
      factor: edb.factor,
      alone: groups?.length === 0,
    };
    const loaded = this.#write(plan.weights, part);
    this.#blocks.set(plan.text, loaded);
    return loaded;
  }

  /** The endings whose tables an evaluation reads. */
  tablesOf(text: string): Result<Material[]> {
    const plan = parseEvaluation(text);
    if (!plan.ok) return plan;
    return ok(plan.value.edb ? this.#edb.tablesOf(plan.value.edb.plan) : []);
  }

  async evaluator(text: string): Promise<Evaluator> {
    const block = await this.load(text);
    const { kernel, states } = this.#board;
    return {
      name: text,
      evaluate: (position, player) => {
        kernel.run([...this.#edb.calls(), kernel.calls.useEvaluation(block)]);
        const value = states.kernel.exports.evaluate(states.put(position)) / PAWN_VALUE;
        // Avoids negative zero.
        return (states.turn(position) === player ? value : -value) || 0;
      },
    };
  }

  specs(): readonly EvaluatorSpec[] {
    const named: readonly (readonly [string, string])[] = [
      ["tuned", "the handcrafted evaluation with weights fitted to self-play, in pawns"],
      ["handmade", "the same with weights set by hand"],
      ["sum(material)", "material alone"],
    ];
    return named.map(([name, summary]) => ({ name, summary, create: async () => this.evaluator(name) }));
  }

  /** Traces the terms of a position. */
  counts(position: Position, block: Address): TermCounts {
    const { kernel, states } = this.#board;
    kernel.exports.useEvaluation(block);
    const value = states.kernel.exports.traceTerms(states.put(position), this.#counts);
    const scale = kernel.exports.tracedScale();
    return {
      counts: kernel.memory.words(this.#counts, TERMS).slice(),
      phase: kernel.exports.tracedPhase() / FULL_PHASE,
      scale: scale / 64,
      isSpecial: scale < 0,
      value: states.turn(position) === 0 ? value : -value,
    };
  }

  /** A weight block for arbitrary weights; the caller frees it. */
  write(weights: readonly Pair[]): Address {
    return this.#write(weights);
  }

  async termEvaluator(text: string): Promise<TermEvaluator> {
    const plan = unwrap(parseEvaluation(text));
    if (plan.edb && plan.groups?.length === 0) return this.#edbTerms(plan.edb.plan);
    if (plan.groups === null || plan.edb)
      throw new GameloreError(
        "bad-player",
        `eval: "${text}" is not a weighted sum of groups; for example sum(material, mobility)`,
      );
    const groups = plan.groups;
    const block = await this.load(plan.text);
    const base = tunedWeights();
    return {
      names: groups.map(({ group }) => group.name),
      weights: groups.map(({ factor }) => factor),
      terms: (position, player) => {
        const traced = this.counts(position, block);
        const sign = player === 0 ? 1 : -1;
        if (traced.isSpecial)
          return groups.map(({ factor }, i) => (i === 0 ? (sign * traced.value) / (factor || 1) : 0));
        return groups.map(({ group }) => sign * groupValue(group, traced, base));
      },
      withWeights: (weights) =>
        planOf(groups.map(({ group }, i) => ({ group, factor: Number((weights[i] ?? 0).toFixed(4)) }))).text,
    };
  }

  /** One term per abstraction: the sum of its lookups. The learned evaluation is a sum too. */
  async #edbTerms(plan: EdbPlan): Promise<TermEvaluator> {
    const abstractions = this.#edb.abstractionsOf(plan);
    const evaluators: Evaluator[] = [];
    const mode = { combine: "sum", reading: plan.reading } as const;
    for (const { material } of abstractions)
      evaluators.push(await this.evaluator(edbPlan(mode, [{ material, weight: 1 }], null).text));
    return {
      names: abstractions.map(({ material }) => materialText(material)),
      weights: abstractions.map(({ weight }) => weight),
      terms: (position, player) => evaluators.map((each) => each.evaluate(position, player)),
      withWeights: (weights) =>
        edbPlan(
          mode,
          abstractions.map(({ material }, i) => ({ material, weight: Number((weights[i] ?? 0).toFixed(3)) })),
          null,
        ).text,
    };
  }

  #write(weights: readonly Pair[], edb: EdbPart | null = null): Address {
    const { memory } = this.#board.kernel;
    const address = memory.allocate(WeightBlock.BYTES);
    writeWeightBlock(memory, address, weights, edb);
    return address;
  }
}

function groupValue({ first, end }: Group, { counts, phase, scale }: TermCounts, base: readonly Pair[]): number {
  let sum = 0;
  for (let i = first; i < end; i++) {
    const [middle, late] = base[i] as Pair;
    sum += (counts[i] as number) * (middle * phase + late * (1 - phase) * scale);
  }
  return sum / PAWN_VALUE;
}

/** The evaluation with all groups, as an initial text for tuning. */
export const ALL_GROUPS: string = `sum(${GROUPS.map(({ name }) => name).join(", ")})`;
