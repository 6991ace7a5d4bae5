/**
 * Reference implementation of the learner over any reasoner, one state at a time, with facts and moves as text. It shares no code with the
 * learner in lanes.
 */
import type { Facts, Reasoner } from "../reasoner.ts";

/** A complete walk from the start. */
interface ReferenceWalk {
  readonly moves: readonly (readonly string[])[];
  readonly winner: number;
}

export interface ReferenceOptions {
  readonly levels: number;
  readonly threats: "standing" | "any";
  readonly blunders: boolean;
  readonly loserLast: boolean;
  readonly pairs: boolean;
  readonly returning: "kept" | "tested";
}

type State = ReadonlySet<string>;
type Test = (after: State) => boolean;
interface Found {
  readonly role: number;
  readonly move: string;
  readonly facts: readonly string[];
}

export class ReferenceLearner {
  readonly #game: Reasoner;
  readonly #options: ReferenceOptions;
  readonly #order: (fact: string) => number;
  readonly #numbers = new Map<string, number>();
  readonly #moves = new Map<string, number>();
  readonly #idle = new Set<string>();
  /** Count by kind, level, role, move and facts. */
  readonly learned: Map<string, number> = new Map();

  /** `order` decides which of several interchangeable facts is omitted first. */
  constructor(game: Reasoner, options: ReferenceOptions, order: (fact: string) => number) {
    this.#game = game;
    this.#order = order;
    this.#options = options;
  }

  learn({ moves, winner }: ReferenceWalk): void {
    if (winner < 0) return;
    const states = [this.#texts(this.#game.initial())];
    for (const each of moves) {
      this.#legal(states.at(-1) as State);
      states.push(this.#after(states.at(-1) as State, each));
    }
    const movers = this.#movers(states, moves);
    const end = moves.length - 1;
    if (end < 0) return;
    const state = (at: number): State => states[at] as State;
    const made = (at: number): readonly string[] => moves[at] as string[];
    const goal = this.#game.goals(this.#facts(state(end + 1)))[winner];
    const won: Test = (after) => {
      const facts = this.#facts(after);
      return this.#game.isTerminal(facts) && this.#game.goals(facts)[winner] === goal;
    };
    let at = end;
    let test = won;
    if (!movers[at]?.includes(winner)) {
      if (!this.#options.loserLast) return;
      for (const role of movers[at] ?? [])
        this.#add("avoid", 0, this.#needed(state(at), role, made(at), won), role, made(at));
      const [loser] = movers[at] ?? [];
      if (loser === undefined || movers[at]?.length !== 1 || at === 0 || !movers[at - 1]?.includes(winner)) return;
      const last = made(at);
      test = (after) => {
        const replies = this.#legal(after)[loser] ?? [];
        return replies.length > 0 && replies.every((reply) => won(this.#after(after, last.with(loser, reply))));
      };
      if (!test(state(at))) return;
      at--;
    }
    let feature = this.#add("offensive", 0, this.#needed(state(at), winner, made(at), test), winner, made(at));
    let featureAt = at;
    this.#replies(states, moves, movers, at, feature, winner, 0);
    for (let level = 1; level <= this.#options.levels; level++) {
      const higher = [...movers.keys()].filter((i) => i < at && movers[i]?.includes(winner));
      at = higher.at(-1) ?? -1;
      if (at < 0) return;
      const carried = feature.facts.filter((fact) =>
        states.slice(at + 1, featureAt + 1).every((each) => each.has(fact)),
      );
      if (carried.every((fact) => state(at).has(fact))) continue;
      const needed = this.#needed(state(at), winner, made(at), (after) => carried.every((fact) => after.has(fact)));
      feature = this.#add("offensive", level, needed, winner, made(at));
      featureAt = at;
      this.#replies(states, moves, movers, at, feature, winner, level);
    }
  }

  #replies(
    states: readonly State[],
    moves: readonly (readonly string[])[],
    movers: readonly (readonly number[])[],
    at: number,
    feature: Found,
    winner: number,
    level: number,
  ): void {
    if (at === 0) return;
    const root = states[at - 1] as State;
    const made = moves[at - 1] as readonly string[];
    const old = feature.facts.filter((fact) => root.has(fact));
    const there =
      (facts: readonly string[]): Test =>
      (after) =>
        facts.every((fact) => after.has(fact)) && (this.#legal(after)[winner] ?? []).includes(feature.move);
    for (const role of movers[at - 1] ?? []) {
      if (role === winner) continue;
      const replies = this.#legal(root)[role] ?? [];
      const afters = replies.map((reply) => this.#after(root, made.with(role, reply)));
      const isStanding = afters.every((after) => feature.facts.every((fact) => root.has(fact) || after.has(fact)));
      if (this.#options.threats === "standing" && !isStanding) {
        if (this.#options.blunders && level === 0)
          this.#add("avoid", 0, this.#needed(root, role, made, there(feature.facts)), role, made);
        continue;
      }
      const broken = there(this.#options.threats === "any" ? feature.facts : old);
      replies.forEach((reply, i) => {
        if (there(feature.facts)(afters[i] as State)) return;
        const other = made.with(role, reply);
        const needed = this.#needed(root, role, other, (after) => !broken(after));
        this.#add("defensive", level, [...needed, ...old], role, other);
      });
    }
  }

  #needed(state: State, role: number, moves: readonly string[], test: Test): string[] {
    const isSame = (without: readonly string[]): boolean => {
      const rest = new Set([...state].filter((fact) => !without.includes(fact)));
      if (!this.#legal(rest)[role]?.includes(moves[role] as string)) return false;
      const after = new Set(this.#after(rest, moves));
      const back = without.filter((fact) => after.has(fact));
      if (this.#options.returning === "kept" && back.length > 0) return false;
      back.forEach((fact) => after.delete(fact));
      return test(after);
    };
    const needed = new Set([...state].filter((fact) => !isSame([fact])));
    const others = [...state].filter((fact) => !needed.has(fact));
    if (!this.#options.pairs || others.length < 2 || isSame(others)) return [...needed];
    for (const one of others)
      for (const other of others)
        if (one < other && !isSame([one, other])) {
          needed.add(one);
          needed.add(other);
        }
    let left: string[] = [];
    const rest = [...state].filter((fact) => !needed.has(fact)).toSorted((a, b) => this.#order(a) - this.#order(b));
    if (isSame(rest)) left = rest;
    else for (const fact of rest) if (isSame([...left, fact])) left.push(fact);
    return [...state].filter((fact) => !left.includes(fact));
  }

  #add(kind: string, level: number, facts: readonly string[], role: number, moves: readonly string[]): Found {
    const found = { role, move: moves[role] as string, facts: [...new Set(facts)].toSorted() };
    const key = lineOf(kind, level, found);
    this.learned.set(key, (this.learned.get(key) ?? 0) + 1);
    return found;
  }

  #movers(states: readonly State[], moves: readonly (readonly string[])[]): number[][] {
    const counts = moves.map((_, at) => this.#legal(states[at] as State).map((own) => own.length));
    counts.forEach((own, at) =>
      own.forEach((count, role) => {
        if (count === 1 && own.some((other) => other > 1)) this.#idle.add(`${role} ${moves[at]?.[role]}`);
      }),
    );
    return counts.map((own, at) => {
      const roles = [...own.keys()];
      const choosing = roles.filter((role) => (own[role] as number) > 1);
      return choosing.length > 0 ? choosing : roles.filter((role) => !this.#idle.has(`${role} ${moves[at]?.[role]}`));
    });
  }

  #facts(state: State): Facts {
    return Int32Array.from(state, (fact) => this.#numbers.get(fact) as number).sort();
  }

  #texts(facts: Facts): State {
    for (const fact of facts) this.#numbers.set(this.#game.factText(fact), fact);
    return new Set(Array.from(facts, (fact) => this.#game.factText(fact)));
  }

  #legal(state: State): string[][] {
    return this.#game.legal(this.#facts(state)).map((moves, role) =>
      moves.map((move) => {
        this.#moves.set(`${role} ${this.#game.moveText(move, role)}`, move);
        return this.#game.moveText(move, role);
      }),
    );
  }

  #after(state: State, moves: readonly string[]): State {
    const made = moves.map((move, role) => this.#moves.get(`${role} ${move}`) as number);
    return this.#texts(this.#game.next(this.#facts(state), made));
  }
}

export function lineOf(kind: string, level: number, { role, move, facts }: Found): string {
  return `${kind} ${level} ${role} ${move}: ${[...facts].toSorted().join(" ")}`;
}
