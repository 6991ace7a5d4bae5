/** Opens a rulesheet file as a game. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fail, type Result } from "../engine/contracts/errors.ts";
import { gdlGame, type GdlGame } from "./game.ts";

/** The default id is the file name without its extension. */
export function gdlGameOfFile(
  path: string,
  onNotice?: (line: string) => void,
  id: string = basename(path).replace(/\.(kif|gdl)$/, ""),
): Result<GdlGame> {
  try {
    return gdlGame(id, readFileSync(path, "utf8"), onNotice);
  } catch {
    return fail("unknown-game", `${path} cannot be read; expected a rulesheet file`);
  }
}
