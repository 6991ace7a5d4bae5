/** One turn of a player, step by step, in a given time: whatever happens to the player, a legal turn comes out. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { ForbiddenPositions, Limits, Player, OnInfo, SearchInfo } from "../../engine/contracts/player.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { SIDE } from "../../games/arimaa/layout.ts";
import type { TurnTime } from "./clock.ts";
import { turnAtHand } from "./turn-at-hand.ts";

export interface TurnQuestion {
  readonly player: Promise<Player>;
  readonly position: Position;
  readonly forbidden: ForbiddenPositions | undefined;
  readonly depth: number | undefined;
  /** Null: as long as the player likes. */
  readonly time: TurnTime | null;
  readonly warn: (text: string) => void;
  /** Hears what the player thinks so far of the turn. */
  readonly tell: OnInfo;
}

export interface ThoughtTurn {
  readonly moves: readonly Move[];
  /** Null where the player had no answer, and a turn was made for it. */
  readonly thought: SearchInfo | null;
}

export interface Thinking {
  /** Null where it was dropped. Never rejects. */
  readonly answered: Promise<ThoughtTurn | null>;
  /** Asks for the answer now. */
  stop(): void;
  /** No answer is wanted any more. */
  drop(): void;
}

/** Of the margin, when the player is asked to stop, and when nobody waits for it any longer. */
const STOP_AT = 0.3;
const GIVE_UP_AT = 0.6;
/** How long a player that was stopped is waited for. */
const STOPPED_MS = 500;
/** For the steps after the stop, where a player chooses them singly. */
const HURRIED: Limits = { milliseconds: 1 };

export function thinkTurn(rules: ArimaaRules, question: TurnQuestion): Thinking {
  const { position, forbidden, time, warn } = question;
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let settle: (turn: ThoughtTurn | null) => void = () => {};
  const answered = new Promise<ThoughtTurn | null>((resolve) => (settle = resolve));
  let isOver = false;
  const end = (turn: ThoughtTurn | null): void => {
    isOver = true;
    timers.forEach((timer) => clearTimeout(timer));
    settle(turn);
  };
  const giveUp = (why: string): void => {
    if (isOver) return;
    warn(`${why}; some legal turn is made`);
    end({ moves: turnAtHand(rules.board, position, forbidden), thought: null });
  };
  const stop = (): void => {
    if (isOver) return;
    stopping.abort();
    timers.push(setTimeout(() => giveUp("the player does not stop"), STOPPED_MS));
  };
  if (time) {
    const after = (part: number): number => time.milliseconds + part * time.margin;
    timers.push(setTimeout(() => stopping.abort(), after(STOP_AT)));
    timers.push(setTimeout(() => giveUp("the player does not answer in time"), after(GIVE_UP_AT)));
  }
  playTurn(rules, question, stopping.signal).then(end, (error: unknown) => {
    const interrupted = error instanceof GameloreError && error.code === "interrupted";
    giveUp(interrupted ? "the player has no answer yet" : `the player has failed: ${messageOf(error)}`);
  });
  return {
    answered,
    stop,
    drop: () => {
      end(null);
      stopping.abort();
    },
  };
}

async function playTurn(rules: ArimaaRules, question: TurnQuestion, signal: AbortSignal): Promise<ThoughtTurn> {
  const { position, forbidden, depth, time, tell } = question;
  const began = performance.now();
  const player = await question.player;
  const side = position[SIDE] as number;
  const moves: Move[] = [];
  let thought: SearchInfo | null = null;
  let now = position;
  while (now[SIDE] === side && rules.result(now) === null) {
    // Who thinks in whole turns has the rest at hand; others may use what is left.
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
      onInfo: moves.length === 0 ? tell : undefined,
    });
    if (!rules.moves(now).includes(choice.move)) throw new Error("its move is not legal");
    thought ??= choice.info;
    moves.push(choice.move);
    now = rules.play(now, [choice.move]);
  }
  if (forbidden?.(now)) throw new Error("its turn brings a position about for the third time");
  return { moves, thought };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
