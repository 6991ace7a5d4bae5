/**
 * Fathom, an independent reader of Syzygy tables (Debian package `fathom`), must agree on the files that these tests write. This verifies that
 * the encoder writes valid Syzygy tables.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { canTestProgram, findProgram } from "../../../engine/contracts/suites/needs.ts";
import { Board } from "../board.ts";
import { formatFen } from "../fen.ts";
import { TableFolders } from "./folders.ts";
import { KernelProbingRules } from "./kernel-rules.ts";
import { Probing } from "./probing.ts";
import { randomPositions, solveThreePieces } from "./solved-endings.fixture.ts";
import { type Variation, writeTables } from "./table-files.fixture.ts";

const program = findProgram("fathom");

const WDL_NAMES = ["Loss", "BlessedLoss", "Draw", "CursedWin", "Win"];
const MATERIALS = ["KRvK", "KQvK", "KPvK"];
// 16-bit lists are skipped: the packaged version (2019) confuses byte offsets with element offsets.
const VARIATIONS: readonly (readonly [string, Variation])[] = [
  ["moves", {}],
  [
    "plies",
    { plies: true, map: "bytes", dtzSide: 1, encoding: { blockBits: 5, spanBits: 7, maxSymbols: 40, extraLengths: 1 } },
  ],
];

describe.runIf(canTestProgram("fathom"))("Fathom gives the same values and distances", () => {
  const board = new Board();
  const root = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
  afterAll(async () => {
    rmSync(root, { recursive: true });
    await board.close();
  });

  let solved: ReturnType<typeof solveThreePieces> | null = null;

  test.each(VARIATIONS)("%s", (name, variation) => {
    const endings = (solved ??= solveThreePieces());
    const folder = join(root, name);
    // Fathom requires tables of all reachable endings, even if all positions are drawn.
    for (const material of endings.keys()) writeTables(folder, endings, material, variation);
    const tables = unwrap(TableFolders.open(folder));
    const probing = new Probing(tables, new KernelProbingRules(board));
    for (const material of MATERIALS) {
      for (const { position } of randomPositions(board, material, 25, 41)) {
        if (board.legalMoves(position).length === 0) continue;
        const fen = formatFen(position);
        const { stdout, status } = spawnSync(program as string, [`--path=${folder}`, fen], { encoding: "utf8" });
        expect(status, fen).toBe(0);
        const tag = (what: string): string | undefined => new RegExp(`\\[${what} "(.*)"\\]`).exec(stdout)?.[1];
        const distance = probing.distance(position);
        expect(tag("WDL"), fen).toBe(WDL_NAMES[(distance?.wdl ?? 0) + 2]);
        expect(Number(tag("DTZ")), fen).toBe(distance?.least);
      }
    }
    tables.close();
  });
});
