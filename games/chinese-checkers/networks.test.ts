/** net(NAME): the kernel's network against the engine's, file lookup by name, and files that do not fit the variant. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { opponentOf } from "../../engine/contracts/position.ts";
import { networkLogOdds, networkSize, type Network } from "../../engine/learn/network.ts";
import { networksFolder, writeNetwork } from "../../engine/learn/network-file.ts";
import { digestOf, readNetwork, rounded, type NetworkFile } from "../../engine/learn/network-text.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "./game.ts";
import type { ChineseCheckersRules } from "./rules.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-networks-"));
process.env["GAMELORE_HOME"] = home;
let rules: ChineseCheckersRules;

async function open(side: number, pieces: number): Promise<ChineseCheckersRules> {
  const options = unwrap(parseOptions(game.options, { side: String(side), pieces: String(pieces) }));
  return unwrap(await game.open(options)) as ChineseCheckersRules;
}

function networkOver(inputs: number, hidden: number, seed: number): Network {
  const random = new SeededRandom(seed);
  const weights = Array.from({ length: networkSize(inputs, hidden) }, () => (random.fraction() - 0.5) / 2);
  return rounded({ inputs, hidden, weights, tempo: 0.37 });
}

function fileWith(terms: string, network: Network, more: Partial<NetworkFile> = {}): NetworkFile {
  return { game: "chinese-checkers", variant: { side: 5, pieces: 6 }, terms, network, trained: {}, ...more };
}

beforeAll(async () => {
  rules = await open(5, 6);
  for (const spec of unwrap(rules.evaluations.tablesOf("pdb(4+2)"))) {
    const solved = await spec.solve({ threads: 1 });
    await new TableStore(tablesFolder()).write(solved, spec.solver);
    solved.release();
  }
});
afterAll(async () => {
  await rules.close();
  rmSync(home, { recursive: true, force: true });
});

test.each([
  ["sum(3-6,1-2>1-2,rows,behind)", 4],
  ["sum(behind,curve,3-6)", 3],
  ["sum(1-2>1-2)", 1],
  ["sum(steps)", 1],
])("over %s the kernel's value is the network's", async (text, inputs) => {
  const network = networkOver(inputs, 5, 3);
  await writeNetwork(networksFolder(), "made", fileWith(text, network));
  // An open variant caches networks by name: each test opens its own.
  const fresh = await open(5, 6);
  const evaluator = await fresh.evaluations.evaluator("net(made)");
  const { sideTerms } = await fresh.termEvaluator(text);
  const values = [1, 2].flatMap((seed) =>
    randomGame(fresh, fresh.initial(), seed, 80).map(({ position }) => {
      const mover = fresh.board.turn(position);
      const own = sideTerms?.(position, mover) ?? [];
      const other = sideTerms?.(position, opponentOf(mover)) ?? [];
      const expected = networkLogOdds(network, { own, other, result: 0 });
      const found = evaluator.evaluate(position, mover);
      // The kernel rounds outputs to 1/256, cells to 1/32, and uses 32-bit floats.
      expect(Math.abs(found - expected)).toBeLessThan(text.includes("curve") ? 0.3 : 0.02);
      expect(evaluator.evaluate(position, opponentOf(mover))).toBe(-found);
      return found;
    }),
  );
  expect(new Set(values).size).toBeGreaterThan(5);
  await fresh.close();
});

test("the bundled networks fit the variants they were trained for", async () => {
  const names = readdirSync(join(import.meta.dirname, "weights")).map((file) => file.replace(/\.json$/, ""));
  expect(names).toContain("ten");
  for (const name of names) {
    const { variant, trained } = unwrap(readNetwork([join(import.meta.dirname, "weights")], name));
    expect(trained).toMatchObject({ method: "net", seed: expect.any(Number), testLoss: expect.any(Number) });
    const own = await open(Number(variant["side"]), Number(variant["pieces"]));
    expect(own.evaluations.canonical(`net(${name})`)).toMatch(/#[0-9a-f]{8}\)$/);
    expect(unwrap(own.evaluations.tablesOf(`net(${name})`)).length).toBeGreaterThan(0);
    await own.close();
  }
});

describe("the file of a name", () => {
  const TERMS = "sum(3-6,1-2>1-2,rows,behind)";

  test("is identified by a digest in the player's text; a different file is rejected", async () => {
    const file = fileWith(TERMS, networkOver(4, 3, 1));
    await writeNetwork(networksFolder(), "mine", file);
    const player = await makePlayer(rules, "alphabeta(depth=2, eval=net(mine))", 1);
    expect(player.text).toBe(`alphabeta(depth=2, eval=net(mine#${digestOf(file)}))`);
    await player.close();
    await (await makePlayer(rules, player.text, 1)).close();
    await writeNetwork(networksFolder(), "mine", fileWith(TERMS, networkOver(4, 3, 2)));
    const fresh = await open(5, 6);
    await expect(makePlayer(fresh, player.text, 1)).rejects.toThrow(
      /the file of mine has the digest mine#[0-9a-f]{8}$/,
    );
    await fresh.close();
  });

  test("lists the tables of its terms", async () => {
    await writeNetwork(networksFolder(), "mine", fileWith(TERMS, networkOver(4, 3, 1)));
    const namesOf = (text: string): string[] =>
      unwrap(rules.evaluations.tablesOf(text)).map(({ identity }) => identity.name);
    expect(namesOf("net(mine)")).toEqual(namesOf("pdb(4+2)"));
  });

  test.each<[why: RegExp, file: NetworkFile]>([
    [/trained for chess, side 5, 6 pieces/, fileWith(TERMS, networkOver(4, 3, 1), { game: "chess" })],
    [
      /trained for .*, side 5, 10 pieces, not for side 5, 6/,
      fileWith(TERMS, networkOver(4, 3, 1), { variant: { side: 5, pieces: 10 } }),
    ],
    [/not for side 5/, fileWith(TERMS, networkOver(4, 3, 1), { variant: {} })],
    [/3 inputs for 4 terms/, fileWith(TERMS, networkOver(3, 3, 1))],
    [/17 hidden units; at most 16/, fileWith(TERMS, networkOver(4, 17, 1))],
    [/one cell feature/, fileWith("sum(rows,steps)", networkOver(2, 3, 1))],
    [/labels from 1 to 6/, fileWith("sum(1-7)", networkOver(1, 3, 1))],
    [/are not a sum/, fileWith("net(other)", networkOver(1, 3, 1))],
  ])("is rejected if it does not fit: %s", async (why, file) => {
    await writeNetwork(networksFolder(), "unfit", file);
    await expect(rules.evaluations.load("net(unfit)")).rejects.toThrow(why);
    expect(rules.evaluations.tablesOf("net(unfit)").ok).toBe(false);
    expect(rules.evaluations.canonical("net(unfit)")).toBe("net(unfit)");
  });

  test.each(["net(../mine)", "net(mine.json)", "net(a/b)", "net(mine#12)", "net(mine#1a2b3c4G)", "net(#1a2b3c4d)"])(
    "%s is not a valid name",
    (text) => {
      const plan = rules.evaluations.plan(text);
      expect(!plan.ok && plan.error.message).toMatch(/a name of letters, digits, - and _/);
    },
  );

  test("a missing file is reported with its folder", async () => {
    await expect(rules.evaluations.load("net(nowhere)")).rejects.toThrow(
      `nowhere.json not found in ${networksFolder()}`,
    );
  });
});
