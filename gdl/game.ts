/** A rulesheet as a game of the workbench. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fail, GameloreError, ok, type Result } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { Kernel } from "../engine/kernel/kernel.ts";
import { checkRulesheet } from "./check.ts";
import { placeText } from "./expressions.ts";
import { ground } from "./ground.ts";
import { NetReasoner } from "./net-reasoner.ts";
import { prepare } from "./prepare.ts";
import { GdlRules } from "./rules.ts";
import { parseRulesheet } from "./rulesheet.ts";

const LIMITS = { maxFacts: 3_000_000, maxNumbers: 60_000_000 } as const;

/** The game of a rulesheet; the error says what is wrong with it first. */
export function gdlGame(id: string, text: string): Result<Game> {
  const wrong = checkRulesheet(text).find(({ severity }) => severity === "error");
  if (wrong) return fail("bad-rules", `${id}: ${placeText(wrong.at)}: ${wrong.message}`);
  const sheet = parseRulesheet(text);
  if (!sheet.ok) return sheet;
  const game: Game = {
    id,
    title: id,
    summary: "from its rulesheet",
    // Some games are short, and in some a random move or two decides.
    openingPlies: 2,
    options: [],
    presets: {},
    tableOptions: [],
    table: () => fail("bad-variant", `${id}: a game from a rulesheet has no tables`),
    open: async () => {
      try {
        const kernel = new Kernel("gdl");
        kernel.call("setStop", kernel.memory.allocate(4));
        const reasoner = prepare(sheet.value, LIMITS, (program, control) => {
          return new NetReasoner(kernel, ground(program, { ...control, maxNumbers: LIMITS.maxNumbers }));
        });
        return ok(new GdlRules(game, reasoner));
      } catch (error) {
        if (!(error instanceof GameloreError)) throw error;
        return fail(error.code, `${id}: ${error.message}`);
      }
    },
  };
  return ok(game);
}

/** The game of a file; its name without the ending is the game's id. */
export function gdlGameOfFile(path: string): Result<Game> {
  try {
    return gdlGame(basename(path).replace(/\.(kif|gdl)$/, ""), readFileSync(path, "utf8"));
  } catch {
    return fail("unknown-game", `${path} cannot be read; expected a rulesheet`);
  }
}
