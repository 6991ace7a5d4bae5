import { expect, test } from "vitest";
import type { OptionSpec } from "../../engine/contracts/options.ts";
import { parsePlayerText } from "../../engine/contracts/player.ts";
import { curveData } from "./player-evaluation-data.ts";
import { bytes, counted, duration } from "./format.ts";
import { differing, playerText, typedVariant, valuesOf } from "./option-text.ts";

const specs: readonly OptionSpec[] = [
  { name: "depth", summary: "", kind: "integer", min: 1, max: 9, default: 3 },
  { name: "eval", summary: "", kind: "text", default: null },
  { name: "moves", summary: "", kind: "choice", choices: ["all", "forward"], default: "all" },
];

test("a player's text says what differs from its defaults, and is read back as such", () => {
  const kind = { name: "alphabeta", summary: "", parameters: specs };
  expect(playerText(kind, valuesOf(specs, {}))).toBe("alphabeta");
  const text = playerText(kind, { depth: 5, eval: "pdb(6+4)", moves: "all" });
  expect(text).toBe("alphabeta(depth=5, eval=pdb(6+4))");
  expect(parsePlayerText(text)).toMatchObject({
    ok: true,
    value: { name: "alphabeta", parameters: { depth: "5", eval: "pdb(6+4)" } },
  });
});

test("a variant out of an address has numbers where numbers are wanted", () => {
  expect(typedVariant(specs, { depth: "5", moves: "all", other: "1" })).toEqual({ depth: 5 });
  expect(differing(specs, { depth: 3, eval: "", moves: "forward" })).toEqual({ moves: "forward" });
});

test("numbers are written for people", () => {
  expect([counted(1234), counted(5_600_000), bytes(2_500), duration(40), duration(7500)]).toEqual([
    "1,234",
    "5.6 M",
    "2.5 kB",
    "40 s",
    "2 h 5 min",
  ]);
});

test("a curve has a column for every seat, with gaps where another moved", () => {
  const thought = (seat: number, value: number | null) => ({
    seat,
    value,
    unit: "points",
    player: "p",
    where: "server" as const,
    depth: 1,
    nodes: 1,
    playouts: null,
    milliseconds: 1,
    line: [],
    considered: [],
  });
  expect(curveData({ 1: thought(1, -2), 0: thought(0, 1), 2: thought(0, null) }, 2)).toEqual({
    plies: [1, 2],
    values: [
      [1, null],
      [null, -2],
    ],
    units: ["points", "points"],
  });
  // A proven win in three plies.
  expect(curveData({ 0: thought(0, 10), 2: thought(0, 29_997) }, 1).values).toEqual([[10, 11]]);
});
