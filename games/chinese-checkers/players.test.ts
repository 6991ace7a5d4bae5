/** Players and evaluators against the contract, and the perfect finish: once separated, a player with a table plays a shortest path to the goal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalText, tablesOf } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { parsePlayerText, type Player } from "../../engine/contracts/player.ts";
import type { TableSpec } from "../../engine/contracts/table.ts";
import { evaluatorSuite } from "../../engine/contracts/suites/evaluator-suite.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomNumbers, spread, randomGame } from "../../engine/contracts/suites/random-play.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "./game.ts";
import { randomPast, rowsBetween } from "./passed.fixture.ts";
import { specOf } from "./solved.fixture.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-players-"));
process.env["GAMELORE_HOME"] = home;
const opened: OpenGame[] = [];
afterAll(async () => {
  for (const rules of opened) await rules.close();
  rmSync(home, { recursive: true, force: true });
});

async function open(side: number, pieces: number): Promise<OpenGame> {
  const rules = unwrap(
    await game.open(unwrap(parseOptions(game.options, { side: String(side), pieces: String(pieces) }))),
  );
  opened.push(rules);
  return rules;
}

async function writeIfMissing(spec: TableSpec): Promise<void> {
  const store = new TableStore(tablesFolder());
  if (store.has(spec.identity)) return;
  const solved = await spec.solve({ threads: 1 });
  await store.write(solved, spec.solver);
  solved.release();
}

function create(rules: OpenGame, text: string, seed: number): Promise<Player> {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((each) => each.name === name);
  if (!kind) throw new Error(`no player ${name}`);
  return kind.create(unwrap(parseOptions(kind.parameters, parameters)), seed);
}

const BOARDS = [
  [5, 3],
  [6, 3],
  [5, 6],
  [6, 6],
] as const;
beforeAll(async () => {
  for (const [side, pieces] of BOARDS) await writeIfMissing(specOf(side, pieces));
});

describe("players", () => {
  // Positions of all phases: opening, middle game, separated.
  const positionsOf = (rules: OpenGame): Position[] => {
    const random = randomNumbers(9);
    const played = spread(randomGame(rules, rules.initial(), 4, 30), 4).map((step) => step.position);
    const past = Array.from({ length: 3 }, () => unwrap(rules.parsePosition(randomPast(5, 3, random))));
    return [...played, ...past].filter((position) => rules.result(position) === null);
  };

  describe.for([
    ["random", "random"],
    ["greedy", "greedy"],
    ["alphabeta(depth=2)", "alphabeta(depth=64)"],
    ["alphabeta(depth=3, eval=rows, moves=all, tt=1)", "alphabeta(depth=64, eval=rows)"],
    ["uct(playouts=60)", "uct(playouts=1000000000)"],
    ["uct(playouts=60, eval=table, moves=all, tree=1)", "uct(playouts=1000000000, eval=table)"],
    ["uct(trees=3, stop=depth, eval=table, length=0.01)", "uct(trees=3, playouts=1000000000)"],
  ] as const)("%s", ([text, deepText]) => {
    playerSuite(async () => {
      const rules = await open(5, 3);
      const ended = unwrap(rules.parsePosition("x/xx/3/1o2/5/4/2o/2/o o"));
      return { rules, text, quick: { nodes: 3_000 }, deepText, deep: {}, positions: positionsOf(rules), ended };
    });
  });

  test.each([1, 3, 6, 10])("best uses feasible tables, for %i pieces", async (pieces) => {
    const rules = await open(9, pieces);
    const tables = tablesOf(rules, "best").map(({ identity }) => identity.name);
    expect(tables[0]).toBe(`one-side-9x9-${Math.min(pieces, 6)}`);
    expect(tables).toHaveLength(pieces === 10 ? 2 : 1);
    expect(canonicalText(rules, "best(ms=50)")).toMatch(/^alphabeta\(ms=50, reduce=1, tt=64, eval=sum\(.*rows\*0\.25/);
  });

  test("every kind of player is tested here", async () => {
    // presets.test.ts tests the presets.
    const kinds = (await open(5, 3)).playerKinds.filter(({ presetOf }) => presetOf === undefined);
    expect(kinds.map(({ name }) => name).toSorted()).toEqual(["alphabeta", "greedy", "random", "uct"]);
  });

  test("a missing table is reported with the command that builds it", async () => {
    const rules = await open(4, 3);
    await expect(create(rules, "alphabeta", 1)).rejects.toMatchObject({
      code: "table-missing",
      message: expect.stringContaining("gamelore solve chinese-checkers --side 4 --pieces 3") as string,
    });
    const player = await create(rules, "alphabeta(eval=rows)", 1);
    expect((await player.choose(rules.initial(), { depth: 1 })).info.depth).toBe(1);
    await player.close();
  });
});

describe.for(["rows", "manhattan", "baseline", "table", "pdb(3)", "pdb(4)", "pdb(6)"])("the evaluator %s", (name) => {
  evaluatorSuite(async () => {
    const rules = await open(5, 6);
    for (const spec of rules.evaluators.flatMap(({ tables }) => tables ?? [])) await writeIfMissing(spec);
    const evaluators = await Promise.all(rules.evaluators.map((spec) => spec.create()));
    const evaluator = evaluators.find((each) => each.name === name);
    if (!evaluator) throw new Error(`no evaluator ${name}`);
    const positions = [1, 2].flatMap((seed) =>
      randomGame(rules, rules.initial(), seed, 60).map((step) => step.position),
    );
    return { evaluator, others: evaluators, players: 2, positions };
  });
});

describe("separated sides", () => {
  /** Plays on with two players that have the table. Reports every move that does not shorten its side's distance, and a wrong end. */
  async function playOn(
    rules: OpenGame,
    players: readonly Player[],
    start: string,
  ): Promise<{ detours: string[]; wrong: string | null }> {
    const table = await rules.openTable!();
    const toGo = (position: Position): { own: number; other: number; score: number } => {
      const { parts, score } = unwrap(table.probe(position)).value;
      return { own: parts["own"] as number, other: parts["other"] as number, score };
    };
    let position = unwrap(rules.parsePosition(start));
    const before = toGo(position);
    const first = rules.actors(position)[0] as number;
    const made = [0, 0];
    const detours: string[] = [];
    for (let ply = 0; ply < 200 && rules.result(position) === null; ply++) {
      const actor = rules.actors(position)[0] as number;
      const { own } = toGo(position);
      const { move } = await (players[actor] as Player).choose(position, { depth: 2, playouts: 30 });
      const next = rules.play(position, [move]);
      if (toGo(next).other !== own - 1) {
        detours.push(`${rules.formatMove(position, move)} in ${rules.formatPosition(position)}, ${own} moves to go`);
      }
      made[actor] = (made[actor] as number) + 1;
      position = next;
    }
    const winner = before.score > 0 ? first : 1 - first;
    const needed = before.score > 0 ? before.own : before.other;
    const right = rules.result(position)?.[winner] === 1 && made[winner] === needed;
    return {
      detours,
      wrong: right
        ? null
        : `${start}: expected ${needed} moves, played ${made[winner]}, ${rules.result(position)?.join(":")}`,
    };
  }

  async function race(side: number, pieces: number): Promise<{ detours: string[]; wrong: string[] }> {
    const rules = await open(side, pieces);
    const players = [
      await create(rules, "alphabeta(depth=2)", 1),
      await create(rules, "uct(playouts=30, eval=table)", 2),
    ];
    const random = randomNumbers(100 * side + pieces);
    const found = { detours: [] as string[], wrong: [] as string[] };
    let races = 0;
    while (races < RACES) {
      const start = randomPast(side, pieces, random);
      if (rowsBetween(start) < 2 || rules.result(unwrap(rules.parsePosition(start))) !== null) continue;
      const { detours, wrong } = await playOn(rules, random() < 0.5 ? players : players.toReversed(), start);
      races++;
      found.detours.push(...detours);
      if (wrong !== null) found.wrong.push(wrong);
    }
    for (const player of players) await player.close();
    return found;
  }

  const RACES = 250;
  // The sides cannot interact: a piece reaches at most the row behind its side's last one.
  test.for(BOARDS)(
    "with an empty row between them, each side needs as many moves as the table says, and the side ahead wins: %dx, %d pieces",
    async ([side, pieces]) => {
      const { detours, wrong } = await race(side, pieces);
      expect({ detours, wrong }).toEqual({ detours: [], wrong: [] });
    },
  );

  test("games from the start reach the finish, and end as the table says", async () => {
    const rules = await open(5, 3);
    const found: string[] = [];
    let reached = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const players = [
        await create(rules, "uct(playouts=40, eval=table)", seed),
        await create(rules, "uct(playouts=40, eval=table)", 100 + seed),
      ];
      let position = rules.initial();
      for (
        let ply = 0;
        ply < 80 && rules.result(position) === null && rowsBetween(rules.formatPosition(position)) < 2;
        ply++
      ) {
        const actor = rules.actors(position)[0] as number;
        position = rules.play(position, [(await (players[actor] as Player).choose(position, {})).move]);
      }
      if (rules.result(position) === null && rowsBetween(rules.formatPosition(position)) > 1) {
        reached++;
        const { wrong, detours } = await playOn(rules, players, rules.formatPosition(position));
        found.push(...detours, ...(wrong === null ? [] : [wrong]));
      }
      for (const player of players) await player.close();
    }
    expect(reached).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });
});
