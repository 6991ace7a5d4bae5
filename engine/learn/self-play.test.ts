/** Self-play: correct labels, distinct openings, reproducible by seed. */
import { expect, test } from "vitest";
import { makePlayer } from "../arena/players.ts";
import { takeAway } from "../contracts/suites/fixtures.ts";
import type { Move } from "../contracts/position.ts";
import { randomKind } from "../search/random.ts";
import { harvest } from "./harvest.fixture.ts";
import { Openings, selfPlay, type PlayedGame } from "./self-play.ts";

const rules = harvest();

async function gamesWith(seed: number, concurrency: number, count = 40): Promise<PlayedGame[]> {
  const make = (each: number): ReturnType<typeof makePlayer> => makePlayer(rules, "looker", each);
  return selfPlay(rules, make, new Openings(rules, seed, new Set()), { games: count, seed, concurrency });
}

test("movers alternate to the last ply, and each has the result of its side", async () => {
  const games = await gamesWith(1, 1);
  expect(games).toHaveLength(40);
  for (const { positions, start } of games) {
    const [first] = positions;
    expect(first && rules.formatPosition(first.position)).toBe(start);
    positions.forEach(({ position, mover, result, pliesLeft }, i) => {
      expect(position[0]).toBe(12 - pliesLeft);
      expect(mover).toBe((position[0] as number) % 2);
      expect(pliesLeft).toBe(positions.length - i);
      const before = positions[i - 1];
      if (before) expect(result + before.result).toBe(1);
    });
    expect(positions.at(-1)?.pliesLeft).toBe(1);
  }
  const results = games.flatMap(({ positions }) => positions.map(({ result }) => result));
  expect(new Set(results)).toEqual(new Set([0, 0.5, 1]));
});

test("the label of the last position is the result of a move", async () => {
  for (const { positions } of await gamesWith(2, 1)) {
    const last = positions.at(-1);
    if (!last) throw new Error("no positions");
    const scores = ([0, 1, 2] as Move[]).map((move) => rules.result(rules.play(last.position, [move]))?.[last.mover]);
    expect(scores).toContain(last.result);
  }
});

test("openings vary in length and are distinct, also from those taken", () => {
  const taken = new Set<string>();
  const hundred = (): string[] => {
    const openings = new Openings(rules, 2, taken);
    return Array.from({ length: 100 }, () => rules.formatPosition(openings.next()));
  };
  const [training, testing] = [hundred(), hundred()];
  expect(new Set([...training, ...testing]).size).toBe(200);
  expect(taken.size).toBe(200);
  expect(new Set(training.map((text) => text.split(" ")[0])).size).toBeGreaterThan(2);
});

test("too few openings are an error", () => {
  const openings = new Openings(takeAway(), 1, new Set());
  const all = (): void => {
    while (true) openings.next();
  };
  expect(all).toThrow(/only \d+ different openings.*fewer games/);
});

test("games are reproducible by seed, for any concurrency", async () => {
  const [one, three, other] = await Promise.all([gamesWith(3, 1), gamesWith(3, 3), gamesWith(4, 1)]);
  expect(three).toEqual(one);
  expect(other.map(({ start }) => start)).not.toEqual(one.map(({ start }) => start));
});

test("some moves are random", async () => {
  // The player is deterministic, so different successors of a position need random moves.
  const games = await gamesWith(5, 1, 100);
  const next = new Map<string, Set<string>>();
  for (const { positions } of games) {
    positions.slice(0, -1).forEach(({ position }, i) => {
      const after = next.get(position.join(" ")) ?? new Set();
      next.set(position.join(" "), after.add((positions[i + 1]?.position ?? []).join(" ")));
    });
  }
  expect([...next.values()].some((after) => after.size > 1)).toBe(true);
});

test("a failing player ends all games", async () => {
  const broken = takeAway((own) => [randomKind(own)]);
  let made = 0;
  const make = async (): Promise<never> => {
    made++;
    throw new Error("no player");
  };
  const openings = new Openings(broken, 1, new Set());
  await expect(selfPlay(broken, make, openings, { games: 10, seed: 1, concurrency: 2 })).rejects.toThrow("no player");
  expect(made).toBeLessThanOrEqual(2);
});
