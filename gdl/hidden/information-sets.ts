/**
 * The states that are possible for a player, step by step: a particle filter over the propnet. As long as they are few, all of them are kept, and
 * the probabilities are exact under the assumption that the others move at random; beyond the limits a random part is kept.
 */
import { bytesKey } from "#platform/bytes-key";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { PlayerNumber } from "../../engine/contracts/position.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { allJoints } from "../joint-moves.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Facts } from "../reasoner.ts";
import type { Step } from "./record.ts";

/** States kept after each step. */
const MAX_STATES = 1_000;
/** Joint moves played in one step. */
const MAX_MOVES = 10_000;
/** Attempts with other random parts, if no state is left. */
const ATTEMPTS = 4;
const CACHE_SIZE = 128;

export interface PossibleState {
  readonly facts: Facts;
  /** Not normalized. */
  weight: number;
  /** The ways to reach it. */
  readonly from: { readonly state: PossibleState; readonly made: readonly number[]; readonly weight: number }[];
}

export interface PossibleStates {
  readonly states: readonly PossibleState[];
  /** Whether no possible state was left out. */
  readonly isComplete: boolean;
}

export class InformationSets {
  readonly #reasoner: PropnetReasoner;
  /** By player, start and own history. */
  readonly #cache = new Map<string, PossibleStates>();

  constructor(reasoner: PropnetReasoner) {
    this.#reasoner = reasoner;
  }

  /** The states in which a player may be after these steps, of which only its own moves and percepts are used. */
  after(start: Facts, player: PlayerNumber, steps: readonly Step[]): PossibleStates {
    const found = this.find(start, player, steps);
    if (found) return found;
    throw new GameloreError(
      "bad-position",
      `no state was found that agrees with what ${this.#reasoner.roles[player]} has done and seen`,
    );
  }

  /** The same; null if no state was found. */
  find(start: Facts, player: PlayerNumber, steps: readonly Step[]): PossibleStates | null {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = this.#after(start, player, steps, attempt);
      if (found.states.length > 0) return found;
      if (found.isComplete) break;
    }
    return null;
  }

  #after(start: Facts, player: PlayerNumber, steps: readonly Step[], attempt: number): PossibleStates {
    let key = `${attempt} ${player} ${bytesKey(new Uint8Array(start.slice().buffer))}`;
    let possible: PossibleStates = { states: [{ facts: start, weight: 1, from: [] }], isComplete: true };
    for (const [i, { made, percepts }] of steps.entries()) {
      const own = made[player] as number;
      const seen = percepts[player]?.join(",") ?? null;
      key += ` ${own}:${seen ?? "?"}`;
      const known = this.#cache.get(key);
      this.#cache.delete(key);
      possible = known ?? this.#step(possible, player, own, seen, new SeededRandom(1_000 * attempt + i));
      this.#cache.set(key, possible);
      for (const oldest of this.#cache.keys()) {
        if (this.#cache.size <= CACHE_SIZE) break;
        this.#cache.delete(oldest);
      }
    }
    return possible;
  }

  #step(
    { states, isComplete }: PossibleStates,
    player: PlayerNumber,
    own: number,
    seen: string | null,
    random: SeededRandom,
  ): PossibleStates {
    const reasoner = this.#reasoner;
    const next = new Map<string, PossibleState>();
    const share = Math.max(1, Math.floor(MAX_MOVES / Math.max(1, states.length)));
    let complete = isComplete;
    for (const state of states) {
      const legal = reasoner.legal(state.facts);
      if (reasoner.isTerminal(state.facts) || !legal[player]?.includes(own)) continue;
      const lists = legal.map((moves, role) => (role === player ? [own] : moves));
      const count = lists.reduce((product, { length }) => product * length, 1);
      if (count > share) complete = false;
      for (const made of count > share ? randomJoints(lists, share, random) : allJoints(lists)) {
        if (seen !== null && reasoner.percepts(state.facts, made)[player]?.join(",") !== seen) continue;
        const facts = reasoner.next(state.facts, made);
        const key = facts.join(",");
        const known = next.get(key) ?? { facts, weight: 0, from: [] };
        const weight = state.weight / Math.min(count, share);
        known.weight += weight;
        known.from.push({ state, made, weight });
        next.set(key, known);
      }
    }
    const all = [...next.values()];
    if (all.length <= MAX_STATES) return { states: normalized(all), isComplete: complete };
    const kept = new Set(Array.from({ length: MAX_STATES }, () => drawn(all, () => random.fraction())));
    return { states: normalized([...kept]), isComplete: false };
  }
}

/** So that weights do not vanish in long games. The weights of the ways to a state keep their proportions. */
function normalized(states: PossibleState[]): PossibleState[] {
  const total = states.reduce((sum, { weight }) => sum + weight, 0);
  for (const state of states) state.weight /= total;
  return states;
}

/** One of the items, by weight. */
export function drawn<T extends { readonly weight: number }>(items: readonly T[], random: () => number): T {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  return items.at(-1) as T;
}

/** The joint moves of a random history that leads to a state. */
export function historyOf(state: PossibleState, random: () => number): (readonly number[])[] {
  const history: (readonly number[])[] = [];
  for (let at = state; at.from.length > 0;) {
    const way = drawn(at.from, random);
    history.push(way.made);
    at = way.state;
  }
  return history.toReversed();
}

function* randomJoints(
  lists: readonly (readonly number[])[],
  count: number,
  random: SeededRandom,
): Generator<readonly number[]> {
  for (let i = 0; i < count; i++) yield lists.map((list) => random.pick(list));
}
