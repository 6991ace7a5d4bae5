/** A rulesheet in a file as a game. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fail, type Result } from "../engine/contracts/errors.ts";
import { gdlGame, type GdlGame } from "./game.ts";

/** The game of a file; its name without the ending is the game's id. */
export function gdlGameOfFile(path: string, tell?: (line: string) => void): Result<GdlGame> {
  try {
    return gdlGame(basename(path).replace(/\.(kif|gdl)$/, ""), readFileSync(path, "utf8"), tell);
  } catch {
    return fail("unknown-game", `${path} cannot be read; expected a rulesheet`);
  }
}
