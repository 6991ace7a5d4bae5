/** Chess endgame tables: CPU time and positions per second of single endings on one thread, compared with rtbgen. */
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { Tablebase } from "../games/chess/tables/tablebase.ts";
import { EndgameSolver, type SolvedEnding } from "../games/chess/tables/endgame-solver.ts";
import { compactShapeOf } from "../games/chess/tables/compact-table.ts";
import {
  materialText,
  parseMaterial,
  pieceCount,
  withDependencies,
  type Material,
} from "../games/chess/tables/material.ts";
import { columns, count, rate, ratio, type Report, seconds } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

/** CPU seconds of rtbgen (syzygy1/tb, C, distance to zeroing, retrograde part only) on a similar machine: ../shared/facts/chess. */
const RTBGEN_SECONDS: Readonly<Record<string, number>> = {
  KRPK: 0.6,
  KQKR: 0.54,
  KRPKN: 57.8,
  KPPKN: 50,
  KRRKN: 18.2,
  KRPKQ: 90.1,
};

export interface ChessTablesOptions {
  readonly endings: readonly string[];
}

interface EndingRun {
  readonly ending: string;
  /** Entries of the file: both sides to move, up to symmetry. */
  readonly entries: number;
  readonly plies: number;
  readonly seconds: SolvedEnding["seconds"];
  readonly entriesPerSecond: number;
  /** rtbgen's time relative to our retrograde part. */
  readonly againstRtbgen: number | null;
}

export interface ChessTablesBench {
  readonly machine: Machine;
  readonly runs: readonly EndingRun[];
}

export async function benchChessTables(
  { endings }: ChessTablesOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<ChessTablesBench> {
  const machine = machineNow();
  const requested = endings.map((text) => unwrap(parseMaterial(text)));
  const runs = new Map<string, EndingRun>();
  const solvedBytes = new Map<string, Uint8Array>();
  const load = async (book: Tablebase, material: Material): Promise<void> =>
    void book.add(material).set(solvedBytes.get(materialText(material)) as Uint8Array);
  const pawns = (material: Material): number => material.flat().filter((kind) => kind === 0).length;
  const order = withDependencies(requested).toSorted((a, b) => pieceCount(a) - pieceCount(b) || pawns(a) - pawns(b));
  const names = new Set(requested.map(materialText));
  for (const material of order) {
    throwIfAborted(signal);
    const ending = materialText(material);
    const solver = new EndgameSolver(load);
    await solver.solve([material], { threads: 1, signal }, async (solved) => {
      solvedBytes.set(ending, solved.bytes.slice());
      if (!names.has(ending)) return;
      const { entries } = compactShapeOf(material);
      const reference = RTBGEN_SECONDS[ending];
      runs.set(ending, {
        ending,
        entries,
        plies: solved.plies,
        seconds: solved.seconds,
        entriesPerSecond: entries / solved.seconds.solve,
        againstRtbgen: reference === undefined ? null : reference / solved.seconds.solve,
      });
    });
  }
  const result = { machine, runs: requested.map((material) => runs.get(materialText(material)) as EndingRun) };
  for (const line of lines(result)) report(line);
  return result;
}

function lines({ machine, runs }: ChessTablesBench): string[] {
  return [
    describeMachine(machine),
    "distance to mate, one thread, CPU seconds; rtbgen: distance to zeroing, retrograde part, on a similar machine",
    ...columns([
      ["ending", "entries", "plies", "unpack", "retrograde", "pack", "entries/s", "rtbgen", "rtbgen / ours"],
      ...runs.map(({ ending, entries, plies, seconds: spent, entriesPerSecond, againstRtbgen }) => [
        ending,
        count(entries),
        String(plies),
        seconds(spent.unpack),
        seconds(spent.solve),
        seconds(spent.pack),
        rate(entriesPerSecond),
        RTBGEN_SECONDS[ending]?.toString() ?? "",
        againstRtbgen === null ? "" : ratio(againstRtbgen),
      ]),
    ]),
  ];
}
