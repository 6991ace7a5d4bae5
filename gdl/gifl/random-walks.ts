/** Random walks from the start of a game to its end, 128 side by side; of each the last states and moves. */
import { LANE_COUNT, WORD_BYTES } from "../propnet/layout.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Facts } from "../reasoner.ts";
import { hasLane, type LaneStates } from "./lane-states.ts";

/** No walk is longer; a game that goes on is given up. */
const MAX_STEPS = 2_000;
/** What the states of walks under way may take. */
const HISTORY_BYTES = 64_000_000;

export interface Walk {
  /** The last states, the terminal one at the end, and the moves of all roles that lead from each to the next. */
  readonly states: readonly Facts[];
  readonly moves: readonly (readonly number[])[];
  readonly goals: readonly (number | null)[];
  /** Who won, and the place of its goal among the propnet's; -1 where nobody did. */
  readonly winner: number;
  readonly winnerGoal: number;
  readonly length: number;
}

/** A state of a walk that was just ended: its moves, and whether a fact held in it. */
export type OnStep = (moves: readonly number[], holds: (fact: number) => boolean, winner: number) => void;

/** A step of all lanes: the words of the facts, and by role and lane the move made. */
interface Past {
  readonly facts: Uint8Array;
  readonly moves: readonly Int32Array[];
}

export class RandomWalks {
  readonly #reasoner: PropnetReasoner;
  readonly #lanes: LaneStates;
  /** By role: the highest goal that it can reach. */
  readonly #best: readonly number[];

  constructor(reasoner: PropnetReasoner, lanes: LaneStates) {
    this.#reasoner = reasoner;
    this.#lanes = lanes;
    this.#best = reasoner.roles.map((_, role) =>
      Math.max(...reasoner.propnet.goals.filter((goal) => goal.role === role).map(({ value }) => value)),
    );
  }

  /** The walks of a seed, by lane; null where one did not come to an end. `last` states are kept of each. */
  batch(seed: number, last: number, onStep?: OnStep): (Walk | null)[] {
    const { workspace } = this.#lanes;
    const { kernel } = workspace.placed;
    workspace.seed(seed);
    workspace.startWith(this.#reasoner.initial());
    const walks: (Walk | null)[] = Array.from({ length: LANE_COUNT }, () => null);
    const kept = Math.max(last, Math.min(MAX_STEPS, Math.floor(HISTORY_BYTES / (WORD_BYTES * this.#facts))));
    const history: Past[] = [];
    kernel.call("startRandomWalks", workspace.record);
    for (let step = 0, left = LANE_COUNT; step <= MAX_STEPS; step++) {
      const ended = this.#lanes.terminal();
      if (ended.some((byte) => byte !== 0)) this.#lanes.computeGoals();
      const facts = this.#lanes.factWords();
      for (let lane = 0; lane < LANE_COUNT; lane++) {
        if (walks[lane] || !hasLane(ended, lane)) continue;
        const walk = this.#ended(lane, step, (i) => history[i % kept] as Past, facts, last);
        walks[lane] = walk;
        left--;
        if (onStep)
          for (let i = Math.max(0, step - kept); i < step; i++) {
            const then = history[i % kept] as Past;
            onStep(
              then.moves.map((moves) => moves[lane] as number),
              (fact) => hasLane(then.facts, lane, WORD_BYTES * fact),
              walk.winner,
            );
          }
      }
      if (left === 0) break;
      kernel.call("stepRandomWalks", workspace.record);
      history[step % kept] = { facts, moves: this.#reasoner.roles.map((_, role) => this.#lanes.madeMoves(role)) };
    }
    return walks;
  }

  get #facts(): number {
    return this.#reasoner.propnet.facts.length;
  }

  #ended(lane: number, step: number, past: (step: number) => Past, terminal: Uint8Array, last: number): Walk {
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

  /** Who has won has reached the most that there is for it, and more than any other. */
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
