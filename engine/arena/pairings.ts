/** Tournament pairings. Players are numbers; the lower one of an encounter comes first. */
import { SeededRandom } from "../random/seeded.ts";
import { maximumMatching } from "./matching.ts";

export type Encounter = readonly [number, number];

export interface Round {
  readonly encounters: readonly Encounter[];
  /** The player with a bye, if the number of players is odd. */
  readonly bye: number | null;
}

export function roundRobin(players: number): Encounter[] {
  return range(players).flatMap((a) => range(players).flatMap((b) => (a < b ? [[a, b] as const] : [])));
}

/** The first player against every other. */
export function gauntlet(players: number): Encounter[] {
  return range(players - 1).map((i) => [0, i + 1]);
}

/** The players in a random order by seed. */
export function seededOrder(players: number, seed: number): number[] {
  return new SeededRandom(seed).shuffled(range(players));
}

export interface SwissState {
  readonly points: readonly number[];
  /** Order of players with equal points. */
  readonly order: readonly number[];
  readonly rounds: readonly Round[];
}

/**
 * The next round of a Swiss tournament. From the top of the standings, each player gets the nearest opponent below such that the
 * remaining players can be paired with as few rematches as possible. With an odd number of players, the bye is an opponent at
 * the end of the list.
 */
export function swissRound({ points, order, rounds }: SwissState): Round {
  const players = points.length;
  const bye = players;
  const met = meetings(rounds, players);
  const times = (a: number, b: number): number => met.get(keyOf(a, b)) ?? 0;
  const isNew = (a: number, b: number): boolean => times(a, b) === 0;
  const rematches = (left: readonly number[]): number => left.length / 2 - maximumMatching(left, isNew);

  let left = order.toSorted((a, b) => (points[b] as number) - (points[a] as number));
  if (players % 2 === 1) left.push(bye);
  let allowed = rematches(left);
  const encounters: Encounter[] = [];
  let idle: number | null = null;
  while (left.length > 0) {
    const [top, ...others] = left as [number, ...number[]];
    const cost = (other: number): number => (isNew(top, other) ? 0 : 1);
    const opponent = others
      .toSorted((a, b) => times(top, a) - times(top, b))
      .find((other) => cost(other) + rematches(others.filter((each) => each !== other)) <= allowed) as number;
    allowed -= cost(opponent);
    left = others.filter((each) => each !== opponent);
    if (opponent === bye) idle = top;
    else encounters.push([Math.min(top, opponent), Math.max(top, opponent)]);
  }
  return { encounters, bye: idle };
}

function meetings(rounds: readonly Round[], bye: number): Map<string, number> {
  const met = new Map<string, number>();
  for (const round of rounds) {
    const all = round.bye === null ? round.encounters : [...round.encounters, [round.bye, bye] as const];
    for (const [a, b] of all) met.set(keyOf(a, b), (met.get(keyOf(a, b)) ?? 0) + 1);
  }
  return met;
}

function keyOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
