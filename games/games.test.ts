/** Ids of games: native games, rulesheets of the project, rulesheets in files, and games that were renamed. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../engine/contracts/errors.ts";
import { isGdlGame } from "../gdl/game.ts";
import { findGame, rulesheetNames, rulesheetPath } from "./games.ts";
import { currentGameId, formerGameId, RENAMED_GAMES, renamedGameId } from "./renamed.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-games-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the rulesheet of chess has an id and a title of its own, and is found by its former name too", async () => {
  const game = unwrap(await findGame("chess-gdl"));
  expect([game.id, game.title, isGdlGame(game)]).toEqual(["chess-gdl", "Chess (GDL rulesheet)", true]);
  expect(rulesheetPath("chess")).toBe(rulesheetPath("chess-gdl"));
  expect(rulesheetNames()).not.toContain("chess");
});

test("a rulesheet in a file never has the id of a native game", async () => {
  const idOf = async (name: string): Promise<string> => {
    copyFileSync(rulesheetPath("tic-tac-toe") as string, join(folder, name));
    return unwrap(await findGame(join(folder, name))).id;
  };
  expect(await idOf("skat.kif")).toBe("skat-gdl");
  expect(await idOf("mine.kif")).toBe("mine");
});

test("what was stored under a former id is told from the game that has the id now by its texts", () => {
  expect(currentGameId("chess", "{(control white)}")).toBe("chess-gdl");
  expect(currentGameId("chess", null, ["(move 5 2 5 4)"])).toBe("chess-gdl");
  expect(currentGameId("chess", null, ["e4"])).toBe("chess");
  expect(currentGameId("chess", null)).toBe("chess");
  for (const { from, to } of RENAMED_GAMES) expect([renamedGameId(from), formerGameId(to)]).toEqual([to, from]);
});
