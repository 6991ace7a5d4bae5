/** One move of a player, in a given time and among given moves: whatever happens to the player, a legal move comes out. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { Limits, Player } from "../../engine/contracts/player.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import type { MoveTime } from "./clock.ts";
import { RankedSearch, type Ranked } from "./ranked-search.ts";

export interface Question {
  readonly player: Promise<Player>;
  readonly position: Position;
  readonly past: readonly Position[];
  /** The root moves to choose among: all legal ones, or some. Not empty. */
  readonly among: readonly Move[];
  /** Whether `among` leaves legal moves out. */
  readonly isRestricted: boolean;
  /** What the player is told; without the time of a clock, which `time` has. */
  readonly limits: Limits;
  /** Null: until a limit is reached or `stop` comes. */
  readonly time: MoveTime | null;
  /** How many lines of play are wanted. */
  readonly lines: number;
  /** Ends the search where a forced mate in at most so many moves has been found. */
  readonly mate: number | null;
  readonly warn: (text: string) => void;
  /** Hears the lines of play so far, best first. */
  readonly hear: (lines: readonly Ranked[], nodes: number) => void;
}

export interface Answer {
  /** Null where there is no legal move. */
  readonly move: Move | null;
  /** Best first; empty where the player had no answer, and a move was made for it. */
  readonly lines: readonly Ranked[];
  readonly nodes: number;
}

export interface Thinking {
  /** Null where it was dropped. Never rejects. */
  readonly answered: Promise<Answer | null>;
  /** Asks for the answer now. */
  stop(): void;
  /** The clock runs from now on: the opponent has made the move that was pondered on. */
  startClock(time: MoveTime): void;
  /** No answer is wanted any more. */
  drop(): void;
}

/** How long a player that was stopped is waited for. */
const STOPPED_MS = 500;

export function think(rules: ChessRules, question: Question): Thinking {
  const { time, warn } = question;
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let settle: (answer: Answer | null) => void = () => {};
  const answered = new Promise<Answer | null>((resolve) => (settle = resolve));
  let isOver = false;
  const search = new RankedSearch(rules, question, stopping);
  const end = (answer: Answer | null): void => {
    isOver = true;
    timers.forEach((timer) => clearTimeout(timer));
    settle(answer);
  };
  const giveUp = (why: string): void => {
    if (isOver) return;
    const { best, nodes } = search;
    const move = best[0]?.move;
    // What it has told is as good as an answer.
    if (move === undefined) warn(`${why}; some legal move is made`);
    end({ move: move ?? (question.among[0] as Move), lines: best, nodes });
  };
  const runClock = (given: MoveTime, stopMs: number): void => {
    timers.push(setTimeout(() => stopping.abort(), stopMs));
    timers.push(setTimeout(() => giveUp("the player does not answer in time"), given.giveUpMs));
  };
  // A player that knows its limit ends by itself.
  if (time) runClock(time, time.stopMs);
  search.run().then(
    (lines) => {
      if (!isOver) end({ move: (lines[0] as Ranked).move, lines, nodes: search.nodes });
    },
    (error: unknown) => {
      const isInterrupted = error instanceof GameloreError && error.code === "interrupted";
      if (!isInterrupted && !isOver) warn(`the player has failed: ${messageOf(error)}`);
      giveUp(isInterrupted ? "the player has no answer yet" : "the player has no answer");
    },
  );
  return {
    answered,
    startClock: (given) => runClock(given, given.milliseconds),
    stop: () => {
      if (isOver) return;
      stopping.abort();
      timers.push(setTimeout(() => giveUp("the player does not stop"), STOPPED_MS));
    },
    drop: () => {
      end(null);
      stopping.abort();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
