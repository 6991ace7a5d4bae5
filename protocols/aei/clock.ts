/**
 * Arimaa's clock as AEI tells it (seconds), and what of it a turn may take. A side has so much time for every turn; what it does not use goes, by a
 * percentage, to its reserve, from which longer turns take. 0 means no limit.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

export interface Clock {
  /** For a turn. */
  tcmove: number;
  /** Reserve at the start, how much of unused time is added to it in per cent, and the most it may be. */
  tcreserve: number;
  tcpercent: number;
  tcmax: number;
  /** For the whole game; in turns of each side. */
  tctotal: number;
  tcturns: number;
  /** The most that a turn may take, with the reserve. */
  tcturntime: number;
  /** What is left of the reserves; null where nobody has said. */
  greserve: number | null;
  sreserve: number | null;
  /** What the last turns took, and the turn to come so far. */
  gused: number;
  sused: number;
  lastmoveused: number;
  moveused: number;
}

export function newClock(): Clock {
  const control = { tcmove: 0, tcreserve: 0, tcpercent: 100, tcmax: 0, tctotal: 0, tcturns: 0, tcturntime: 0 };
  return { ...control, greserve: null, sreserve: null, gused: 0, sused: 0, lastmoveused: 0, moveused: 0 };
}

/** A new game keeps the time control; the reserves begin anew. */
export function restartClock(clock: Clock): void {
  Object.assign(clock, { greserve: null, sreserve: null, gused: 0, sused: 0, lastmoveused: 0, moveused: 0 });
}

export function isClockOption(name: string): name is keyof Clock {
  return Object.hasOwn(newClock(), name);
}

const MOST_SECONDS = 1e9;

export function setClock(clock: Clock, name: keyof Clock, value: string | null): Result<null> {
  const seconds = value === null || value.trim() === "" ? Number.NaN : Number(value);
  // Servers count a reserve that has been overdrawn below 0.
  if (!Number.isFinite(seconds) || Math.abs(seconds) > MOST_SECONDS)
    return fail("bad-usage", `${name}: "${value ?? ""}" is no number of seconds`);
  clock[name] = Math.max(0, seconds);
  return ok(null);
}

/** A turn takes at most this share of the reserve, which lasts so for the whole game; less where there is nothing else. */
const RESERVE_SHARE = 0.1;
const RESERVE_ALONE_SHARE = 0.05;
/** Postal games have days; timers take 24 of them. */
const MOST_MS = 2_000_000_000;
/** What is kept back for the way there and back: a part, the least and the most of it, and never more than half. */
const MARGIN = { part: 0.05, leastMs: 150, mostMs: 1_500 } as const;

export interface TurnTime {
  /** For thinking. */
  readonly milliseconds: number;
  /** Kept back; with it the time is up. */
  readonly margin: number;
}

/** What a side (0 gold) may take for the turn to come; null where there is no limit. `played`: seconds since the game began. */
export function turnTime(clock: Clock, side: number, played: number): TurnTime | null {
  const { tcmove, tcturntime, tctotal } = clock;
  const reserve = (side === 0 ? clock.greserve : clock.sreserve) ?? clock.tcreserve;
  if (tcmove === 0 && reserve === 0 && tcturntime === 0 && tctotal === 0) return null;
  const wanted = tcmove + reserve * (tcmove > 0 ? RESERVE_SHARE : RESERVE_ALONE_SHARE);
  const limits = [
    tcmove > 0 || reserve > 0 ? wanted : Number.POSITIVE_INFINITY,
    tcturntime > 0 ? tcturntime : Number.POSITIVE_INFINITY,
    // Of the time for the whole game, both sides need some.
    tctotal > 0 ? Math.max(0, tctotal - played) / (tcmove > 0 || reserve > 0 ? 2 : 40) : Number.POSITIVE_INFINITY,
  ];
  const left = Math.min(MOST_MS, 1000 * Math.max(0, Math.min(...limits) - clock.moveused));
  const margin = Math.min(left / 2, MARGIN.mostMs, Math.max(MARGIN.leastMs, MARGIN.part * left));
  return { milliseconds: Math.max(1, Math.floor(left - margin)), margin };
}
