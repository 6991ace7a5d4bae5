/** Every rulesheet of ours as a game of the workbench. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { gdlGameOfFile } from "../game-file.ts";

const FOLDER = import.meta.dirname;
/** Points for what each took, a puzzle, or a draw that gives nothing to either. */
const NOT_SHARED = ["checkers-barrel-no-kings", "peg-solitaire", "skirmish", "ttcc4"].map((name) => `${name}.kif`);

describe.for(readdirSync(FOLDER).filter((file) => file.endsWith(".kif")))("%s", (file) => {
  gameSuite(async () => unwrap(await unwrap(gdlGameOfFile(join(FOLDER, file))).open({})), {
    seeds: [1],
    perftDepth: 1,
    skip: NOT_SHARED.includes(file)
      ? { "there is one score per player, and they sum to the total": "what one has is not lost to the other" }
      : {},
  });
});
