/** Evaluates a position by random playouts: the mean goal of a role. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { Move, Position, Scores, PlayerNumber } from "../../engine/contracts/position.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import { LANE_COUNT } from "../propnet/constants.ts";
import type { Propnet } from "../propnet/propnet.ts";
import { PlayoutSampler, type Sample } from "./sampler.ts";
import type { GdlSearchContext } from "../search-context.ts";

const NAME = "random playouts";
const SEED = 1;
const PILOT_SEED = 2;
/** Playouts of a single position: one in each lane. */
const SINGLE_PLAYOUTS = LANE_COUNT;
/** Playouts of each move: a power of two in this range. */
const MIN_PLAYOUTS = 16;
const MAX_PLAYOUTS = 512;
/**
 * Cost limit for the values of a position, in gate evaluations: about 0.2 s. Counted instead of timed, so that values are
 * reproducible.
 */
const BUDGET = 80_000_000;
/** Sampling stops at this multiple of the expected cost. */
const COST_TOLERANCE = 4;
/** Cost of a gate in a loop relative to one outside; fixed cost of a pass. */
const LOOP_GATE_COST = 32;
const PASS_COST = 2_000;
const BEST_GOAL = 100;

type PlayoutContext = Pick<GdlSearchContext, "rules" | "reasoner" | "facts" | "moveOf">;

export function playoutEvaluator(context: PlayoutContext): EvaluatorSpec {
  return {
    name: NAME,
    summary: "mean goal of random playouts; each value states their number",
    create: async () => new PlayoutEvaluator(context),
  };
}

class PlayoutEvaluator implements Evaluator {
  readonly name = NAME;
  readonly #context: PlayoutContext;
  readonly #samples: PlayoutSampler;
  readonly #passCost: number;

  constructor(context: PlayoutContext) {
    this.#context = context;
    this.#samples = new PlayoutSampler(context.reasoner.placed);
    this.#passCost = passCost(context.reasoner.propnet);
  }

  /** The own goal minus the mean of the others', from -1 to 1; for a single role its goal. 0 if games are too long for playouts. */
  evaluate(position: Position, player: PlayerNumber): number {
    const result = this.#context.rules.result(position);
    const goals = result?.map((share) => BEST_GOAL * share) ?? this.#sample(position)?.goals;
    if (!goals) return 0;
    const others = goals.filter((_, other) => other !== player);
    const own = goals[player] as number;
    const lead = others.length === 0 ? own : own - others.reduce((sum, goal) => sum + goal, 0) / others.length;
    // Avoids -0.
    return 0 + lead / BEST_GOAL;
  }

  /** The own goal: in GDL, a role maximizes nothing else. */
  estimate(position: Position, player: PlayerNumber): ProbeValue | null {
    const result = this.#context.rules.result(position);
    if (result) return endValue(result, player);
    const sample = this.#sample(position);
    return sample && meanValue(sample, player);
  }

  estimateMoves(position: Position, player: PlayerNumber): { value: ProbeValue; moves: readonly ProbeValue[] } | null {
    const { rules, reasoner, facts, moveOf } = this.#context;
    const from = facts(position);
    const pilot = this.#play({ from, first: null, each: SINGLE_PLAYOUTS, seed: PILOT_SEED }, BUDGET);
    const moves = reasoner.legal(from)[player] ?? [];
    if (!pilot || moves.length === 0) return null;
    // The pilot sets the sample size and is not counted itself: a size that depends on the sample would bias its mean.
    const passes = (moves.length * pilot.steps) / SINGLE_PLAYOUTS / LANE_COUNT;
    const each = powerOfTwo(BUDGET / (passes * this.#passCost), MIN_PLAYOUTS, MAX_PLAYOUTS);
    const played = this.#play(
      { from, first: { role: player, moves }, each, seed: SEED },
      each * passes * this.#passCost,
    );
    if (!played) return null;
    const alone = rules.actors(position).length === 1;
    return {
      value: meanValue(combined(played.samples), player),
      moves: played.samples.map((sample, i) => {
        const result = alone ? this.#resultAfter(position, moveOf(player, moves[i] as number)) : null;
        return result ? endValue(result, player) : meanValue(sample, player);
      }),
    };
  }

  #resultAfter(position: Position, move: Move): Scores | null {
    const { rules } = this.#context;
    return rules.result(rules.play(position, [move]));
  }

  #sample(position: Position): Sample | null {
    const request = { from: this.#context.facts(position), first: null, each: SINGLE_PLAYOUTS, seed: SEED };
    const sample = this.#play(request, BUDGET)?.samples[0];
    return sample && sample.ended > 0 ? sample : null;
  }

  #play(
    request: Omit<Parameters<PlayoutSampler["play"]>[0], "maxPasses">,
    expectedCost: number,
  ): ReturnType<PlayoutSampler["play"]> {
    // Most lanes are idle while the last games of a sample finish.
    const maxPasses = Math.ceil((COST_TOLERANCE * Math.max(expectedCost, BUDGET)) / this.#passCost);
    const played = this.#samples.play({ ...request, maxPasses });
    return played?.samples.every(({ ended }) => ended > 0) ? played : null;
  }
}

/** Cost of one pass over a propnet, in gates. */
function passCost({ gates, loops, roles }: Propnet): number {
  const looped = loops.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    PASS_COST + gates.length + (LOOP_GATE_COST - 1) * looped + roles.reduce((sum, { moves }) => sum + moves.length, 0)
  );
}

function powerOfTwo(number: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, 2 ** Math.floor(Math.log2(number))));
}

/** Samples of equal size combine to a sample of the parent: random playouts choose each move equally often. */
function combined(samples: readonly Sample[]): Sample {
  const sum = (of: (sample: Sample) => number): number => samples.reduce((total, sample) => total + of(sample), 0);
  const goals = samples[0]?.goals.map((_, role) => sum((sample) => sample.goals[role] as number) / samples.length);
  return { ended: sum(({ ended }) => ended), cutOff: sum(({ cutOff }) => cutOff), goals: goals ?? [] };
}

function meanValue({ ended, cutOff, goals }: Sample, player: PlayerNumber): ProbeValue {
  const goal = goals[player] as number;
  const unfinished = cutOff > 0 ? `, ${cutOff} more did not end` : "";
  return {
    text: `${goal.toFixed(1)} of ${BEST_GOAL} points, mean of ${plural(ended, "random playout")}${unfinished}`,
    score: (2 * goal) / BEST_GOAL - 1,
    parts: { goal, playouts: ended },
    exact: false,
  };
}

function endValue(result: Scores, player: PlayerNumber): ProbeValue {
  const own = result[player] as number;
  const goal = Math.round(BEST_GOAL * own);
  const outcome = endOutcome(
    own,
    result.filter((_, other) => other !== player),
  );
  const parts = { goal, plies: 0 };
  const text = `the game ends with ${goal} of ${BEST_GOAL} points`;
  return { text, score: 2 * own - 1, parts, exact: true, ...(outcome && { outcome }) };
}

/** For a single role, a partial goal is neither a win nor a loss. */
function endOutcome(own: number, others: readonly number[]): "win" | "draw" | "loss" | null {
  if (others.length === 0) return own >= 1 ? "win" : own <= 0 ? "loss" : null;
  const most = Math.max(...others);
  return own > most ? "win" : own < most ? "loss" : "draw";
}
