/** The browser's digest equals Node's SHA-256. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 as written } from "./browser/digest.ts";
import { sha256 as known } from "./node/digest.ts";

test("the example of FIPS 180-4", () => {
  expect(written("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("texts of every length around a block, and any characters, give Node's digest", () => {
  for (let length = 0; length < 140; length++) expect(written("a".repeat(length))).toBe(known("a".repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => written(text) === known(text)),
    { seed: 7 },
  );
});
