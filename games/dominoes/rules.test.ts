/** The contract's suite for the full game, in its variants. */
import { afterAll, describe } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { game } from "./game.ts";

const opened: OpenGame[] = [];
afterAll(async () => {
  for (const rules of opened) await rules.close();
});

async function open(given: Readonly<Record<string, string>>): Promise<OpenGame> {
  const rules = unwrap(await game.open(unwrap(parseOptions(game.options, given))));
  opened.push(rules);
  return rules;
}

const VARIANTS: readonly Readonly<Record<string, string>>[] = [
  {},
  { stock: "block", blocked: "draw" },
  { stock: "one", begins: "strongest", keep: "2" },
  { stock: "until", begins: "own", hand: "5", keep: "2" },
  { begins: "free", hand: "13" },
  { hand: "14", begins: "free" },
  { hand: "1", stock: "one", begins: "free" },
];

for (const given of VARIANTS) {
  describe(`dominoes ${JSON.stringify(given)}`, () => {
    gameSuite(() => open(given), { seeds: [1, 2, 3, 4, 5, 6], positions: ["01 12 / 22 23 / - / 3..4 / A"] });
  });
}
