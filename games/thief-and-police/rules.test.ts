/** The rules against a reference implementation (reference.fixture.ts). */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { SECOND, FIRST } from "../../engine/contracts/position.ts";
import { game } from "./game.ts";
import {
  ReferenceRules,
  scatteredMaze,
  sortedSteps,
  type ReferencePosition,
  type ReferenceVariant,
} from "./reference.fixture.ts";

const TURNS = ["alternating", "alternating-one", "simultaneous"] as const;
const POLICEMEN = [1, 2, 3, 4, 5, 6];
const SIDES = ["police", "thief"] as const;

async function open(given: Readonly<Record<string, string | number>>): Promise<OpenGame> {
  const texts = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
  return unwrap(await game.open(unwrap(parseOptions(game.options, texts))));
}

function openReference({ rows, policemen, turns, stay }: ReferenceVariant): Promise<OpenGame> {
  return open({ maze: rows.join("/"), policemen, turns, stay: stay ? "yes" : "no" });
}

describe.for(TURNS)("turns=%s", (turns) => {
  describe.for(["yes", "no"])("stay=%s", (stay) => {
    describe.for([1, 3])("policemen=%d", (policemen) => {
      gameSuite(() => open({ maze: "#####/#...#/#.#.#/#..E#/#####", turns, stay, policemen }), { plies: 400 });
    });
  });
});

describe("six policemen in the default maze", () => {
  gameSuite(() => open({ policemen: 6, turns: "alternating-one" }), { plies: 4_000, seeds: [1, 2], perftDepth: 1 });
});

/** Random pieces, often close to one square, where they block each other. */
function randomPosition(reference: ReferenceRules, random: () => number): ReferencePosition {
  const { policemen, turns } = reference.variant;
  const centre = pick(reference.squares, random);
  const far = reference.distances([centre]);
  const spread = pick([1, 1.5, 1e9], random);
  const left = reference.squares.toSorted((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0));
  const draw = (): string =>
    left.splice(Math.floor(random() * Math.min(left.length, spread * (policemen + 1))), 1)[0] as string;
  const thief = draw();
  const police = new Set(Array.from({ length: policemen }, draw));
  return { police, thief, turn: turns === "simultaneous" ? "both" : pick(SIDES, random) };
}

/** Result and legal moves of a position. */
function observed(rules: OpenGame, text: string): { result: unknown; moves: string[][] } {
  const position = unwrap(rules.parsePosition(text));
  const actors = rules.actors(position);
  const moves = [FIRST, SECOND].map((actor) =>
    actors.includes(actor) ? rules.moves(position, actor).map((move) => rules.formatMove(position, move)) : [],
  );
  return { result: rules.result(position), moves: moves.map((list) => list.map(sortedSteps).toSorted()) };
}

describe("random positions of every variant", () => {
  const seen = { positions: 0, caught: 0, escaped: 0, stuck: 0, followed: 0, refused: 0 };

  test.for(TURNS.flatMap((turns) => [true, false].map((stay) => ({ turns, stay }))))(
    "$turns, stay $stay: the same legal moves, results and positions after them",
    async ({ turns, stay }) => {
      const random = randomNumbers(TURNS.indexOf(turns) * 2 + (stay ? 1 : 0));
      for (const policemen of POLICEMEN) {
        for (let mazes = 0; mazes < 4; mazes++) {
          let rows = scatteredMaze(6, 5, pick([0.6, 0.75, 1], random), random);
          while (rows.join("").replaceAll("#", "").length < policemen + 3) rows = scatteredMaze(6, 5, 0.8, random);
          const variant = { rows, policemen, turns, stay };
          const [rules, reference] = [await openReference(variant), new ReferenceRules(variant)];
          for (let i = 0; i < (policemen > 4 ? 4 : 12); i++)
            compare(rules, reference, randomPosition(reference, random), random);
          await rules.close();
        }
      }
    },
  );

  function compare(
    rules: OpenGame,
    reference: ReferenceRules,
    position: ReferencePosition,
    random: () => number,
  ): void {
    const text = reference.text(position);
    const where = `${text} in ${JSON.stringify(reference.variant)}`;
    const moves = SIDES.map((side) => reference.moves(position, side));
    const result = reference.result(position);
    expect(observed(rules, text), where).toEqual({ result, moves: moves.map((list) => list.toSorted()) });
    seen.positions++;
    seen.caught += result?.[0] === 1 ? 1 : 0;
    seen.escaped += result?.[0] === 0 ? 1 : 0;
    seen.stuck += !reference.variant.stay && moves[0]?.includes("stay") ? 1 : 0;
    if (result) return;
    for (let i = 0; i < 5; i++) {
      const lists = moves.filter((list) => list.length > 0);
      const chosen = lists.map((list) => pick(list, random));
      const before = unwrap(rules.parsePosition(text));
      const after = rules.play(
        before,
        chosen.map((move) => unwrap(rules.parseMove(before, move))),
      );
      const expected = reference.play(position, chosen);
      expect(rules.formatPosition(after), `${chosen.join(" and ")} at ${where}`).toBe(reference.text(expected));
      const entered = chosen[0]?.split(",").map((step) => step.split("-")[1] ?? "") ?? [];
      seen.followed += position.turn !== "thief" && entered.some((to) => position.police.has(to)) ? 1 : 0;
      const target = chosen[1]?.split("-")[1];
      seen.refused += target !== undefined && entered.includes(target) ? 1 : 0;
    }
  }

  test("they include all relevant cases", () => {
    expect(seen.positions).toBeGreaterThan(1_000);
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10);
  });
});

test("whole games are the same", async () => {
  for (const [seed, turns] of TURNS.entries()) {
    const random = randomNumbers(seed);
    const variant = { rows: scatteredMaze(6, 6, 0.7, randomNumbers(7)), policemen: 3, turns, stay: seed % 2 === 0 };
    const [rules, reference] = [await openReference(variant), new ReferenceRules(variant)];
    let at = randomPosition(reference, random);
    let position = unwrap(rules.parsePosition(reference.text(at)));
    for (let ply = 0; ply < 60 && reference.result(at) === null; ply++) {
      const chosen = SIDES.map((side) => reference.moves(at, side))
        .filter((list) => list.length > 0)
        .map((list) => pick(list, random));
      position = rules.play(
        position,
        chosen.map((move) => unwrap(rules.parseMove(position, move))),
      );
      at = reference.play(at, chosen);
      expect(rules.formatPosition(position)).toBe(reference.text(at));
      expect(rules.result(position)).toEqual(reference.result(at));
    }
    await rules.close();
  }
});

test.for(TURNS.flatMap((turns) => [true, false].map((stay) => ({ turns, stay }))))(
  "perft is the same: $turns, stay $stay",
  async ({ turns, stay }) => {
    const random = randomNumbers(5);
    for (const policemen of [1, 2, 3]) {
      const variant = { rows: scatteredMaze(5, 5, 0.7, randomNumbers(policemen)), policemen, turns, stay };
      const [rules, reference] = [await openReference(variant), new ReferenceRules(variant)];
      for (let i = 0; i < 3; i++) {
        const position = randomPosition(reference, random);
        const depth = turns === "simultaneous" || policemen === 3 ? 2 : 3;
        const counted = rules.perft(unwrap(rules.parsePosition(reference.text(position))), depth);
        expect(counted, reference.text(position)).toBe(reference.perft(position, depth));
      }
      await rules.close();
    }
  },
);

describe("the rules in words", () => {
  const at = async (
    rows: string,
    position: string,
    given: Readonly<Record<string, string | number>> = {},
  ): Promise<{ rules: OpenGame; moves: string[][]; result: unknown }> => {
    const policemen = (position.split("/")[0] as string).split(",").length;
    const rules = await open({ maze: rows, policemen, ...given });
    return { rules, ...observed(rules, position) };
  };
  const after = (rules: OpenGame, text: string, ...moves: string[]): string => {
    const position = unwrap(rules.parsePosition(text));
    const read = moves.map((move) => unwrap(rules.parseMove(position, move)));
    return rules.formatPosition(rules.play(position, read));
  };

  test("a policeman may enter the square that another leaves, in a row and in a ring", async () => {
    const row = await at("......E", "a1,b1,c1/f1/police");
    expect(row.moves[0]).toContain("a1-b1,b1-c1,c1-d1");
    expect(row.moves[0]).not.toContain("a1-b1,b1-c1");
    const ring = await at("..E/..#/#.#/#.#", "a1,b1,a2,b2/b4/police");
    expect(ring.moves[0]).toContain("a1-b1,a2-a1,b1-b2,b2-a2");
    expect(after(ring.rules, "a1,b1,a2,b2/b4/police", "a1-b1,a2-a1,b1-b2,b2-a2")).toBe("a1,b1,a2,b2/b4/thief");
  });

  test("no two policemen swap places, and none enters the thief's square", async () => {
    const { moves } = await at("....E", "a1,b1/c1/police");
    expect(moves[0]).toEqual(["stay"]);
  });

  test("same target: the policeman gets the square, the thief stays", async () => {
    const { rules } = await at("..#..#/.....E", "a2/c2", { turns: "simultaneous" });
    expect(after(rules, "a2/c2", "a2-b2", "c2-b2")).toBe("b2/c2");
    expect(after(rules, "a2/c2", "a2-b2", "c2-d2")).toBe("b2/d2");
    expect(after(rules, "a2/c2", "stay", "c2-b2")).toBe("a2/b2");
  });

  test("simultaneous moves: neither side may enter the other's square", async () => {
    const { moves } = await at("....E", "b1/c1", { turns: "simultaneous" });
    expect(moves).toEqual([
      ["b1-a1", "stay"],
      ["c1-d1", "wait"],
    ]);
  });

  test("with stay=no all policemen move; if they cannot, none does", async () => {
    expect((await at("......E", "b1,d1/f1/police", { stay: "no" })).moves[0]).toEqual(
      ["b1-a1,d1-c1", "b1-a1,d1-e1", "b1-c1,d1-e1"].toSorted(),
    );
    // The policeman in the corner is blocked by the other one, who is blocked by the thief.
    expect((await at("....E", "a1,b1/c1/police", { stay: "no" })).moves[0]).toEqual(["stay"]);
    const one = await at("....E", "a1,b1/c1/police", { stay: "no", turns: "alternating-one" });
    expect(one.moves[0]).toEqual(["stay"]);
  });

  test("a thief who is surrounded in a corner, in a corridor, at a crossing", async () => {
    expect((await at("..E", "b1/a1/thief")).result).toEqual([1, 0]);
    expect((await at("...E", "a1,c1/b1/thief")).result).toEqual([1, 0]);
    expect((await at("...E", "a1,d1/b1/thief")).result).toBeNull();
    expect((await at("#.##/..E./#.##", "b1,a2,c2,b3/b2/police")).result).toEqual([1, 0]);
  });

  test("a thief on an exit has won, even if surrounded", async () => {
    expect((await at(".E..", "a1,c1/b1/thief")).result).toEqual([0, 1]);
  });

  test("policemen may occupy exits", async () => {
    expect((await at("....E", "e1/b1/thief")).result).toBeNull();
  });
});
