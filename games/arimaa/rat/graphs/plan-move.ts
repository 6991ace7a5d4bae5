/** Turns what a node suggests into steps, by a search through legal turns that leaves out what cannot arrive in time. */
import {
  type Board,
  type Cells,
  type Contents,
  distance,
  GOLD,
  NEIGHBOURS,
  SILVER,
  strengthOf,
  TRAPS,
} from "./board.ts";
import { type Condition, has, holds, type Pattern } from "./conditions.ts";
import type { Aim, Move } from "./graph.ts";
import { stepOf } from "./parse-move.ts";
import type { BeginTurn, TurnSoFar } from "./turn.ts";

/** Turns looked at before a search gives up, so that a vague wish cannot hold everything up. */
const MOST_LOOKED_AT = 200_000;
const STEP_LETTERS = 4;

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
export function planMove(move: Move, board: Board, begin: BeginTurn): readonly string[] | null {
  const { aim } = move;
  const turn = begin(board);
  const own = ownPieces(board.cells);
  const fits = (cells: Cells): boolean => allHold(move.keeping, cells) && (move.sacrifice || ownPieces(cells) === own);
  switch (aim.kind) {
    case "play":
      return follow(aim.steps, turn, fits);
    case "bring":
      return bring(aim, board.cells, turn, move.keeping, fits);
    case "reach":
    case "capture": {
      const wish = aim.kind === "reach" ? reaching(aim.conditions, aim.within) : capturing(aim, board.cells);
      const start: Trail = { turn, steps: [], followed: -1 };
      return wish.fulfilled(start) ? null : search(start, both(wish, move.keeping, fits));
    }
  }
}

function ownPieces(cells: Cells): number {
  return cells.reduce((sum, content) => sum + (has(GOLD, content) ? 1 : 0), 0);
}

/** The piece goes alone if it can; otherwise others make way for it, or come beside it where it is frozen. */
function bring(
  { piece, to, within }: Extract<Aim, { kind: "bring" }>,
  cells: Cells,
  turn: TurnSoFar,
  keeping: readonly Condition[],
  fits: (cells: Cells) => boolean,
): readonly string[] | null {
  const starts = piece.squares.filter((square) => has(piece.contents, cells[square]!) && !to.includes(square));
  const wish = both(bringing(to, within), keeping, fits);
  for (const alone of [true, false]) {
    const found = starts
      .filter((square) => !alone || has(GOLD, cells[square]!))
      .map((square) => search({ turn, steps: [], followed: square }, wish, alone))
      .filter((steps) => steps !== null);
    if (found.length > 0) return found.sort((a, b) => a.length - b.length)[0]!;
  }
  return null;
}

/** A wish with what must hold besides. */
function both(wish: Wish, keeping: readonly Condition[], fits: (cells: Cells) => boolean): Wish {
  return {
    within: wish.within,
    needed: (trail) => Math.max(wish.needed(trail), stepsUntilAll(keeping, trail)),
    fulfilled: (trail) => wish.fulfilled(trail) && fits(trail.turn.cells),
  };
}

/** The steps as written, if the rules allow them one after the other. */
function follow(wanted: readonly string[], turn: TurnSoFar, fits: (cells: Cells) => boolean): readonly string[] | null {
  const steps: string[] = [];
  let now = turn;
  for (const each of wanted.filter((step) => !step.endsWith("x"))) {
    const next = now.next().find(({ text }) => text.split(" ")[0] === each);
    if (!next) return null;
    steps.push(next.text);
    now = next.turn;
  }
  return now.mayEnd && fits(now.cells) ? steps : null;
}

/** Breadth first, so that the first turn found is one of the shortest. Alone: no other own piece may move. */
function search(start: Trail, wish: Wish, alone: boolean = false): readonly string[] | null {
  let layer: Trail[] = [start];
  const seen = new Set<string>();
  for (let left = wish.within; left > 0; left--) {
    const after: Trail[] = [];
    for (const trail of layer) {
      for (const { text, turn } of trail.turn.next()) {
        if (alone && has(GOLD, stepOf(text).content) && stepOf(text).from !== trail.followed) continue;
        const next = { turn, steps: [...trail.steps, text], followed: followedAfter(trail.followed, text) };
        const key = `${turn.key} ${next.followed}`;
        if (seen.has(key)) continue;
        seen.add(key);
        if (wish.needed(next) > left - 1) continue;
        if (turn.mayEnd && wish.fulfilled(next)) return next.steps;
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
 * Steps that a piece needs at least: an own one a step a square. Another's needs somebody stronger beside it and a step of ours with
 * each of its own; one of these may be done already, if the last step may become a pull.
 */
function stepsFor(from: number, to: number, { turn: { cells }, steps }: Trail): number {
  const squares = distance(from, to);
  const content = cells[from]!;
  if (!has(SILVER, content) || squares === 0) return squares;
  const stronger = (other: number): boolean => has(GOLD, other) && strengthOf(other) > strengthOf(content);
  const last = steps.length === 0 ? null : stepOf(steps.at(-1)!.slice(0, STEP_LETTERS));
  if (last && stronger(last.content) && distance(last.from, from) === 1) return 2 * squares - 1;
  let nearest = Infinity;
  for (let square = 0; square < cells.length; square++)
    if (stronger(cells[square]!)) nearest = Math.min(nearest, distance(square, from));
  return nearest - 1 + 2 * squares;
}

function bringing(to: readonly number[], within: number): Wish {
  return {
    within,
    needed: (trail) =>
      trail.followed < 0 ? Infinity : Math.min(...to.map((target) => stepsFor(trail.followed, target, trail))),
    fulfilled: ({ followed }) => to.includes(followed),
  };
}

function reaching(conditions: readonly Condition[], within: number): Wish {
  return {
    within,
    needed: (trail) => stepsUntilAll(conditions, trail),
    fulfilled: ({ turn }) => allHold(conditions, turn.cells),
  };
}

function allHold(conditions: readonly Condition[], cells: Cells): boolean {
  return conditions.every((condition) => holds(condition, cells));
}

function stepsUntilAll(conditions: readonly Condition[], trail: Trail): number {
  return Math.max(0, ...conditions.map((condition) => stepsUntil(condition, trail)));
}

function stepsUntil(condition: Condition, trail: Trail): number {
  switch (condition.kind) {
    case "all":
      return stepsUntilAll(condition.parts, trail);
    case "any":
      return Math.min(...condition.parts.map((part) => stepsUntil(part, trail)));
    case "count":
      return condition.min > 0 ? nearest(condition, trail) : 0;
    default:
      return 0;
  }
}

/** The steps to the nearest such piece; an empty square may always be near. */
function nearest({ contents, squares }: Pattern, trail: Trail): number {
  if ((contents & 1) !== 0) return 0;
  let least = Infinity;
  trail.turn.cells.forEach((content, from) => {
    if (!has(contents, content)) return;
    for (const to of squares) least = Math.min(least, stepsFor(from, to, trail));
  });
  return least;
}

function capturing({ contents, traps, within }: Extract<Aim, { kind: "capture" }>, before: Cells): Wish {
  const count = (cells: Cells): number => cells.reduce((sum, content) => sum + (has(contents, content) ? 1 : 0), 0);
  const had = count(before);
  return {
    within,
    needed: (trail) => (count(trail.turn.cells) < had ? 0 : stepsToCapture(contents, traps, trail)),
    fulfilled: ({ turn, steps }) =>
      count(turn.cells) < had &&
      (traps.length === TRAPS.length ||
        steps.some((step) => step.split(" ").some((part) => part.endsWith("x") && traps.includes(stepOf(part).from)))),
  };
}

/** The piece must come to the trap, and every other silver piece beside it must go; each such step goes with one of ours. */
function stepsToCapture(contents: Contents, traps: readonly number[], trail: Trail): number {
  const { cells } = trail.turn;
  let least = Infinity;
  for (const trap of traps) {
    const guards = NEIGHBOURS[trap]!.filter((square) => has(SILVER, cells[square]!));
    cells.forEach((content, from) => {
      if (!has(contents, content)) return;
      if (has(GOLD, content)) least = 0;
      const theirs = distance(from, trap) + guards.filter((guard) => guard !== from).length;
      least = Math.min(least, Math.max(stepsFor(from, trap, trail), 2 * theirs - 1));
    });
  }
  return least;
}
