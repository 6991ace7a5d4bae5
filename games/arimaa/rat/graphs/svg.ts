/** Draws a graph as SVG: nodes as boxes, moves as rounded boxes, from left to right in the order of the search. */
import { plural } from "../../../../engine/contracts/quantities.ts";
import type { Graph } from "./graph.ts";
import { shortened } from "../../../../engine/contracts/quoted-text.ts";
import { sizeOf } from "./graph.ts";
import { type Box, layOut, type Link, type Placed } from "./layout.ts";

const LINE_HEIGHT = 15;
const CHARACTER = 6.9;
const BOLD_CHARACTER = 8.2;
const PADDING = 8;
const MARGIN = 24;
const LABEL_CHARACTERS = 34;
const LABEL_LINES = 5;
const HEAD_LINE = 18;
/** Edges that leave a node share a colour, so that they can be followed through crossings. */
const COLOURS: readonly string[] = [
  "#4c78a8",
  "#b5651d",
  "#54853f",
  "#a1467e",
  "#3f8f8c",
  "#8a6d00",
  "#6b5ca5",
  "#777777",
];

interface Vertex extends Box {
  readonly lines: readonly string[];
  readonly tip: string;
  readonly kind: "node" | "move" | "out";
  readonly bold: boolean;
  readonly held: boolean;
}

/** Nodes in `held` (those that hold in a position) are highlighted. */
export function drawGraph(graph: Graph, held: ReadonlySet<number> = new Set()): string {
  const { vertices, links } = verticesOf(graph, held);
  const layout = layOut(vertices, links);
  const { nodes, moves, edges } = sizeOf(graph);
  const head = [
    graph.title || "A position graph",
    ...graph.about,
    `${plural(nodes, "node")}, ${plural(edges, "edge")}, ${plural(moves, "move")}`,
  ];
  const top = MARGIN + head.length * HEAD_LINE + MARGIN / 2;
  const width = Math.ceil(Math.max(layout.width, ...head.map((line) => line.length * CHARACTER)) + 2 * MARGIN);
  const height = Math.ceil(layout.height + top + MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    STYLE,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...head.map(
      (line, index) =>
        `<text class="${index === 0 ? "title" : "about"}" x="${MARGIN}" y="${MARGIN + (index + 0.5) * HEAD_LINE}">${escaped(line)}</text>`,
    ),
    `<g transform="translate(${MARGIN} ${top})">`,
    ...drawLinks(links, layout.boxes, vertices),
    ...vertices.map((vertex, index) => drawVertex(vertex, layout.boxes[index]!)),
    "</g>",
    "</svg>",
  ].join("\n");
}

const STYLE = `<defs>
<marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>
</defs>
<style>
text { font: 12px "DejaVu Sans", Verdana, sans-serif; fill: #222; }
.title { font-size: 15px; font-weight: bold; }
.about { fill: #555; }
.bold { font-weight: bold; }
.node rect { fill: #f7f7f2; stroke: #555; }
.move rect { fill: #e8f1fa; stroke: #2b6ca3; }
.out rect { fill: #eee; stroke: #999; stroke-dasharray: 3 2; }
.held rect { stroke-width: 2.5; stroke: #1a7f37; fill: #e6f6e6; }
.edge { fill: none; stroke-width: 1.2; opacity: 0.75; }
.edge:hover { stroke-width: 3; opacity: 1; }
.back { stroke-dasharray: 5 3; }
</style>`;

/** The root first, as the layout requires; then the other nodes, then their moves. */
function verticesOf(graph: Graph, held: ReadonlySet<number>): { vertices: Vertex[]; links: Link[] } {
  const order = [graph.root, ...graph.nodes.map((_, index) => index).filter((index) => index !== graph.root)];
  const vertexOf = new Map(order.map((index, vertex) => [index, vertex]));
  const vertices: Vertex[] = order.map((index) => {
    const { name, text, at, because } = graph.nodes[index]!;
    const lines = name === text || text === "always" ? [name] : [name, ...wrapped(text)];
    const tip = `${name}: ${text}${because ? `\n${because}` : ""}\nline ${at.line}`;
    return vertex("node", lines, tip, held.has(index));
  });
  const links: Link[] = [];
  for (const index of order) {
    const from = vertexOf.get(index)!;
    const node = graph.nodes[index]!;
    for (const { text, because, at } of node.moves) {
      links.push([from, vertices.length]);
      const tip = `${text}${because ? `\n${because}` : ""}\nline ${at.line}`;
      vertices.push(vertex("move", wrapped(text), tip, held.has(index)));
    }
    for (const { to } of node.edges) links.push([from, vertexOf.get(to)!]);
    if (node.leadsOut) {
      links.push([from, vertices.length]);
      vertices.push(vertex("out", ["out"], "continues where this graph is included", false));
    }
  }
  return { vertices, links };
}

function vertex(kind: Vertex["kind"], lines: readonly string[], tip: string, held: boolean): Vertex {
  const bold = kind === "node" && lines.length > 1;
  const longest = Math.max(
    ...lines.map((line, index) => line.length * (bold && index === 0 ? BOLD_CHARACTER : CHARACTER)),
  );
  return {
    kind,
    lines,
    tip,
    held,
    bold,
    width: longest + 2 * PADDING + (kind === "move" ? PADDING : 0),
    height: lines.length * LINE_HEIGHT + PADDING,
  };
}

function wrapped(text: string): string[] {
  const lines: string[] = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)!;
    if (last !== "" && last.length + word.length + 1 > LABEL_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  const shown = lines.map((line) => shortened(line, 60));
  return shown.length <= LABEL_LINES ? shown : [...shown.slice(0, LABEL_LINES - 1), "…"];
}

function drawVertex({ kind, lines, tip, bold, held }: Vertex, { x, y, width, height }: Placed): string {
  const radius = kind === "move" ? Math.min(height / 2, 14) : 2;
  const texts = lines.map(
    (line, index) =>
      `<text${bold && index === 0 ? ' class="bold"' : ""} x="${round(x + PADDING + (kind === "move" ? PADDING / 2 : 0))}" y="${round(y + PADDING / 2 + (index + 0.78) * LINE_HEIGHT)}">${escaped(line)}</text>`,
  );
  const box = `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;
  return `<g class="${kind}${held ? " held" : ""}"><title>${escaped(tip)}</title>${box}${texts.join("")}</g>`;
}

/** Ends of edges are spread along the sides of their boxes, sorted by their other end. */
function drawLinks(links: readonly Link[], boxes: readonly Placed[], vertices: readonly Vertex[]): string[] {
  const centre = (vertex: number): number => boxes[vertex]!.y + boxes[vertex]!.height / 2;
  const ports = (side: 0 | 1): Map<number, number> => {
    const groups = Map.groupBy(
      links.map((_, index) => index),
      (index) => links[index]![side],
    );
    const places = new Map<number, number>();
    for (const [vertex, group] of groups) {
      const { y, height } = boxes[vertex]!;
      group
        .sort((a, b) => centre(links[a]![1 - side]!) - centre(links[b]![1 - side]!))
        .forEach((index, place) => places.set(index, y + (height * (place + 1)) / (group.length + 1)));
    }
    return places;
  };
  const [starts, ends] = [ports(0), ports(1)];
  return links.map(([from, to], index) => {
    const [a, b] = [boxes[from]!, boxes[to]!];
    const [y1, y2] = [starts.get(index)!, ends.get(index)!];
    const colour = COLOURS[from % COLOURS.length]!;
    const back = b.column <= a.column;
    const held = vertices[from]!.held && vertices[to]!.held;
    return `<path class="edge${back ? " back" : ""}" stroke="${held ? "#1a7f37" : colour}"${held ? ' style="stroke-width:2.4;opacity:1"' : ""} marker-end="url(#arrow)" d="${pathOf(a, y1, b, y2)}"/>`;
  });
}

function pathOf(a: Placed, y1: number, b: Placed, y2: number): string {
  const numbers = (...values: number[]): string => values.map(round).join(" ");
  const right = a.x + a.width;
  if (b.column > a.column) {
    const middle = Math.max(30, (b.x - right) / 2);
    return `M${numbers(right, y1)}C${numbers(right + middle, y1, b.x - middle, y2, b.x, y2)}`;
  }
  const end = b.x + b.width;
  if (b.column === a.column) {
    const out = Math.max(right, end) + 20 + Math.min(60, Math.abs(y2 - y1) / 6);
    return `M${numbers(right, y1)}C${numbers(out, y1, out, y2, end, y2)}`;
  }
  const middle = Math.max(30, (a.x - end) / 3);
  return `M${numbers(a.x, y1)}C${numbers(a.x - middle, y1, end + middle, y2, end, y2)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, (code) => (code === "\n" ? code : " "))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
