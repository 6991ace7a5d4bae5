/** Self-play games in a file: round trip, and errors of damaged lines. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { labelled } from "../../../engine/learn/self-play.ts";
import { game } from "../game.ts";
import type { ChessRules } from "../rules.ts";
import { appendGames, readGames } from "./self-play-games.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-chess-fit-"));
const rules = unwrap(await game.open({})) as ChessRules;
afterAll(async () => {
  await rules.close();
  rmSync(folder, { recursive: true, force: true });
});

test("games survive a round trip and are appended", () => {
  const file = join(folder, "games.jsonl");
  expect(unwrap(readGames(file, rules))).toEqual([]);
  const start = rules.initial();
  const next = rules.play(start, [unwrap(rules.parseMove(start, "e4"))]);
  const played = { start: rules.formatPosition(start), positions: labelled(rules, [start, next], [1, 0], [0.2, null]) };
  appendGames(file, rules, [played]);
  appendGames(file, rules, [played]);
  expect(unwrap(readGames(file, rules))).toEqual([played.positions, played.positions]);
});

test("an error names the damaged line", () => {
  const file = join(folder, "damaged.jsonl");
  appendFileSync(file, '[["8/8/8/8/8/8/8/8 w - - 0 1", 1, null]]\n');
  expect(readGames(file, rules)).toMatchObject({ ok: false, error: { message: expect.stringContaining("line 1") } });
});
