/** Best play of both sides by a table, from a position on. */
import { CHANCE, type Position, type Rules } from "../../engine/contracts/game.ts";
import type { LineDocument } from "../api.ts";
import type { Played } from "./replay.ts";
import { observed } from "./position.ts";
import type { ValueBook, ValueSources } from "./values.ts";

/** The longest wins that are known take some hundreds of plies. */
const WHOLE = { plies: 1_000, milliseconds: 5_000 };

export interface LineLimits {
  readonly plies: number;
  readonly milliseconds: number;
}

/** As far as the tables know it; empty where none knows the position. */
export async function lineDocument(
  { rules, position }: Played,
  seat: number | null,
  { books }: ValueSources,
): Promise<LineDocument> {
  const seen = observed(rules, position, seat);
  for (const book of books.filter(({ kind }) => kind === "table")) {
    const line = await lineOf(rules, seen, book, WHOLE);
    if (line.moves.length > 0) return line;
  }
  return { moves: [], ended: false };
}

export async function lineOf(
  rules: Rules,
  start: Position,
  book: ValueBook,
  limits: LineLimits,
): Promise<LineDocument> {
  const until = performance.now() + limits.milliseconds;
  const moves: string[] = [];
  let position = start;
  for (;;) {
    const actors = rules.actors(position);
    if (actors.length === 0) return { moves, ended: true };
    if (actors.length > 1 || actors[0] === CHANCE || moves.length === limits.plies) break;
    if (moves.length > 0 && performance.now() > until) break;
    const probe = await book.probe(position);
    const best = probe.ok ? probe.value.moves[0]?.move : undefined;
    if (best === undefined) break;
    moves.push(rules.formatMove(position, best));
    position = rules.play(position, [best]);
  }
  return { moves, ended: false };
}
