/** Features: facts and a move that they suggest or advise against; and sets of features, which count duplicates. */

/** Moves that lead to a win, that prevent the opponent's, and that allow it. */
export const FEATURE_KINDS = ["offensive", "defensive", "avoid"] as const;
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/** Value of a feature of level 0, and discount per level. */
const BEST_VALUE = 100;
const DISCOUNT = 0.9;

export interface Pattern {
  readonly kind: FeatureKind;
  readonly role: number;
  /** Number of the move among the moves of the role. */
  readonly move: number;
  /** Numbers of facts, ascending. */
  readonly facts: readonly number[];
  /** 0 at the end of a game; plus 1 for each two plies before it. */
  readonly level: number;
}

export interface Feature extends Pattern {
  /** Number of times it was learned. */
  readonly seen: number;
  /** In later games: how often the move was made where the facts held, and how often the prediction was right. */
  readonly tried: number;
  readonly right: number;
}

export function valueOf({ level }: Pattern): number {
  return BEST_VALUE * DISCOUNT ** level;
}

type Counted = { -readonly [K in keyof Feature]: Feature[K] };

export class FeatureSet {
  readonly #byKey = new Map<string, Counted>();
  readonly #byMove = new Map<string, Counted[]>();

  get size(): number {
    return this.#byKey.size;
  }

  [Symbol.iterator](): IterableIterator<Feature> {
    return this.#byKey.values();
  }

  /** Adds a learned feature. A duplicate is counted and gets the lower level. */
  add({ kind, role, move, facts, level }: Pattern, seen = 1, tried = 0, right = 0): void {
    const key = `${kind} ${role} ${move} ${facts.join()}`;
    const known = this.#byKey.get(key);
    if (known) {
      known.level = Math.min(known.level, level);
      known.seen += seen;
      known.tried += tried;
      known.right += right;
      return;
    }
    const feature = { kind, role, move, facts: [...facts], level, seen, tried, right };
    this.#byKey.set(key, feature);
    const same = this.#byMove.get(`${role} ${move}`);
    if (same) same.push(feature);
    else this.#byMove.set(`${role} ${move}`, [feature]);
  }

  /** Updates the features of a move made in a later game with its outcome. The winner is -1 if there is none. */
  recordOutcome(role: number, move: number, winner: number, holds: (fact: number) => boolean): void {
    for (const feature of this.#byMove.get(`${role} ${move}`) ?? []) {
      if (!feature.facts.every(holds)) continue;
      feature.tried++;
      if (isRight(feature.kind, role, winner)) feature.right++;
    }
  }
}

function isRight(kind: FeatureKind, role: number, winner: number): boolean {
  const lost = winner >= 0 && winner !== role;
  if (kind === "offensive") return winner === role;
  return kind === "avoid" ? lost : !lost;
}

export interface Selection {
  /** Features tried at least this often are dropped if they are not better than the base rate. */
  readonly minTried: number;
  /** By role: the share of games won and lost. */
  readonly won: readonly number[];
  readonly lost: readonly number[];
}

/** Features by level and frequency, without subsumed and useless ones. */
export function selected(features: Iterable<Feature>, selection: Selection | null): Feature[] {
  const kept = [...features].filter((feature) => selection === null || isUseful(feature, selection));
  return withoutSubsumed(kept).toSorted(
    (a, b) => a.level - b.level || b.seen - a.seen || a.facts.length - b.facts.length,
  );
}

function isUseful({ kind, role, tried, right }: Feature, { minTried, won, lost }: Selection): boolean {
  if (tried < minTried) return true;
  const lostOften = lost[role] ?? 0;
  const usual = kind === "offensive" ? (won[role] ?? 0) : kind === "avoid" ? lostOften : 1 - lostOften;
  return right / tried > usual;
}

/** Drops features subsumed by another: for the same move, with a subset of the facts and not of a higher level. */
function withoutSubsumed<T extends Pattern>(features: readonly T[]): T[] {
  const groups = new Map<string, T[]>();
  for (const feature of features) {
    const key = `${feature.kind} ${feature.role} ${feature.move}`;
    const group = groups.get(key);
    if (group) group.push(feature);
    else groups.set(key, [feature]);
  }
  return [...groups.values()].flatMap((group) => {
    const kept: { feature: T; facts: Set<number> }[] = [];
    for (const feature of group.toSorted((a, b) => a.facts.length - b.facts.length || a.level - b.level)) {
      const facts = new Set(feature.facts);
      const isSubsumed = kept.some(
        (other) => other.feature.level <= feature.level && other.feature.facts.every((fact) => facts.has(fact)),
      );
      if (!isSubsumed) kept.push({ feature, facts });
    }
    return kept.map(({ feature }) => feature);
  });
}
