/** Merges features that differ only in their place on the board, for listings. Which arguments are coordinates is guessed from the board. */
import { boardOf, type BoardShape } from "../board-view.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Feature } from "./feature.ts";

export interface MergedFeature {
  /** The most frequent of the copies, with the counts of all. */
  readonly feature: Feature;
  readonly copies: number;
}

/** Deeper features first: the shallow ones are the ends of lines and races that every player knows. */
export function mergeShifted(reasoner: PropnetReasoner, features: Iterable<Feature>): MergedFeature[] {
  const board = boardOf(reasoner.propnet.facts.map((_, fact) => reasoner.factText(fact)));
  const readings = board ? readingsOf(reasoner, board) : null;
  const groups = new Map<string, Feature[]>();
  for (const feature of features) {
    const key = readings && board ? shiftKey(reasoner, readings, board, feature) : String(groups.size);
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

/** By relation (name and number of words): for each word, 0 for a column, 1 for a row, null for others. */
type Readings = ReadonlyMap<string, readonly (0 | 1 | null)[]>;

function readingsOf(reasoner: PropnetReasoner, { columns, rows }: BoardShape): Readings {
  const { propnet } = reasoner;
  const texts = [
    ...propnet.facts.map((_, fact) => reasoner.factText(fact)),
    ...propnet.roles.flatMap((own, role) => own.moves.map((_, move) => reasoner.moveText(move, role))),
  ];
  const relations = Map.groupBy(texts.map(wordsOf), relationOf);
  return new Map(
    Array.from(relations, ([relation, list]) => {
      const [first = []] = list;
      const among = (values: readonly string[], place: number): boolean =>
        list.every((words) => values.includes(words[place] as string));
      const places = [...first.keys()].filter((place) => place > 0 && (among(columns, place) || among(rows, place)));
      const axis = (place: number): 0 | 1 | null => {
        const index = places.indexOf(place);
        if (index < 0) return null;
        if (places.length === 1) return among(columns, place) ? 0 : 1;
        // Pairs of column and row; an odd number of them is not a list of squares.
        return places.length % 2 === 0 ? ((index % 2) as 0 | 1) : null;
      };
      return [relation, [...first.keys()].map(axis)] as const;
    }),
  );
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

function relationOf(words: readonly string[]): string {
  return `${words[0]} ${words.length}`;
}

/** A nested term is one word. */
function wordsOf(text: string): readonly string[] {
  const inner = /^\(([^()]+)\)$/.exec(text)?.[1];
  return inner === undefined ? [text] : inner.split(" ");
}
