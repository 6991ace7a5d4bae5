/**
 * Arimaa's clock as AEI sets it (in seconds), and the time management. Each turn has a fixed time; a percentage of the unused time is added to
 * a reserve, which longer turns draw from. 0 means no limit.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

export interface Clock {
  /** Time per turn. */
  tcmove: number;
  /** Initial reserve, percentage of unused time added to it, and its maximum. */
  tcreserve: number;
  tcpercent: number;
  tcmax: number;
  /** Limits of the whole game, in seconds and in turns of each side. */
  tctotal: number;
  tcturns: number;
  /** Longest turn, reserve included. */
  tcturntime: number;
  /** Remaining reserves; null if not set. */
  greserve: number | null;
  sreserve: number | null;
  /** Time used by the last turns, and by the current turn so far. */
  gused: number;
  sused: number;
  lastmoveused: number;
  moveused: number;
}

export function newClock(): Clock {
  const control = { tcmove: 0, tcreserve: 0, tcpercent: 100, tcmax: 0, tctotal: 0, tcturns: 0, tcturntime: 0 };
  return { ...control, greserve: null, sreserve: null, gused: 0, sused: 0, lastmoveused: 0, moveused: 0 };
}

/** A new game keeps the time control and resets the reserves. */
export function restartClock(clock: Clock): void {
  Object.assign(clock, { greserve: null, sreserve: null, gused: 0, sused: 0, lastmoveused: 0, moveused: 0 });
}

export function isClockOption(name: string): name is keyof Clock {
  return Object.hasOwn(newClock(), name);
}

const MAX_SECONDS = 1e9;

export function setClock(clock: Clock, name: keyof Clock, value: string | null): Result<null> {
  const seconds = value === null || value.trim() === "" ? Number.NaN : Number(value);
  // Servers send an exceeded reserve as a negative number.
  if (!Number.isFinite(seconds) || Math.abs(seconds) > MAX_SECONDS)
    return fail("bad-usage", `${name}: "${value ?? ""}" is not a number of seconds`);
  clock[name] = Math.max(0, seconds);
  return ok(null);
}

/** Share of the reserve that a turn may use, with and without a time per turn. */
const RESERVE_SHARE = 0.1;
const RESERVE_ALONE_SHARE = 0.05;
/** Longest time that a timer accepts; postal games have longer turns. */
const MAX_MS = 2_000_000_000;
/** Time reserved for communication: a share with lower and upper bounds, and never more than half. */
const MARGIN = { part: 0.05, leastMs: 150, mostMs: 1_500 } as const;

export interface TurnTime {
  /** Time limit of the search. */
  readonly milliseconds: number;
  /** Reserved time after it. */
  readonly margin: number;
}

/** The time of a side (0 gold) for the next turn; null without a limit. `played`: seconds since the game started. */
export function turnTime(clock: Clock, side: number, played: number): TurnTime | null {
  const { tcmove, tcturntime, tctotal } = clock;
  const reserve = (side === 0 ? clock.greserve : clock.sreserve) ?? clock.tcreserve;
  if (tcmove === 0 && reserve === 0 && tcturntime === 0 && tctotal === 0) return null;
  const target = tcmove + reserve * (tcmove > 0 ? RESERVE_SHARE : RESERVE_ALONE_SHARE);
  const limits = [
    tcmove > 0 || reserve > 0 ? target : Number.POSITIVE_INFINITY,
    tcturntime > 0 ? tcturntime : Number.POSITIVE_INFINITY,
    // Both sides share the time for the game.
    tctotal > 0 ? Math.max(0, tctotal - played) / (tcmove > 0 || reserve > 0 ? 2 : 40) : Number.POSITIVE_INFINITY,
  ];
  const left = Math.min(MAX_MS, 1000 * Math.max(0, Math.min(...limits) - clock.moveused));
  const margin = Math.min(left / 2, MARGIN.mostMs, Math.max(MARGIN.leastMs, MARGIN.part * left));
  return { milliseconds: Math.max(1, Math.floor(left - margin)), margin };
}
