/** `gamelore symmetry GAME`: counts equivalent sets of material, or prints the representative of one set. */
import type { Command } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { SymmetryCount, MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { addJson, addOptions, interruptible, printResult, valuesOf, wholeNumber, type Given } from "../command.ts";
import { columnLines } from "../columns.ts";
import { Progress } from "../progress.ts";
import { formatBytes, formatNumber } from "../terminal.ts";

interface SymmetryGiven {
  readonly elements?: number;
  readonly json?: boolean;
}

const HEADINGS = ["elements", "sets", "representatives", "factor"];
const POSITION_HEADINGS = ["positions", "of representatives", "factor", "bytes", "of representatives"];
const GEOMETRIC_HEADINGS = ["elements", "positions", "up to symmetry", "of representatives", "factor"];

export function symmetryCommand(parent: Command, game: Game): void {
  const { symmetry } = game;
  if (!symmetry) return;
  const { min, max } = symmetry.elements;
  const command = parent
    .command(game.id)
    .argument("[set]", `a set of elements, for example ${symmetry.example}: prints its representative`)
    .description(`equivalent material in ${game.title}: ${symmetry.summary}`)
    .option(
      "--elements <N>",
      `count the sets of N elements (default: ${min} to ${Math.min(max, min + 2)})`,
      wholeNumber("elements", min, max),
    )
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore symmetry ${game.id}\n  gamelore symmetry ${game.id} --elements ${min} --json\n  gamelore symmetry ${game.id} '${symmetry.example}'`,
    );
  addJson(addOptions(command, symmetry.options)).action(
    async (set: string | undefined, given: SymmetryGiven & Given) => {
      const options = valuesOf(symmetry.options, given);
      if (set !== undefined) {
        if (given.elements !== undefined)
          throw new GameloreError("bad-usage", "a set and --elements cannot be combined");
        const found = unwrap(symmetry.representative(set, options));
        return printResult(given.json, { given: set, ...found }, [
          `${set} is equivalent to ${found.set}`,
          ...found.mapping.map(([from, to]) => `  ${from} → ${to}`),
        ]);
      }
      const sizes =
        given.elements === undefined
          ? Array.from({ length: Math.min(max, min + 2) - min + 1 }, (_, i) => min + i)
          : [given.elements];
      const counts = await interruptible((signal) => countAll(symmetry, sizes, options, signal));
      printResult(given.json, { game: game.id, options, counts }, linesFor(counts));
    },
  );
}

interface Counted extends SymmetryCount {
  readonly elements: number;
}

async function countAll(
  symmetry: MaterialSymmetry,
  sizes: readonly number[],
  options: Parameters<MaterialSymmetry["count"]>[1],
  signal: AbortSignal,
): Promise<Counted[]> {
  const counts: Counted[] = [];
  for (const elements of sizes) {
    const progress = new Progress(`counting sets of ${elements}`);
    try {
      const onProgress = (done: number): void => progress.update(done, "");
      counts.push({ elements, ...(await symmetry.count(elements, options, { signal, onProgress })) });
    } finally {
      progress.end();
    }
  }
  return counts;
}

function linesFor(counts: readonly Counted[]): string[] {
  const withPositions = counts.some(({ positions }) => positions !== null);
  const rows = counts.map(({ elements, sets, representatives, positions, bitsPerPosition }) => {
    const row = [
      formatNumber(elements),
      formatNumber(sets),
      formatNumber(representatives),
      factor(sets, representatives),
    ];
    if (!positions) return row;
    const { all, representatives: some } = positions;
    const bytes = [all, some].map((count) => formatBytes((count * bitsPerPosition) / 8));
    return [...row, formatNumber(all), formatNumber(some), factor(all, some), ...bytes];
  });
  const material = columnLines([[...HEADINGS, ...(withPositions ? POSITION_HEADINGS : [])], ...rows], []);
  return [...material, ...geometricLines(counts)];
}

/** Counts up to both material and board symmetry. */
function geometricLines(counts: readonly Counted[]): string[] {
  const symmetries = counts.find(({ geometric }) => geometric !== null)?.geometric?.symmetries;
  if (symmetries === undefined) return [];
  const rows = counts.flatMap(({ elements, positions, geometric }) => {
    if (!positions || !geometric) return [];
    const { all, representatives } = geometric;
    const together = factor(positions.all, representatives);
    return [[...[elements, positions.all, all, representatives].map(formatNumber), together]];
  });
  return ["", `with the board's ${symmetries} symmetries:`, ...columnLines([GEOMETRIC_HEADINGS, ...rows], [])];
}

function factor(all: number, some: number): string {
  return (all / some).toFixed(2);
}
