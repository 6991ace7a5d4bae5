/** Reference solvers of the tables, by the reference rules and value iteration over all positions of a small maze. */
import { combinations } from "../../../engine/index/combinations.ts";
import type { ReferencePosition, ReferenceRules } from "../reference.fixture.ts";

/** All sets of policemen in colexicographic order. */
function setsOf(reference: ReferenceRules): readonly (readonly string[])[] {
  const { squares, variant } = reference;
  const numbers = squares.map((_, i) => i);
  const all = [...combinations(numbers, variant.policemen)];
  const later = (a: readonly number[], b: readonly number[]): number => {
    for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
    return 0;
  };
  return all.toSorted(later).map((set) => set.map((square) => squares[square] as string));
}

/** Shortest distance of every node to a goal node; Infinity if unreachable. */
function distancesTo(goal: (node: number) => boolean, after: readonly (readonly number[])[]): number[] {
  const found = after.map((_, node) => (goal(node) ? 0 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed;) {
    changed = false;
    for (const [node, next] of after.entries()) {
      const through = 1 + Math.min(Number.POSITIVE_INFINITY, ...next.map((each) => found[each] as number));
      if (through >= (found[node] as number)) continue;
      found[node] = through;
      changed = true;
    }
  }
  return found;
}

const entryOf = (distance: number): number => (distance === Number.POSITIVE_INFINITY ? 255 : distance);

/** The police tables of both goals. */
export function referencePolice(reference: ReferenceRules): Record<"beside" | "surround", number[]> {
  const sets = setsOf(reference);
  const numbers = new Map(sets.map((set, i) => [set.join(), i]));
  const numberOf = ({ police }: ReferencePosition): number =>
    numbers.get(reference.squares.filter((square) => police.has(square)).join()) as number;
  const tables = reference.squares.map((thief) => {
    const positions = sets.map((set): ReferencePosition => ({ police: new Set(set), thief, turn: "police" }));
    const after = positions.map((position) =>
      position.police.has(thief)
        ? []
        : reference.policeMoves(position).map((move) => numberOf(reference.play(position, [move]))),
    );
    const neighbours = reference.neighbours(thief);
    const isGoal = (node: number, surround: boolean): boolean => {
      const { police } = positions[node] as ReferencePosition;
      const occupied = neighbours.filter((square) => police.has(square)).length;
      if (police.has(thief)) return false;
      return occupied === neighbours.length || (!surround && occupied === police.size);
    };
    const table = (surround: boolean): number[] => distancesTo((node) => isGoal(node, surround), after).map(entryOf);
    return { beside: table(false), surround: table(true) };
  });
  return {
    beside: tables.flatMap(({ beside }) => beside),
    surround: tables.flatMap(({ surround }) => surround),
  };
}

/** The thief table. */
export function referenceThief(reference: ReferenceRules): number[] {
  return setsOf(reference).flatMap((set) => {
    const police = new Set(set);
    const exits = [...reference.exits].filter((exit) => !police.has(exit));
    const distances = reference.distances(exits, police);
    return reference.squares.map((square) =>
      police.has(square) ? 255 : entryOf(distances.get(square) ?? Number.POSITIVE_INFINITY),
    );
  });
}

export interface ReferenceOutcome {
  readonly kind: "win" | "loss" | "draw" | "no position";
  readonly plies: number;
}

/** The game table: outcomes for the side to move; police to move first, then thief to move. */
export function referenceGame(reference: ReferenceRules): ReferenceOutcome[] {
  const sets = setsOf(reference);
  const turns = ["police", "thief"] as const;
  const positions = turns.flatMap((turn) =>
    reference.squares.flatMap((thief) => sets.map((set): ReferencePosition => ({ police: new Set(set), thief, turn }))),
  );
  const numbers = new Map(positions.map((position, i) => [reference.text(position), i]));
  const start = positions.map((position): ReferenceOutcome => {
    if (position.police.has(position.thief)) return { kind: "no position", plies: 0 };
    const result = reference.result(position);
    if (!result) return { kind: "draw", plies: 0 };
    // Unreachable: the game ended before.
    return { kind: result[turns.indexOf(position.turn as "police")] === 1 ? "no position" : "loss", plies: 0 };
  });
  const after = positions.map((position, i) =>
    (start[i] as ReferenceOutcome).kind === "draw"
      ? reference
          .moves(position, position.turn as "police" | "thief")
          .map((move) => numbers.get(reference.text(reference.play(position, [move]))) as number)
      : [],
  );
  let values = start;
  for (let changed = true; changed;) {
    changed = false;
    const before = values;
    values = before.map((value, i) => {
      const next = (after[i] as number[]).map((each) => before[each] as ReferenceOutcome);
      if (value.kind !== "draw" || next.length === 0) return value;
      const lost = next.filter(({ kind }) => kind === "loss").map(({ plies }) => plies);
      const isLost = next.every(({ kind }) => kind === "win");
      if (lost.length === 0 && !isLost) return value;
      changed = true;
      return lost.length > 0
        ? { kind: "win", plies: 1 + Math.min(...lost) }
        : { kind: "loss", plies: 1 + Math.max(...next.map(({ plies }) => plies)) };
    });
  }
  return values;
}
