/** Truncated and damaged files: always an error with the file and the reason. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { GameloreError, unwrap } from "../../../engine/contracts/errors.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { Board } from "../board.ts";
import { TableFolders } from "./folders.ts";
import { KernelProbingRules } from "./kernel-rules.ts";
import { Probing } from "./probing.ts";
import { randomPositions, solveThreePieces } from "./solved-endings.fixture.ts";
import { writeTables } from "./table-files.fixture.ts";

const root = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
const board = new Board();
afterAll(async () => {
  rmSync(root, { recursive: true });
  await board.close();
});
const endings = solveThreePieces(["KQvK", "KRvK"]);
for (const material of ["KQvK", "KRvK"])
  writeTables(root, endings, material, {
    map: "bytes",
    encoding: { blockBits: 6, spanBits: 6, maxSymbols: 80, extraLengths: 0 },
  });

const WDL = new Uint8Array(readFileSync(join(root, "KRvK.rtbw")));
const DTZ = new Uint8Array(readFileSync(join(root, "KRvK.rtbz")));
const positions = [...randomPositions(board, "KRvK", 30, 21)].map(({ position }) => position);

/** The result of probing with these files: the answers, or the error. */
function probeWith(wdl: Uint8Array, dtz: Uint8Array): string | GameloreError {
  const folder = mkdtempSync(join(root, "case-"));
  writeFileSync(join(folder, "KRvK.rtbw"), wdl);
  writeFileSync(join(folder, "KRvK.rtbz"), dtz);
  const tables = unwrap(TableFolders.open(folder));
  try {
    const probing = new Probing(tables, new KernelProbingRules(board));
    return JSON.stringify(positions.map((position) => probing.distance(position)));
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    return error;
  } finally {
    tables.close();
    rmSync(folder, { recursive: true });
  }
}

const right = probeWith(WDL, DTZ);

function changed(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

function expectDamage(answer: string | GameloreError, file: string, why: RegExp): void {
  expect(answer).toBeInstanceOf(GameloreError);
  const { code, message } = answer as GameloreError;
  expect(code).toBe("table-damaged");
  expect(message).toContain(file);
  expect(message).toMatch(why);
}

test("intact files work", () => {
  expect(right).toEqual(expect.stringContaining('"wdl":2'));
});

describe("truncated", () => {
  test.each([0, 1, 4, 5, 16, 40, 79, 80, 144, WDL.length - 64, WDL.length - 16, WDL.length - 1])(
    "to %i bytes",
    (length) => {
      expectDamage(probeWith(WDL.slice(0, length), DTZ), "KRvK.rtbw", /truncated/);
      if (length < DTZ.length) expectDamage(probeWith(WDL, DTZ.slice(0, length)), "KRvK.rtbz", /truncated/);
    },
  );
});

/*
 * A file has 4 bytes magic, 1 flags, 1 order, 3 pieces, 1 padding; the part of the DTZ file begins at byte 10: flags, block size, span, extra
 * lengths, 4 bytes number of blocks, longest and shortest code, 2 bytes for each code length, 2 bytes number of symbols, 3 bytes each symbol.
 */
const PART = 10;
const [longest = 0, shortest = 0] = DTZ.slice(PART + 8, PART + 10);
const SYMBOLS = PART + 10 + 2 * (longest - shortest + 1);

/** The symbols are followed by four length-prefixed lists of distances, the sparse index (6 bytes per entry), and the lengths. */
function sparseIndexOffset(): number {
  const symbols = (DTZ[SYMBOLS] as number) | ((DTZ[SYMBOLS + 1] as number) << 8);
  let at = SYMBOLS + 2 + 3 * symbols + (symbols % 2);
  for (let list = 0; list < 4; list++) at += 1 + (DTZ[at] as number);
  return at + (at % 2);
}
const SPARSE = sparseIndexOffset();
const SPARSE_BYTES = 6 * Math.ceil(31_332 / 2 ** (DTZ[PART + 2] as number));

describe("damaged", () => {
  test.each([
    ["magic number", 0, [0], /not a Syzygy table/],
    ["flags", 4, [3], /a table with pawns under this name/],
    ["flags", 4, [0], /a table of one side under this name/],
    ["order of groups", 5, [0x0f], /order of groups/],
    ["pieces", 6, [0x55], /pieces .* are not those of KRvK/],
  ])("%s (byte %i: %j) of a WDL table", (_, at, values, why) => {
    expectDamage(probeWith(changed(WDL, at, ...values), DTZ), "KRvK.rtbw", why);
  });

  test.each([
    ["size of blocks", PART + 1, [40], /blocks of 2\^40 bytes/],
    ["span", PART + 2, [60], /every 2\^60 values/],
    ["number of blocks", PART + 4, [0, 0, 0, 0], /0 blocks/],
    ["number of blocks", PART + 4, [255, 255, 255, 255], /4294967295 blocks/],
    ["number of blocks", PART + 4, [255, 100], /truncated/],
    ["code lengths", PART + 8, [60], /codes of .* to 60 bits/],
    ["code lengths", PART + 9, [0], /codes of 0 to/],
    ["first symbols", PART + 10, [0, 0], /do not decrease/],
    ["number of symbols", SYMBOLS, [0, 0], /0 symbols/],
    ["number of symbols", SYMBOLS, [255, 255], /65535 symbols/],
    ["a symbol that contains itself", SYMBOLS + 2, [0, 0, 0], /symbol 0 contains itself/],
    ["a cycle of symbols", SYMBOLS + 2, [1, 0x10, 0, 0, 0, 0], /symbol \d contains itself/],
    ["a missing symbol", SYMBOLS + 2, [0xff, 0x0e, 0], /contains symbol 3839 of only/],
  ])("%s (byte %i: %j) of a DTZ table", (_, at, values, why) => {
    expectDamage(probeWith(WDL, changed(DTZ, at, ...values)), "KRvK.rtbz", why);
  });

  test.each([
    ["a sparse index that points outside", SPARSE, SPARSE_BYTES, 0xff, /sparse index leads to block/],
    ["a sparse index of zeros", SPARSE, SPARSE_BYTES, 0, /of the sparse index contradict each other/],
    ["lengths of zeros", SPARSE + SPARSE_BYTES, 100, 0, /sparse index|values are listed|are listed/],
    ["lengths that are too large", SPARSE + SPARSE_BYTES, 100, 0xff, /sparse index|cannot be decoded/],
  ])("%s (byte %i, %i bytes)", (_, at, length, byte, why) => {
    const bytes = changed(DTZ, at, ...new Array<number>(length).fill(byte));
    expectDamage(probeWith(WDL, bytes), "KRvK.rtbz", why);
  });

  test("a table of another ending under this name", () => {
    const other = new Uint8Array(readFileSync(join(root, "KQvK.rtbw")));
    expectDamage(probeWith(other, DTZ), "KRvK.rtbw", /pieces .* are not those of KRvK/);
  });

  test("a DTZ table under the name of a WDL table, and vice versa", () => {
    expectDamage(probeWith(DTZ, DTZ), "KRvK.rtbw", /a DTZ table under the name of a WDL table/);
    expectDamage(probeWith(WDL, WDL), "KRvK.rtbz", /a WDL table under the name of a DTZ table/);
  });

  test("a folder under the name of a table", () => {
    const folder = mkdtempSync(join(root, "case-"));
    mkdirSync(join(folder, "KRvK.rtbw"));
    const tables = unwrap(TableFolders.open(folder));
    const probing = new Probing(tables, new KernelProbingRules(board));
    expect(() => probing.wdl(positions[0] as Uint8Array)).toThrow(/KRvK\.rtbw: cannot be read/);
    tables.close();
  });

  // A flipped bit within the values may go unnoticed; in the header and directories it is detected.
  test("any byte: a correct answer, a wrong value, or the error, but never a crash or hang", () => {
    const random = new SeededRandom(31);
    const counts = { right: 0, refused: 0, wrong: 0 };
    for (let i = 0; i < 600; i++) {
      const file = random.pick([WDL, DTZ]);
      const at = random.below(file.length);
      const damagedFile = changed(file, at, (file[at] as number) ^ (1 << random.below(8)));
      const answer = file === WDL ? probeWith(damagedFile, DTZ) : probeWith(WDL, damagedFile);
      if (answer instanceof GameloreError) {
        expect(answer.code).toBe("table-damaged");
        expect(answer.message).toMatch(/KRvK\.rtb[wz]: /);
        counts.refused++;
      } else if (answer === right) counts.right++;
      else counts.wrong++;
    }
    expect(counts.refused).toBeGreaterThan(counts.wrong);
  });

  test("random bytes after a valid start", () => {
    const random = new SeededRandom(32);
    for (let i = 0; i < 200; i++) {
      const bytes = DTZ.slice();
      for (let at = 5 + random.below(20); at < bytes.length; at++) bytes[at] = random.below(256);
      const answer = probeWith(WDL, bytes);
      if (answer instanceof GameloreError) expect(answer.code).toBe("table-damaged");
    }
  });
});
