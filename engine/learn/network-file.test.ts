/** Network files: they round-trip, and damaged ones are rejected with a reason. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../contracts/errors.ts";
import { writeNetwork } from "./network-file.ts";
import { digestOf, readNetwork, rounded, type NetworkFile } from "./network-text.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-networks-"));
const second = mkdtempSync(join(tmpdir(), "gamelore-networks-"));
afterAll(() => [folder, second].forEach((each) => rmSync(each, { recursive: true, force: true })));

const FILE: NetworkFile = {
  game: "harvest",
  variant: { side: 3 },
  terms: "sum(a,b)",
  network: rounded({
    inputs: 2,
    hidden: 1,
    weights: [1 / 3, -2e-9, 1234.56789, 0, Math.PI],
    tempo: 0.1 + 0.2,
  }),
  trained: { seed: 1 },
};

test("a network round-trips, from the first folder that has it", async () => {
  await writeNetwork(folder, "one", FILE);
  expect(unwrap(readNetwork([folder], "one"))).toEqual(FILE);
  await writeNetwork(second, "one", { ...FILE, trained: { seed: 2 } });
  await writeNetwork(second, "only-here", FILE);
  expect(unwrap(readNetwork([second, folder], "one")).trained).toEqual({ seed: 2 });
  expect(unwrap(readNetwork([folder, second], "one")).trained).toEqual({ seed: 1 });
  expect(readNetwork([folder, second], "only-here").ok).toBe(true);
});

test("the digest distinguishes networks, not their training", () => {
  const digest = digestOf(FILE);
  expect(digest).toMatch(/^[0-9a-f]{8}$/);
  expect(digestOf({ ...FILE, trained: {}, variant: {} })).toBe(digest);
  const { network } = FILE;
  const others = [
    { ...FILE, terms: "sum(b,a)" },
    { ...FILE, network: { ...network, tempo: 0.31 } },
    ...network.weights.map((_, i) => ({
      ...FILE,
      network: { ...network, weights: network.weights.map((weight, j) => (i === j ? weight + 1e-6 : weight)) },
    })),
  ];
  expect(new Set([digest, ...others.map(digestOf)]).size).toBe(others.length + 1);
});

const DATA = {
  format: "gamelore network 1",
  game: "harvest",
  variant: {},
  terms: "sum(a,b)",
  inputs: 2,
  hidden: 1,
  tempo: 0,
  weights: [1, 2, 3, 4, 5],
  trained: {},
};

test.each([
  ["not JSON", "{", /JSON/],
  ["a list", "[]", /not a file of the format/],
  ["another format", JSON.stringify({ ...DATA, format: "gamelore network 2" }), /not a file of the format/],
  ["no terms", JSON.stringify({ ...DATA, terms: undefined }), /game, variant or terms/],
  ["no hidden units", JSON.stringify({ ...DATA, hidden: 0 }), /positive integers/],
  ["too many weights", JSON.stringify({ ...DATA, weights: [1, 2, 3, 4, 5, 6] }), /6 weights.* need 5/],
  ["no weights", JSON.stringify({ ...DATA, weights: null }), /no weights.* need 5/],
  ["a weight beyond numbers", JSON.stringify(DATA).replace("[1,", "[1e999,"), /finite/],
  ["a weight that is text", JSON.stringify({ ...DATA, weights: [1, 2, "3", 4, 5] }), /finite/],
  ["no tempo", JSON.stringify({ ...DATA, tempo: undefined }), /finite/],
  ["far too much", " ".repeat(1_000_001), /too large/],
])("%s is rejected", (_, text, why) => {
  writeFileSync(join(folder, "wrong.json"), text);
  const read = readNetwork([folder], "wrong");
  expect(read.ok).toBe(false);
  if (!read.ok) {
    expect(read.error.message).toMatch(why);
    expect(read.error.message).toContain("wrong.json");
  }
});

test.each(["../one", "a/b", "one.json", "", ".", "a b", "ä", "x".repeat(65), "a\0"])(
  "the name %j is rejected",
  async (name) => {
    const read = readNetwork([folder], name);
    expect(!read.ok && read.error.message).toMatch(/letters, digits/);
    await expect(writeNetwork(folder, name, FILE)).rejects.toThrow(/letters, digits/);
  },
);

test("the error for an unknown name lists the folders", () => {
  const read = readNetwork([folder, second], "nowhere");
  expect(!read.ok && read.error.message).toBe(`nowhere.json not found in ${folder} or ${second}`);
});
