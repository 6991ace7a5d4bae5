/** Evaluations against the reference rules, search against minimax, and every player against the contract. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { SECOND, FIRST, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { evaluatorSuite } from "../../engine/contracts/suites/evaluator-suite.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { parseEvaluation } from "./evaluation-text.ts";
import { game } from "./game.ts";
import { findMaze } from "./mazes.ts";
import { ReferenceRules, type ReferencePosition } from "./reference.fixture.ts";
import type { ThiefAndPoliceRules } from "./rules.ts";

/** In moves; the kernel's "unknown" is greater. */
const MAX_EVALUATION = 1_000;

const folder = mkdtempSync(join(tmpdir(), "gamelore-pursuit-"));
const before = process.env["GAMELORE_HOME"];

async function open(given: Readonly<Record<string, string>>): Promise<ThiefAndPoliceRules> {
  const rules = unwrap(
    await game.open(unwrap(parseOptions(game.options, { maze: "small", policemen: "3", ...given }))),
  );
  return rules as ThiefAndPoliceRules;
}

/** Random play from the first starts. */
function positionsOf(rules: OpenGame, starts = 4): Position[] {
  return (rules.openings ?? []).slice(0, starts).flatMap((opening, seed) =>
    randomGame(rules, opening, seed + 1, 12)
      .map(({ position }) => position)
      .filter((position) => rules.result(position) === null),
  );
}

beforeAll(async () => {
  process.env["GAMELORE_HOME"] = folder;
  const store = new TableStore(join(folder, "tables"));
  for (const given of [
    { kind: "police", policemen: "3" },
    { kind: "police", policemen: "2" },
    { kind: "police", policemen: "1" },
    { kind: "thief", policemen: "3" },
  ]) {
    const spec = unwrap(game.table(unwrap(parseOptions(game.tableOptions, { maze: "small", ...given }))));
    const solved = await spec.solve({ threads: 1 });
    await store.write(solved, spec.solver);
    solved.release();
  }
});
afterAll(() => {
  if (before === undefined) delete process.env["GAMELORE_HOME"];
  else process.env["GAMELORE_HOME"] = before;
  rmSync(folder, { recursive: true, force: true });
});

describe("evaluations", () => {
  const rows = unwrap(findMaze("small")).rows;
  const reference = new ReferenceRules({ rows, policemen: 3, turns: "alternating", stay: true });
  const place = (text: string): [number, number] => [text.codePointAt(0)! - 97, Number(text.slice(1))];
  const manhattan = (a: string, b: string): number => {
    const [[ax, ay], [bx, by]] = [place(a), place(b)];
    return Math.abs(ax - bx) + Math.abs(ay - by);
  };
  const read = (text: string): ReferencePosition => {
    const [police = "", thief = "", turn = "police"] = text.split("/");
    return { police: new Set(police.split(",")), thief, turn: turn as "police" };
  };
  const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
  const farthest = Math.max(...reference.distances(reference.exits).values());
  /** For the police. */
  const terms: Readonly<Record<string, (position: ReferencePosition) => number>> = {
    "police-manhattan": ({ police, thief }) => -mean([...police].map((square) => manhattan(square, thief))),
    "police-maze": ({ police, thief }) => {
      const far = reference.distances([thief]);
      return -mean([...police].map((square) => far.get(square) as number));
    },
    "thief-manhattan": ({ thief }) => Math.min(...[...reference.exits].map((exit) => manhattan(thief, exit))),
    "thief-maze": ({ thief }) => reference.distances(reference.exits).get(thief) as number,
    "thief-blocked": ({ police, thief }) => {
      const exits = [...reference.exits].filter((exit) => !police.has(exit));
      return Math.min(reference.distances(exits, police).get(thief) ?? Number.POSITIVE_INFINITY, farthest + 1);
    },
  };

  test.for(Object.keys(terms))("%s matches its definition", async (name) => {
    const rules = await open({});
    const evaluator = await rules.evaluations.evaluator(name);
    for (const position of positionsOf(rules)) {
      const expected = terms[name]?.(read(rules.formatPosition(position))) as number;
      expect(evaluator.evaluate(position, FIRST)).toBeCloseTo(expected, 6);
      expect(evaluator.evaluate(position, SECOND)).toBeCloseTo(-expected, 6);
    }
    await rules.close();
  });

  test("sums are weighted; own(…) omits the opponent's distance", async () => {
    const rules = await open({});
    const value = async (text: string, position: Position, player: PlayerNumber): Promise<number> =>
      (await rules.evaluations.evaluator(text)).evaluate(position, player);
    for (const position of positionsOf(rules, 1)) {
      const [police, thief] = [await value("police-maze", position, FIRST), await value("thief-maze", position, FIRST)];
      expect(await value("maze", position, FIRST)).toBeCloseTo(police + thief, 6);
      expect(await value("sum(police-maze*0.5, thief-maze*2)", position, FIRST)).toBeCloseTo(police / 2 + 2 * thief, 6);
      expect(await value("own(maze)", position, FIRST)).toBeCloseTo(police, 6);
      expect(await value("own(maze)", position, SECOND)).toBeCloseTo(-thief, 6);
    }
    await rules.close();
  });

  test("lookups: all policemen in one group, or the two nearest to the thief and the third alone", async () => {
    const rules = await open({});
    const three = await rules.evaluations.evaluator("police-pdb(3)");
    const two = await rules.evaluations.evaluator("police-pdb(2)");
    const exits = await rules.evaluations.evaluator("thief-pdb(3)");
    const blocked = await rules.evaluations.evaluator("thief-blocked");
    const openTable = async (policemen: string): Promise<(text: string) => number | null> => {
      const given = { kind: "police", maze: "small", policemen };
      const spec = unwrap(game.table(unwrap(parseOptions(game.tableOptions, given))));
      const table = spec.open(new TableStore(join(folder, "tables")).open(spec.identity));
      return (text) => unwrap(table.probe(unwrap(table.parsePosition(text)))).value.parts["moves"] ?? null;
    };
    const [one, pair, all] = [await openTable("1"), await openTable("2"), await openTable("3")];
    let seen = 0;
    for (const position of positionsOf(rules)) {
      const { police, thief } = read(rules.formatPosition(position));
      const far = reference.distances([thief]);
      const distance = (square: string): number => far.get(square) as number;
      const sorted = [...police].toSorted((a, b) => distance(a) - distance(b));
      const together = all(`${[...police].join(",")}/${thief}`);
      if (together !== null) expect(three.evaluate(position, FIRST)).toBeCloseTo(-together, 6);
      // Ties in distance may be grouped either way.
      const isClear = distance(sorted[1] as string) < distance(sorted[2] as string);
      const [near, last] = [pair(`${sorted.slice(0, 2).join(",")}/${thief}`), one(`${sorted[2]}/${thief}`)];
      if (isClear && near !== null && last !== null) {
        seen++;
        expect(two.evaluate(position, FIRST)).toBeCloseTo(-(near + last) / 2, 6);
      }
      const free = blocked.evaluate(position, FIRST);
      if (free <= farthest) expect(exits.evaluate(position, FIRST)).toBeCloseTo(free, 6);
    }
    expect(seen).toBeGreaterThan(5);
    await rules.close();
  });

  test.for<[string, RegExp]>([
    ["manhatan", /did you mean "?manhattan/],
    ["pdb", /number of policemen is missing/],
    ["sum()", /no terms/],
    ["sum(police-maze*100)", /between -10 and 10/],
    ["sum(maze)", /unknown term/],
    ["police-pdb(0)", /at least 1/],
  ])("%s is rejected with one line", ([text, why]) => {
    const plan = parseEvaluation(text, 3);
    expect(plan.ok ? "" : plan.error.message).toMatch(why);
  });

  describe.for(["manhattan", "maze", "pdb(2)", "pdb(4)"])("the evaluator %s", (name) => {
    evaluatorSuite(async () => {
      const rules = await open({});
      const spec = rules.evaluators.find((each) => each.name === name);
      if (!spec) throw new Error(`no evaluator ${name}`);
      return { evaluator: await spec.create(), others: [], players: 2, positions: positionsOf(rules) };
    });
  });
});

/** Reference minimax; the value is for the police. */
function minimax(rules: OpenGame, evaluate: (position: Position) => number, position: Position, depth: number): number {
  const scores = rules.result(position);
  if (scores) return scores[0] === 1 ? 1e6 + depth : -1e6 - depth;
  if (depth === 0) return evaluate(position);
  const [actor] = rules.actors(position) as [PlayerNumber];
  const values = rules
    .moves(position, actor)
    .map((move) => minimax(rules, evaluate, rules.play(position, [move]), depth - 1));
  return actor === 0 ? Math.max(...values) : Math.min(...values);
}

const EVALUATIONS = ["manhattan", "maze", "pdb(2)", "own(pdb(3))", "sum(police-pdb(2)*-0.5, thief-pdb(3))"];

test.for([
  ...EVALUATIONS.map((text) => ({ text, given: {} })),
  { text: "pdb(2)", given: { turns: "alternating-one" } },
  { text: "manhattan", given: { stay: "no" } },
])("alpha-beta with eval=$text finds the minimax value, $given", async ({ text, given }) => {
  const rules = await open(given);
  const evaluator = await rules.evaluations.evaluator(text);
  for (const position of positionsOf(rules, 3).slice(0, 8)) {
    const [actor] = rules.actors(position) as [PlayerNumber];
    const player = await makePlayer(rules, `alphabeta(depth=3, eval=${text})`, 1);
    const { info } = await player.choose(position, {});
    const expected = minimax(rules, (leaf) => evaluator.evaluate(leaf, actor) * (actor === 0 ? 1 : -1), position, 3);
    if (Math.abs(expected) < 1e6) expect(info.value).toBeCloseTo(actor === 0 ? expected : -expected, 6);
    await player.close();
  }
  await rules.close();
});

/** Reached with some move in most positions, exceeded with none. */
test.for(["manhattan", "maze", "pdb(2)", "own(pdb(3))", "police-pdb(2)"])(
  "the bound of eval=%s at the frontier",
  async (text) => {
    const rules = await open({});
    const { address, perUnit } = await rules.evaluations.load(text);
    const evaluator = await rules.evaluations.evaluator(text);
    const { kernel, states } = rules.board;
    let [known, tight] = [0, 0];
    for (const position of positionsOf(rules, 30).filter((each) => rules.actors(each)[0] === FIRST)) {
      kernel.exports.setEvaluation(address);
      kernel.exports.setSearcher(FIRST);
      const bound = kernel.exports.evaluationBound(states.put(position)) / perUnit;
      if (bound > MAX_EVALUATION) continue;
      const after = rules.moves(position, FIRST).map((move) => rules.play(position, [move]));
      expect(after.some((each) => rules.result(each) !== null)).toBe(false);
      const best = Math.max(...after.map((each) => evaluator.evaluate(each, FIRST)));
      expect(best).toBeLessThanOrEqual(bound + 1e-9);
      known++;
      tight += best > bound - 1e-9 ? 1 : 0;
    }
    expect(known).toBeGreaterThan(20);
    expect(tight).toBeGreaterThan(known / 2);
    await rules.close();
  },
);

const PLAYERS = {
  alternating: ["random", "alphabeta(depth=2)", "uct(playouts=60)", "best(depth=2)"],
  "alternating-one": ["alphabeta(depth=3)"],
  simultaneous: [
    "equilibrium(depth=1)",
    "duct(playouts=100)",
    "alphabeta(depth=2)",
    "uct(playouts=60)",
    "best(depth=1)",
  ],
};

const CASES = Object.entries(PLAYERS)
  .flatMap(([turns, texts]) => texts.map((text) => ({ turns, text })))
  .flatMap((each) => {
    const actors = each.turns === "simultaneous" ? [FIRST, SECOND] : [null];
    return actors.map((actor) => ({ ...each, actor }));
  });

describe.for(CASES)("the player $text, turns=$turns, actor $actor", ({ turns, text, actor }) => {
  playerSuite(async () => {
    const rules = await open({ turns });
    const exit = unwrap(findMaze("small")).squares.find((square) => square.exit)?.name ?? "";
    const free = rules.board.variant.maze.squares.filter(({ name }) => name !== exit).map(({ name }) => name);
    return {
      rules,
      text,
      ...(actor === null ? {} : { actor }),
      quick: { nodes: 500 },
      deepText: text.startsWith("random") ? text : text.replace(/\d+(?=\))/, "30"),
      deep: {},
      positions: positionsOf(rules, 2).slice(0, 6),
      ended: unwrap(rules.parsePosition(`${free.slice(0, 3).join(",")}/${exit}`)),
    };
  });
});

test("equilibrium search uses one evaluation for both sides", async () => {
  const rules = await open({ turns: "simultaneous" });
  await expect(makePlayer(rules, "equilibrium(eval=own(maze))", 1)).rejects.toMatchObject({
    message: expect.stringContaining("own(…) is for alphabeta and uct"),
  });
  await rules.close();
});
