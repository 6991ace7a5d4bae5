/** The players: the contract's suite, against reference recursion, and no access beyond the observation. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Determinization, DeterminizationResult } from "../../build/layouts/games/dominoes/solver.ts";
import { StateRecord } from "../../build/layouts/games/dominoes/state.ts";
import { playGame } from "../../engine/arena/play-game.ts";
import { canonicalText, makePlayer, tablesOf } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { SECOND, FIRST, CHANCE, type Move, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { pick, randomNumbers, randomGame } from "../../engine/contracts/suites/random-play.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { NULL_ADDRESS, type Address } from "../../engine/kernel/memory.ts";
import { game } from "./game.ts";
import { layings, determinizationValue, type DeterminizationRules } from "./reference-determinization.fixture.ts";
import { ALL } from "./reference.fixture.ts";
import type { DominoesRules } from "./rules.ts";
import { readState } from "./state.ts";
import { tilesIn, tileText } from "./tiles.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-dominoes-"));
process.env["GAMELORE_HOME"] = home;
const opened: OpenGame[] = [];
afterAll(async () => {
  for (const rules of opened) await rules.close();
  rmSync(home, { recursive: true, force: true });
});

async function open(given: Readonly<Record<string, string>> = {}): Promise<DominoesRules> {
  const rules = unwrap(await game.open(unwrap(parseOptions(game.options, given)))) as DominoesRules;
  opened.push(rules);
  return rules;
}

beforeAll(async () => {
  const store = new TableStore(tablesFolder());
  for (const blocked of ["draw", "pips"]) {
    const spec = unwrap(game.table(unwrap(parseOptions(game.tableOptions, { elements: "5", blocked }))));
    const solved = await spec.solve({ threads: 1 });
    await store.write(solved, spec.solver);
    solved.release();
  }
});

/** Positions of random games with more than one legal move. */
function choices(rules: OpenGame, seeds: readonly number[]): Position[] {
  return seeds.flatMap((seed) =>
    randomGame(rules, rules.initial(), seed, 300)
      .filter(({ actors, moves }) => actors[0] !== CHANCE && (moves[0]?.length ?? 0) > 1)
      .map(({ position }) => position),
  );
}

describe.each([
  ["random", "random"],
  ["greedy", "greedy"],
  ["best(samples=3, table=5)", "best(samples=100000, table=5)"],
  ["best(samples=3, table=0)", "best(samples=100000, table=0)"],
])("%s", (text, deepText) => {
  playerSuite(async () => {
    const rules = await open();
    return {
      rules,
      text,
      quick: { nodes: 3_000 },
      deepText,
      deep: {},
      positions: choices(rules, [1, 2]).slice(0, 8),
      ended: randomGame(rules, rules.initial(), 1, 300).at(-1)?.position as Position,
    };
  });
});

describe("hidden information", () => {
  test.each(["greedy", "best(samples=5, table=5)"])(
    "%s chooses the same move in all positions with the same observation",
    async (text) => {
      const rules = await open();
      const random = randomNumbers(3);
      let different = 0;
      for (const position of choices(rules, [4, 5, 6])) {
        const [player] = rules.actors(position) as [PlayerNumber];
        const seen = rules.hidden.observe(position, player);
        const chosen: Move[] = [];
        // Full positions would allow it to cheat.
        for (const given of [
          seen,
          position,
          rules.hidden.sample(seen, player, random),
          rules.hidden.sample(seen, player, random),
        ]) {
          if (given.join() !== position.join()) different++;
          const one = await makePlayer(rules, text, 9);
          chosen.push((await one.choose(given, { nodes: 20_000 })).move);
          await one.close();
        }
        expect(new Set(chosen).size, rules.formatPosition(position)).toBe(1);
      }
      expect(different).toBeGreaterThan(30);
    },
  );

  test("a match passes only observations to players", async () => {
    const rules = await open();
    const given: Position[] = [];
    const spy = (seat: PlayerNumber): Parameters<typeof playGame>[1][number] => ({
      text: "spy",
      choose: async (position) => {
        given.push(position);
        expect(readState(position).hands[1 - seat]).toBe(0);
        expect(readState(position).stock).toBe(0);
        const move = rules.moves(position, seat)[0] as Move;
        return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds: 0, depth: null } };
      },
      close: async () => {},
    });
    for (let seed = 1; seed <= 20; seed++) await playGame(rules, [spy(FIRST), spy(SECOND)], { seed });
    expect(given.length).toBeGreaterThan(200);
  });

  test("all determinizations of an observation have the same observation", async () => {
    const rules = await open({ stock: "one" });
    const random = randomNumbers(8);
    for (const position of choices(rules, [1, 2, 3])) {
      for (const player of [FIRST, SECOND]) {
        const seen = rules.hidden.observe(position, player);
        for (let i = 0; i < 5; i++)
          expect(rules.hidden.observe(rules.hidden.sample(seen, player, random), player)).toEqual(seen);
      }
    }
  });

  test("every consistent hand is sampled", async () => {
    const rules = await open({ hand: "2", stock: "block", begins: "free" });
    const position = unwrap(rules.parsePosition(`34 / 05 11 / ${stockWithout(["34", "05", "11", "55"])} / 55 / A`));
    const seen = rules.hidden.observe(position, FIRST);
    const random = randomNumbers(2);
    const hands = new Set<string>();
    for (let i = 0; i < 12_000; i++)
      hands.add(tilesIn(readState(rules.hidden.sample(seen, FIRST, random)).hands[1]).join());
    // A cannot lay at 5 and nothing is drawn, so B must have one of six tiles with a 5: pairs of 26 tiles, less those without.
    expect(hands.size).toBe((26 * 25) / 2 - (20 * 19) / 2);
  });
});

function stockWithout(tiles: readonly string[]): string {
  return ALL.filter((tile) => !tiles.includes(tile)).join(" ");
}

describe("solving determinizations", () => {
  test.each([
    { stock: "until", keep: 0, blocked: "pips" },
    { stock: "until", keep: 2, blocked: "draw" },
    { stock: "one", keep: 0, blocked: "pips" },
    { stock: "block", keep: 0, blocked: "draw" },
  ] as const satisfies readonly DeterminizationRules[])(
    "agrees with reference recursion, with and without tables: %o",
    async (variant) => {
      const rules = await open({
        stock: variant.stock,
        keep: String(variant.keep),
        blocked: variant.blocked,
        begins: "free",
      });
      const random = randomNumbers(17);
      for (let i = 0; i < 60; i++) {
        const tiles = [...ALL];
        const draw = (count: number): string[] =>
          Array.from({ length: count }, () => tiles.splice(Math.floor(random() * tiles.length), 1)[0] as string);
        const determinization = { mover: draw(4), other: draw(3), ends: pick(tiles, random), stock: draw(4) };
        const moves = layings(determinization);
        if (moves.length < 2) continue;
        const expected = new Map<number, number>();
        for (const { tile, side, after } of moves) {
          if (side === "l" && determinization.ends[0] === determinization.ends[1]) continue;
          const index = tilesIn(0xfffffff).find((each) => tileText(each) === tile) as number;
          expected.set(2 * index + (side === "r" ? 1 : 0), 0 - determinizationValue(after, variant));
        }
        for (const table of ["0", "5"]) {
          expect(await solvedDeterminization(rules, determinization, table), JSON.stringify(determinization)).toEqual(
            expected,
          );
        }
      }
    },
  );
});

/** Values of all moves in one determinization, by the kernel. */
async function solvedDeterminization(
  rules: DominoesRules,
  { mover, other, ends, stock }: { mover: string[]; other: string[]; ends: string; stock: string[] },
  table: string,
): Promise<Map<number, number>> {
  const text = `${mover.join(" ")} / ${other.join(" ")} / ${stock.join(" ")} / ${ends[0]}..${ends[1]} / A`;
  const position = unwrap(rules.parsePosition(text));
  const { kernel } = rules.board;
  const { memory } = kernel;
  const calls =
    table === "0"
      ? ([kernel.calls.useEndgames(NULL_ADDRESS, 0)] as const)
      : (await rules.loadEndgames({ elements: Number(table), blocked: rules.board.variant.blocked })).use;
  kernel.run(calls);
  const moves = rules.board.moves(position);
  const regions = [
    Determinization.BYTES,
    256,
    256,
    kernel.exports.transpositionBytes(12),
    kernel.exports.determinizationScratchBytes(),
  ];
  const [input, list, out, transpositions, scratch] = regions.map((bytes) => memory.allocateZeroed(bytes)) as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ];
  const determinization = new Determinization(memory, input);
  memory.bytes(determinization.state.address, StateRecord.BYTES).set(position);
  determinization.order.set(stock.map((tile) => tilesIn(0xfffffff).find((each) => tileText(each) === tile) as number));
  memory.words(list, moves.length).set(moves);
  kernel.exports.solveDeterminizations(input, 1, list, moves.length, out, transpositions, 12, scratch, 1e9);
  const values = [...new DeterminizationResult(memory, out).sums(moves.length)];
  for (const region of [input, list, out, transpositions, scratch]) memory.free(region);
  return new Map(moves.map((move, i) => [move, values[i] as number]));
}

test("whole games in every variant end by the rules", async () => {
  for (const given of [
    {},
    { stock: "block" },
    { stock: "one", keep: "2" },
    { hand: "13", begins: "free" },
    { blocked: "draw", begins: "own" },
  ]) {
    const rules = await open(given);
    for (let seed = 1; seed <= 10; seed++) {
      const players = [
        await makePlayer(rules, "best(samples=4, table=5)", seed),
        await makePlayer(rules, "greedy", seed),
      ];
      const record = await playGame(rules, players, { seed });
      expect(record.ending).toBe("rules");
      for (const player of players) await player.close();
    }
  }
});

test("player texts determine the tables that players read", async () => {
  const rules = await open();
  expect(canonicalText(rules, "best(samples=100, table=6)")).toBe("best");
  expect(tablesOf(rules, "best").map(({ identity }) => identity.name)).toEqual(["endgame-6-pips"]);
  expect(tablesOf(rules, "best(table=0)")).toEqual([]);
  await expect(makePlayer(rules, "best(table=6)", 1)).rejects.toThrow(
    /gamelore solve dominoes --elements 6 --blocked pips/,
  );
});
