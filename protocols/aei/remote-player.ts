/** An engine of somebody else as a player of the arena. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import type { Player, SearchInfo } from "../../engine/contracts/player.ts";
import { tighter } from "../../engine/search/parameters.ts";
import { tellWhile } from "../../engine/search/telling.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { TurnPlayer, type ChosenTurn, type TurnRequest } from "../../games/arimaa/turn-player.ts";
import { parseTurn, playMoves } from "../../games/arimaa/turns.ts";
import { shortened } from "../program/line-text.ts";
import type { SessionSpec } from "../program/session.ts";
import { canBeTold, messagesTo } from "./game-so-far.ts";
import { Peer, type PeerAnswer } from "./peer.ts";
import { turnAtHand } from "./turn-at-hand.ts";

export interface RemoteSpec extends SessionSpec {
  /** For a turn, at most. */
  readonly milliseconds: number;
  readonly hash: number | null;
}

const SECOND = 1_000;
/** Information of an engine is not believed beyond this. */
const MOST = 1e15;

export async function remotePlayer(
  text: string,
  board: Board,
  spec: RemoteSpec,
  signal?: AbortSignal,
): Promise<Player> {
  const peer = await Peer.start(spec, signal);
  if (spec.hash !== null) peer.setOption("hash", spec.hash);
  const game = new RemoteGame(board, peer, spec);
  return new TurnPlayer(
    text,
    board,
    (request) => game.turn(request),
    () => peer.close(),
  );
}

class RemoteGame {
  readonly #board: Board;
  readonly #peer: Peer;
  readonly #spec: RemoteSpec;
  /** Where the engine believes the game to be. */
  #known: Position | null = null;
  #told = "";

  constructor(board: Board, peer: Peer, spec: RemoteSpec) {
    this.#board = board;
    this.#peer = peer;
    this.#spec = spec;
  }

  async turn({ position, limits, signal, forbidden, onInfo: tell }: TurnRequest): Promise<ChosenTurn> {
    const board = this.#board;
    const peer = this.#peer;
    if (board.states.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    if (!canBeTold(position)) {
      const moves = turnAtHand(board, position, forbidden);
      return { moves, info: { value: null, unit: "none", pv: moves, nodes: 1, milliseconds: 0, depth: null } };
    }
    const milliseconds = tighter(this.#spec.milliseconds, limits.milliseconds) as number;
    this.#tellClock(milliseconds, limits.depth ?? 0);
    for (const line of messagesTo(board, this.#known, position, peer.sides)) peer.send(line);
    this.#known = position;
    await peer.ready(signal);
    peer.setOption("moveused", 0);
    const began = performance.now();
    const info = new Map<string, string>();
    const soFar = (): SearchInfo | null =>
      info.size === 0 ? null : thoughtOf({ info, milliseconds: performance.now() - began }, []);
    const answer = await tellWhile(tell, soFar, () => peer.go(milliseconds, signal, info));
    const moves = parseTurn(board, position, answer.turn);
    if (!moves.ok) throw peer.fault(`bestmove ${shortened(answer.turn)}: ${moves.error.message}`);
    const after = playMoves(board, position, moves.value);
    if (forbidden?.(after))
      throw peer.fault(`bestmove ${shortened(answer.turn)}: it brings a position about for the third time`);
    // As the engine wrote it; our own names of things mean nothing to it.
    peer.send(`makemove ${answer.turn}`);
    this.#known = after;
    return { moves: moves.value, info: thoughtOf(answer, moves.value) };
  }

  /** Every turn has its time and nothing else: no reserve. The protocol knows whole seconds; `stop` sees to the rest. */
  #tellClock(milliseconds: number, depth: number): void {
    const seconds = Math.max(1, Math.floor(milliseconds / SECOND));
    const options: readonly (readonly [string, number])[] = [
      ["tcmove", seconds],
      ["tcreserve", 0],
      ["tcpercent", 0],
      ["tcmax", 0],
      ["tctotal", 0],
      ["tcturns", 0],
      ["tcturntime", seconds],
      ["greserve", 0],
      ["sreserve", 0],
      ...(depth > 0 ? [["depth", depth] as const] : []),
    ];
    const told = JSON.stringify(options);
    if (told === this.#told) return;
    this.#told = told;
    for (const [name, value] of options) this.#peer.setOption(name, value);
  }
}

function thoughtOf({ info, milliseconds }: Omit<PeerAnswer, "turn">, moves: readonly number[]): SearchInfo {
  const number = (kind: string): number | null => {
    const value = Number.parseFloat(info.get(kind) ?? "");
    return Number.isFinite(value) && Math.abs(value) < MOST ? value : null;
  };
  const score = number("score");
  return {
    value: score === null ? null : score / 100,
    unit: "rabbits",
    pv: moves,
    nodes: Math.max(1, Math.round(number("nodes") ?? 1)),
    milliseconds,
    depth: number("depth"),
  };
}
