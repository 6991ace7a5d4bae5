/** Skat's double-dummy solver: deals per second, the distribution of times, and what each reduction saves. */
import type { Exports } from "../build/kernels/skat.ts";
import { setImmediate } from "node:timers/promises";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import { Kernel } from "../engine/kernel/kernel.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { CardPlay } from "../games/skat/cards.ts";
import { REDUCTIONS, Solver, TALLY, DEFAULT_REDUCTIONS } from "../games/skat/solver.ts";
import { symmetry } from "../games/skat/symmetry.ts";
import { columns, count, ratio, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { type Advance, startProgress } from "./progress.ts";
import { type BenchDeal, dealCards, type Dealing, DEALINGS, type Kind, KINDS } from "./skat-deals.ts";

export interface SkatBenchOptions {
  readonly deals: number;
  readonly tricks: number;
  /** Tricks of the deals for the runs without one reduction. */
  readonly reducedTricks: number;
  readonly seed: number;
}

/** Milliseconds of CPU time and nodes (tricks begun) per deal. */
export interface SkatRun {
  readonly kind: Kind;
  readonly dealing: Dealing;
  readonly question: "points" | "61";
  readonly deals: number;
  readonly perSecond: number;
  readonly median: number;
  readonly ninetieth: number;
  readonly most: number;
  readonly nodes: number;
  /** The declarer's mean points, or the share of deals with the answer yes. */
  readonly answer: number;
}

export interface ReductionRun {
  readonly kind: Kind;
  readonly without: string;
  /** Relative to the default reductions. */
  readonly nodes: number;
  readonly time: number;
}

export interface SkatBench {
  readonly machine: Machine;
  readonly tricks: number;
  readonly runs: readonly SkatRun[];
  readonly reducedTricks: number;
  readonly reductions: readonly ReductionRun[];
  readonly endings: readonly EndingRun[];
}

/** The size of a table of the last tricks, and the part of the search that it would replace. */
export interface EndingRun {
  readonly kind: Kind;
  readonly tricks: number;
  readonly entries: number;
  /** Shares of all visited positions: with exactly this many tricks (probes), and with fewer (not visited any more). */
  readonly lookedUp: number;
  readonly spared: number;
  /** Share of all expanded positions that have this many tricks or fewer. */
  readonly searched: number;
}

const TO_WIN = 61;

export async function benchSkat(options: SkatBenchOptions, report: Report, signal?: AbortSignal): Promise<SkatBench> {
  const machine = machineNow();
  const kernel = new Kernel<Exports>("skat");
  const bench = {
    options,
    play: new CardPlay(kernel, false),
    solver: new Solver(kernel),
    signal,
    advance: startProgress("skat"),
  };
  report(`double-dummy deals of ${options.tricks} tricks, one thread; ${describeMachine(machine)}`);
  const runs: SkatRun[] = [];
  for (const kind of KINDS)
    for (const dealing of DEALINGS)
      for (const question of kind === "null" ? (["points"] as const) : (["points", "61"] as const))
        runs.push(await run(bench, kind, dealing, question));
  for (const line of runLines(runs)) report(line);
  const reductions: ReductionRun[] = [];
  for (const kind of KINDS) reductions.push(...(await withoutEach(bench, kind)));
  for (const line of reductionLines(options, reductions)) report(line);
  const endings: EndingRun[] = [];
  for (const kind of ["suit", "grand"] as const) endings.push(...(await endingsOf(bench, kind)));
  for (const line of endingLines(endings)) report(line);
  const { tricks, reducedTricks } = options;
  return { machine, tricks, runs, reducedTricks, reductions, endings };
}

interface BenchContext {
  readonly options: SkatBenchOptions;
  readonly play: CardPlay;
  readonly solver: Solver;
  readonly signal: AbortSignal | undefined;
  readonly advance: Advance;
}

function dealsFor({ options, play }: BenchContext, kind: Kind, dealing: Dealing, tricks: number): BenchDeal[] {
  const random = new SeededRandom(options.seed);
  return Array.from({ length: options.deals }, () => dealCards(kind, dealing, tricks, play, random));
}

async function run(bench: BenchContext, kind: Kind, dealing: Dealing, question: SkatRun["question"]): Promise<SkatRun> {
  const deals = dealsFor(bench, kind, dealing, bench.options.tricks);
  const solver = new Solver(bench.solver.kernel);
  const { times, nodes, answers } = await solveAll(bench, solver, deals, (deal) =>
    question === "61" ? Number(solver.gets(deal.deal, TO_WIN - deal.skat)) : solver.value(deal.deal),
  );
  solver.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
  const spent = sum(times);
  return {
    kind,
    dealing,
    question,
    deals: deals.length,
    perSecond: (1_000 * deals.length) / spent,
    median: at(0.5),
    ninetieth: at(0.9),
    most: at(1),
    nodes: sum(nodes) / deals.length,
    answer: sum(answers) / deals.length,
  };
}

interface Solved {
  readonly times: readonly number[];
  readonly nodes: readonly number[];
  readonly answers: readonly number[];
}

async function solveAll(
  { signal, advance }: BenchContext,
  solver: Solver,
  deals: readonly BenchDeal[],
  solve: (deal: BenchDeal) => number,
): Promise<Solved> {
  const [times, nodes, answers]: [number[], number[], number[]] = [[], [], []];
  for (const [i, deal] of deals.entries()) {
    await setImmediate();
    throwIfAborted(signal);
    const before = process.cpuUsage();
    answers.push(solve(deal));
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
    nodes.push(solver.nodes);
    advance(i / deals.length);
  }
  return { times, nodes, answers };
}

/** Compares nodes and time with and without each reduction; the values must be equal. */
async function withoutEach(bench: BenchContext, kind: Kind): Promise<ReductionRun[]> {
  const deals = dealsFor(bench, kind, "chosen", bench.options.reducedTricks);
  const solved = async (reductions: number): Promise<Solved> => {
    const solver = new Solver(bench.solver.kernel);
    solver.setReductions(reductions);
    try {
      return await solveAll(bench, solver, deals, ({ deal }) => solver.value(deal));
    } finally {
      solver.close();
    }
  };
  const defaults = await solved(DEFAULT_REDUCTIONS);
  const found: ReductionRun[] = [];
  for (const [name, bit] of Object.entries(REDUCTIONS)) {
    const other = await solved(DEFAULT_REDUCTIONS ^ bit);
    if (other.answers.some((answer, i) => answer !== defaults.answers[i]))
      throw new GameloreError("check-failed", `${kind}: values differ when ${name} is switched`);
    const without = DEFAULT_REDUCTIONS & bit ? `without ${name}` : `with ${name}`;
    found.push({
      kind,
      without,
      nodes: sum(other.nodes) / sum(defaults.nodes),
      time: sum(other.times) / sum(defaults.times),
    });
  }
  return found;
}

async function endingsOf(bench: BenchContext, kind: Kind): Promise<EndingRun[]> {
  const deals = dealsFor(bench, kind, "chosen", bench.options.tricks);
  const solver = new Solver(bench.solver.kernel);
  solver.setReductions(DEFAULT_REDUCTIONS | TALLY);
  await solveAll(bench, solver, deals, ({ deal }) => solver.value(deal));
  const { visited, expanded } = solver.tally();
  solver.close();
  const found: EndingRun[] = [];
  for (const tricks of [1, 2, 3]) {
    const { positions } = await symmetry.count(3 * tricks, { game: kind, classes: "points" }, optional(bench.signal));
    found.push({
      kind,
      tricks,
      entries: positions?.representatives ?? 0,
      lookedUp: (visited[tricks] ?? 0) / sum(visited),
      spared: sum(visited.slice(0, tricks)) / sum(visited),
      searched: sum(expanded.slice(0, tricks + 1)) / sum(expanded),
    });
  }
  return found;
}

function optional(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function runLines(runs: readonly SkatRun[]): string[] {
  const head = ["", "deals", "deals/CPU s", "median ms", "90 % ms", "max ms", "nodes", "answer"];
  const rows = runs.map((each) => [
    `${each.kind}, ${each.dealing}, ${each.question === "61" ? `at least ${TO_WIN}?` : each.kind === "null" ? "a trick?" : "points"}`,
    count(each.deals),
    each.perSecond.toPrecision(3),
    each.median.toFixed(2),
    each.ninetieth.toFixed(2),
    each.most.toFixed(1),
    count(each.nodes),
    each.answer.toFixed(2),
  ]);
  return ["", ...columns([head, ...rows])];
}

function reductionLines({ reducedTricks }: SkatBenchOptions, reductions: readonly ReductionRun[]): string[] {
  const rows = reductions.map(({ kind, without, nodes, time }) => [`${kind}, ${without}`, ratio(nodes), ratio(time)]);
  const head = [`deals of ${reducedTricks} tricks`, "nodes", "CPU s"];
  return ["", "relative to the default search, with equal values:", ...columns([head, ...rows])];
}

function endingLines(endings: readonly EndingRun[]): string[] {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const head = ["tables of the last tricks", "entries = bytes", "probed", "not visited", "not expanded"];
  const rows = endings.map(({ kind, tricks, entries, lookedUp, spared, searched }) => [
    `${kind}, ${tricks}`,
    count(entries),
    percent(lookedUp),
    percent(spared),
    percent(searched),
  ]);
  return ["", "what tables of the last tricks would replace, in per cent of the search:", ...columns([head, ...rows])];
}
