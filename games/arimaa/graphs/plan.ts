/** Turns what a node suggests into steps, by a search through legal turns that leaves out what cannot arrive in time. */
import { type Board, type Cells, distance, GOLD, SILVER, strengthOf, TRAPS } from "./board.ts";
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
  switch (aim.kind) {
    case "play":
      return follow(aim.steps, turn, keeping);
    case "bring": {
      const { piece, to, within } = aim;
      const found = piece.squares
        .filter((square) => has(piece.contents, board.cells[square]!) && !to.includes(square))
        .map((square) => search({ turn, steps: [], followed: square }, bringing(to, within), keeping))
        .filter((steps) => steps !== null);
      return found.sort((a, b) => a.length - b.length)[0] ?? null;
    }
    case "reach":
    case "capture": {
      const wish = aim.kind === "reach" ? reaching(aim.conditions, aim.within) : capturing(aim, board.cells);
      const start: Trail = { turn, steps: [], followed: -1 };
      return wish.fulfilled(start) ? null : search(start, wish, keeping);
    }
  }
}

/** The steps as written, if the rules allow them one after the other. */
function follow(wanted: readonly string[], turn: TurnSoFar, keeping: readonly Condition[]): readonly string[] | null {
  const steps: string[] = [];
  let now = turn;
  for (const each of wanted.filter((step) => !step.endsWith("x"))) {
    const next = now.next().find(({ text }) => text.split(" ")[0] === each);
    if (!next) return null;
    steps.push(next.text);
    now = next.turn;
  }
  return now.mayEnd && allHold(keeping, now.cells) ? steps : null;
}

/** Breadth first, so that the first turn found is one of the shortest. */
function search(start: Trail, wish: Wish, keeping: readonly Condition[]): readonly string[] | null {
  let layer: Trail[] = [start];
  const seen = new Set<string>();
  for (let left = wish.within; left > 0; left--) {
    const after: Trail[] = [];
    for (const trail of layer) {
      for (const { text, turn } of trail.turn.next()) {
        const next = { turn, steps: [...trail.steps, text], followed: followedAfter(trail.followed, text) };
        const key = `${turn.key} ${next.followed}`;
        if (seen.has(key)) continue;
        seen.add(key);
        if (Math.max(wish.needed(next), stepsUntilAll(keeping, turn.cells)) > left - 1) continue;
        if (turn.mayEnd && wish.fulfilled(next) && allHold(keeping, turn.cells)) return next.steps;
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

/**
 * Steps that a piece needs at least: an own one a step a square. Another's needs a step of ours with each of its own, before or
 * after it (one of these may be done already), and somebody stronger who first comes beside it.
 */
function stepsFor(from: number, to: number, cells: Cells): number {
  const squares = distance(from, to);
  const content = cells[from]!;
  if (!has(SILVER, content) || squares === 0) return squares;
  let nearest = Infinity;
  for (let square = 0; square < cells.length; square++) {
    const other = cells[square]!;
    if (has(GOLD, other) && strengthOf(other) > strengthOf(content))
      nearest = Math.min(nearest, distance(square, from));
  }
  // From two squares away a pull may be under way; from farther it is not.
  return nearest > 2 ? nearest - 1 + 2 * squares : 2 * squares - 1;
}

function bringing(to: readonly number[], within: number): Wish {
  return {
    within,
    needed: ({ turn, followed }) =>
      followed < 0 ? Infinity : Math.min(...to.map((target) => stepsFor(followed, target, turn.cells))),
    fulfilled: ({ followed }) => to.includes(followed),
  };
}

function reaching(conditions: readonly Condition[], within: number): Wish {
  return {
    within,
    needed: ({ turn }) => stepsUntilAll(conditions, turn.cells),
    fulfilled: ({ turn }) => allHold(conditions, turn.cells),
  };
}

function allHold(conditions: readonly Condition[], cells: Cells): boolean {
  return conditions.every((condition) => holds(condition, cells));
}

function stepsUntilAll(conditions: readonly Condition[], cells: Cells): number {
  return Math.max(0, ...conditions.map((condition) => stepsUntil(condition, cells)));
}

function stepsUntil(condition: Condition, cells: Cells): number {
  switch (condition.kind) {
    case "all":
      return stepsUntilAll(condition.parts, cells);
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
    for (const to of squares) least = Math.min(least, stepsFor(from, to, cells));
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
