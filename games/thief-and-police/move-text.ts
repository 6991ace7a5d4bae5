/**
 * Notation of moves. The police: steps like b2-b3,d9-c9, in any order, separated by commas or spaces; or stay. The thief: f7-f8, or wait. A step may give a direction
 * instead of the target: b2u, b2d, b2l, b2r; the letter alone if the side has one piece. A prefix `police:` or `thief:` names the side.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import { DIRECTION_BITS, NO_SQUARE, POLICE, THIEF, THIEF_MOVE } from "./layout.ts";
import type { Square } from "./maze.ts";
import { PLAYERS, type Placement } from "./placement.ts";

/** Texts of the move without a step, by player. */
export const PASS_TEXTS: readonly string[] = ["stay", "wait"];
export const MOVE_HELP: readonly string[] = [
  "  b2-b3     a policeman or the thief goes from b2 to b3; or b2d: u up, d down, l left, r right",
  "  b2d f7r   several policemen together, in any order; the others stay",
  "  d         the thief, or the only policeman, goes down",
  "  stay      all policemen stay; the thief: wait",
];
const DIRECTION_LETTERS = "ulrd";
const SHOWN = 3;
const MAX_QUOTED = 60;

export interface Step {
  readonly from: number;
  readonly to: number;
}

export interface MoveContext {
  readonly squares: readonly Square[];
  /** One policeman moves per turn. */
  readonly onlyOne: boolean;
  square(name: string): Result<number>;
  format(move: Move): string;
}

export function playerOf(move: Move): number {
  return move >= THIEF_MOVE ? THIEF : POLICE;
}

function quoted(text: string): string {
  return `"${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}"`;
}

/** A player's pieces, in the order of a move's bits. */
function piecesOf({ police, thief }: Placement, player: number): readonly number[] {
  return player === THIEF ? [thief] : police;
}

/** The steps of a move; pieces that stay have none. */
export function stepsOf(squares: readonly Square[], placement: Placement, move: Move): Step[] {
  return piecesOf(placement, playerOf(move)).flatMap((from, i) => {
    const direction = (move >> (DIRECTION_BITS * i)) & 7;
    const to = direction === 0 ? NO_SQUARE : (squares[from]?.neighbours[direction - 1] ?? NO_SQUARE);
    return to === NO_SQUARE ? [] : [{ from, to }];
  });
}

/** Parses a legal move; the error gives the reason and examples. */
export function readMove(
  context: MoveContext,
  placement: Placement,
  text: string,
  legal: readonly Move[],
): Result<Move> {
  if (legal.length === 0) return fail("bad-move", `${quoted(text)} is not a move here: the game has ended`);
  const legalSet = new Set(legal);
  const players = [POLICE, THIEF].filter((player) => legal.some((move) => playerOf(move) === player));
  const [, named, body = ""] = /^(?:(police|thief)\s*:)?(.*)$/s.exec(text.trim().toLowerCase()) ?? [];
  const words = body.split(/[\s,]+/).filter((word) => word !== "");
  let why = "no step is given";
  for (const player of players) {
    if (named !== undefined && named !== PLAYERS[player]) continue;
    const move = moveOf(context, placement, player, words);
    if (move.ok && legalSet.has(move.value)) return move;
    const reason = move.ok ? illegalReason(context, placement, move.value) : move.error.message;
    if (player === (players[0] as number) || isOwnStep(context, placement, player, words)) why = reason;
  }
  if (named !== undefined && !players.some((player) => PLAYERS[player] === named))
    why = `the ${named} does not move now`;
  const shortest = (moves: readonly Move[], count: number): string[] =>
    moves
      .map((move) => context.format(move))
      .toSorted((a, b) => a.length - b.length)
      .slice(0, count);
  // If both sides move, an example of each.
  const shown =
    players.length === 1
      ? shortest(legal, SHOWN)
      : players.flatMap((player) =>
          shortest(
            legal.filter((move) => playerOf(move) === player),
            1,
          ).map((example) => `${PLAYERS[player]}: ${example}`),
        );
  return fail("bad-move", `${quoted(text)} is not a move here: ${why}; expected, for example, ${shown.join(" or ")}`);
}

/** Whether the first word names a piece of the player, so that the error is about that player. */
function isOwnStep(
  context: MoveContext,
  placement: Placement,
  player: number,
  [word = ""]: readonly string[],
): boolean {
  if (word === PASS_TEXTS[player]) return true;
  const start = context.square(/^[a-z]{1,2}\d+/.exec(word)?.[0] ?? "");
  return start.ok && piecesOf(placement, player).includes(start.value);
}

/** The move described by words, legal or not. */
function moveOf(context: MoveContext, placement: Placement, player: number, words: readonly string[]): Result<Move> {
  const base = player === THIEF ? THIEF_MOVE : 0;
  if (words.length === 1 && words[0] === PASS_TEXTS[player]) return ok(base as Move);
  const pieces = piecesOf(placement, player);
  if (words.length === 0) return fail("bad-move", "no step is given");
  let move = base;
  for (const word of words) {
    const step = stepOf(context, pieces, player, word);
    if (!step.ok) return step;
    const { piece, direction } = step.value;
    const shift = DIRECTION_BITS * piece;
    if (((move >> shift) & 7) !== 0)
      return fail("bad-move", `the piece on ${context.squares[pieces[piece] as number]?.name} moves twice`);
    move += direction << shift;
  }
  return ok(move as Move);
}

function stepOf(
  context: MoveContext,
  pieces: readonly number[],
  player: number,
  word: string,
): Result<{ readonly piece: number; readonly direction: number }> {
  const bad = (why: string): Result<never> => fail("bad-move", why);
  const alone = DIRECTION_LETTERS.indexOf(word);
  if (word.length === 1 && alone >= 0) {
    const [only, ...others] = pieces;
    if (others.length === 0 && context.squares[only as number]?.neighbours[alone] === NO_SQUARE)
      return bad(`${word} leads into a wall`);
    return others.length === 0
      ? ok({ piece: 0, direction: alone + 1 })
      : bad(`"${word}" does not name a policeman; write his square first, for example b2${word}`);
  }
  const [, from, to] = /^([a-z]{1,2}\d+)(?:-([a-z]{1,2}\d+)|[ulrd])$/.exec(word) ?? [];
  if (from === undefined) return bad(`${quoted(word)} is not a step like b2-b3 or b2u`);
  const start = context.square(from);
  if (!start.ok) return bad(start.error.message);
  const piece = pieces.indexOf(start.value);
  if (piece < 0) return bad(player === THIEF ? `the thief is not on ${from}` : `there is no policeman on ${from}`);
  const neighbours = context.squares[start.value]?.neighbours ?? [];
  if (to === undefined) {
    const direction = DIRECTION_LETTERS.indexOf(word.at(-1) as string);
    return neighbours[direction] === NO_SQUARE
      ? bad(`${word} leads into a wall`)
      : ok({ piece, direction: direction + 1 });
  }
  const end = context.square(to);
  if (!end.ok) return bad(end.error.message);
  const direction = neighbours.indexOf(end.value);
  return direction < 0 ? bad(`${to} is not next to ${from}`) : ok({ piece, direction: direction + 1 });
}

/** Why a well-formed move is not legal. */
function illegalReason({ squares, onlyOne }: MoveContext, placement: Placement, move: Move): string {
  const name = (square: number): string => squares[square]?.name ?? "";
  const player = playerOf(move);
  const steps = stepsOf(squares, placement, move);
  if (steps.length === 0) return player === THIEF ? "the thief has to move" : "the police have to move";
  if (onlyOne && steps.length > 1) return "only one policeman moves per turn";
  for (const { from, to } of steps) {
    if (player === POLICE && to === placement.thief) return `the thief stands on ${name(to)}`;
    const other = placement.police.includes(to) && to !== from;
    if (!other) continue;
    if (player === THIEF) return `a policeman stands on ${name(to)}`;
    const leaves = steps.find((step) => step.from === to);
    if (!leaves) return `the policeman on ${name(to)} stays there`;
    if (leaves.to === from) return `the policemen on ${name(from)} and ${name(to)} would change places`;
  }
  const twice = steps.find(({ to }, i) => steps.findIndex((step) => step.to === to) !== i);
  if (twice) return `two policemen go to ${name(twice.to)}`;
  const moved = new Set(steps.map(({ from }) => from));
  const left = placement.police.find((square) => !moved.has(square));
  return left === undefined ? "it is not legal" : `the policeman on ${name(left)} has to move too`;
}
