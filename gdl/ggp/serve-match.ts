/**
 * Runs a match between remote GGP players and local players. A player that is late, unreachable or answers an illegal move gets a random legal
 * move, which is counted, and the match continues.
 */
import { endScores } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { GameloreError, throwIfAborted, type Fault } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import {
  playerNumbers,
  type Move,
  type Position,
  type Scores,
  type PlayerNumber,
} from "../../engine/contracts/position.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { marginOf } from "./clock.ts";
import { canonicalText } from "./message.ts";
import { needsGdl2, NO_GDL2 } from "./open-match.ts";
import { sendMessage, type RemoteAddress, type Reply } from "./remote-player.ts";
import { actorMoves, chooseFor, findName, legalOf, moveText } from "./steps.ts";

export type SeatSpec =
  | { readonly kind: "remote"; readonly address: RemoteAddress }
  | { readonly kind: "local"; readonly player: string };

export interface ServedMatchSpec {
  readonly id: string;
  /** The rulesheet as sent to players. */
  readonly rulesheet: string;
  /** One for each role, in order. */
  readonly seats: readonly SeatSpec[];
  readonly startClock: number;
  readonly playClock: number;
  readonly seed: number;
}

type FaultCounts = Readonly<Record<Fault, number>>;

export interface StepReport {
  /** From 1. */
  readonly step: number;
  /** A move of each role, by its text. */
  readonly moves: readonly string[];
  readonly faults: readonly { readonly role: number; readonly fault: Fault; readonly why: string }[];
  readonly milliseconds: number;
}

export interface ServedMatch {
  readonly start: string;
  /** Steps as in game records: moves of the roles with a choice. */
  readonly moves: readonly string[];
  /** Steps with a move of each role. */
  readonly steps: readonly (readonly string[])[];
  readonly scores: Scores;
  /** From 0 to 100, by role. */
  readonly goals: readonly number[];
  readonly errors: readonly FaultCounts[];
  readonly milliseconds: number;
}

export interface ServeOptions {
  readonly signal?: AbortSignal | undefined;
  /** The answers to START: `ready`, or an error. */
  readonly onStart?: (answers: readonly string[]) => void;
  readonly onStep?: (report: StepReport) => void;
}

type Chosen = { readonly move: Move } | { readonly fault: Fault; readonly why: string };

/** A remote or local player of the match. */
interface Seat {
  start(): Promise<string>;
  choose(position: Position, last: string, signal: AbortSignal | undefined): Promise<Chosen>;
  end(message: "STOP" | "ABORT", last: string): Promise<void>;
}

/** Added to the play clock, as in the reference server. */
const GRACE_MS = 1_000;
const END_MS = 2_000;
const SEED_STEP = 7_919;
const MAX_QUOTED = 60;

export async function serveMatch(
  rules: OpenGame,
  spec: ServedMatchSpec,
  options: ServeOptions = {},
): Promise<ServedMatch> {
  if (needsGdl2(rules)) throw new GameloreError("bad-usage", NO_GDL2);
  const { signal, onStart, onStep } = options;
  const random = new SeededRandom(spec.seed);
  const began = performance.now();
  const seats: Seat[] = [];
  let last = "NIL";
  let isDone = false;
  try {
    for (const role of spec.seats.keys()) seats.push(await seatOf(rules, spec, role as PlayerNumber, signal));
    const answers = await Promise.all(seats.map((seat) => seat.start()));
    onStart?.(answers);
    throwIfAborted(signal);
    let position = rules.initial();
    const start = rules.formatPosition(position);
    const moves: string[] = [];
    const steps: (readonly string[])[] = [];
    const errors = seats.map((): Record<Fault, number> => ({ late: 0, lost: 0, illegal: 0 }));
    const most = rules.history.plyLimit ?? Number.POSITIVE_INFINITY;
    while (rules.result(position) === null && steps.length < most) {
      const at = position;
      for (const role of playerNumbers(rules.players))
        if (rules.moves(at, role).length === 0)
          throw new GameloreError("bad-rules", `${rules.players[role]} has no legal move after ${steps.length} steps`);
      const stepStart = performance.now();
      const chosen = await Promise.all(seats.map((seat) => seat.choose(at, last, signal)));
      throwIfAborted(signal);
      const joint = chosen.map((each, role) =>
        "move" in each ? each.move : random.pick(rules.moves(at, role as PlayerNumber)),
      );
      const texts = joint.map((move, role) => moveText(rules, at, role as PlayerNumber, move));
      const faults = chosen.flatMap((each, role) => ("fault" in each ? [{ role, ...each }] : []));
      for (const { role, fault } of faults) errors[role]![fault]++;
      const own = actorMoves(rules, at, joint);
      moves.push(own.map((move) => rules.formatMove(at, move)).join("&"));
      steps.push(texts);
      position = rules.play(at, own);
      last = `(${texts.join(" ")})`;
      onStep?.({ step: steps.length, moves: texts, faults, milliseconds: performance.now() - stepStart });
    }
    isDone = true;
    const scores = rules.result(position) ?? endScores(rules, null);
    const goals = scores.map((score) => Math.round(100 * score));
    return { start, moves, steps, scores, goals, errors, milliseconds: performance.now() - began };
  } finally {
    await Promise.all(seats.map((seat) => seat.end(isDone ? "STOP" : "ABORT", last)));
  }
}

async function seatOf(
  rules: OpenGame,
  spec: ServedMatchSpec,
  role: PlayerNumber,
  signal: AbortSignal | undefined,
): Promise<Seat> {
  const seat = spec.seats[role] as SeatSpec;
  if (seat.kind === "remote") return remoteSeat(rules, spec, { role, address: seat.address, signal });
  const player = await makePlayer(rules, seat.player, (spec.seed + SEED_STEP * role) % 2 ** 31);
  return localSeat(rules, spec, role, player);
}

function remoteSeat(
  rules: OpenGame,
  spec: ServedMatchSpec,
  { role, address, signal }: { role: PlayerNumber; address: RemoteAddress; signal: AbortSignal | undefined },
): Seat {
  const { id, startClock, playClock } = spec;
  return {
    start: async () => {
      const message = `(START ${id} ${rules.players[role]} (${spec.rulesheet}) ${startClock} ${playClock})`;
      return startText(await sendMessage(address, message, 1000 * startClock, signal));
    },
    choose: async (position, last) => {
      const reply = await sendMessage(address, `(PLAY ${id} ${last})`, 1000 * playClock + GRACE_MS, signal);
      return chosenBy(reply, legalOf(rules, position, role));
    },
    end: async (message, last) => {
      await sendMessage(address, message === "STOP" ? `(STOP ${id} ${last})` : `(ABORT ${id})`, END_MS);
    },
  };
}

function startText(reply: Reply): string {
  if (reply.kind !== "answer") return reply.kind === "lost" ? `lost: ${reply.why}` : "late";
  const text = reply.text.trim();
  return text.toLowerCase() === "ready" ? "ready" : `answered "${quoted(text)}"`;
}

function chosenBy(reply: Reply, legal: ReadonlyMap<string, Move>): Chosen {
  if (reply.kind === "lost") return { fault: "lost", why: reply.why };
  if (reply.kind === "late") return { fault: "late", why: "no answer in time" };
  const text = canonicalText(reply.text);
  const move = text.ok ? findName(legal, text.value) : undefined;
  return move === undefined ? { fault: "illegal", why: `"${quoted(reply.text)}" is not legal` } : { move };
}

function localSeat(rules: OpenGame, { playClock }: ServedMatchSpec, role: PlayerNumber, player: Player): Seat {
  const milliseconds = 1000 * playClock - marginOf(playClock);
  return {
    start: async () => "ready",
    choose: async (position, _, signal) => {
      const late = new AbortController();
      const stop = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
      const timer = setTimeout(() => late.abort(), 1000 * playClock + GRACE_MS);
      try {
        const move = await chooseFor(rules, player, { position, role }, { milliseconds }, stop);
        if (late.signal.aborted) return { fault: "late", why: "no choice in time" };
        return move === null ? { fault: "illegal", why: `${player.text} chose an illegal move` } : { move };
      } catch (error) {
        if (stop.aborted) return { fault: "late", why: "no choice in time" };
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    end: () => player.close(),
  };
}

function quoted(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}
