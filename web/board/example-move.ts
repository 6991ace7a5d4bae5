/** A move that shows how the pieces of a game move, chosen from those of its first position. Pure. */
import type { MoveDocument, Spot } from "../../service/api.ts";

export interface ExampleMove {
  readonly move: MoveDocument;
  /** The piece that moves; null if one is placed, or several move. */
  readonly from: number | null;
  /** All cells that the piece can reach. */
  readonly targets: readonly number[];
}

/** Of a piece with the most moves, the longest one; null if no move is on the board. */
export function exampleMove(moves: readonly MoveDocument[]): ExampleMove | null {
  const movesFrom = Map.groupBy(
    moves.filter((move) => cellOf(move.to) !== null),
    (move) => cellOf(move.from),
  );
  const most = Math.max(0, ...[...movesFrom].map(([from, own]) => (from === null ? 0 : own.length)));
  const pieces = [...movesFrom].filter(([from, own]) => from !== null && own.length === most);
  const [from, own] = middle(pieces) ?? [null, movesFrom.get(null) ?? moves.filter(({ steps }) => steps)];
  const far = (each: MoveDocument): number => Math.abs((cellOf(each.to) ?? 0) - (from ?? 0));
  const length = (each: MoveDocument): number => 1_000 * (each.path?.length ?? 0) + far(each);
  const move = from === null ? middle(own) : own.toSorted((a, b) => length(b) - length(a))[0];
  if (!move) return null;
  return { move, from, targets: from === null ? [] : own.flatMap(({ to }) => cellOf(to) ?? []) };
}

function cellOf(spot: Spot | null): number | null {
  return spot && "cell" in spot ? spot.cell : null;
}

function middle<T>(list: readonly T[]): T | undefined {
  return list[Math.floor((list.length - 1) / 2)];
}
