/** What random play makes of a position: the mean goal of a role, over as many playouts as there is time for. */
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import type { EvaluatorSpec, Move, Position, Scores } from "../../engine/contracts/game.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import { LANE_COUNT } from "../propnet/layout.ts";
import type { Net } from "../propnet/propnet.ts";
import { Samples, type Sample } from "./samples.ts";
import type { GdlSearchContext } from "../search-context.ts";

const NAME = "random playouts";
const SEED = 1;
const PILOT_SEED = 2;
/** Playouts of a position by itself: one in each lane. */
const ALONE = LANE_COUNT;
/** Playouts of each move: powers of two in between. */
const FEWEST = 16;
const MOST = 512;
/**
 * What the values of a position may cost, in gates worked out: some 0.2 s. It is counted and not timed, so that the same position has the
 * same values every time.
 */
const BUDGET = 80_000_000;
/** Until it is given up: some times what was expected. */
const PATIENCE = 4;
/** What a gate of a loop costs, against one that is worked out once; what a pass costs besides. */
const LOOP_GATE = 32;
const PASS = 2_000;
const BEST_GOAL = 100;

export type PlayoutContext = Pick<GdlSearchContext, "rules" | "reasoner" | "facts" | "moveOf">;

export function playoutEvaluator(context: PlayoutContext): EvaluatorSpec {
  return {
    name: NAME,
    summary: "the mean goal of games that go on with random moves; how many is said with each value",
    create: async () => new PlayoutEvaluator(context),
  };
}

class PlayoutEvaluator implements Evaluator {
  readonly name = NAME;
  readonly #context: PlayoutContext;
  readonly #samples: Samples;
  readonly #passCost: number;

  constructor(context: PlayoutContext) {
    this.#context = context;
    this.#samples = new Samples(context.reasoner.placed);
    this.#passCost = passCost(context.reasoner.net);
  }

  /** The own goal less the mean of the others', in hundredths; of a role alone its goal. 0 where games are too long to be played out. */
  evaluate(position: Position, player: number): number {
    const result = this.#context.rules.result(position);
    const goals = result?.map((share) => BEST_GOAL * share) ?? this.#alone(position)?.goals;
    if (!goals) return 0;
    const others = goals.filter((_, other) => other !== player);
    const own = goals[player] as number;
    const lead = others.length === 0 ? own : own - others.reduce((sum, goal) => sum + goal, 0) / others.length;
    // No -0 for an even position.
    return 0 + lead / BEST_GOAL;
  }

  /** The own goal: by the language, a role wants nothing else. */
  estimate(position: Position, player: number): ProbeValue | null {
    const result = this.#context.rules.result(position);
    if (result) return endValue(result, player);
    const sample = this.#alone(position);
    return sample && meanValue(sample, player);
  }

  estimateMoves(position: Position, player: number): { value: ProbeValue; moves: readonly ProbeValue[] } | null {
    const { rules, reasoner, facts, moveOf } = this.#context;
    const from = facts(position);
    const pilot = this.#play({ from, first: null, each: ALONE, seed: PILOT_SEED }, BUDGET);
    const moves = reasoner.legal(from)[player] ?? [];
    if (!pilot || moves.length === 0) return null;
    // What the pilot finds decides how many are played and is not counted itself: a number that hangs on the sample would bend its mean.
    const passes = (moves.length * pilot.steps) / ALONE / LANE_COUNT;
    const each = powerBelow(BUDGET / (passes * this.#passCost), FEWEST, MOST);
    const played = this.#play(
      { from, first: { role: player, moves }, each, seed: SEED },
      each * passes * this.#passCost,
    );
    if (!played) return null;
    const alone = rules.actors(position).length === 1;
    return {
      value: meanValue(together(played.samples), player),
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

  #alone(position: Position): Sample | null {
    const request = { from: this.#context.facts(position), first: null, each: ALONE, seed: SEED };
    const sample = this.#play(request, BUDGET)?.samples[0];
    return sample && sample.ended > 0 ? sample : null;
  }

  #play(
    request: Omit<Parameters<Samples["play"]>[0], "mostPasses">,
    expectedCost: number,
  ): ReturnType<Samples["play"]> {
    // The last games of a sample are waited for while most lanes have nothing to do.
    const mostPasses = Math.ceil((PATIENCE * Math.max(expectedCost, BUDGET)) / this.#passCost);
    const played = this.#samples.play({ ...request, mostPasses });
    return played?.samples.every(({ ended }) => ended > 0) ? played : null;
  }
}

/** Of one pass over a net, in gates. */
function passCost({ gates, loops, roles }: Net): number {
  const looped = loops.reduce((sum, { from, to }) => sum + to - from, 0);
  return PASS + gates.length + (LOOP_GATE - 1) * looped + roles.reduce((sum, { moves }) => sum + moves.length, 0);
}

function powerBelow(number: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, 2 ** Math.floor(Math.log2(number))));
}

/** Samples of equal size are one of the position before: random play makes each move as often. */
function together(samples: readonly Sample[]): Sample {
  const sum = (of: (sample: Sample) => number): number => samples.reduce((total, sample) => total + of(sample), 0);
  const goals = samples[0]?.goals.map((_, role) => sum((sample) => sample.goals[role] as number) / samples.length);
  return { ended: sum(({ ended }) => ended), cutOff: sum(({ cutOff }) => cutOff), goals: goals ?? [] };
}

function meanValue({ ended, cutOff, goals }: Sample, player: number): ProbeValue {
  const goal = goals[player] as number;
  const unfinished = cutOff > 0 ? `, ${cutOff} more did not end` : "";
  return {
    text: `${goal.toFixed(1)} of ${BEST_GOAL} points, mean of ${ended.toLocaleString("en")} random playouts${unfinished}`,
    score: (2 * goal) / BEST_GOAL - 1,
    parts: { goal, playouts: ended },
    exact: false,
  };
}

function endValue(result: Scores, player: number): ProbeValue {
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

/** Of one alone, some of the points are neither won nor lost. */
function endOutcome(own: number, others: readonly number[]): "win" | "draw" | "loss" | null {
  if (others.length === 0) return own >= 1 ? "win" : own <= 0 ? "loss" : null;
  const most = Math.max(...others);
  return own > most ? "win" : own < most ? "loss" : "draw";
}
