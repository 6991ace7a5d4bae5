/** `--syzygy`: values of a position and its moves, texts, and errors. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { ExternalTables, Probe, Prober } from "../../../engine/contracts/table.ts";
import { game } from "../game.ts";
import { lookUp, type ReferenceEnding } from "./reference-ending.fixture.ts";
import { solveThreePieces } from "./solved-endings.fixture.ts";
import { writeConstantTables, writeTables } from "./table-files.fixture.ts";

const root = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
const tables = game.externalTables as ExternalTables;
const open: Prober[] = [];
afterAll(async () => {
  for (const prober of open) await prober.close();
  rmSync(root, { recursive: true });
});

async function proberOf(folder: string): Promise<Prober> {
  const prober = unwrap(await tables.open({ syzygy: join(root, folder) }));
  open.push(prober);
  return prober;
}

async function probe(prober: Prober, fen: string): Promise<Probe> {
  return unwrap(await prober.probe(unwrap(prober.parsePosition(fen))));
}

const textOf = (answer: Probe, move: string): string | undefined =>
  answer.moves.find(({ text }) => text === move)?.after.text;

describe("solved endings", () => {
  let endings: Map<string, ReferenceEnding>;
  let prober: Prober;
  beforeAll(async () => {
    endings = solveThreePieces();
    for (const material of ["KRvK", "KQvK", "KPvK"])
      writeTables(join(root, "solved"), endings, material, { plies: true });
    prober = await proberOf("solved");
  });

  test("a won position: winner, DTZ and the fifty-move rule", async () => {
    const { value } = await probe(prober, "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1");
    // The solver's distance of this position.
    const pieces = [6, 1, 14].map((code, i) => ({ code, square: [4, 12, 18][i] as number }));
    const plies = lookUp(endings, pieces, 0, "dtz");
    expect(value.text).toBe(
      `White to move: White wins. DTZ ${plies} plies: the distance to the next capture, pawn move or mate, not the distance to mate. Half-move clock 0 of 100: the fifty-move rule does not save Black. Below, the DTZ after each move.`,
    );
    expect(value).toMatchObject({ outcome: "win", exact: true, parts: { wdl: 2, dtz: plies, rounded: 0, clock: 0 } });
  });

  test("of the moves in that position only Kf2 wins, and it comes first", async () => {
    const { moves } = await probe(prober, "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1");
    expect(moves.map(({ text }) => text).toSorted()).toEqual(["Kd1", "Kf1", "Kf2", "e3", "e4"]);
    expect(moves[0]).toMatchObject({ text: "Kf2", after: { outcome: "win" } });
    expect(moves.slice(1).every(({ after }) => after.outcome === "draw" && after.text === "draw")).toBe(true);
  });

  test("a lost position: signs are for the side to move, and the longest defence comes first", async () => {
    const { value, moves } = await probe(prober, "8/8/8/8/8/2k5/8/4K2R b - - 5 80");
    expect(value.text).toMatch(/^Black to move: White wins\. DTZ \d+ plies: /);
    expect(value).toMatchObject({ outcome: "loss", parts: { wdl: -2 } });
    const distances = moves.map(({ after }) => after.parts["dtz"] as number);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(distances[0]).toBe((value.parts["dtz"] as number) + 1);
    expect(moves.map(({ after }) => after.parts["clock"])).toEqual(moves.map(() => 6));
  });

  test("scores fall from the first move to the last", async () => {
    for (const fen of [
      "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1",
      "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
      "8/P7/8/8/8/8/k1K5/8 w - - 0 1",
    ]) {
      const scores = (await probe(prober, fen)).moves.map(({ after }) => after.score);
      expect(scores, fen).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  test("mate comes first; a promotion resets the clock", async () => {
    const mating = await probe(prober, "7k/8/5K2/8/8/8/8/6Q1 w - - 30 60");
    expect(mating.moves[0]).toMatchObject({ text: "Qg7#", after: { text: "mate", outcome: "win" } });
    const promoting = await probe(prober, "8/P7/8/8/8/8/2K3k1/8 w - - 30 60");
    expect(textOf(promoting, "a8=Q+")).toMatch(/^White wins, DTZ \d+ pl(y|ies), clock at 0$/);
    expect(textOf(promoting, "a8=N")).toBe("draw by insufficient material");
  });

  test("mated and stalemated sides", async () => {
    const mated = await probe(prober, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    expect(mated).toMatchObject({ value: { text: "Black is mated: White has won.", outcome: "loss" }, moves: [] });
    const stalemated = await probe(prober, "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
    expect(stalemated.value).toMatchObject({ text: "The game has ended: draw by stalemate.", outcome: "draw" });
  });

  test("a win beyond the fifty-move rule is a draw, and so is the move", async () => {
    const { value, moves } = await probe(prober, "8/8/8/8/8/2k5/4P3/4K3 w - - 95 80");
    expect(value).toMatchObject({ outcome: "draw", parts: { wdl: 2, clock: 95 } });
    expect(value.text).toMatch(
      /^White to move: draw by the fifty-move rule; without it White wins\. .* Half-move clock 95 of 100: too late\./,
    );
    expect(moves[0]?.after.text).toMatch(/^draw by the fifty-move rule, otherwise White wins, DTZ/);
  });

  test("the last half-move clock that wins, and the first that draws", async () => {
    const { value } = await probe(prober, "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1");
    const clock = 100 - (value.parts["dtz"] as number);
    expect((await probe(prober, `8/8/8/8/8/2k5/4P3/4K3 w - - ${clock} 80`)).value.outcome).toBe("win");
    expect((await probe(prober, `8/8/8/8/8/2k5/4P3/4K3 w - - ${clock + 1} 80`)).value.outcome).toBe("draw");
  });

  test.each([
    ["8/8/8/8/8/2k5/8/4K2R w K - 0 1", "not-in-table", /castling rights/],
    [
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
      "not-in-table",
      /32 pieces; Syzygy tables have at most 7/,
    ],
    ["8/8/8/8/8/2k4r/8/4K2R w - - 0 1", "table-missing", /KRvKR\.rtbw is required and not in .*solved/],
  ])("%s is rejected", async (fen, code, message) => {
    const answer = await prober.probe(unwrap(prober.parsePosition(fen)));
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(message) } });
  });

  test("invalid FEN is rejected", () => {
    expect(prober.parsePosition("KQvK")).toMatchObject({ ok: false, error: { code: "bad-position" } });
  });

  test("an aborted signal ends it", async () => {
    const position = unwrap(prober.parsePosition("8/8/8/8/8/2k5/8/4K2R w - - 0 1"));
    await expect(prober.probe(position, AbortSignal.abort())).rejects.toThrow(/interrupted/);
  });
});

describe("artificial values", () => {
  const fen = "8/8/8/8/8/2k5/8/K6R";

  test("a cursed win is a draw that names the winner without the rule", async () => {
    writeConstantTables(join(root, "cursed"), "KRvK", { wdl: [3, 1], dtz: 7, dtzFlags: 0 });
    const { value, moves } = await probe(await proberOf("cursed"), `${fen} w - - 0 1`);
    expect(value).toMatchObject({ outcome: "draw", parts: { wdl: 1, dtz: 115, rounded: 1 } });
    expect(value.text).toMatch(
      /draw by the fifty-move rule; without it White wins \(cursed win for White, blessed loss for Black\)\. DTZ 115 or 116 plies/,
    );
    expect(value.score).toBeGreaterThan(0);
    expect(textOf({ position: "", value, moves }, "Rh4")).toBe(
      "draw by the fifty-move rule, otherwise White wins, DTZ 116 or 117 plies",
    );
  });

  test("no outcome is claimed if rounding by a ply decides", async () => {
    writeConstantTables(join(root, "close"), "KRvK", { wdl: [4, 0], dtz: 7, dtzFlags: 0 });
    const { value } = await probe(await proberOf("close"), `${fen} w - - 85 90`);
    expect(value.outcome).toBeUndefined();
    expect(value.text).toMatch(/White wins, unless the fifty-move rule comes first\. DTZ 15 or 16 plies/);
  });

  test("without the DTZ table there is a value and no distance", async () => {
    writeConstantTables(join(root, "wdl only"), "KRvK", { wdl: [4, 0], dtz: 7, dtzFlags: 0 });
    rmSync(join(root, "wdl only", "KRvK.rtbz"));
    const { value, moves } = await probe(await proberOf("wdl only"), `${fen} w - - 0 1`);
    expect(value).toMatchObject({ outcome: "win", parts: { wdl: 2, dtz: null } });
    expect(value.text).toContain("The distance to zeroing (DTZ) is unknown: the .rtbz table is missing.");
    expect(textOf({ position: "", value, moves }, "Rh4")).toBe(
      "White wins, if in time for the fifty-move rule, no DTZ table",
    );
  });
});

test("a missing folder is rejected", async () => {
  expect(await tables.open({ syzygy: join(root, "nowhere") })).toMatchObject({
    ok: false,
    error: { code: "table-missing" },
  });
});
