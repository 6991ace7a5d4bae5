/** `gamelore arimaa graph`: lists, checks, matches and draws graphs. */
import { plural } from "../../../../engine/contracts/quantities.ts";
import type { CommandOutput, CommandInput } from "../../../../engine/contracts/command.ts";
import { GameloreError, unwrap } from "../../../../engine/contracts/errors.ts";
import { oneLine } from "../../../../engine/contracts/quoted-text.ts";
import { writeAtomically, writeFully } from "../../../../engine/tables/atomic-write.ts";
import { type Board, formatBoard, imageText, parseBoard } from "./board.ts";
import { findGraphFile, graphNames, loadGraph, readGraphFrom, shortened } from "./files.ts";
import { type Graph, formatLocation, sizeOf } from "./graph.ts";
import { type Matched, matchGraph, type Suggestion } from "./match.ts";
import { drawGraph } from "./svg.ts";
import type { BeginTurn } from "./turn.ts";

/** Without the rules (`begin`), moves are shown as written. */
export async function runGraphCommand(given: CommandInput, begin: BeginTurn | null = null): Promise<CommandOutput> {
  const [file] = given.words;
  const { match, svg, check } = given.options;
  if (file === undefined) {
    if (match !== undefined || svg !== undefined || check !== undefined)
      throw new GameloreError("bad-usage", `expected a graph, a file or one of ${graphNames().join(", ")}`);
    return listOutput();
  }
  if (check !== undefined && (match !== undefined || svg !== undefined))
    throw new GameloreError("bad-usage", "--check cannot be combined with --match or --svg, which check the graph too");
  if (match === undefined && svg === undefined) return checkOutput(file);
  const graph = loadGraph(file);
  const board = typeof match === "string" ? unwrap(parseBoard(match)) : null;
  const matched = board === null ? null : matchGraph(graph, board, begin);
  if (svg === undefined) return matchOutput(graph, board!, matched!, begin !== null);
  const picture = drawGraph(graph, new Set(matched?.held.flatMap(({ nodes }) => nodes)));
  if (typeof svg !== "string") return { lines: [picture], document: { file, svg: picture } };
  const bytes = Buffer.from(`${picture}\n`);
  await writeAtomically(svg, { bytesNeeded: bytes.length, signal: given.signal }, (output) =>
    writeFully(output, bytes, 0),
  );
  return { lines: [`${svg}: ${sizeText(graph)}`], document: { file, written: svg, ...sizeOf(graph) } };
}

function sizeText(graph: Graph): string {
  const { nodes, edges, moves } = sizeOf(graph);
  return `${plural(nodes, "node")}, ${plural(edges, "edge")}, ${plural(moves, "move")}`;
}

function listOutput(): CommandOutput {
  const graphs = graphNames().map((name) => {
    const { graph } = readGraphFrom(findGraphFile(name));
    return { name, title: graph?.title ?? "", ...(graph ? sizeOf(graph) : {}), size: graph ? sizeText(graph) : "" };
  });
  return {
    lines: graphs.map(({ name, title, size }) => `${name.padEnd(20)} ${title} (${size})`),
    document: { graphs },
  };
}

function checkOutput(file: string): CommandOutput {
  const { graph, diagnostics } = readGraphFrom(findGraphFile(file));
  const shown = diagnostics.map((each) => ({ ...each, at: shortened(each.at) }));
  const count = (severity: string): number => shown.filter((each) => each.severity === severity).length;
  return {
    lines: [
      ...shown.map(({ severity, at, message }) => `${formatLocation(at)}: ${severity}: ${oneLine(message)}`),
      `${file}: ${graph ? `${sizeText(graph)}; ` : ""}${plural(count("error"), "error")}, ${plural(count("warning"), "warning")}`,
    ],
    document: { file, complaints: shown, ...(graph ? sizeOf(graph) : {}) },
    refused: count("error") > 0,
  };
}

function matchOutput(graph: Graph, board: Board, matched: Matched, withRules: boolean): CommandOutput {
  const documentOf = ({ move, node, path, image, steps }: Suggestion): object => ({
    steps: steps?.join(" ") ?? null,
    text: move.text,
    priority: move.priority,
    because: move.because,
    node,
    path,
    image: imageText(image),
  });
  const linesOf = ({ move, path, image, steps }: Suggestion, index: number): string[] => [
    `${index + 1}. ${steps?.join(" ") ?? move.text}${move.because ? `: ${move.because}` : ""}`,
    ...(steps ? [`   ${move.text}`] : []),
    `   ${path.join(" > ")} (${imageText(image)})`,
  ];
  const { suggestions, impossible } = matched;
  return {
    lines: [
      ...(suggestions.length === 0 ? ["no suggestions"] : suggestions.flatMap(linesOf)),
      ...(withRules && impossible.length > 0
        ? [`not possible here: ${impossible.map(({ move, node }) => `${move.text} (${node})`).join("; ")}`]
        : []),
    ].map(oneLine),
    document: {
      graph: graph.title,
      position: formatBoard(board),
      suggestions: suggestions.map(documentOf),
      impossible: impossible.map(documentOf),
    },
  };
}
