/** The built-in graphs: without diagnostics, each with positions in which it must and must not suggest something. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { horseHostages } from "../../openings.ts";
import { type Board, type Image, imageOfBoard, imageOfSteps, imageText, parseBoard } from "./board.ts";
import { readGraph } from "./check.ts";
import { findGraphFile, graphNames, loadGraph, readGraphFrom } from "./files.ts";
import { sizeOf } from "./graph.ts";
import { type Matched, matchGraph } from "./match.ts";
import { referenceTurn } from "./reference-turn.fixture.ts";
import { type Expectation, readPositions } from "./positions.fixture.ts";
import type { TurnSoFar } from "./turn.ts";

const STRATEGIES = ["camel-hostage", "elephant-horse", "frame", "opening", "rabbit-road"];
/** The paper's graph had about this many nodes, counted with its moves. */
const PAPER_NODES = 250;
const LEAST_POSITIONS = 5;
const AS_WRITTEN: Image = { leftRight: false, colours: false };
const IMAGES: readonly Image[] = [
  { leftRight: true, colours: false },
  { leftRight: false, colours: true },
  { leftRight: true, colours: true },
];

test.each(graphNames())("%s has no diagnostics", (name) => {
  expect(readGraphFrom(findGraphFile(name)).diagnostics).toEqual([]);
});

test("the example in the README has no diagnostics, and the table of graphs is correct", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const example = readme.split("```").find((block) => block.startsWith("\n# From a #"));
  expect(readGraph("README", example ?? "").diagnostics).toEqual([]);
  for (const name of graphNames()) {
    const { nodes, moves } = sizeOf(loadGraph(name));
    expect(readme).toMatch(new RegExp(`\\| \`${name}\` \\|.*\\| ${nodes} \\+ ${moves} \\|`));
  }
});

test("all strategies are listed", () => {
  expect(graphNames()).toEqual(expect.arrayContaining(STRATEGIES));
});

test("the graph of the elephant-horse attack is as large as the paper's", () => {
  const { nodes, moves } = sizeOf(loadGraph("elephant-horse"));
  expect(nodes + moves).toBeGreaterThanOrEqual(PAPER_NODES);
});

/** Expected steps are for the position as written; they are compared in its image. */
function fits({ kind, node, steps }: Expectation, { suggestions }: Matched, image: Image): boolean {
  const nodes = suggestions.map((suggestion) => suggestion.node);
  const found = suggestions.filter((suggestion) => suggestion.node === node);
  const played = found.map((suggestion) => imageOfSteps((suggestion.steps ?? []).join(" "), image));
  switch (kind) {
    case "first":
      return nodes[0] === node && (steps === "" || played[0] === steps);
    case "suggests":
      return found.length > 0 && (steps === "" || played.includes(steps));
    case "not":
      return found.length === 0;
    case "nothing":
      return nodes.length === 0;
  }
}

function isLegal(board: Board, steps: readonly string[]): boolean {
  let turn: TurnSoFar | undefined = referenceTurn(board);
  for (const step of steps) turn = turn?.next().find(({ text }) => text === step)?.turn;
  return turn?.mayEnd ?? false;
}

describe.each(STRATEGIES)("%s", (name) => {
  const graph = loadGraph(name);
  const positions = readPositions(new URL(`strategies/${name}.positions`, import.meta.url));

  test("has positions in which it must and must not suggest something", () => {
    const must = positions.filter(({ expectations }) =>
      expectations.some(({ kind }) => kind === "first" || kind === "suggests"),
    );
    const mustNot = positions.filter((position) => !must.includes(position));
    expect(must.length).toBeGreaterThanOrEqual(LEAST_POSITIONS);
    expect(mustNot.length).toBeGreaterThanOrEqual(LEAST_POSITIONS);
  });

  test("its positions name existing nodes", () => {
    const names = new Set(graph.nodes.map((node) => node.name));
    const named = positions.flatMap(({ expectations }) => expectations.map(({ node }) => node)).filter(Boolean);
    expect(named.filter((node) => !names.has(node))).toEqual([]);
  });

  test.each(positions)("$name", ({ board, expectations }) => {
    const matched = matchGraph(graph, board, referenceTurn);
    expect(expectations.filter((each) => !fits(each, matched, AS_WRITTEN))).toEqual([]);
    for (const { steps } of matched.suggestions) expect(isLegal(board, steps ?? [])).toBe(true);
    const nodesIn = (of: Board): string[] =>
      matchGraph(graph, of)
        .suggestions.map(({ node, move }) => `${node}: ${move.text}`)
        .sort();
    for (const image of IMAGES) expect(nodesIn(imageOfBoard(board, image)), imageText(image)).toEqual(nodesIn(board));
  });
});

test("a flash-kidnapping is suggested in all four images", () => {
  const graph = loadGraph("elephant-horse");
  const positions = readPositions(new URL("strategies/elephant-horse.positions", import.meta.url));
  const { board } = positions.find(({ name }) => name.startsWith("after the flip"))!;
  for (const image of [AS_WRITTEN, ...IMAGES]) {
    const [first] = matchGraph(graph, imageOfBoard(board, image), referenceTurn).suggestions;
    expect(imageOfSteps(first!.steps!.join(" "), image)).toBe("dd5s Ed6s dd4w Ed5s");
  }
});

test.each(["g", "s"])(
  "the graph of the elephant-horse attack matches the horse-hostage openings, %s to move",
  (side) => {
    const graph = loadGraph("elephant-horse");
    for (const letters of horseHostages(side === "g" ? 0 : 1))
      expect(matchGraph(graph, unwrap(parseBoard(`${side} ${letters}`))).suggestions.length).toBeGreaterThan(0);
  },
);
