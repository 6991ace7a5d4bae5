/** Which words of facts and moves are coordinates of the board. A guess by names, as for drawing. */
import { boardOf, type BoardShape } from "../board-view.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";

/** By relation (name and number of words): for each word, 0 for a column, 1 for a row, null for others. */
export type Readings = ReadonlyMap<string, readonly (0 | 1 | null)[]>;

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

/** Null without a board. */
export function boardReadings(
  reasoner: PropnetReasoner,
): { readonly board: BoardShape; readonly readings: Readings } | null {
  const board = boardOf(reasoner.propnet.facts.map((_, fact) => reasoner.factText(fact)));
  return board && { board, readings: readingsOf(reasoner, board) };
}

/** Facts that differ only in their coordinates, for example all squares with a white pawn: by their text with "_" for coordinates. */
export function pieceClasses(reasoner: PropnetReasoner): ReadonlyMap<string, readonly number[]> {
  const read = boardReadings(reasoner);
  const classes = new Map<string, number[]>();
  if (!read) return classes;
  reasoner.propnet.facts.forEach((_, fact) => {
    const words = wordsOf(reasoner.factText(fact));
    const axes = read.readings.get(relationOf(words)) ?? [];
    if (!axes.some((axis) => axis !== null)) return;
    const name = words.map((word, place) => (typeof axes[place] === "number" ? "_" : word)).join(" ");
    const known = classes.get(name);
    if (known) known.push(fact);
    else classes.set(name, [fact]);
  });
  return classes;
}

export function relationOf(words: readonly string[]): string {
  return `${words[0]} ${words.length}`;
}

/** A nested term is one word. */
export function wordsOf(text: string): readonly string[] {
  const inner = /^\(([^()]+)\)$/.exec(text)?.[1];
  return inner === undefined ? [text] : inner.split(" ");
}
