/** Paper 000, Tables V and VI: nodes of a nominal depth, by program. */
import { makePlayer, unavailability } from "../../engine/arena/players.ts";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { OpenVariants } from "../variants.ts";
import * as chess from "./chess.ts";
import { PAPER } from "./protocol.ts";

const ENDING = "KRPP-KBN";
const QUICK_POSITIONS = 10;
const EDB = "edb(krpp-kbn-5)";
const PROGRAMS: Readonly<Record<string, (limit: string) => string>> = {
  "ours: all moves, then captures; databases": (limit) => chess.fullWidth(limit, EDB),
  "ours: all moves, then captures; hand-made evaluation": (limit) => chess.fullWidth(limit, "tuned"),
  "ours: selective; databases": (limit) => chess.selective(limit, EDB),
  "ours: selective; hand-made evaluation": (limit) => chess.selective(limit, "tuned"),
  Toga: chess.toga,
  "GNU Chess": chess.gnuchess,
  Glaurung: chess.glaurung,
  "Stockfish without its network": chess.stockfish,
};

/** The geometric mean, so that a few positions with long forced lines do not dominate. */
async function nodesOf(
  text: string,
  count: number | undefined,
  signal: AbortSignal | undefined,
  variants: OpenVariants,
): Promise<number> {
  const rules = await variants.get("chess", { start: ENDING });
  const problem = unavailability(rules, text);
  if (problem !== null) throw new GameloreError("bad-player", problem);
  const player = await makePlayer(rules, text, 1, signal);
  try {
    const logs: number[] = [];
    for (const position of rules.openings?.slice(0, count) ?? []) {
      throwIfAborted(signal);
      const { info } = await player.choose(position, {}, { signal });
      logs.push(Math.log(info.nodes));
    }
    return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  } finally {
    await player.close();
  }
}

function cellOf(row: string, column: string): Cell {
  const text = PROGRAMS[row]?.(column.replace(" ", "=")) ?? "";
  const figure = (count?: number) => ({
    kind: "figure" as const,
    compute: async (signal?: AbortSignal, variants: OpenVariants = new OpenVariants()) =>
      nodesOf(text, count, signal, variants),
  });
  return { row, column, paper: null, decimals: 0, measure: { quick: figure(QUICK_POSITIONS), full: figure() } };
}

const PROTOCOL = `Computed, no games: nodes per move of each program from the stored positions of ${ENDING}, geometric mean`;

export const experiment: Experiment = {
  id: "000-nodes",
  paper: PAPER,
  table: "no table; Tables V and VI",
  title: "Chess: nodes of a nominal depth",
  figure: "nodes per move",
  rows: "program",
  columns: "search depth",
  settings: {
    quick: { protocol: `${PROTOCOL}; ${QUICK_POSITIONS} positions.`, coreMinutes: 2 },
    full: { protocol: `${PROTOCOL}; 25 positions.`, coreMinutes: 4 },
  },
  cells: Object.keys(PROGRAMS).flatMap((row) => chess.DEPTHS.map((column) => cellOf(row, column))),
  claims: [],
};
