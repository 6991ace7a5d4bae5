/** Where games start. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { randomOpening } from "../../engine/arena/play-game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { endgameNames, readEndgame, isMaterial } from "./endgames.ts";
import { formatFen, START_FEN } from "./fen.ts";
import { game } from "./game.ts";
import { ChessRules } from "./rules.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-endgames-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  join(folder, "KRK.fen"),
  "# rook endings\n8/8/8/3k4/8/8/8/K6R w - - 0 1\n\n8/8/8/3k4/8/8/8/K6R b - - 0 1\r\n",
);
writeFileSync(join(folder, "KQK.fen"), "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1\n8/8/8/3k4/8/8/8/K6X w - - 0 1\n");
writeFileSync(join(folder, "KBNK.fen"), "\n");

async function opened(start: string | null): Promise<{ start: string; variant: string }> {
  const rules = unwrap(await game.open({ start }));
  const answer = { start: rules.formatPosition(rules.initial()), variant: rules.variant };
  await rules.close();
  return answer;
}

test("a game starts from the initial position, or from any legal one", async () => {
  expect(await opened(null)).toEqual({ start: START_FEN, variant: "" });
  expect(await opened(START_FEN)).toEqual({ start: START_FEN, variant: "" });
  const fen = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
  expect(await opened(" 8/8/8/8/8/2k5/8/K6R  w ")).toEqual({ start: fen, variant: `start=${fen}` });
});

test("the preset endgame is a position that can be played", async () => {
  const rules = unwrap(await game.open(game.presets["endgame"] ?? {}));
  expect(rules.result(rules.initial())).toBeNull();
  await rules.close();
});

test("an invalid start is an error", async () => {
  expect(await game.open({ start: "8/8 w" })).toMatchObject({ ok: false, error: { code: "bad-variant" } });
  const unknown = await game.open({ start: "KNNNK" });
  expect(unknown).toMatchObject({
    ok: false,
    error: {
      code: "bad-variant",
      message: expect.stringMatching(/no stored positions of KNNNK; available: /),
    },
  });
});

test("material names an endgame", () => {
  expect(["KRPP-KBN", "KQK", "krk", "KK"].every(isMaterial)).toBe(true);
  expect([START_FEN, "KRP", "K", "KXK", ""].some(isMaterial)).toBe(false);
});

test("positions of an endgame are one FEN per line; errors name the line", () => {
  expect(endgameNames(folder)).toEqual(["KBNK", "KQK", "KRK"]);
  expect(endgameNames(join(folder, "none"))).toEqual([]);
  expect(unwrap(readEndgame("kr-k", folder)).positions.map(formatFen)).toEqual([
    "8/8/8/3k4/8/8/8/K6R w - - 0 1",
    "8/8/8/3k4/8/8/8/K6R b - - 0 1",
  ]);
  const why = (material: string): string => {
    const read = readEndgame(material, folder);
    return read.ok ? "" : read.error.message;
  };
  expect(why("KQK")).toMatch(/^start: KQK\.fen, line 2: placement, rank 1, character 3: "X"/);
  expect(why("KBNK")).toBe("start: KBNK.fen contains no position");
  expect(why("KRKB")).toMatch(/^start: no stored positions of KRKB; available: KBNK, KQK, KRK/);
});

test("random openings start from them", async () => {
  const { positions: openings } = unwrap(readEndgame("KRK", folder));
  const rules = new ChessRules(game, { start: "KRK" }, { initial: openings[0]!, openings, text: "KRK" }, () => []);
  const seen = new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => formatFen(randomOpening(rules, 0, seed))));
  expect(seen).toEqual(new Set(openings.map(formatFen)));
  expect(rules.variant).toBe("start=KRK");
  await rules.close();
});
