/** Random walks from the start of a game to its end, 128 in parallel, with the last states and moves of each. */
import { LANE_COUNT, WORD_BYTES } from "../propnet/constants.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Facts } from "../reasoner.ts";
import { hasLane, type LaneStates } from "./lane-states.ts";

/** Longer walks are abandoned. */
const MAX_STEPS = 2_000;
/** Memory limit of the history of running walks. */
const HISTORY_BYTES = 64_000_000;

export interface Walk {
  /** The last states including the terminal one, and the moves of all roles between them. */
  readonly states: readonly Facts[];
  readonly moves: readonly (readonly number[])[];
  readonly goals: readonly (number | null)[];
  /** The winner and the index of its goal in the propnet, or -1. */
  readonly winner: number;
  readonly winnerGoal: number;
  readonly length: number;
}

/** A state of a finished walk: its moves and facts. */
type OnStep = (moves: readonly number[], holds: (fact: number) => boolean, winner: number) => void;

/** A step of all lanes: the words of the facts, and the moves by role and lane. */
interface PastStep {
  readonly facts: Uint8Array;
  readonly moves: readonly Int32Array[];
}

export class RandomWalks {
  readonly #reasoner: PropnetReasoner;
  readonly #lanes: LaneStates;
  /** By role: the highest possible goal. */
  readonly #best: readonly number[];

  constructor(reasoner: PropnetReasoner, lanes: LaneStates) {
    this.#reasoner = reasoner;
    this.#lanes = lanes;
    this.#best = reasoner.roles.map((_, role) =>
      Math.max(...reasoner.propnet.goals.filter((goal) => goal.role === role).map(({ value }) => value)),
    );
  }

  /** The walks of a seed by lane, with their last `last` states; null for abandoned walks. */
  batch(seed: number, last: number, onStep?: OnStep): (Walk | null)[] {
    const { workspace } = this.#lanes;
    const { kernel } = workspace.placed;
    workspace.seed(seed);
    workspace.startWith(this.#reasoner.initial());
    const walks: (Walk | null)[] = Array.from({ length: LANE_COUNT }, () => null);
    const kept = Math.max(last, Math.min(MAX_STEPS, Math.floor(HISTORY_BYTES / (WORD_BYTES * this.#facts))));
    const history: PastStep[] = [];
    kernel.exports.startRandomWalks(workspace.record);
    for (let step = 0, left = LANE_COUNT; step <= MAX_STEPS; step++) {
      const ended = this.#lanes.terminal();
      if (ended.some((byte) => byte !== 0)) this.#lanes.computeGoals();
      const facts = this.#lanes.factWords();
      for (let lane = 0; lane < LANE_COUNT; lane++) {
        if (walks[lane] || !hasLane(ended, lane)) continue;
        const walk = this.#ended(lane, step, (i) => history[i % kept] as PastStep, facts, last);
        walks[lane] = walk;
        left--;
        if (onStep)
          for (let i = Math.max(0, step - kept); i < step; i++) {
            const then = history[i % kept] as PastStep;
            onStep(
              then.moves.map((moves) => moves[lane] as number),
              (fact) => hasLane(then.facts, lane, WORD_BYTES * fact),
              walk.winner,
            );
          }
      }
      if (left === 0) break;
      kernel.exports.stepRandomWalks(workspace.record);
      history[step % kept] = { facts, moves: this.#reasoner.roles.map((_, role) => this.#lanes.madeMoves(role)) };
    }
    return walks;
  }

  get #facts(): number {
    return this.#reasoner.propnet.facts.length;
  }

  #ended(lane: number, step: number, past: (step: number) => PastStep, terminal: Uint8Array, last: number): Walk {
    const from = Math.max(0, step - last + 1);
    const before = Array.from({ length: step - from }, (_, i) => past(from + i));
    const { winner, winnerGoal, goals } = this.#result(lane);
    return {
      states: [...before.map(({ facts }) => facts), terminal].map((facts) => this.#stateIn(facts, lane)),
      moves: before.map(({ moves }) => moves.map((own) => own[lane] as number)),
      goals,
      winner,
      winnerGoal,
      length: step,
    };
  }

  #stateIn(facts: Uint8Array, lane: number): Facts {
    const state: number[] = [];
    for (let fact = 0; fact < this.#facts; fact++) if (hasLane(facts, lane, WORD_BYTES * fact)) state.push(fact);
    return Int32Array.from(state);
  }

  /** The winner has its highest possible goal, and more than any other role. */
  #result(lane: number): Pick<Walk, "winner" | "winnerGoal" | "goals"> {
    const places = this.#reasoner.roles.map((_, role) => {
      const held = [...this.#reasoner.propnet.goals.keys()].filter(
        (place) => this.#reasoner.propnet.goals[place]?.role === role && hasLane(this.#lanes.goal(place), lane),
      );
      return held.length === 1 ? (held[0] as number) : -1;
    });
    const goals = places.map((place) => this.#reasoner.propnet.goals[place]?.value ?? null);
    const winner = goals.findIndex(
      (goal, role) =>
        goal !== null && goal === this.#best[role] && goals.every((other, i) => i === role || (other ?? 0) < goal),
    );
    return { winner, winnerGoal: winner < 0 ? -1 : (places[winner] as number), goals };
  }
}
