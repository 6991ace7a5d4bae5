/** A rulesheet in a file as a game. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fail, type Result } from "../engine/contracts/errors.ts";
import { gdlGame, type GdlGame } from "./game.ts";

/** The game of a file; its name without the ending is the game's id, unless another id is given. */
export function gdlGameOfFile(
  path: string,
  tell?: (line: string) => void,
  id: string = basename(path).replace(/\.(kif|gdl)$/, ""),
): Result<GdlGame> {
  try {
    return gdlGame(id, readFileSync(path, "utf8"), tell);
  } catch {
    return fail("unknown-game", `${path} cannot be read; expected a rulesheet`);
  }
}
