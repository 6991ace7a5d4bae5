/** Game ids: native games, bundled rulesheets, rulesheet files, and renamed games. */
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

test("the chess rulesheet has its own id and title, and is also found by its former name", async () => {
  const game = unwrap(await findGame("chess-gdl"));
  expect([game.id, game.title, isGdlGame(game)]).toEqual(["chess-gdl", "Chess (GDL rulesheet)", true]);
  expect(rulesheetPath("chess")).toBe(rulesheetPath("chess-gdl"));
  expect(rulesheetNames()).not.toContain("chess");
});

test("a rulesheet file never gets the id of a native game", async () => {
  const idOf = async (name: string): Promise<string> => {
    copyFileSync(rulesheetPath("tic-tac-toe") as string, join(folder, name));
    return unwrap(await findGame(join(folder, name))).id;
  };
  expect(await idOf("skat.kif")).toBe("skat-gdl");
  expect(await idOf("mine.kif")).toBe("mine");
});

test("games stored under a former id are recognized by their texts", () => {
  expect(currentGameId("chess", "{(control white)}")).toBe("chess-gdl");
  expect(currentGameId("chess", null, ["(move 5 2 5 4)"])).toBe("chess-gdl");
  expect(currentGameId("chess", null, ["e4"])).toBe("chess");
  expect(currentGameId("chess", null)).toBe("chess");
  for (const { from, to } of RENAMED_GAMES) expect([renamedGameId(from), formerGameId(to)]).toEqual([to, from]);
});
