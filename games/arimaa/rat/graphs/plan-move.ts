/** Realizes a suggested move as legal steps: a breadth-first search over turns, pruned by an admissible lower bound on the steps needed. */
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

/** Visited turns before the search gives up. */
const MAX_VISITED = 200_000;
const STEP_LETTERS = 4;

/** A turn in progress with its steps, and the square of the piece to bring: -1 if there is none or it was captured. */
interface PartialTurn {
  readonly turn: TurnSoFar;
  readonly steps: readonly string[];
  readonly followed: number;
}

/** What a turn is to achieve. */
interface Objective {
  readonly within: number;
  /** A lower bound on the steps still needed. */
  lowerBound(partial: PartialTurn): number;
  isReached(partial: PartialTurn): boolean;
}

/** The fewest steps that achieve a move; null if there are none. As in the graph, gold is to move. */
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
      const objective = aim.kind === "reach" ? reaching(aim.conditions, aim.within) : capturing(aim, board.cells);
      const start: PartialTurn = { turn, steps: [], followed: -1 };
      return objective.isReached(start) ? null : search(start, withConstraints(objective, move.keeping, fits));
    }
  }
}

function ownPieces(cells: Cells): number {
  return cells.reduce((sum, content) => sum + (has(GOLD, content) ? 1 : 0), 0);
}

/** The piece goes alone if it can; otherwise others clear its path or unfreeze it. */
function bring(
  { piece, to, within }: Extract<Aim, { kind: "bring" }>,
  cells: Cells,
  turn: TurnSoFar,
  keeping: readonly Condition[],
  fits: (cells: Cells) => boolean,
): readonly string[] | null {
  const starts = piece.squares.filter((square) => has(piece.contents, cells[square]!) && !to.includes(square));
  const objective = withConstraints(bringing(to, within), keeping, fits);
  for (const alone of [true, false]) {
    const found = starts
      .filter((square) => !alone || has(GOLD, cells[square]!))
      .map((square) => search({ turn, steps: [], followed: square }, objective, alone))
      .filter((steps) => steps !== null);
    if (found.length > 0) return found.sort((a, b) => a.length - b.length)[0]!;
  }
  return null;
}

/** An objective with further conditions. */
function withConstraints(
  objective: Objective,
  keeping: readonly Condition[],
  fits: (cells: Cells) => boolean,
): Objective {
  return {
    within: objective.within,
    lowerBound: (partial) => Math.max(objective.lowerBound(partial), stepsUntilAll(keeping, partial)),
    isReached: (partial) => objective.isReached(partial) && fits(partial.turn.cells),
  };
}

/** The steps as written, if they are legal in sequence. */
function follow(target: readonly string[], turn: TurnSoFar, fits: (cells: Cells) => boolean): readonly string[] | null {
  const steps: string[] = [];
  let now = turn;
  for (const each of target.filter((step) => !step.endsWith("x"))) {
    const next = now.next().find(({ text }) => text.split(" ")[0] === each);
    if (!next) return null;
    steps.push(next.text);
    now = next.turn;
  }
  return now.mayEnd && fits(now.cells) ? steps : null;
}

/** Breadth-first, so the first turn found is a shortest one. Alone: no other own piece may move. */
function search(start: PartialTurn, objective: Objective, alone: boolean = false): readonly string[] | null {
  let layer: PartialTurn[] = [start];
  const seen = new Set<string>();
  for (let left = objective.within; left > 0; left--) {
    const after: PartialTurn[] = [];
    for (const partial of layer) {
      for (const { text, turn } of partial.turn.next()) {
        if (alone && has(GOLD, stepOf(text).content) && stepOf(text).from !== partial.followed) continue;
        const next = { turn, steps: [...partial.steps, text], followed: followedAfter(partial.followed, text) };
        const key = `${turn.key} ${next.followed}`;
        if (seen.has(key)) continue;
        seen.add(key);
        if (objective.lowerBound(next) > left - 1) continue;
        if (turn.mayEnd && objective.isReached(next)) return next.steps;
        after.push(next);
        if (seen.size >= MAX_VISITED) return null;
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
 * A lower bound on the steps for a piece to reach a square: one per square for our own. An enemy piece needs an adjacent stronger piece and
 * a step of ours with each of its own; one of these may be made already if the last step can become a pull.
 */
function stepsFor(from: number, to: number, { turn: { cells }, steps }: PartialTurn): number {
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

function bringing(to: readonly number[], within: number): Objective {
  return {
    within,
    lowerBound: (partial) =>
      partial.followed < 0 ? Infinity : Math.min(...to.map((target) => stepsFor(partial.followed, target, partial))),
    isReached: ({ followed }) => to.includes(followed),
  };
}

function reaching(conditions: readonly Condition[], within: number): Objective {
  return {
    within,
    lowerBound: (partial) => stepsUntilAll(conditions, partial),
    isReached: ({ turn }) => allHold(conditions, turn.cells),
  };
}

function allHold(conditions: readonly Condition[], cells: Cells): boolean {
  return conditions.every((condition) => holds(condition, cells));
}

function stepsUntilAll(conditions: readonly Condition[], partial: PartialTurn): number {
  return Math.max(0, ...conditions.map((condition) => stepsUntil(condition, partial)));
}

function stepsUntil(condition: Condition, partial: PartialTurn): number {
  switch (condition.kind) {
    case "all":
      return stepsUntilAll(condition.parts, partial);
    case "any":
      return Math.min(...condition.parts.map((part) => stepsUntil(part, partial)));
    case "count":
      return condition.min > 0 ? nearest(condition, partial) : 0;
    default:
      return 0;
  }
}

/** A lower bound for the nearest matching piece; 0 if an empty square matches. */
function nearest({ contents, squares }: Pattern, partial: PartialTurn): number {
  if ((contents & 1) !== 0) return 0;
  let least = Infinity;
  partial.turn.cells.forEach((content, from) => {
    if (!has(contents, content)) return;
    for (const to of squares) least = Math.min(least, stepsFor(from, to, partial));
  });
  return least;
}

function capturing({ contents, traps, within }: Extract<Aim, { kind: "capture" }>, before: Cells): Objective {
  const count = (cells: Cells): number => cells.reduce((sum, content) => sum + (has(contents, content) ? 1 : 0), 0);
  const had = count(before);
  return {
    within,
    lowerBound: (partial) => (count(partial.turn.cells) < had ? 0 : stepsToCapture(contents, traps, partial)),
    isReached: ({ turn, steps }) =>
      count(turn.cells) < had &&
      (traps.length === TRAPS.length ||
        steps.some((step) => step.split(" ").some((part) => part.endsWith("x") && traps.includes(stepOf(part).from)))),
  };
}

/** The piece must reach the trap, and every other silver piece next to it must leave; each such step needs one of ours. */
function stepsToCapture(contents: Contents, traps: readonly number[], partial: PartialTurn): number {
  const { cells } = partial.turn;
  let least = Infinity;
  for (const trap of traps) {
    const guards = NEIGHBOURS[trap]!.filter((square) => has(SILVER, cells[square]!));
    cells.forEach((content, from) => {
      if (!has(contents, content)) return;
      if (has(GOLD, content)) least = 0;
      const theirs = distance(from, trap) + guards.filter((guard) => guard !== from).length;
      least = Math.min(least, Math.max(stepsFor(from, trap, partial), 2 * theirs - 1));
    });
  }
  return least;
}
