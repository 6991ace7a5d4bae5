/** A game in play, replayed from its moves: every position, who acted, and how it ended. */
import { sameBytes } from "../../engine/contracts/bytes.ts";
import { History, type Ending } from "../../engine/arena/play-game.ts";
import { fail, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Actor, type Move, type Position, type Scores } from "../../engine/contracts/position.ts";
import type { ForbiddenPositions } from "../../engine/contracts/player.ts";
import type { GameState } from "../api.ts";

export interface ReplayedPly {
  /** In the game's notation. */
  readonly text: string;
  readonly actors: readonly Actor[];
  readonly moves: readonly Move[];
  /** All plies of one turn have the same number. */
  readonly turn: number;
  readonly before: Position;
  readonly after: Position;
}

export interface ReplayedGame {
  readonly rules: OpenGame;
  readonly start: Position;
  readonly plies: readonly ReplayedPly[];
  readonly position: Position;
  readonly actors: readonly Actor[];
  readonly end: { readonly scores: Scores; readonly ending: Ending } | null;
  /** Positions that the history of the game forbids. */
  readonly forbidden: ForbiddenPositions | undefined;
}

/** What an analysis needs of a game. */
export type AnalysedGame = Pick<ReplayedGame, "rules" | "position" | "actors" | "forbidden"> & {
  readonly plies: readonly Pick<ReplayedPly, "before">[];
};

/** Replays a game. The plies it shares with `known`, an earlier replay, are reused. */
export function replayGame(
  rules: OpenGame,
  state: Pick<GameState, "start" | "moves">,
  known?: ReplayedGame,
): Result<ReplayedGame> {
  const parsed = state.start === null ? ok(rules.initial()) : rules.parsePosition(state.start);
  if (!parsed.ok) return parsed;
  const start = parsed.value;
  const plies: ReplayedPly[] =
    known && sameBytes(known.start, start) ? known.plies.slice(0, sharedPlies(known.plies, state.moves)) : [];
  // No position before the last one ended the game, so no result is needed for them.
  const history = new History({ history: rules.history, players: rules.players, result: () => null }, start);
  for (const ply of plies) history.add(ply.after, ply.actors[0] ?? CHANCE);
  let position = plies.at(-1)?.after ?? start;
  let end = endOf(rules, history, plies, start);
  for (const text of state.moves.slice(plies.length)) {
    if (end) return fail("bad-move", `ply ${plies.length + 1}, "${text}": the game has already ended`);
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

/** The number of leading plies that a replay has in common with a list of moves. */
export function sharedPlies(plies: readonly ReplayedPly[], moves: readonly string[]): number {
  let count = 0;
  while (count < plies.length && count < moves.length && plies[count]?.text === moves[count]) count++;
  return count;
}

/** How the game ended with the last reused ply, or null. */
function endOf(rules: OpenGame, history: History, plies: readonly ReplayedPly[], start: Position): ReplayedGame["end"] {
  const last = plies.at(-1);
  const scores = rules.result(last?.after ?? start);
  if (scores) return { scores, ending: "rules" };
  return last ? history.endAt(last.after, last.actors[0] ?? CHANCE) : null;
}

export function plyText(rules: OpenGame, position: Position, moves: readonly Move[]): string {
  return moves.map((move) => rules.formatMove(position, move)).join("&");
}

/** One move of each actor, in their order. */
function readMoves(
  rules: OpenGame,
  position: Position,
  actors: readonly Actor[],
  text: string,
): Result<readonly Move[]> {
  const parts = actors.length > 1 ? text.split("&") : [text];
  if (parts.length !== actors.length)
    return fail("bad-move", `"${text}": expected ${actors.length} simultaneous moves, joined by "&"`);
  const moves: Move[] = [];
  for (const [number, actor] of actors.entries()) {
    const part = parts[number] as string;
    const move = rules.parseMove(position, part);
    if (!move.ok) return move;
    if (!rules.moves(position, actor).includes(move.value))
      return fail("bad-move", `"${part}" is not a legal move of ${rules.players[actor] ?? "chance"}`);
    moves.push(move.value);
  }
  return ok(moves);
}

/**
 * With two players, a player who acts again continues the turn; a chance move belongs to the turn before it. With one player, or
 * three, every move is a turn.
 */
function turnAfter(rules: OpenGame, plies: readonly ReplayedPly[], actors: readonly Actor[]): number {
  const last = plies.at(-1);
  const turn = last?.turn ?? 0;
  if (actors[0] === CHANCE) return turn;
  const before = plies.findLast((ply) => ply.actors[0] !== CHANCE);
  const isSameTurn =
    rules.players.length === 2 && actors.length === 1 && before?.actors.length === 1 && before.actors[0] === actors[0];
  return isSameTurn ? turn : turn + 1;
}

/** For callers whose own caller reports errors. */
export function replayOrThrow(
  rules: OpenGame,
  state: Pick<GameState, "start" | "moves">,
  known?: ReplayedGame,
): ReplayedGame {
  return unwrap(replayGame(rules, state, known));
}
