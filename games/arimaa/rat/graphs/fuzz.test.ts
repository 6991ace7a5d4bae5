/** Fuzzing: parsing any text terminates, never throws, and every diagnostic has a location in the text. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../../engine/contracts/suites/text-checks.ts";
import { parseBoard } from "./board.ts";
import { readGraph } from "./check.ts";
import { matchGraph } from "./match.ts";
import type { ReadIncluded } from "./parse.ts";
import { drawGraph } from "./svg.ts";

const FOLDER = new URL("strategies/", import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".graph"))
  .map((file) => readFileSync(new URL(file, FOLDER), "utf8"));
/** Small enough for many runs. */
const LINES = FILES.flatMap((text) => text.split("\n"));
const WORDS = LINES.flatMap((line) => line.split(/(\s+|[{}()[\]|!~@.,:])/)).filter((word) => word !== "");

const board = parseBoard("g rrr..rrr/.cd.cm.h/He.E..../..d...../..M...../......../.D.H.C../RRRRRRRR");

function survives(text: string): boolean {
  // Included files are the text itself, so that cycles and errors in includes are covered.
  const included: ReadIncluded = (path) => (path.startsWith("parts") ? { file: path, text } : null);
  const { graph, diagnostics } = readGraph("g", text, included);
  const lines = text.split(/\r\n|\r|\n/);
  for (const { at, message } of diagnostics) {
    expect(message).not.toBe("");
    expect(at.line).toBeGreaterThanOrEqual(1);
    expect(at.line).toBeLessThanOrEqual(lines.length);
    expect(at.column).toBeGreaterThanOrEqual(1);
    expect(at.column).toBeLessThanOrEqual((lines[at.line - 1] ?? "").length + 1);
  }
  if (graph && diagnostics.length === 0 && board.ok) {
    matchGraph(graph, board.value);
    drawGraph(graph);
  }
  return graph !== null || diagnostics.length > 0;
}

test("any text at all", () => {
  fc.assert(fc.property(anyText(300), survives), { seed: 1, numRuns: 1000 });
});

test("tokens of the language in any order", () => {
  const words = fc.array(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.constant("\n") }),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(words, (each) => survives(each.join(""))),
    { seed: 1, numRuns: 2000 },
  );
});

test("lines of our graphs in any order", () => {
  const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 40 });
  fc.assert(
    fc.property(lines, (each) => survives(each.join("\n"))),
    { seed: 1, numRuns: 1000 },
  );
});

test("our graphs with mutations", () => {
  const changes = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      cut: fc.nat({ max: 8 }),
      put: fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom(...WORDS)),
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...FILES), changes, (file, all) =>
      survives(
        all.reduce((text, { at, cut, put }) => {
          const place = Math.floor(at * text.length);
          return text.slice(0, place) + put + text.slice(place + cut);
        }, file),
      ),
    ),
    { seed: 1, numRuns: 200 },
  );
});
