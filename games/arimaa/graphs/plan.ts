/** Turns what a node suggests into steps, by a search through legal turns that leaves out what cannot arrive in time. */
import { type Board, type Cells, distance, SILVER, TRAPS } from "./board.ts";
import { type Condition, has, holds, type Pattern } from "./conditions.ts";
import type { Aim, Move } from "./graph.ts";
import { stepOf } from "./parse-move.ts";
import type { BeginTurn, TurnSoFar } from "./turn.ts";

/** Turns looked at before a search gives up, so that a vague wish cannot hold everything up. */
const MOST_LOOKED_AT = 200_000;

/** A turn under way with its steps, and where the piece that is to be brought stands now: -1 where there is none, or it is gone. */
interface Trail {
  readonly turn: TurnSoFar;
  readonly steps: readonly string[];
  readonly followed: number;
}

/** What is wanted, seen from a turn under way. */
interface Wish {
  readonly within: number;
  /** Steps that are certainly still needed. */
  needed(trail: Trail): number;
  fulfilled(trail: Trail): boolean;
}

/** The fewest steps that do it; null where the rules do not allow it. The board is seen as the graph sees it: gold is to move. */
export function planMove({ aim, keeping }: Move, board: Board, begin: BeginTurn): readonly string[] | null {
  const turn = begin(board);
  const kept = (cells: Cells): boolean => keeping.every((condition) => holds(condition, cells));
  switch (aim.kind) {
    case "play":
      return follow(aim.steps, turn, kept);
    case "bring": {
      const { piece, to, within } = aim;
      const found = piece.squares
        .filter((square) => has(piece.contents, board.cells[square]!) && !to.includes(square))
        .map((square) => search({ turn, steps: [], followed: square }, bringing(to, within), kept))
        .filter((steps) => steps !== null);
      return found.sort((a, b) => a.length - b.length)[0] ?? null;
    }
    case "reach":
    case "capture": {
      const wish = aim.kind === "reach" ? reaching(aim.conditions, aim.within) : capturing(aim, board.cells);
      const start: Trail = { turn, steps: [], followed: -1 };
      return wish.fulfilled(start) ? null : search(start, wish, kept);
    }
  }
}

/** The steps as written, if the rules allow them one after the other. */
function follow(wanted: readonly string[], turn: TurnSoFar, kept: (cells: Cells) => boolean): readonly string[] | null {
  const steps: string[] = [];
  let now = turn;
  for (const each of wanted.filter((step) => !step.endsWith("x"))) {
    const next = now.next().find(({ text }) => text.split(" ")[0] === each);
    if (!next) return null;
    steps.push(next.text);
    now = next.turn;
  }
  return now.mayEnd && kept(now.cells) ? steps : null;
}

/** Breadth first, so that the first turn found is one of the shortest. */
function search(start: Trail, wish: Wish, kept: (cells: Cells) => boolean): readonly string[] | null {
  let layer: Trail[] = [start];
  const seen = new Set<string>();
  for (let left = wish.within; left > 0; left--) {
    const after: Trail[] = [];
    for (const trail of layer) {
      for (const { text, turn } of trail.turn.next()) {
        const next = { turn, steps: [...trail.steps, text], followed: followedAfter(trail.followed, text) };
        const key = `${turn.key} ${next.followed}`;
        if (seen.has(key) || wish.needed(next) > left - 1) continue;
        seen.add(key);
        if (turn.mayEnd && wish.fulfilled(next) && kept(turn.cells)) return next.steps;
        after.push(next);
        if (seen.size >= MOST_LOOKED_AT) return null;
      }
    }
    layer = after;
  }
  return null;
}

function followedAfter(followed: number, text: string): number {
  return text
    .split(" ")
    .map(stepOf)
    .reduce((at, { from, to }) => (from === at ? (to ?? -1) : at), followed);
}

/** Steps that a piece needs at least: an own piece one a square; another's one a square too, each with a step of ours before or after. */
function stepsFor(content: number, squares: number): number {
  return has(SILVER, content) ? Math.max(0, 2 * squares - 1) : squares;
}

function bringing(to: readonly number[], within: number): Wish {
  return {
    within,
    needed: ({ turn, followed }) =>
      followed < 0
        ? Infinity
        : Math.min(...to.map((target) => stepsFor(turn.cells[followed]!, distance(followed, target)))),
    fulfilled: ({ followed }) => to.includes(followed),
  };
}

function reaching(conditions: readonly Condition[], within: number): Wish {
  return {
    within,
    needed: ({ turn }) => Math.max(0, ...conditions.map((condition) => stepsUntil(condition, turn.cells))),
    fulfilled: ({ turn }) => conditions.every((condition) => holds(condition, turn.cells)),
  };
}

function stepsUntil(condition: Condition, cells: Cells): number {
  switch (condition.kind) {
    case "all":
      return Math.max(0, ...condition.parts.map((part) => stepsUntil(part, cells)));
    case "any":
      return Math.min(...condition.parts.map((part) => stepsUntil(part, cells)));
    case "count":
      return condition.min > 0 ? nearest(condition, cells) : 0;
    default:
      return 0;
  }
}

/** The steps to the nearest such piece; an empty square may always be near. */
function nearest({ contents, squares }: Pattern, cells: Cells): number {
  if ((contents & 1) !== 0) return 0;
  let least = Infinity;
  cells.forEach((content, from) => {
    if (!has(contents, content)) return;
    for (const to of squares) least = Math.min(least, stepsFor(content, distance(from, to)));
  });
  return least;
}

function capturing({ contents, traps, within }: Extract<Aim, { kind: "capture" }>, before: Cells): Wish {
  const count = (cells: Cells): number => cells.reduce((sum, content) => sum + (has(contents, content) ? 1 : 0), 0);
  const had = count(before);
  return {
    within,
    needed: ({ turn }) => (count(turn.cells) < had ? 0 : nearest({ contents, squares: traps }, turn.cells)),
    fulfilled: ({ turn, steps }) =>
      count(turn.cells) < had &&
      (traps.length === TRAPS.length ||
        steps.some((step) => step.split(" ").some((part) => part.endsWith("x") && traps.includes(stepOf(part).from)))),
  };
}
