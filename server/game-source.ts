/** Where a game of the server comes from: a room, a rulesheet of ours, or one that somebody brought. */
import { readFileSync } from "node:fs";
import { unwrap } from "../engine/contracts/errors.ts";
import { findGame, rulesheetPath } from "../games/games.ts";
import { gdlGame, isGdlGame } from "../gdl/game.ts";
import { rulesheetWords } from "../service/documents/rulesheet-markdown.ts";
import type { DeskGame } from "../service/game-service.ts";

export interface GameSource {
  /** One that is in the list of games: never what a client wrote. */
  readonly id: string;
  /** The text of a rulesheet that somebody brought. */
  readonly rulesheet?: string;
}

export async function deskGame({ id, rulesheet }: GameSource): Promise<DeskGame> {
  if (rulesheet !== undefined)
    return { game: unwrap(gdlGame(id, rulesheet)), kind: "general", words: rulesheetWords(rulesheet) };
  const game = unwrap(await findGame(id));
  const file = isGdlGame(game) ? rulesheetPath(id) : null;
  if (file !== null) return { game, kind: "general", words: rulesheetWords(readFileSync(file, "utf8")) };
  return { game, kind: "room", words: readFileSync(new URL(`../../games/${id}/README.md`, import.meta.url), "utf8") };
}
