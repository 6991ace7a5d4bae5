/**
 * Runs a match between remote GGP players and local players. A player that is late, unreachable or answers an illegal move gets a random legal
 * move, which is counted, and the match continues.
 */
import { plural } from "../../engine/contracts/quantities.ts";
import { endScores } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { GameloreError, throwIfAborted, unwrap, type Fault } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import {
  CHANCE,
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
import { sendMessage, type RemoteAddress, type Reply } from "./remote-player.ts";
import { chancePlace, parseRulesheet } from "../language/rulesheet.ts";
import { HiddenGdlRules } from "../hidden/rules.ts";
import { withChance } from "../chance-role.ts";
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
  /** By default the initial state; of another position the rulesheet must be that of `rulesheetFrom`. */
  readonly start?: Position;
  /** Random plies before `start`, for the record. */
  readonly openingPlies?: number;
}

type FaultCounts = Readonly<Record<Fault, number>>;

export interface StepReport {
  /** From 1. */
  readonly step: number;
  /** In the order of the rulesheet, with chance. */
  readonly roles: readonly string[];
  /** A move of each role, by its text. */
  readonly moves: readonly string[];
  /** Of players. */
  readonly faults: readonly { readonly role: number; readonly fault: Fault; readonly why: string }[];
  readonly milliseconds: number;
}

export interface ServedMatch {
  readonly start: string;
  /** Steps as in game records: moves of the roles with a choice, then that of chance. */
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

interface LastStep {
  /** From 1. */
  readonly number: number;
  /** In the order of the rulesheet. */
  readonly texts: readonly string[];
  /** Of the players. */
  readonly own: readonly string[];
}

/** A remote or local player of the match. */
interface Seat {
  start(): Promise<string>;
  choose(position: Position, last: LastStep | null, signal: AbortSignal | undefined): Promise<Chosen>;
  end(message: "STOP" | "ABORT", position: Position, last: LastStep | null): Promise<void>;
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
  const place = chancePlace(unwrap(parseRulesheet(spec.rulesheet)));
  const roles = withChance(rules.players, place);
  const { signal, onStart, onStep } = options;
  const random = new SeededRandom(spec.seed);
  const began = performance.now();
  const seats: Seat[] = [];
  let last: LastStep | null = null;
  let position = spec.start ?? rules.initial();
  let isDone = false;
  try {
    for (const role of spec.seats.keys()) seats.push(await seatOf(rules, spec, role as PlayerNumber, signal));
    const answers = await Promise.all(seats.map((seat) => seat.start()));
    onStart?.(answers);
    throwIfAborted(signal);
    const start = rules.formatPosition(position);
    const moves: string[] = [];
    const steps: (readonly string[])[] = [];
    const errors = seats.map((): Record<Fault, number> => ({ late: 0, lost: 0, illegal: 0 }));
    const most = rules.history.plyLimit ?? Number.POSITIVE_INFINITY;
    while (rules.result(position) === null && steps.length < most) {
      const at = position;
      for (const role of playerNumbers(rules.players))
        if (rules.moves(at, role).length === 0)
          throw new GameloreError(
            "bad-rules",
            `${rules.players[role]} has no legal move after ${plural(steps.length, "step")}`,
          );
      const stepStart = performance.now();
      const chosen = await Promise.all(seats.map((seat) => seat.choose(at, last, signal)));
      throwIfAborted(signal);
      const joint = chosen.map((each, role) =>
        "move" in each ? each.move : random.pick(rules.moves(at, role as PlayerNumber)),
      );
      const own = joint.map((move, role) => moveText(rules, at, role as PlayerNumber, move));
      const faults = chosen.flatMap((each, role) => ("fault" in each ? [{ role, ...each }] : []));
      for (const { role, fault } of faults) errors[role]![fault]++;
      const made = playJoint(rules, at, joint, random);
      moves.push(...made.moves);
      position = made.position;
      const texts = place === null ? own : own.toSpliced(place, 0, made.chance);
      steps.push(texts);
      last = { number: steps.length, texts, own };
      onStep?.({ step: steps.length, roles, moves: texts, faults, milliseconds: performance.now() - stepStart });
    }
    isDone = true;
    const scores = rules.result(position) ?? endScores(rules, null);
    const goals = scores.map((score) => Math.round(100 * score));
    return { start, moves, steps, scores, goals, errors, milliseconds: performance.now() - began };
  } finally {
    await Promise.all(seats.map((seat) => seat.end(isDone ? "STOP" : "ABORT", position, last)));
  }
}

/** One step: the players move, and chance after them. `moves` is for the record, `chance` the text of its move. */
function playJoint(
  rules: OpenGame,
  at: Position,
  joint: readonly Move[],
  random: SeededRandom,
): { readonly position: Position; readonly moves: readonly string[]; readonly chance: string } {
  const chanceMoves = rules.moves(at, CHANCE);
  const chance = chanceMoves.length > 0 ? random.pick(chanceMoves) : null;
  const text = chance === null ? "" : rules.formatMove(at, chance);
  if (chance !== null && rules.actors(at)[0] === CHANCE)
    return { position: rules.play(at, [chance]), moves: [text], chance: text };
  const own = actorMoves(rules, at, joint);
  const position = rules.play(at, own);
  const move = own.map((each) => rules.formatMove(at, each)).join("&");
  if (chance === null || chanceMoves.length === 1) return { position, moves: [move], chance: text };
  return { position: rules.play(position, [chance]), moves: [move, text], chance: text };
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
      const message = `(PLAY ${id} ${lastText(rules, position, role, last)})`;
      const reply = await sendMessage(address, message, 1000 * playClock + GRACE_MS, signal);
      return chosenBy(reply, legalOf(rules, position, role));
    },
    end: async (message, position, last) => {
      const stop = `(STOP ${id} ${lastText(rules, position, role, last)})`;
      await sendMessage(address, message === "STOP" ? stop : `(ABORT ${id})`, END_MS);
    },
  };
}

/** What a player is told about the last step: all moves, or with hidden information its own move and percepts. */
function lastText(rules: OpenGame, position: Position, role: PlayerNumber, last: LastStep | null): string {
  if (!(rules instanceof HiddenGdlRules)) return last ? `(${last.texts.join(" ")})` : "NIL";
  if (!last) return "0 NIL NIL";
  return `${last.number} ${last.own[role]} (${rules.percepts(position, role).join(" ")})`;
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
