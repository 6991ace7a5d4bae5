/**
 * Finds the role to move in states in which no role has a choice. Random games show which facts hold when a role chooses (`control`), and which
 * moves a role has while another one chooses (`noop`).
 */
import { SeededRandom } from "../engine/random/seeded.ts";
import type { Facts, Reasoner } from "./reasoner.ts";

const SEED = 7;

interface RoleSample {
  /** Facts of all states in which the role alone chooses, and of no state in which another one alone does; null before the first state. */
  turn: Set<number> | null;
  readonly elsewhere: Set<number>;
  /** Only moves while another role chooses. */
  readonly idle: Set<number>;
}

export class ForcedTurns {
  readonly #reasoner: Reasoner;
  /** States of random games to look at. */
  readonly #states: number;
  #sample: readonly RoleSample[] | null = null;

  constructor(reasoner: Reasoner, states: number) {
    this.#reasoner = reasoner;
    this.#states = states;
  }

  /** The role to move: by its turn facts, else the one whose only move is not idle; the first if that is not unique. */
  roleToMove(facts: Facts, legal: readonly (readonly number[])[]): number {
    const sample = (this.#sample ??= this.#learn());
    const held = new Set(facts);
    const byFact = sample.flatMap(({ turn }, role) => ([...(turn ?? [])].some((fact) => held.has(fact)) ? [role] : []));
    if (byFact.length === 1) return byFact[0] as number;
    return Math.max(
      0,
      sample.findIndex(({ idle }, role) => idle.size > 0 && !idle.has(legal[role]?.[0] as number)),
    );
  }

  /** Whether a role has had this as its only move while another one chose. */
  isIdle(role: number, move: number): boolean {
    return (this.#sample ??= this.#learn())[role]?.idle.has(move) ?? false;
  }

  #learn(): readonly RoleSample[] {
    const reasoner = this.#reasoner;
    const random = new SeededRandom(SEED);
    const sample: RoleSample[] = reasoner.roles.map(() => ({ turn: null, elsewhere: new Set(), idle: new Set() }));
    let state = reasoner.initial();
    for (let seen = 0; seen < this.#states; seen++) {
      if (reasoner.isTerminal(state)) state = reasoner.initial();
      const legal = reasoner.legal(state);
      if (legal.some((moves) => moves.length === 0) || reasoner.isTerminal(state)) break;
      note(sample, state, legal);
      state = reasoner.next(
        state,
        legal.map((moves) => random.pick(moves)),
      );
    }
    for (const { turn, elsewhere } of sample) for (const fact of elsewhere) turn?.delete(fact);
    return sample;
  }
}

function note(sample: readonly RoleSample[], state: Facts, legal: readonly (readonly number[])[]): void {
  const choosing = [...legal.keys()].filter((role) => (legal[role]?.length ?? 0) > 1);
  if (choosing.length !== 1) return;
  const held = new Set(state);
  sample.forEach((own, role) => {
    if (choosing[0] === role) {
      own.turn = own.turn === null ? held : new Set([...own.turn].filter((fact) => held.has(fact)));
    } else {
      for (const fact of held) own.elsewhere.add(fact);
      own.idle.add(legal[role]?.[0] as number);
    }
  });
}
