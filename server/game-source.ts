/** Loads a game for the server: a native game, a rulesheet of this repository, or an uploaded one. */
import { readFileSync } from "node:fs";
import { unwrap } from "../engine/contracts/errors.ts";
import { findGame, rulesheetPath } from "../games/games.ts";
import { gdlGame, isGdlGame } from "../gdl/game.ts";
import { rulesheetMarkdown } from "../service/documents/rulesheet-markdown.ts";
import type { ServedGame } from "../service/game-service.ts";

export interface GameSource {
  /** From the list of games, never from a client. */
  readonly id: string;
  /** The text of an uploaded rulesheet. */
  readonly rulesheet?: string;
}

export async function loadServedGame({ id, rulesheet }: GameSource): Promise<ServedGame> {
  if (rulesheet !== undefined)
    return { game: unwrap(gdlGame(id, rulesheet)), kind: "general", rulesText: rulesheetMarkdown(rulesheet) };
  const game = unwrap(await findGame(id));
  const file = isGdlGame(game) ? rulesheetPath(id) : null;
  if (file !== null) return { game, kind: "general", rulesText: rulesheetMarkdown(readFileSync(file, "utf8")) };
  return {
    game,
    kind: "native",
    rulesText: readFileSync(new URL(`../games/${id}/README.md`, import.meta.url), "utf8"),
  };
}
