/** The game suite for all our rulesheets. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { gdlGameOfFile } from "../game-file.ts";

const FOLDER = import.meta.dirname;
/** Not constant-sum: scores for captures, a puzzle, or a draw without points. */
const NOT_CONSTANT_SUM = ["checkers-barrel-no-kings", "peg-solitaire", "skirmish", "ttcc4"].map(
  (name) => `${name}.kif`,
);

describe.for(readdirSync(FOLDER).filter((file) => file.endsWith(".kif")))("%s", (file) => {
  gameSuite(async () => unwrap(await unwrap(gdlGameOfFile(join(FOLDER, file))).open({})), {
    seeds: [1],
    perftDepth: 1,
    skip: NOT_CONSTANT_SUM.includes(file)
      ? { "there is one score per player, and they sum to the total": "what one has is not lost to the other" }
      : {},
  });
});
