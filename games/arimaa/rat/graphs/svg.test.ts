/** Pictures: nothing overlaps, everything is shown, text is escaped; also at the size of the paper's graph. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGraph } from "./check.ts";
import { graphNames, loadGraph } from "./files.ts";
import { sizeOf } from "./graph.ts";
import { layOut, spread, type Link } from "./layout.ts";
import { parseGraph } from "./parse.ts";
import { drawGraph } from "./svg.ts";

function count(text: string, part: RegExp): number {
  return [...text.matchAll(part)].length;
}

/** Every tag is closed in order, and & and < are escaped. */
function isWellFormed(svg: string): boolean {
  const open: string[] = [];
  const rest = svg.replaceAll(
    /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, end, name, _attributes, closed) => {
      if (end) {
        if (open.pop() !== name) open.push("wrong");
      } else if (!closed) open.push(name as string);
      return "";
    },
  );
  return open.length === 0 && !/[<]|&(?!amp;|lt;|gt;|quot;)/.test(rest);
}

describe.each(graphNames())("the picture of %s", (name) => {
  const graph = loadGraph(name);
  const svg = drawGraph(graph);
  const { nodes, moves, edges } = sizeOf(graph);

  test("is well formed and shows every node, move and edge", () => {
    expect(isWellFormed(svg)).toBe(true);
    expect(count(svg, /<g class="node/g)).toBe(nodes);
    expect(count(svg, /<g class="move/g)).toBe(moves);
    expect(count(svg, /<path class="edge/g)).toBe(edges + moves);
  });
});

test("the picture in the README is that of the graph", () => {
  const drawn = readFileSync(new URL("figure-4.svg", import.meta.url), "utf8");
  expect(drawn).toBe(`${drawGraph(loadGraph("figure-4"))}\n`);
});

test("nodes that hold are highlighted", () => {
  const graph = loadGraph("figure-4");
  expect(count(drawGraph(graph, new Set([0, 1])), /<g class="node held"/g)).toBe(2);
  expect(drawGraph(graph)).not.toContain(" held");
});

test("an included part shows where it leads out", () => {
  const { graph } = readGraph("part", "node !Mg3\n  bring M to g3 in 4\n  -> out");
  expect(count(drawGraph(graph!), /<g class="out"/g)).toBe(1);
});

test("text from the file is escaped", () => {
  const { graph } = parseGraph(
    "g",
    'graph <script>alert("1")</script> & \u001B more\nnode a: always\n  play Ed6n\n  because </title><x>',
  );
  const svg = drawGraph(graph!);
  expect(isWellFormed(svg)).toBe(true);
  expect(svg).not.toContain("<script");
  expect(svg).not.toContain("\u001B");
});

const graphs = fc.integer({ min: 1, max: 40 }).chain((size) =>
  fc.record({
    boxes: fc.array(fc.record({ width: fc.integer({ min: 10, max: 200 }), height: fc.integer({ min: 10, max: 90 }) }), {
      minLength: size,
      maxLength: size,
    }),
    links: fc.array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: 3 * size }),
  }),
);

test("boxes never overlap, and no edge skips a column", () => {
  fc.assert(
    fc.property(graphs, ({ boxes, links }) => {
      const layout = layOut(boxes, links as Link[]);
      for (const [index, a] of layout.boxes.entries())
        for (const b of layout.boxes.slice(index + 1)) {
          const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
          if (!apart) return false;
        }
      // Unreachable vertices are in the first column; their targets may be anywhere.
      const reached = new Set([0]);
      for (const vertex of reached) for (const [from, to] of links) if (from === vertex) reached.add(to);
      return links.every(
        ([from, to]) => !reached.has(from) || layout.boxes[to]!.column <= layout.boxes[from]!.column + 1,
      );
    }),
  );
});

test("boxes are spread no farther than necessary", () => {
  expect(spread([0, 0], [10, 10])).toEqual([-5, 5]);
  expect(spread([0, 100], [10, 10])).toEqual([0, 100]);
  expect(spread([5, 5, 40], [10, 10, 10])).toEqual([0, 10, 40]);
});
