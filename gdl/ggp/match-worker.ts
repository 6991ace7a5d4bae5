/**
 * The thread of a match: it reads the rulesheet, follows the moves and chooses. What it does can take any time and memory; the server,
 * on a thread of its own, does not depend on it.
 */
import { parentPort, workerData } from "node:worker_threads";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { ReasonerBoard, RulesBoard, type Board } from "./board.ts";
import { recoverLostStep } from "./lost-step.ts";
import { epochNow } from "./clock.ts";
import { openInterpreter, openRules, reasonOf, roleNumber } from "./open-match.ts";
import { chooseFor, moveText, strongestPlayer } from "./steps.ts";

export interface MatchThreadStart {
  readonly rules: string;
  readonly role: string;
  /** A player's text; null for the strongest there is. */
  readonly player: string | null;
  readonly seed: number;
  /** Follows the moves by the interpreter and chooses nothing. */
  readonly isFallback: boolean;
  /** Steps that were played before. */
  readonly history: readonly (readonly string[])[];
  /** When what is left of the start clock ends. */
  readonly until: number;
}

export type ToMatchThread =
  /** Where the moves are null, the position is the one to move in. */
  | {
      readonly kind: "play";
      readonly turn: number;
      readonly moves: readonly string[] | null;
      readonly until: number;
      /** A step before these moves was never told; our own move in it was probably this one. */
      readonly catchUp?: string | null;
    }
  /** Whatever is thought about is no longer of interest. */
  | { readonly kind: "hush" }
  | { readonly kind: "end"; readonly moves: readonly string[] | null };

export type FromMatchThread =
  | { readonly kind: "ready"; readonly role: number; readonly player: string }
  | { readonly kind: "prepared" }
  | { readonly kind: "failed"; readonly message: string; readonly isTooLarge: boolean }
  /** The moves cannot be made here; nothing was changed. */
  | { readonly kind: "unfit"; readonly turn: number }
  /** Steps that were guessed and made. */
  | { readonly kind: "caught up"; readonly steps: readonly (readonly string[])[] }
  | { readonly kind: "legal"; readonly turn: number; readonly moves: readonly string[] }
  | { readonly kind: "move"; readonly turn: number; readonly move: string }
  | { readonly kind: "hushed" }
  /** Null where the match did not come to an end. */
  | { readonly kind: "ended"; readonly goals: readonly number[] | null };

type PlayMessage = ToMatchThread & { readonly kind: "play" };

const port = parentPort;
const start = workerData as MatchThreadStart;
const say = (message: FromMatchThread): void => port?.postMessage(message);

interface Seat {
  readonly board: Board;
  readonly role: number;
  readonly choose: ((until: number, signal: AbortSignal) => Promise<string>) | null;
  readonly player: Player | null;
}

async function takeSeat(): Promise<Seat> {
  if (start.isFallback) {
    const board = new ReasonerBoard(openInterpreter(start.rules));
    return { board, role: unwrap(roleNumber(board.roles, start.role)), choose: null, player: null };
  }
  const rules = await openRules(start.rules);
  const board = new RulesBoard(rules);
  const role = unwrap(roleNumber(board.roles, start.role));
  const player = await makePlayer(rules, start.player ?? strongestPlayer(rules), start.seed);
  const choose = async (until: number, signal: AbortSignal): Promise<string> => {
    const { position } = board;
    const limits = { milliseconds: Math.max(1, Math.floor(until - epochNow())) };
    const move = await chooseFor(rules, player, { position, role }, limits, signal);
    if (move === null) throw new Error(`${player.text} chose a move that is not legal`);
    return moveText(rules, position, role, move);
  };
  return { board, role, choose, player };
}

/** A thought before the first one: it starts the player's threads and lets its code be compiled. */
const WARM_UP = { milliseconds: 20 } as const;

/** What is left of the start clock belongs to the player: here it learns, where it can. */
async function prepare({ board, player, role }: Seat, signal: AbortSignal): Promise<void> {
  const left = (): number => Math.floor(start.until - epochNow());
  if (!player || !(board instanceof RulesBoard) || board.ended || left() <= 0) return;
  const { rules, position } = board;
  const actors = rules.actors(position);
  await player.choose(position, WARM_UP, { signal, actor: actors.includes(role) ? role : actors[0] });
  if (left() > 0) await player.prepare?.(position, { milliseconds: left() }, signal);
}

/** Follows the moves at once; only a step that fits ends the thought before it. */
function follow({ board, role }: Seat, { turn, moves, catchUp }: PlayMessage): readonly string[] | null {
  if (moves && !board.advance(moves)) {
    if (catchUp === undefined) {
      say({ kind: "unfit", turn });
      return null;
    }
    const lost = recoverLostStep(board, moves, { role, move: catchUp });
    if (lost) say({ kind: "caught up", steps: [lost, moves] });
  }
  const legal = board.legal(role);
  say({ kind: "legal", turn, moves: legal });
  return legal;
}

async function think({ choose }: Seat, turn: number, until: number, signal: AbortSignal): Promise<void> {
  if (!choose || signal.aborted || until <= epochNow()) return;
  try {
    say({ kind: "move", turn, move: await choose(until, signal) });
  } catch (error) {
    // A player that was told to stop may have nothing to say.
    if (!signal.aborted) throw error;
  }
}

async function main(): Promise<void> {
  let seat: Seat;
  try {
    seat = await takeSeat();
    for (const moves of start.history) seat.board.advance(moves);
  } catch (error) {
    return say({ kind: "failed", ...reasonOf(error) });
  }
  say({ kind: "ready", role: seat.role, player: seat.player?.text ?? "" });
  let thinking = new AbortController();
  let busy: Promise<void> = prepare(seat, thinking.signal)
    .catch(() => {})
    .then(() => say({ kind: "prepared" }));
  // An error in play ends the thread; the match then gets a new one.
  port?.on("message", (message: ToMatchThread) => {
    if (message.kind === "play") {
      const legal = follow(seat, message);
      if (legal === null) return;
      thinking.abort();
      const { signal } = (thinking = new AbortController());
      if (legal.length > 1) busy = busy.then(() => think(seat, message.turn, message.until, signal));
    } else {
      thinking.abort();
      if (message.kind === "hush") return say({ kind: "hushed" });
      if (message.moves) seat.board.advance(message.moves);
      say({ kind: "ended", goals: seat.board.ended ? seat.board.goals() : null });
    }
  });
}

await main();
