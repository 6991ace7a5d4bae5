/** Matching: breadth-first, every node once, with the path to each suggestion; and the turns that realize moves. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { type Board, parseBoard } from "./board.ts";
import { readGraph } from "./check.ts";
import { holds } from "./conditions.ts";
import { loadGraph } from "./files.ts";
import type { Graph } from "./graph.ts";
import { matchGraph } from "./match.ts";
import { planMove } from "./plan-move.ts";
import { referenceTurn } from "./reference-turn.fixture.ts";
import type { TurnSoFar } from "./turn.ts";

function graphOf(text: string): Graph {
  const { graph, diagnostics } = readGraph("g", text);
  expect(diagnostics).toEqual([]);
  return graph!;
}

function board(text: string): Board {
  return unwrap(parseBoard(text));
}

const HOSTAGE = board("g rrr..rrr/.cd.cm.h/He.E..../..d...../..M...../......../.D.H.C../RRRRRRRR");
const EMPTY_ROWS = "......../......../......../";

describe("breadth-first search", () => {
  test("the paper's figure: the camel before the horse before the dog, on the shortest ways", () => {
    const { suggestions } = matchGraph(loadGraph("figure-4"), HOSTAGE);
    expect(suggestions.map(({ node }) => node)).toEqual(["!Mg3", "!Hd3", "!Me3", "!Db3"]);
    expect(suggestions[2]!.path).toEqual(["eb6", "Ed6", "Ha6", "!Mg3", "!Me3"]);
  });

  test("a camel too far from g3 goes to e3, as in the paper", () => {
    const { suggestions, impossible } = matchGraph(loadGraph("figure-4"), HOSTAGE, referenceTurn);
    expect(impossible.map(({ node }) => node)).toContain("!Mg3");
    expect(suggestions.find(({ node }) => node === "!Me3")!.steps).toEqual(["Mc4e", "Md4e", "Me4s"]);
  });

  test("terminates on cycles and visits each node once", () => {
    const graph = graphOf(
      "node a: always\n  -> b c\n  bring M to e3 in 4\nnode b: Ed6\n  -> a c b\nnode c: Ha6\n  -> b a\n  bring M to g3 in 4",
    );
    const { suggestions, held } = matchGraph({ ...graph, leftRight: false }, HOSTAGE);
    expect(suggestions.map(({ path }) => path)).toEqual([["a"], ["a", "c"]]);
    expect(held[0]!.nodes).toEqual([0, 1, 2]);
  });

  test("a node that does not hold blocks its children", () => {
    const graph = graphOf("node a: always\n  -> b\nnode b: Ed5\n  -> c\nnode c: Ha6\n  play Ha6s");
    expect(matchGraph(graph, HOSTAGE).suggestions).toEqual([]);
  });

  test("priority comes before depth, depth before the order in the file", () => {
    const graph = graphOf(
      "mirror none\nnode a: always\n  -> b\n  play Md4n\n  play Mc4n\n  play Mc4w priority 6\nnode b: always\n  play Mc4s priority 2\n  play Mc4e",
    );
    const steps = matchGraph(graph, HOSTAGE).suggestions.map(({ move }) => move.text);
    expect(steps).toEqual(["play Mc4s priority 2", "play Md4n", "play Mc4n", "play Mc4e", "play Mc4w priority 6"]);
  });
});

describe("images", () => {
  const text = "node Ed6\n  play Ed6n";
  const east = board(`g ${EMPTY_ROWS.slice(0, 18)}....E.../......../......../${EMPTY_ROWS}`.replace(/\/$/, ""));

  test("a graph matches the mirror image, with steps of the position", () => {
    const [found] = matchGraph(graphOf(text), east, referenceTurn).suggestions;
    expect(found).toMatchObject({ steps: ["Ee6n"], image: { leftRight: true, colours: false } });
    expect(matchGraph(graphOf(`mirror colours\n${text}`), east).suggestions).toEqual([]);
  });

  test("silver uses it with colours exchanged, unless the graph disables it", () => {
    const silver = board("s ......../......../......../......../......../...e..../......../........");
    expect(matchGraph(graphOf(text), silver, referenceTurn).suggestions).toMatchObject([{ steps: ["ed3s"] }]);
    expect(matchGraph(graphOf(`mirror left-right\n${text}`), silver).suggestions).toEqual([]);
    expect(matchGraph(graphOf(text), { ...silver, side: "gold" }).suggestions).toEqual([]);
  });

  test("a symmetric move is suggested once", () => {
    const both = graphOf("node a: always\n  bring M to {d4 e4} in 4");
    expect(matchGraph(both, HOSTAGE, referenceTurn).suggestions).toHaveLength(1);
  });
});

describe("turns", () => {
  function stepsFor(move: string, position: Board): string | null {
    const graph = graphOf(`mirror none\nnode a: always\n  ${move}`);
    return planMove(graph.nodes[0]!.moves[0]!, position, referenceTurn)?.join(" ") ?? null;
  }

  test.each([
    ["play Mc4s", null],
    ["play Mc4w", "Mc4w"],
    ["play Mc4e dc5s dc4s dc3x Md4w", "Mc4e dc5s dc4s dc3x Md4w"],
    ["play Ha6s", null],
    ["play Ed6e dd7s", null],
    ["bring M to e3 in 4", "Mc4e Md4e Me4s"],
    ["bring M to e3 in 2", null],
    ["bring M to c4 in 4", null],
    ["bring d{c5} to b5 in 4", "dc5w Mc4n"],
    ["bring [HD] to d3 in 4", "Hd2n"],
    ["reach Mc4 in 4", null],
    ["capture d on c3 in 4", "Mc4e dc5s dc4s dc3x Md4w"],
    ["capture d on f3 in 4", null],
    ["bring M to c3 in 4 keeping Cc2", null],
  ])("%s: %s", (move, steps) => expect(stepsFor(move, HOSTAGE)).toBe(steps));

  test("own pieces are not sacrificed unless the graph allows it", () => {
    const alone = board("g ......../......../......../......../......../..C...../..R...../........");
    expect(stepsFor("bring R to d2 in 1", alone)).toBe(null);
    expect(stepsFor("bring R to d2 in 2", alone)).not.toBe(null);
    expect(stepsFor("bring R to d2 in 1 sacrifice", alone)).toBe("Rc2e Cc3x");
  });

  /** The fewest steps to a matching end, by exhaustive search. */
  function fewest(position: Board, within: number, fits: (turn: TurnSoFar) => boolean): number | null {
    let layer = [referenceTurn(position)];
    for (let steps = 1; steps <= within; steps++) {
      const next = new Map(layer.flatMap((turn) => turn.next().map((each) => [each.turn.key, each.turn] as const)));
      layer = [...next.values()];
      if (layer.some((turn) => turn.mayEnd && fits(turn))) return steps;
    }
    return null;
  }

  /** Around the trap c3, with many pushes, pulls and captures. */
  const square = fc.nat({ max: 24 }).map((at) => 24 + 8 * Math.floor(at / 5) + (at % 5));
  const name = (at: number): string => `${"abcdefgh"[at % 8]}${8 - (at >> 3)}`;
  const positions = fc.uniqueArray(square, { minLength: 12, maxLength: 12 }).map((squares) => {
    const cells = Array.from({ length: 64 }, () => ".");
    squares.forEach((at, index) => (cells[at] = "EMHDCRemhdcr"[index]!));
    // A piece on the trap gets an adjacent friend.
    if (cells[42] !== ".") cells[41] = cells[42] === cells[42]!.toUpperCase() ? "R" : "r";
    return board(`g ${cells.join("")}`);
  });

  test("are as short as those of an exhaustive search", () => {
    let ways = 0;
    fc.assert(
      fc.property(
        positions,
        fc.constantFrom("h", "d", "r", "H", "R", "[mc]"),
        square,
        fc.boolean(),
        (position, piece, to, captured) => {
          const aim = captured
            ? `capture ${/[HR]/.test(piece) ? "[hdcr]" : piece} in 3`
            : `reach ${piece}${name(to)} in 3`;
          const graph = graphOf(`mirror none\nnode a: always\n  ${aim} sacrifice`);
          const { aim: target } = graph.nodes[0]!.moves[0]!;
          const count = (cells: Uint8Array, set: number): number =>
            cells.filter((content) => (set >> content) & 1).length;
          const fits = (cells: Uint8Array): boolean =>
            target.kind === "capture"
              ? count(cells, target.contents) < count(position.cells, target.contents)
              : target.kind === "reach" && target.conditions.every((condition) => holds(condition, cells));
          if (fits(position.cells)) return;
          const found = planMove(graph.nodes[0]!.moves[0]!, position, referenceTurn);
          expect(found?.length ?? null).toBe(fewest(position, 3, (turn) => fits(turn.cells)));
          if (found) ways++;
        },
      ),
      { seed: 3, numRuns: 150 },
    );
    expect(ways).toBeGreaterThan(20);
  });
});
