/**
 * The thread of a match: it opens the rulesheet, follows the moves and chooses. Its time and memory are unbounded, so the server runs on another
 * thread.
 */
import { CHANCE, type PlayerNumber } from "../../engine/contracts/position.ts";
import { parentPort, workerData } from "node:worker_threads";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Player } from "../../engine/contracts/player.ts";
import type { Board, PositionBoard } from "./board.ts";
import { learnedAmount, learnedState, restoreLearned, type LearnedState } from "./learned-state.ts";
import { recoverLostStep } from "./lost-step.ts";
import type { StepMessage } from "./message.ts";
import { epochNow } from "./clock.ts";
import { openBoard, openInterpreterBoard, openRules, reasonOf, roleNumber } from "./open-match.ts";
import { chooseFor, moveText, strongestPlayer } from "./steps.ts";

export interface MatchThreadStart {
  readonly rules: string;
  readonly role: string;
  /** A player's text; null for the strongest player. */
  readonly player: string | null;
  readonly seed: number;
  /** Only follows the moves, with the interpreter, and does not choose. */
  readonly isFallback: boolean;
  /** Searches while other players think. */
  readonly ponder: boolean;
  /** The steps so far. */
  readonly history: readonly StepMessage[];
  /** End of the start clock. */
  readonly until: number;
  /** What the thread before this one had learned. */
  readonly learned: LearnedState | null;
}

export type ToMatchThread =
  /** Without a step, the current position is the one to move in. */
  | {
      readonly kind: "play";
      readonly turn: number;
      readonly step: StepMessage | null;
      readonly until: number;
      /** The step before this one was lost; our own move in it was probably this one. */
      readonly lostMove?: string | null;
    }
  /** Ends the current search. */
  | { readonly kind: "stop" }
  | { readonly kind: "end"; readonly step: StepMessage | null };

export type FromMatchThread =
  | { readonly kind: "ready"; readonly role: number; readonly player: string }
  | { readonly kind: "prepared" }
  /** What has been learned so far, for a thread that replaces this one. */
  | { readonly kind: "learned"; readonly learned: LearnedState }
  | { readonly kind: "failed"; readonly message: string; readonly isTooLarge: boolean }
  /** The step does not follow from the position, which is unchanged. */
  | { readonly kind: "mismatch"; readonly turn: number }
  /** Recovered steps. */
  | { readonly kind: "recovered"; readonly steps: readonly StepMessage[] }
  | { readonly kind: "legal"; readonly turn: number; readonly moves: readonly string[] }
  | { readonly kind: "move"; readonly turn: number; readonly move: string }
  | { readonly kind: "stopped" }
  /** Whether the match is finished, and its result; null if that is not known. */
  | { readonly kind: "ended"; readonly ended: boolean; readonly goals: readonly number[] | null };

type PlayMessage = ToMatchThread & { readonly kind: "play" };

const port = parentPort;
const start = workerData as MatchThreadStart;
const post = (message: FromMatchThread): void => port?.postMessage(message);

interface Seat {
  readonly board: Board;
  readonly role: PlayerNumber;
  /** Null if the seat only follows the moves. */
  readonly chooser: {
    readonly board: PositionBoard;
    readonly player: Player;
    choose(until: number, signal: AbortSignal): Promise<string>;
  } | null;
}

async function openSeat(): Promise<Seat> {
  if (start.isFallback) {
    const board = openInterpreterBoard(start.rules);
    return { board, role: unwrap(roleNumber(board.roles, start.role)), chooser: null };
  }
  const rules = await openRules(start.rules);
  if (start.learned) restoreLearned(rules, start.learned);
  const { board, role } = openBoard(rules, start.rules, start.role);
  const player = await makePlayer(rules, start.player ?? strongestPlayer(rules), start.seed);
  const choose = async (until: number, signal: AbortSignal): Promise<string> => {
    const { position } = board;
    const limits = { milliseconds: Math.max(1, Math.floor(until - epochNow())) };
    const move = await chooseFor(rules, player, { position, role }, limits, signal);
    if (move === null) throw new Error(`${player.text} chose a move that is not legal`);
    return moveText(rules, position, role, move);
  };
  return { board, role, chooser: { board, player, choose } };
}

/** A first search, so that the player's threads are started and its code is compiled. */
const WARM_UP = { milliseconds: 20 } as const;

/** Gives the rest of the start clock to the player, for example for learning. */
async function prepare({ chooser, role }: Seat, signal: AbortSignal): Promise<void> {
  const left = (): number => Math.floor(start.until - epochNow());
  if (!chooser || chooser.board.ended || left() <= 0) return;
  const { player, board } = chooser;
  const { rules, position } = board;
  const actors = rules.actors(position);
  const actor = actors.includes(role) ? role : actors[0];
  if (actor !== CHANCE) await player.choose(position, WARM_UP, { signal, actor });
  if (left() > 0) await player.prepare?.(position, { milliseconds: left() }, signal);
}

let posted: number | null = null;

function postLearned({ chooser }: Seat): void {
  if (!chooser) return;
  const { rules } = chooser.board;
  const amount = learnedAmount(rules);
  const learned = amount === posted ? null : learnedState(rules);
  posted = amount;
  if (learned) post({ kind: "learned", learned });
}

/** Follows the moves at once; only a legal step ends the current search. */
function follow({ board, role }: Seat, { turn, step, lostMove }: PlayMessage): readonly string[] | null {
  if (step && !board.advance(step)) {
    if (lostMove === undefined) {
      post({ kind: "mismatch", turn });
      return null;
    }
    const lost = recoverLostStep(board, step, { role, move: lostMove });
    if (lost) post({ kind: "recovered", steps: [lost, step] });
  }
  const legal = board.legal(role);
  post({ kind: "legal", turn, moves: legal });
  return legal;
}

async function search({ chooser }: Seat, turn: number, until: number, signal: AbortSignal): Promise<void> {
  if (!chooser || signal.aborted || until <= epochNow()) return;
  try {
    post({ kind: "move", turn, move: await chooser.choose(until, signal) });
  } catch (error) {
    // An aborted player may have no move.
    if (!signal.aborted) throw error;
  }
}

/** Ended by the next message. */
const PONDER = { milliseconds: 600_000 } as const;

/** Searches the position while the others choose: the tree, and what is learned, serve the next search. */
async function ponder({ chooser }: Seat, signal: AbortSignal): Promise<void> {
  // A player without a use for more time has nothing to gain.
  if (!start.ponder || !chooser?.player.prepare || chooser.board.ended || signal.aborted) return;
  const { rules, position } = chooser.board;
  const [actor] = rules.actors(position);
  if (actor === CHANCE) return;
  try {
    await chooser.player.choose(position, PONDER, { signal, actor });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function main(): Promise<void> {
  let seat: Seat;
  try {
    seat = await openSeat();
    for (const step of start.history) seat.board.advance(step);
  } catch (error) {
    return post({ kind: "failed", ...reasonOf(error) });
  }
  post({ kind: "ready", role: seat.role, player: seat.chooser?.player.text ?? "" });
  let searching = new AbortController();
  let busy: Promise<void> = prepare(seat, searching.signal)
    .catch(() => {})
    .then(() => postLearned(seat))
    .then(() => post({ kind: "prepared" }));
  // An error ends the thread; the match then starts a new one.
  port?.on("message", (message: ToMatchThread) => {
    if (message.kind === "play") {
      const legal = follow(seat, message);
      if (legal === null) return;
      searching.abort();
      const { signal } = (searching = new AbortController());
      if (legal.length > 1)
        busy = busy.then(() => search(seat, message.turn, message.until, signal)).then(() => postLearned(seat));
      busy = busy.then(() => ponder(seat, signal));
    } else {
      searching.abort();
      if (message.kind === "stop") return post({ kind: "stopped" });
      if (message.step) seat.board.advance(message.step);
      const { ended } = seat.board;
      post({ kind: "ended", ended, goals: ended ? seat.board.goals() : null });
    }
  });
}

await main();
