/** Real Syzygy tables, if GAMELORE_SYZYGY names a folder of them, against published values. */
import { afterAll, describe, expect, test } from "vitest";
import { GameloreError, unwrap } from "../../../engine/contracts/errors.ts";
import { Board } from "../board.ts";
import { endgameFacts } from "../facts.fixture.ts";
import { parseFen } from "../fen.ts";
import { TableFolders } from "./folders.ts";
import { KernelProbingRules } from "./kernel-rules.ts";
import { Probing } from "./probing.ts";

const folders = process.env["GAMELORE_SYZYGY"] ?? "";
if (folders === "") console.info("skipped: tests with real Syzygy tables (GAMELORE_SYZYGY is not set)");

describe.skipIf(folders === "")("real tables", () => {
  const board = new Board();
  afterAll(() => board.close());
  // Opened by the tests, because the body of a skipped group still runs.
  const opened = (): { tables: TableFolders; probing: Probing<Uint8Array> } => {
    const tables = unwrap(TableFolders.open(folders));
    return { tables, probing: new Probing(tables, new KernelProbingRules(board)) };
  };

  // From the manuals of two other programs; rounded to moves, so the true distance is one ply more.
  test.each([
    ["8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1", -2, 53],
    ["8/8/8/8/B7/N7/K2k4/8 b - - 0 1", -2, 59],
  ])("%s has WDL %i and DTZ %i", (fen, wdl, dtz) => {
    const { tables, probing } = opened();
    expect(probing.distance(unwrap(parseFen(fen, board)))).toMatchObject({ wdl, least: dtz });
    tables.close();
  });

  test("positions of three and four pieces agree with other tables, and DTZ is at most DTM", () => {
    const { tables, probing } = opened();
    let compared = 0;
    for (const { fen, wdl, dtm, mated } of endgameFacts()) {
      const position = unwrap(parseFen(fen, board));
      try {
        const distance = probing.distance(position);
        expect(Math.sign(probing.wdl(position)), fen).toBe(wdl);
        if (wdl !== 0 && !mated && distance) expect(distance.least, fen).toBeLessThanOrEqual(Math.abs(dtm));
        compared++;
      } catch (error) {
        if (!(error instanceof GameloreError && error.code === "table-missing")) throw error;
      }
    }
    console.info(`compared with real Syzygy tables: ${compared} positions`);
    expect(compared).toBeGreaterThan(0);
    tables.close();
  });
});
