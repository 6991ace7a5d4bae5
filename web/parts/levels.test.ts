import { expect, test } from "vitest";
import type { OptionSpec } from "../../engine/contracts/options.ts";
import type { PlayerKindDocument } from "../../service/api.ts";
import { levelOf, levelsOf } from "./levels.ts";

const kind = (name: string, parameters: string[], presetOf?: string): PlayerKindDocument => ({
  name,
  summary: "",
  parameters: parameters.map((each): OptionSpec => ({
    name: each,
    kind: "integer",
    min: 0,
    max: 9,
    default: null,
    summary: "",
  })),
  ...(presetOf !== undefined && { presetOf }),
});

test("the searcher of a board game is limited by depth, its other parameters stay", () => {
  const playerKinds = [kind("greedy", []), kind("expectimax", ["depth", "nodes", "ms", "tt", "tables"])];
  const document = { best: "expectimax(ms=1000, tt=64, tables=0)", playerKinds };
  expect(levelsOf(document)).toEqual({
    easy: "greedy",
    medium: "expectimax(depth=2, tt=64, tables=0)",
    strong: "expectimax(depth=4, tt=64, tables=0)",
    best: "expectimax(ms=1000, tt=64, tables=0)",
  });
});

test("a general game is played by playouts, without learning on the lower levels", () => {
  const [search, limits] = [
    ["hybrid", "uct"],
    ["playouts", "ms", "gifl"],
  ];
  const playerKinds = [kind("best", limits, "hybrid"), ...search.map((name) => kind(name, limits))];
  expect(levelsOf({ best: "best", playerKinds })).toEqual({
    easy: "uct(playouts=100)",
    medium: "uct(playouts=1000)",
    strong: "best(playouts=10000)",
    best: "best",
  });
});

test("a card game is played by samples", () => {
  const playerKinds = [kind("simple", []), kind("best", ["samples", "nodes", "ms"])];
  expect(levelsOf({ best: "best", playerKinds })).toEqual({
    easy: "simple",
    medium: "best(samples=4)",
    strong: "best(samples=12)",
    best: "best",
  });
});

test("the level of a player", () => {
  const document = { best: "best", playerKinds: [kind("simple", []), kind("best", ["samples"])] };
  expect(["simple", "best(samples=4)", "best", "random"].map((text) => levelOf(document, text))).toEqual([
    "easy",
    "medium",
    "best",
    null,
  ]);
});
