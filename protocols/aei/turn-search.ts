/** One turn of a player, step by step, within a time limit. Always ends with a legal turn, even if the player fails. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { ForbiddenPositions, Limits, Player, OnInfo, SearchInfo } from "../../engine/contracts/player.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { SIDE } from "../../games/arimaa/layout.ts";
import type { TurnTime } from "./clock.ts";
import { fallbackTurn } from "./fallback-turn.ts";

interface TurnSearchRequest {
  readonly player: Promise<Player>;
  readonly position: Position;
  readonly forbidden: ForbiddenPositions | undefined;
  readonly depth: number | undefined;
  /** Null for no limit. */
  readonly time: TurnTime | null;
  readonly warn: (text: string) => void;
  readonly onInfo: OnInfo;
}

export interface SearchedTurn {
  readonly moves: readonly Move[];
  /** Null if the player found no turn and a fallback turn is used. */
  readonly info: SearchInfo | null;
}

export interface TurnSearch {
  /** Null if discarded. Never rejects. */
  readonly result: Promise<SearchedTurn | null>;
  /** Requests the result now. */
  stop(): void;
  /** Ends the search without a result. */
  discard(): void;
}

/** Shares of the margin after which the player is stopped and abandoned. */
const STOP_AT = 0.3;
const GIVE_UP_AT = 0.6;
/** Time that a stopped player has for its turn. */
const STOP_TIMEOUT_MS = 500;
/** Limits of the remaining steps after a stop, for players that choose single steps. */
const HURRIED: Limits = { milliseconds: 1 };

export function searchTurn(rules: ArimaaRules, request: TurnSearchRequest): TurnSearch {
  const { position, forbidden, time, warn } = request;
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let settle: (turn: SearchedTurn | null) => void = () => {};
  const result = new Promise<SearchedTurn | null>((resolve) => (settle = resolve));
  let isOver = false;
  const end = (turn: SearchedTurn | null): void => {
    isOver = true;
    timers.forEach((timer) => clearTimeout(timer));
    settle(turn);
  };
  const useFallback = (why: string): void => {
    if (isOver) return;
    warn(`${why}; playing an arbitrary legal turn`);
    end({ moves: fallbackTurn(rules.board, position, forbidden), info: null });
  };
  const stop = (): void => {
    if (isOver) return;
    stopping.abort();
    timers.push(setTimeout(() => useFallback("the player does not stop"), STOP_TIMEOUT_MS));
  };
  if (time) {
    const after = (part: number): number => time.milliseconds + part * time.margin;
    timers.push(setTimeout(() => stopping.abort(), after(STOP_AT)));
    timers.push(setTimeout(() => useFallback("the player does not answer in time"), after(GIVE_UP_AT)));
  }
  playTurn(rules, request, stopping.signal).then(end, (error: unknown) => {
    const interrupted = error instanceof GameloreError && error.code === "interrupted";
    useFallback(interrupted ? "the player has found no turn yet" : `the player failed: ${messageOf(error)}`);
  });
  return {
    result,
    stop,
    discard: () => {
      end(null);
      stopping.abort();
    },
  };
}

async function playTurn(rules: ArimaaRules, request: TurnSearchRequest, signal: AbortSignal): Promise<SearchedTurn> {
  const { position, forbidden, depth, time, onInfo } = request;
  const began = performance.now();
  const player = await request.player;
  const side = position[SIDE] as PlayerNumber;
  const moves: Move[] = [];
  let info: SearchInfo | null = null;
  let now = position;
  while (now[SIDE] === side && rules.result(now) === null) {
    // A player that searches whole turns already has the remaining steps; others use the remaining time.
    const left = time && Math.max(1, Math.floor(time.milliseconds - (performance.now() - began)));
    const limits: Limits = {
      ...(depth === undefined ? {} : { depth }),
      ...(left === null ? {} : { milliseconds: left }),
    };
    const hurried = moves.length > 0 && signal.aborted;
    const choice = await player.choose(now, hurried ? HURRIED : limits, {
      signal: hurried ? undefined : signal,
      actor: side,
      forbidden,
      onInfo: moves.length === 0 ? onInfo : undefined,
    });
    if (!rules.moves(now).includes(choice.move)) throw new Error("its move is not legal");
    info ??= choice.info;
    moves.push(choice.move);
    now = rules.play(now, [choice.move]);
  }
  if (forbidden?.(now)) throw new Error("its turn repeats a position for the third time");
  return { moves, info: info };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
