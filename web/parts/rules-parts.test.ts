import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rulesheetMarkdown } from "../../service/documents/rulesheet-markdown.ts";
import { rulesParts } from "./rules-parts.ts";

const games = new URL("../../games/", import.meta.url);
const native = readdirSync(games, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

test.for(native)("the README of %s has a short part for players", (id) => {
  const { player, rest } = rulesParts(readFileSync(new URL(`${id}/README.md`, games), "utf8"));
  const lines = (player ?? "").split("\n").filter((line) => line.trim() !== "");
  expect(lines.length).toBeGreaterThanOrEqual(6);
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(rest).not.toContain("## How to play");
  expect(rest).toContain("# ");
});

test("a rulesheet has its comment as text and its source apart", () => {
  const text = "; Nim: take matches.\n; The last one wins.\n\n(role a)\n(init (heap 3))\n";
  expect(rulesParts(rulesheetMarkdown(text))).toEqual({
    player: "Nim: take matches.\nThe last one wins.",
    rest: "",
    source: text.trimEnd(),
  });
});

test("rules without a part for players are shown whole", () => {
  expect(rulesParts("# A game\n\ntext")).toEqual({ player: null, rest: "# A game\n\ntext", source: null });
});
