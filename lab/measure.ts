/** A cell's match: its identity in the game store, its number of pairs, its score. */
import { GameloreError } from "../engine/contracts/errors.ts";
import { storedMatch, type MatchReport, type MatchSpec } from "../engine/arena/match.ts";
import { seatScore } from "../engine/arena/statistics.ts";
import type { GameStore } from "../engine/arena/store.ts";
import type { MatchMeasurement, Setting } from "./experiment.ts";
import type { OpenVariants } from "./variants.ts";

export interface CellScore {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly percent: number;
  readonly interval: readonly [low: number, high: number];
}

/**
 * A against B and B against A by seats are one match, scored from either side. Each match has its own openings and seeds, so cells and
 * settings are independent.
 */
export function matchOf(id: string, setting: Setting, measurement: MatchMeasurement): MatchSpec {
  const { game, seedName = game, variant, players, openingPlies, limits } = measurement;
  const [first, second] = isSwapped(measurement) ? [players[1], players[0]] : players;
  const label = `lab/${id}/${setting}`;
  const seed = hash(JSON.stringify([label, seedName, variant, first, second, openingPlies, limits]));
  return { label, first, second, openingPlies, seed, limits };
}

function isSwapped({ seat, players }: MatchMeasurement): boolean {
  return seat !== "both" && players[0] > players[1];
}

/** Number of pairs, each with swapped seats, for a number of games of the cell. */
export function pairsFor({ seat, players }: MatchMeasurement, games: number): number {
  return seat === "both" || players[0] === players[1] ? Math.ceil(games / 2) : games;
}

export async function readCell(
  id: string,
  setting: Setting,
  measurement: MatchMeasurement,
  store: GameStore | null,
  variants: OpenVariants,
): Promise<CellScore | null> {
  const rules = await variants.get(measurement.game, measurement.variant);
  const report = store && storedMatch(rules, matchOf(id, setting, measurement), store);
  return report && scoreOf(measurement, report);
}

export function scoreOf(measurement: MatchMeasurement, { standing, bySeat, games }: MatchReport): CellScore {
  const { seat, players } = measurement;
  if (seat === "both") return standing;
  if (players[0] === players[1]) {
    const ofFirstSeat = games.map(({ firstPlaysFirst, points }) => (firstPlaysFirst ? points : 1 - points));
    return seatScore(seat === "first" ? ofFirstSeat : ofFirstSeat.map((points) => 1 - points));
  }
  if (!bySeat) throw new GameloreError("bad-usage", `${measurement.game}: scores by seat need a game of two players`);
  const turned = isSwapped(measurement);
  if (seat === "first") return turned ? bySeat.secondMovesFirst : bySeat.firstMovesFirst;
  // The opponent has the first seat.
  return forOpponent(turned ? bySeat.firstMovesFirst : bySeat.secondMovesFirst);
}

function forOpponent({ games, wins, draws, losses, percent, interval: [low, high] }: CellScore): CellScore {
  return { games, wins: losses, draws, losses: wins, percent: 100 - percent, interval: [100 - high, 100 - low] };
}

/** FNV-1a, reduced to the range of seeds. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0) % 2 ** 31;
}
