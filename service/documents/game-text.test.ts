/** Games as text: chess as PGN. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { findGame } from "../../games/games.ts";
import { exportDocument, importDocument } from "./game-text.ts";
import { replayOrThrow } from "./replay.ts";

const game = unwrap(await findGame("chess"));
const rules = unwrap(await game.open(defaultsOf(game.options)));
afterAll(() => rules.close());

/** Morphy's opera game. */
const OPERA =
  "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

test("a game is parsed and formatted again", () => {
  const { games, errors: faults } = importDocument(rules, OPERA);
  expect([games.length, faults]).toEqual([1, []]);
  const { start, moves } = games[0] as (typeof games)[number];
  expect([moves.length, moves.at(-1)]).toEqual([33, "Rd8#"]);
  const { text } = exportDocument(replayOrThrow(rules, { start, moves }), { players: ["Morphy", "Allies"] });
  expect(text).toContain('[White "Morphy"]');
  expect(text.split("\n\n")[1]?.replaceAll(/\s+/g, " ").trim()).toBe(OPERA);
});

test("a game that continues after a third repetition is cut there", () => {
  const back = "Nf3 Nf6 Ng1 Ng8";
  const { games } = importDocument(rules, `${[back, back, back].join(" ")} e4 *`);
  expect(games[0]?.moves).toHaveLength(8);
  expect(games[0]?.remarks.at(-1)).toMatch(/^shown up to ply 8 of 13: .*draw/i);
});

test("a resigned game has its result", () => {
  const played = replayOrThrow(rules, { start: null, moves: ["e4", "e5"] });
  expect(exportDocument(played, { players: ["a", "b"], scores: [0, 1] }).text).toMatch(/1\. e4 e5 0-1\n$/);
  expect(exportDocument(played, { players: ["a", "b"] }).text).toMatch(/1\. e4 e5 \*\n$/);
});

test("a game without a text format reports so", async () => {
  const other = unwrap(await findGame("tic-tac-toe"));
  const opened = unwrap(await other.open({}));
  expect(() => importDocument(opened, "1. x")).toThrow(/tic-tac-toe: games have no text format/);
  await opened.close();
});
