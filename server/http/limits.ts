/** Limits for clients. */
import { constrainedMemory } from "node:process";
import { totalmem } from "node:os";
import { threadCount } from "../../engine/kernel/threads.ts";
import type { PlayerLimits } from "../../service/client-players.ts";

export const LIMITS = {
  bodyBytes: 1_000_000,
  positionLength: 20_000,
  moves: 5_000,
  moveLength: 400,
  options: 40,
  /** A maze of 128 by 128 squares is a text of 16,511. */
  optionLength: 20_000,
  playerLength: 400,
  pieces: 400,
  rulesheetLength: 500_000,
  gameTextLength: 500_000,
  /** Concurrent requests, and concurrent searches. */
  requests: 64,
  searches: 4,
  /** Open connections: an idle one is closed for a new one. */
  connections: 256,
  requestSeconds: 30,
  eventStreams: 32,
  jobsRunning: 1,
  jobsWaiting: 8,
  jobsRemembered: 40,
  /** Pairs of games in a match, or in each match of a tournament. */
  pairs: 500,
  tournamentPlayers: 12,
  /** Entries in a list of stored matches. */
  listed: 500,
  callSeconds: 20,
  /** For opening an uploaded rulesheet for the list of games. */
  sheetSeconds: 5,
  searchSeconds: 120,
  /** Lines of an analysis. */
  lines: 5,
  /** Memory of a player: its transposition table, or all its trees. */
  playerMegabytes: 256,
} as const;

/** A player may have a thread for each core; two in any case, because some players have two by default. */
export function playerLimits(): PlayerLimits {
  return { megabytes: LIMITS.playerMegabytes, threads: Math.max(2, threadCount()) };
}

/** The memory of all games and jobs unless the operator sets it: half of what the machine or the container has. */
export function defaultBudgetBytes(): number {
  // Without a limit, some systems report an enormous one.
  return Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / 2;
}
