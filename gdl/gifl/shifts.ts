/** Merges features that differ only in their place on the board, for listings. Which arguments are coordinates is guessed from the board. */
import type { BoardShape } from "../board-view.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { boardReadings, relationOf, wordsOf, type Readings } from "./coordinates.ts";
import type { Feature } from "./feature.ts";

export interface MergedFeature {
  /** The most frequent of the copies, with the counts of all. */
  readonly feature: Feature;
  readonly copies: number;
}

/** Deeper features first: the shallow ones are the ends of lines and races that every player knows. */
export function mergeShifted(reasoner: PropnetReasoner, features: Iterable<Feature>): MergedFeature[] {
  const read = boardReadings(reasoner);
  const groups = new Map<string, Feature[]>();
  for (const feature of features) {
    const key = read ? shiftKey(reasoner, read.readings, read.board, feature) : String(groups.size);
    const group = groups.get(key);
    if (group) group.push(feature);
    else groups.set(key, [feature]);
  }
  return Array.from(groups.values(), merged).toSorted(
    (a, b) => b.feature.level - a.feature.level || b.feature.seen - a.feature.seen || b.copies - a.copies,
  );
}

function merged(group: readonly Feature[]): MergedFeature {
  const sum = (of: (feature: Feature) => number): number => group.reduce((total, each) => total + of(each), 0);
  const first = group.reduce((best, each) => (each.seen > best.seen ? each : best));
  const feature = {
    ...first,
    seen: sum(({ seen }) => seen),
    tried: sum((each) => each.tried),
    right: sum((each) => each.right),
  };
  return { feature, copies: group.length };
}

/** Equal for features that are the same at another place. */
function shiftKey(
  reasoner: PropnetReasoner,
  readings: Readings,
  { columns, rows }: BoardShape,
  { kind, role, level, move, facts }: Feature,
): string {
  const texts = [reasoner.moveText(move, role), ...facts.map((fact) => reasoner.factText(fact))].map(wordsOf);
  const axes = [columns, rows] as const;
  const smallest = [Infinity, Infinity];
  const indexed = texts.map((words) => {
    const reading = readings.get(relationOf(words));
    return words.map((word, place) => {
      const axis = reading?.[place] ?? null;
      const index = axis === null ? -1 : axes[axis].indexOf(word);
      if (axis === null || index < 0) return { word, axis: null, index };
      smallest[axis] = Math.min(smallest[axis] as number, index);
      return { word, axis, index };
    });
  });
  const shifted = indexed.map((words) =>
    words.map(({ word, axis, index }) => (axis === null ? word : `+${index - (smallest[axis] as number)}`)).join(" "),
  );
  const [own, ...conditions] = shifted;
  return `${kind} ${role} ${level} ${own}; ${conditions.toSorted().join("; ")}`;
}
