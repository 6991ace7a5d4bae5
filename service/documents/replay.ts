/** A game in play, worked out from what was sent of it: every position with who acted, and how it ended. */
import { sameBytes } from "../../engine/contracts/bytes.ts";
import { History, type Ending } from "../../engine/arena/play-game.ts";
import { fail, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import { CHANCE, type Actor, type Move, type Position, type Rules, type Scores } from "../../engine/contracts/game.ts";
import type { ForbiddenPositions } from "../../engine/contracts/player.ts";
import type { GameState } from "../api.ts";

export interface PlayedPly {
  /** As it was sent, in the game's own words. */
  readonly text: string;
  readonly actors: readonly Actor[];
  readonly moves: readonly Move[];
  /** A turn of several plies has one number. */
  readonly turn: number;
  readonly before: Position;
  readonly after: Position;
}

export interface Played {
  readonly rules: Rules;
  readonly start: Position;
  readonly plies: readonly PlayedPly[];
  readonly position: Position;
  readonly actors: readonly Actor[];
  readonly end: { readonly scores: Scores; readonly ending: Ending } | null;
  /** What the past of the game forbids to bring about now. */
  readonly forbidden: ForbiddenPositions | undefined;
}

/** Replays a game; `known` is one that may begin like it, whose plies are then not worked out again. */
export function playedGame(rules: Rules, state: Pick<GameState, "start" | "moves">, known?: Played): Result<Played> {
  const begun = state.start === null ? ok(rules.initial()) : rules.parsePosition(state.start);
  if (!begun.ok) return begun;
  const start = begun.value;
  const plies: PlayedPly[] = known && sameBytes(known.start, start) ? commonPlies(known.plies, state.moves) : [];
  // None of the positions before the last has ended the game: it went on.
  const history = new History({ history: rules.history, players: rules.players, result: () => null }, start);
  for (const ply of plies) history.add(ply.after, ply.actors[0] ?? CHANCE);
  let position = plies.at(-1)?.after ?? start;
  let end = endOf(rules, history, plies, start);
  for (const text of state.moves.slice(plies.length)) {
    if (end) return fail("bad-move", `ply ${plies.length + 1}, "${text}": the game has ended before it`);
    const actors = rules.actors(position);
    const moves = readMoves(rules, position, actors, text);
    if (!moves.ok) return fail("bad-move", `ply ${plies.length + 1}: ${moves.error.message}`);
    const after = rules.play(position, moves.value);
    const turn = turnAfter(rules, plies, actors);
    plies.push({
      text: plyText(rules, position, moves.value),
      actors,
      moves: moves.value,
      turn,
      before: position,
      after,
    });
    position = after;
    const byHistory = history.add(after, actors[0] ?? CHANCE);
    const scores = rules.result(after);
    end = scores ? { scores, ending: "rules" } : byHistory;
  }
  return ok({
    rules,
    start,
    plies,
    position,
    actors: end ? [] : rules.actors(position),
    end,
    forbidden: history.forbidden,
  });
}

/** The plies of a known game that were sent again. */
function commonPlies(known: readonly PlayedPly[], texts: readonly string[]): PlayedPly[] {
  let count = 0;
  while (count < known.length && count < texts.length && known[count]?.text === texts[count]) count++;
  return known.slice(0, count);
}

/** Whether the game has ended with the plies that are known already; each before the last has not. */
function endOf(rules: Rules, history: History, plies: readonly PlayedPly[], start: Position): Played["end"] {
  const last = plies.at(-1);
  const scores = rules.result(last?.after ?? start);
  if (scores) return { scores, ending: "rules" };
  return last ? history.judged(last.after, last.actors[0] ?? CHANCE) : null;
}

export function plyText(rules: Rules, position: Position, moves: readonly Move[]): string {
  return moves.map((move) => rules.formatMove(position, move)).join("&");
}

/** One move of each actor, in their order. */
function readMoves(rules: Rules, position: Position, actors: readonly Actor[], text: string): Result<readonly Move[]> {
  const parts = actors.length > 1 ? text.split("&") : [text];
  if (parts.length !== actors.length)
    return fail("bad-move", `"${text}": expected ${actors.length} moves made at once, joined by "&"`);
  const moves: Move[] = [];
  for (const [number, actor] of actors.entries()) {
    const part = parts[number] as string;
    const move = rules.parseMove(position, part);
    if (!move.ok) return move;
    if (!rules.moves(position, actor).includes(move.value))
      return fail("bad-move", `"${part}" is no move of ${rules.players[actor] ?? "chance"}`);
    moves.push(move.value);
  }
  return ok(moves);
}

/**
 * Where two play, who acts again goes on with the turn; what chance does belongs to the turn before it. Of one alone, and of three, every
 * move is a turn: there, to act twice in a row means nothing.
 */
function turnAfter(rules: Rules, plies: readonly PlayedPly[], actors: readonly Actor[]): number {
  const last = plies.at(-1);
  const turn = last?.turn ?? 0;
  if (actors[0] === CHANCE) return turn;
  const before = plies.findLast((ply) => ply.actors[0] !== CHANCE);
  const goesOn =
    rules.players.length === 2 && actors.length === 1 && before?.actors.length === 1 && before.actors[0] === actors[0];
  return goesOn ? turn : turn + 1;
}

/** For callers whose own caller reports errors. */
export function playedOrThrow(rules: Rules, state: Pick<GameState, "start" | "moves">, known?: Played): Played {
  return unwrap(playedGame(rules, state, known));
}
