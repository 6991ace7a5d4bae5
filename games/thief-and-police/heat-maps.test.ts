/** Distances by square against a reference breadth-first search. */
import { expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { game } from "./game.ts";
import { ReferenceRules, scatteredMaze } from "./reference.fixture.ts";
import { ThiefAndPoliceRules } from "./rules.ts";

test("to an exit around policemen, to an exit, from the nearest policeman", async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const rows = scatteredMaze(7, 7, 0.7, randomNumbers(seed));
    const reference = new ReferenceRules({ rows, policemen: 3, turns: "alternating", stay: true });
    const rules = unwrap(await game.open({ ...defaultsOf(game.options), maze: rows.join("/"), policemen: 3 }));
    if (!(rules instanceof ThiefAndPoliceRules)) throw new Error("another game");
    for (const position of rules.openings.slice(0, 10)) {
      const police = new Set((rules.formatPosition(position).split("/")[0] as string).split(","));
      const free = [...reference.exits].filter((exit) => !police.has(exit));
      const expected = [
        reference.distances(free, police),
        reference.distances(reference.exits),
        reference.distances(police),
      ];
      const maps = rules.heatMaps(position);
      const cells = rules.view(position).cells.map(({ name }) => name);
      expect(maps.map(({ values }) => values)).toEqual(
        expected.map((found) => cells.map((name) => found.get(name) ?? null)),
      );
      expect(new Set(maps.map(({ name }) => name)).size).toBe(maps.length);
    }
    await rules.close();
  }
});
