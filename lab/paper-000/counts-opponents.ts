/** Paper 000, Tables V and VI against other opponents: other programs, equal nodes, and our own evaluation in the same search. */
import { average } from "../estimate.ts";
import type { Cell, CellLookup, Experiment } from "../experiment.ts";
import { atLeast } from "../verdict.ts";
import * as chess from "./chess.ts";
import { PAPER } from "./protocol.ts";

const LISTS: Readonly<Record<string, string>> = {
  "KRPP-KBN": "krpp-kbn-5",
  "KRPP-KNN": "krpp-knn-5",
  "KRP-KNPP": "krp-knpp-5",
  "KQP-KRNP": "kqp-krnp",
  "KRRPP-KQR": "krrpp-kqr",
  "KRPP-KRN": "krpp-krn",
  "KQP-KNNPP": "kqp-knnpp",
  "KQP-KRBPP": "kqp-krbpp",
};
const ENDINGS = Object.keys(LISTS);
/** About the nodes of our full-width search to depth 7 (000-nodes). */
const NODES = "nodes=60000";
const DEPTH = "depth=7";

type Pairing = (evaluation: string) => readonly [first: string, second: string];
const OWN = "our hand-written evaluation, depth 7";
const SELECTIVE = "both selective: our hand-written evaluation, depth 7";
const AT_DEPTH: Readonly<Record<string, Pairing>> = {
  "GNU Chess, depth 7": (evaluation) => [chess.fullWidth(DEPTH, evaluation), chess.gnuchess(DEPTH)],
  "Glaurung, depth 7": (evaluation) => [chess.fullWidth(DEPTH, evaluation), chess.glaurung(DEPTH)],
  "Stockfish, depth 7": (evaluation) => [chess.fullWidth(DEPTH, evaluation), chess.stockfish(DEPTH)],
};
const AT_NODES: Readonly<Record<string, Pairing>> = {
  // Toga and GNU Chess ignore `go nodes`; Toga at depth 9 uses about as many nodes as ours at depth 7.
  "Toga, depth 9 (about equal nodes)": (evaluation) => [chess.fullWidth(DEPTH, evaluation), chess.toga("depth=9")],
  "Glaurung, 60,000 nodes each": (evaluation) => [chess.fullWidth(NODES, evaluation), chess.glaurung(NODES)],
  "Stockfish, 60,000 nodes each": (evaluation) => [chess.fullWidth(NODES, evaluation), chess.stockfish(NODES)],
};
/** Control: exact values of covered positions, without an evaluation by databases. */
const CONTROL = "control: our hand-written evaluation against Toga, depth 7";
const COLUMNS: Readonly<Record<string, Pairing>> = {
  [OWN]: (evaluation) => [chess.fullWidth(DEPTH, evaluation), chess.fullWidth(DEPTH, "tuned")],
  [CONTROL]: () => [chess.fullWidth(DEPTH, "tuned", "auto"), chess.toga(DEPTH)],
  ...AT_DEPTH,
  ...AT_NODES,
  [SELECTIVE]: (evaluation) => [chess.selective(DEPTH, evaluation), chess.selective(DEPTH, "tuned")],
  "selective search: Toga, depth 7": (evaluation) => [chess.selective(DEPTH, evaluation), chess.toga(DEPTH)],
};
const QUICK_ENDINGS = ENDINGS.slice(0, 3);
const QUICK_GAMES = 10;

function cellOf(ending: string, column: string, pairing: Pairing): Cell {
  const [first, second] = pairing(`edb(${LISTS[ending]})`);
  const full = chess.match(ending, first, second, chess.PAPER_GAMES);
  const games = [OWN, CONTROL].includes(column) ? chess.QUICK_GAMES : QUICK_ENDINGS.includes(ending) ? QUICK_GAMES : 0;
  const quick = games > 0 ? { quick: chess.match(ending, first, second, games) } : {};
  return { row: ending, column, paper: null, measure: { ...quick, full } };
}

function mean(cells: CellLookup, what: string, columns: readonly string[]): ReturnType<CellLookup> {
  return average(
    what,
    ENDINGS.flatMap((ending) => columns.map((column) => cells(ending, column))),
  );
}

const SAME =
  "As Tables V and VI with databases of five pieces, corrected lists; Stockfish plays without its network; external engines have no databases; our hand-written evaluation has its opponent's databases for covered positions";

export const experiment: Experiment = {
  id: "000-opponents",
  paper: PAPER,
  table: "no table; Tables V and VI against others",
  title: "Chess: evaluation by databases against other programs and against our own evaluation",
  figure: chess.FIGURE,
  rows: "ending",
  columns: "opponent",
  settings: {
    quick: {
      protocol: `${SAME}; 20 games per cell against our own evaluation and in the control, 10 against others in the endings of Table V.`,
      coreMinutes: 15,
    },
    full: { protocol: `${SAME}; 50 games per cell.`, coreMinutes: 140 },
  },
  oneVariantAtATime: true,
  cells: ENDINGS.flatMap((ending) =>
    Object.entries(COLUMNS).map(([column, pairing]) => cellOf(ending, column, pairing)),
  ),
  claims: [
    {
      text: "In the same search to the same depth, evaluation by databases is better than our hand-written one.",
      judge: (cells) => atLeast(50, mean(cells, "against our hand-written evaluation, mean", [OWN])),
    },
    {
      text: "At the same nominal depth it is better than other engines.",
      judge: (cells) => atLeast(50, mean(cells, "against programs to depth 7, mean", Object.keys(AT_DEPTH))),
    },
    {
      text: "At about equal nodes it is better than other engines.",
      judge: (cells) => atLeast(50, mean(cells, "against programs at about equal nodes, mean", Object.keys(AT_NODES))),
    },
    {
      text: "In a selective search it is also better than our hand-written evaluation.",
      judge: (cells) => atLeast(50, mean(cells, "both selective, mean", [SELECTIVE])),
    },
  ],
};
