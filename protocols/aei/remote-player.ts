/** An external AEI engine as a player. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Position, Move } from "../../engine/contracts/position.ts";
import type { Player, SearchInfo } from "../../engine/contracts/player.ts";
import { tighter } from "../../engine/search/parameters.ts";
import { reportInfo } from "../../engine/search/info-reporter.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { TurnPlayer, type ChosenTurn, type TurnRequest } from "../../games/arimaa/turn-player.ts";
import { parseTurn, playMoves } from "../../games/arimaa/turns.ts";
import { shortened } from "../external/line-text.ts";
import type { OptionSetting } from "../external/option-settings.ts";
import type { SessionSpec } from "../external/session.ts";
import { isExpressible, syncMessages } from "./sync-messages.ts";
import { Peer, type PeerAnswer } from "./peer.ts";
import { fallbackTurn } from "./fallback-turn.ts";

export interface RemoteSpec extends SessionSpec {
  /** Time limit of a turn. */
  readonly milliseconds: number;
  /** Options to set before the first turn; what an engine does not know, it ignores. */
  readonly settings: readonly OptionSetting[];
}

const SECOND = 1_000;
/** Larger numbers are ignored. */
const MAX_NUMBER = 1e15;

export async function remotePlayer(
  text: string,
  board: Board,
  spec: RemoteSpec,
  signal?: AbortSignal,
): Promise<Player> {
  const peer = await Peer.start(spec, signal);
  for (const { name, value } of spec.settings) peer.setOption(name, value);
  return new RemoteTurnPlayer(text, board, peer, spec);
}

class RemoteTurnPlayer extends TurnPlayer {
  readonly #peer: Peer;

  constructor(text: string, board: Board, peer: Peer, spec: RemoteSpec) {
    const game = new RemoteGame(board, peer, spec);
    super(
      text,
      board,
      (request) => game.turn(request),
      () => peer.close(),
    );
    this.#peer = peer;
  }

  cpuSeconds(): number | null {
    return this.#peer.cpuSeconds();
  }
}

class RemoteGame {
  readonly #board: Board;
  readonly #peer: Peer;
  readonly #spec: RemoteSpec;
  /** The position that the engine has. */
  #enginePosition: Position | null = null;
  #sentOptions = "";

  constructor(board: Board, peer: Peer, spec: RemoteSpec) {
    this.#board = board;
    this.#peer = peer;
    this.#spec = spec;
  }

  async turn({ position, limits, signal, forbidden, onInfo }: TurnRequest): Promise<ChosenTurn> {
    const board = this.#board;
    const peer = this.#peer;
    if (board.states.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    if (!isExpressible(position)) {
      const moves = fallbackTurn(board, position, forbidden);
      return { moves, info: { value: null, unit: "none", pv: moves, nodes: 1, milliseconds: 0, depth: null } };
    }
    const milliseconds = tighter(this.#spec.milliseconds, limits.milliseconds) as number;
    this.#sendClock(milliseconds, limits.depth ?? 0);
    for (const line of syncMessages(board, this.#enginePosition, position, peer.sides)) peer.send(line);
    this.#enginePosition = position;
    await peer.ready(signal);
    peer.setOption("moveused", 0);
    const began = performance.now();
    const info = new Map<string, string>();
    const soFar = (): SearchInfo | null =>
      info.size === 0 ? null : searchInfo({ info, milliseconds: performance.now() - began }, []);
    const answer = await reportInfo(onInfo, soFar, () => peer.go(milliseconds, signal, info));
    const moves = parseTurn(board, position, answer.turn);
    if (!moves.ok) throw peer.fault(`bestmove ${shortened(answer.turn)}: ${moves.error.message}`);
    const after = playMoves(board, position, moves.value);
    if (forbidden?.(after)) throw peer.fault(`bestmove ${shortened(answer.turn)}: third repetition of a position`);
    // Echoed as the engine wrote it.
    peer.send(`makemove ${answer.turn}`);
    this.#enginePosition = after;
    return { moves: moves.value, info: searchInfo(answer, moves.value) };
  }

  /** A fixed time per turn without a reserve. AEI has whole seconds; `stop` enforces the rest. */
  #sendClock(milliseconds: number, depth: number): void {
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
    const serialized = JSON.stringify(options);
    if (serialized === this.#sentOptions) return;
    this.#sentOptions = serialized;
    for (const [name, value] of options) this.#peer.setOption(name, value);
  }
}

function searchInfo({ info, milliseconds }: Omit<PeerAnswer, "turn">, moves: readonly Move[]): SearchInfo {
  const number = (kind: string): number | null => {
    const value = Number.parseFloat(info.get(kind) ?? "");
    return Number.isFinite(value) && Math.abs(value) < MAX_NUMBER ? value : null;
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
