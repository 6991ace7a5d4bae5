/** `gamelore probe chess --syzygy FOLDER FEN`. */
import { truncateSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { solveThreePieces } from "../games/chess/syzygy/solved-endings.fixture.ts";
import { writeTables } from "../games/chess/syzygy/table-files.fixture.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
const folder = home.path("syzygy");
const FEN = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
beforeAll(() => writeTables(folder, solveThreePieces(["KRvK"]), "KRvK", { plies: true }));
afterAll(() => home.remove());

test("prints the outcome, that the distance is not to mate, and every move, best first", async () => {
  const { status, stdout } = await home.run(["probe", "chess", "--syzygy", folder, FEN]);
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toBe(FEN);
  expect(lines[1]).toMatch(/^White to move: White wins\. DTZ \d+ plies: .* not the distance to mate\./);
  // Ka1 has a2 and b1 (b2 is guarded); the rook has seven squares on its file and six on its rank.
  expect(lines).toHaveLength(2 + 2 + 13);
  expect(lines[2]).toMatch(/^ {2}\S+ +White wins, DTZ \d+ plies$/);
});

test("prints a document with --json", async () => {
  const document = documentOf(await home.run(["probe", "chess", "--syzygy", folder, FEN, "--json"]));
  expect(document).toMatchObject({ table: "syzygy", position: FEN, value: { outcome: "win", parts: { wdl: 2 } } });
});

test.each([
  [["--syzygy", "/nowhere"], FEN, /the Syzygy folder \/nowhere does not exist/],
  [["--syzygy", folder], "8/8/8/8/8/2k5/8/K6Q w - - 0 1", /KQvK\.rtbw is required and not in/],
  [["--syzygy", folder], "8/8/8/8/8/2k5/8/K6X w - - 0 1", /placement, rank 1/],
])("%j with %s is refused", async (options, fen, why) => {
  expectRefusal(await home.run(["probe", "chess", ...options, fen]), why);
});

test("a truncated table is named with the problem", async () => {
  truncateSync(`${folder}/KRvK.rtbz`, 100);
  expectRefusal(await home.run(["probe", "chess", "--syzygy", folder, FEN]), /KRvK\.rtbz: .*truncated/);
});
