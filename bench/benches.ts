/** The list of benchmarks with their options, for `gamelore bench`. */
import { threadCount } from "../engine/kernel/threads.ts";
import { benchArimaa } from "./arimaa.ts";
import { arimaaJudge } from "./arimaa-benches.ts";
import { type Bench, integer, numbers, SEED } from "./bench.ts";
import { chess, chessEdb, chessTables } from "./chess-benches.ts";
import { benchDarkChess } from "./dark-chess.ts";
import { benchEvaluations } from "./evaluations.ts";
import { benchGdl, OWN_RULESHEET } from "./gdl.ts";
import { benchGifl } from "./gifl.ts";
import { gpu } from "./gpu-bench.ts";
import { benchMistakes } from "./mistakes.ts";
import { pursuit } from "./pursuit.ts";
import { queue } from "./queue.ts";
import { benchRules } from "./rules.ts";
import { benchSearch } from "./search.ts";
import { benchSkat } from "./skat.ts";
import { benchSolve } from "./solve.ts";
import { benchTables } from "./tables.ts";
import { benchTune } from "./tune.ts";
import { inPage, page, server } from "./workbench-benches.ts";
import { SIDE } from "../games/chinese-checkers/options.ts";

const solve: Bench = {
  name: "solve",
  summary: "the table solver against reference scans in AssemblyScript and C, and several threads against one",
  options: [
    SIDE,
    integer("pieces", 1, 7, 5, "pieces of the table; 6 on side 9 means 324,540,216 entries"),
    {
      name: "threads",
      kind: "text",
      default: null,
      summary: "numbers of threads, for example 1,2; default: 1 and all",
    },
    {
      name: "plain",
      kind: "choice",
      choices: ["same", "1", "2", "3", "4", "5", "6", "7"],
      default: "5",
      summary:
        "pieces of the reference scans, at most those of the table; the cost of a smaller table is scaled per move and marked",
    },
  ],
  run: async ({ side, pieces, threads, plain }, report, signal) => ({
    ...(await benchSolve(
      {
        side: Number(side),
        pieces: Number(pieces),
        plain: plain === "same" ? plain : Number(plain),
        ...(threads === null || threads === undefined ? {} : { threads: numbers("threads", String(threads), 1, 64) }),
      },
      report,
      signal,
    )),
  }),
};

const search: Bench = {
  name: "search",
  summary: "alpha-beta and UCT on one thread: nodes and playouts per second, and node counts as a signature",
  options: [
    SIDE,
    { name: "pieces", kind: "choice", choices: ["3", "6", "10"], default: "6", summary: "pieces of each player" },
    integer("depth", 1, 12, 5, "plies of alpha-beta"),
    integer("playouts", 1, 1_000_000, 10_000, "UCT playouts per position"),
    integer("positions", 1, 1_000, 8, "middle-game positions"),
    {
      name: "table",
      kind: "choice",
      choices: ["solve", "stored"],
      default: "solve",
      summary: "solve: a missing table is solved in memory; stored: without it, only evaluation by rows",
    },
    SEED,
  ],
  run: async ({ side, pieces, depth, playouts, positions, seed, table }, report, signal) => ({
    ...(await benchSearch(
      {
        side: Number(side),
        pieces: Number(pieces),
        depth: Number(depth),
        playouts: Number(playouts),
        positions: Number(positions),
        seed: Number(seed),
        solve: table === "solve",
      },
      report,
      signal,
    )),
  }),
};

const evaluations: Bench = {
  name: "evaluations",
  summary:
    "every evaluation whose tables are stored: positions evaluated per second, and the sum of values as a signature",
  options: [
    SIDE,
    { name: "pieces", kind: "choice", choices: ["3", "6", "10"], default: "6", summary: "pieces of each player" },
    { name: "win", kind: "choice", choices: ["filled", "all"], default: "all", summary: "the win rule of the variant" },
    integer("positions", 1, 1_000, 64, "middle-game positions"),
    SEED,
  ],
  run: async ({ side, pieces, win, positions, seed }, report, signal) => ({
    ...(await benchEvaluations(
      {
        side: Number(side),
        pieces: Number(pieces),
        win: String(win),
        positions: Number(positions),
        seed: Number(seed),
      },
      report,
      signal,
    )),
  }),
};

const rules: Bench = {
  name: "rules",
  summary: "perft by the kernel against the same perft through the TypeScript contract",
  options: [
    SIDE,
    {
      name: "pieces",
      kind: "text",
      default: "6,10",
      summary: "pieces of each player, for example 6,10: one run for each",
    },
    integer("depth", 1, 12, 6, "perft depth of the kernel"),
    integer("contract-depth", 1, 8, 5, "perft depth of the contract"),
  ],
  run: async (values, report, signal) => ({
    ...(await benchRules(
      {
        side: Number(values["side"]),
        pieces: numbers("pieces", String(values["pieces"]), 1, 10),
        depth: Number(values["depth"]),
        contractDepth: Number(values["contract-depth"]),
      },
      report,
      signal,
    )),
  }),
};

const tables: Bench = {
  name: "tables",
  summary: "a table file written, loaded, verified and probed, through the block cache and in memory",
  options: [
    SIDE,
    integer("pieces", 1, 6, 5, "pieces of the table; 6 on side 9 means 324,540,216 entries"),
    integer("probes", 100, 10_000_000, 50_000, "entries read; full probes are a hundredth of that"),
    {
      name: "folder",
      kind: "text",
      default: null,
      summary: "where the file is written during the run; default: the system's temporary folder",
    },
    SEED,
  ],
  run: async ({ side, pieces, probes, folder, seed }, report, signal) => ({
    ...(await benchTables(
      {
        side: Number(side),
        pieces: Number(pieces),
        probes: Number(probes),
        seed: Number(seed),
        ...(folder === null || folder === undefined ? {} : { folder: String(folder) }),
      },
      report,
      signal,
    )),
  }),
};

const tune: Bench = {
  name: "tune",
  summary: "hill climbing against SPSA on synthetic Elo landscapes with equal numbers of noisy games",
  options: [
    {
      name: "parameters",
      kind: "text",
      default: "2,4",
      summary: "numbers of parameters, for example 2,4: one table for each",
    },
    integer("pairs", 1, 10_000, 25, "pairs of games per variant"),
    integer("repetitions", 1, 100_000, 100, "runs of each method per landscape"),
    SEED,
  ],
  run: async ({ parameters, pairs, repetitions, seed }, report, signal) => ({
    ...(await benchTune(
      {
        parameters: numbers("parameters", String(parameters), 1, 20),
        pairs: Number(pairs),
        repetitions: Number(repetitions),
        seed: Number(seed),
      },
      report,
      signal,
    )),
  }),
};

const skat: Bench = {
  name: "skat",
  summary: "Skat's double-dummy solver: deals per second, the distribution of times, and what each reduction saves",
  options: [
    integer("deals", 1, 100_000, 100, "deals of each kind"),
    integer("tricks", 1, 10, 10, "tricks of a deal; for fewer than ten, random cards are removed from the hands"),
    integer("reduced-tricks", 1, 10, 8, "tricks of the deals for the runs without one reduction"),
    SEED,
  ],
  run: async (values, report, signal) => ({
    ...(await benchSkat(
      {
        deals: Number(values["deals"]),
        tricks: Number(values["tricks"]),
        reducedTricks: Number(values["reduced-tricks"]),
        seed: Number(values["seed"]),
      },
      report,
      signal,
    )),
  }),
};

const darkChess: Bench = {
  name: "dark-chess",
  summary: "endgame tables of Chinese Dark Chess: solving, full check, comparison with direct solving, probing, sizes",
  options: [
    integer("elements", 2, 4, 4, "maximum pieces of the tables"),
    integer("threads", 1, 64, threadCount(), "solver threads"),
    integer("direct", 0, 1_737, 200, "random sets of the maximum size that are also solved directly"),
    integer("probes", 100_000, 1_000_000_000, 2_000_000, "positions probed"),
    SEED,
  ],
  run: ({ elements, threads, direct, probes, seed }, report, signal) =>
    benchDarkChess(
      {
        elements: Number(elements),
        threads: Number(threads),
        direct: Number(direct),
        probes: Number(probes),
        seed: Number(seed),
      },
      report,
      signal,
    ),
};

const gdl: Bench = {
  name: "gdl",
  summary: "general games from rulesheets: preparation time, random playouts per second",
  options: [
    {
      name: "files",
      kind: "text",
      default: null,
      summary: "rulesheets, separated by commas; default: tic-tac-toe",
    },
    integer("seconds", 1, 600, 2, "CPU time for each, in seconds"),
  ],
  run: async ({ files, seconds }, report, signal) => ({
    ...(await benchGdl(
      {
        files: files === null || files === undefined ? [OWN_RULESHEET] : String(files).split(","),
        seconds: Number(seconds),
      },
      report,
      signal,
    )),
  }),
};

const arimaa: Bench = {
  name: "arimaa",
  summary: "Arimaa: distinct turns per second, against enumerating all step sequences; goal searches per second",
  options: [
    integer("positions", 1, 10_000, 40, "positions from random play"),
    { name: "file", kind: "text", default: null, summary: "read positions from a file instead, one per line" },
    integer("plain", 0, 10_000, 5, "positions that are also counted by the reference enumeration"),
    integer("repetitions", 1, 1_000, 5, "repetitions; the fastest counts"),
    SEED,
  ],
  run: async ({ positions, file, plain, repetitions, seed }, report, signal) => ({
    ...(await benchArimaa(
      {
        positions: Number(positions),
        file: file === null || file === undefined ? null : String(file),
        plain: Number(plain),
        repetitions: Number(repetitions),
        seed: Number(seed),
      },
      report,
      signal,
    )),
  }),
};

const mistakes: Bench = {
  name: "mistakes",
  summary: "mistakes of players of general games in solved positions of connect four, at equal processor time",
  options: [
    { name: "players", kind: "text", default: "uct;alphabeta;best", summary: "players, separated by semicolons" },
    integer("ms", 1, 60_000, 100, "processor time for each move"),
    integer("positions", 1, 1_000, 1_000, "number of positions, at most all"),
  ],
  run: async ({ players, ms, positions }, report, signal) => ({
    ...(await benchMistakes(
      { players: String(players).split(";"), milliseconds: Number(ms), positions: Number(positions) },
      report,
      signal,
    )),
  }),
};

const gifl: Bench = {
  name: "gifl",
  summary: "GIFL features in playouts of general games: cost of a step, length of games",
  options: [
    {
      name: "files",
      kind: "text",
      default: null,
      summary: "rulesheets, separated by commas; default: tic-tac-toe",
    },
    integer("runs", 1, 1_000_000, 500, "random games for learning"),
    integer("seconds", 1, 600, 2, "CPU time for each side of a comparison, in seconds"),
    {
      name: "choice",
      kind: "choice",
      choices: ["best", "scaled"],
      default: "best",
      summary: "how moves below 100 are chosen",
    },
  ],
  run: async ({ files, runs, seconds, choice }, report, signal) => ({
    ...(await benchGifl(
      {
        files: files === null || files === undefined ? [OWN_RULESHEET] : String(files).split(","),
        runs: Number(runs),
        seconds: Number(seconds),
        choice: choice === "scaled" ? "scaled" : "best",
      },
      report,
      signal,
    )),
  }),
};

export const benches: readonly Bench[] = [
  solve,
  gpu,
  queue,
  search,
  evaluations,
  rules,
  tables,
  tune,
  darkChess,
  skat,
  gdl,
  gifl,
  mistakes,
  arimaa,
  arimaaJudge,
  chess,
  chessTables,
  chessEdb,
  pursuit,
  inPage,
  server,
  page,
];
