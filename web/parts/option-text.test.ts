import { expect, test } from "vitest";
import type { OptionSpec } from "../../engine/contracts/options.ts";
import { parsePlayerText } from "../../engine/contracts/player.ts";
import { playerEvaluationData } from "./player-evaluation-data.ts";
import { formatBytes, formatCount, formatDuration } from "./format.ts";
import { differing, playerText, typedVariant, valuesOf } from "./option-text.ts";

const specs: readonly OptionSpec[] = [
  { name: "depth", summary: "", kind: "integer", min: 1, max: 9, default: 3 },
  { name: "eval", summary: "", kind: "text", default: null },
  { name: "moves", summary: "", kind: "choice", choices: ["all", "forward"], default: "all" },
];

test("a player's text contains what differs from its defaults, and parses back", () => {
  const kind = { name: "alphabeta", summary: "", parameters: specs };
  expect(playerText(kind, valuesOf(specs, {}))).toBe("alphabeta");
  const text = playerText(kind, { depth: 5, eval: "pdb(6+4)", moves: "all" });
  expect(text).toBe("alphabeta(depth=5, eval=pdb(6+4))");
  expect(parsePlayerText(text)).toMatchObject({
    ok: true,
    value: { name: "alphabeta", parameters: { depth: "5", eval: "pdb(6+4)" } },
  });
});

test("a variant parsed from a URL has numbers for numeric options", () => {
  expect(typedVariant(specs, { depth: "5", moves: "all", other: "1" })).toEqual({ depth: 5 });
  expect(differing(specs, { depth: 3, eval: "", moves: "forward" })).toEqual({ moves: "forward" });
});

test("numbers are formatted with units", () => {
  expect([
    formatCount(1234),
    formatCount(5_600_000),
    formatBytes(2_500),
    formatDuration(40),
    formatDuration(7500),
  ]).toEqual(["1,234", "5.6 M", "2.5 kB", "40 s", "2 h 5 min"]);
});

test("every seat has its own evaluations; a proven win lies just beyond the largest estimate", () => {
  const info = (seat: number, value: number | null) => ({
    seat,
    value,
    unit: "points",
    player: "p",
    where: "server" as const,
    depth: 1,
    nodes: 1,
    playouts: null,
    milliseconds: 1,
    pv: [],
    candidates: [],
  });
  expect(playerEvaluationData({ 1: info(1, -2), 0: info(0, 1), 2: info(0, null) }, ["white", "black"])).toEqual([
    { seat: "white", unit: "points", points: [[1, 1]] },
    { seat: "black", unit: "points", points: [[2, -2]] },
  ]);
  // A proven win in three plies.
  const [proven] = playerEvaluationData({ 0: info(0, 10), 2: info(0, 29_997) }, ["white"]);
  expect(proven?.points).toEqual([
    [1, 10],
    [3, 11],
  ]);
});
