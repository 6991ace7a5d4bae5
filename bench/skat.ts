/** Open deals of Skat solved one after the other: how many a second, how the times are spread, and what each reduction saves. */
import { setImmediate } from "node:timers/promises";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import { Kernel } from "../engine/kernel/kernel.ts";
import { SeededRandom } from "../engine/search/seeded.ts";
import { CardPlay } from "../games/skat/cards.ts";
import { REDUCTIONS, Solver, TALLY, USUAL_REDUCTIONS } from "../games/skat/solver.ts";
import { symmetry } from "../games/skat/symmetry.ts";
import { columns, count, ratio, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { type Advance, startProgress } from "./progress.ts";
import { type BenchDeal, dealCards, type Dealing, DEALINGS, type Kind, KINDS } from "./skat-deals.ts";

export interface SkatBenchOptions {
  readonly deals: number;
  readonly tricks: number;
  /** Tricks of the deals in which reductions are switched off. */
  readonly reducedTricks: number;
  readonly seed: number;
}

/** Milliseconds of processor time for a deal, and tricks that were begun in searching. */
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
  /** The declarer's points in the mean, or the share of deals with the answer yes. */
  readonly answer: number;
}

export interface ReductionRun {
  readonly kind: Kind;
  readonly without: string;
  /** Against all of the usual ones. */
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

/** What a table of the last tricks would hold, and what of the search it would take over. */
export interface EndingRun {
  readonly kind: Kind;
  readonly tricks: number;
  readonly entries: number;
  /** Shares of all positions that a search meets: those of so many tricks, which would be looked up; those of fewer, which would not be met. */
  readonly lookedUp: number;
  readonly spared: number;
  /** Share of all positions whose cards are tried that have so many tricks or fewer. */
  readonly searched: number;
}

const TO_WIN = 61;

export async function benchSkat(options: SkatBenchOptions, report: Report, signal?: AbortSignal): Promise<SkatBench> {
  const machine = machineNow();
  const kernel = new Kernel("skat");
  const bench = {
    options,
    play: new CardPlay(kernel, false),
    solver: new Solver(kernel),
    signal,
    advance: startProgress("skat"),
  };
  report(`open deals of ${options.tricks} tricks, one thread; ${describeMachine(machine)}`);
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

interface Running {
  readonly options: SkatBenchOptions;
  readonly play: CardPlay;
  readonly solver: Solver;
  readonly signal: AbortSignal | undefined;
  readonly advance: Advance;
}

function dealsFor({ options, play }: Running, kind: Kind, dealing: Dealing, tricks: number): BenchDeal[] {
  const random = new SeededRandom(options.seed);
  return Array.from({ length: options.deals }, () => dealCards(kind, dealing, tricks, play, random));
}

async function run(bench: Running, kind: Kind, dealing: Dealing, question: SkatRun["question"]): Promise<SkatRun> {
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
  { signal, advance }: Running,
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

/** Values with and without a reduction must be equal; nodes and time are compared. */
async function withoutEach(bench: Running, kind: Kind): Promise<ReductionRun[]> {
  const deals = dealsFor(bench, kind, "chosen", bench.options.reducedTricks);
  const solved = async (reductions: number): Promise<Solved> => {
    const solver = new Solver(bench.solver.kernel);
    solver.use(reductions);
    try {
      return await solveAll(bench, solver, deals, ({ deal }) => solver.value(deal));
    } finally {
      solver.close();
    }
  };
  const usual = await solved(USUAL_REDUCTIONS);
  const found: ReductionRun[] = [];
  for (const [name, bit] of Object.entries(REDUCTIONS)) {
    const other = await solved(USUAL_REDUCTIONS ^ bit);
    if (other.answers.some((answer, i) => answer !== usual.answers[i]))
      throw new GameloreError("check-failed", `${kind}: values differ when ${name} is switched`);
    const without = USUAL_REDUCTIONS & bit ? `without ${name}` : `with ${name}`;
    found.push({
      kind,
      without,
      nodes: sum(other.nodes) / sum(usual.nodes),
      time: sum(other.times) / sum(usual.times),
    });
  }
  return found;
}

async function endingsOf(bench: Running, kind: Kind): Promise<EndingRun[]> {
  const deals = dealsFor(bench, kind, "chosen", bench.options.tricks);
  const solver = new Solver(bench.solver.kernel);
  solver.use(USUAL_REDUCTIONS | TALLY);
  await solveAll(bench, solver, deals, ({ deal }) => solver.value(deal));
  const { met, searched } = solver.tally();
  solver.close();
  const found: EndingRun[] = [];
  for (const tricks of [1, 2, 3]) {
    const { positions } = await symmetry.count(3 * tricks, { game: kind, classes: "points" }, optional(bench.signal));
    found.push({
      kind,
      tricks,
      entries: positions?.representatives ?? 0,
      lookedUp: (met[tricks] ?? 0) / sum(met),
      spared: sum(met.slice(0, tricks)) / sum(met),
      searched: sum(searched.slice(0, tricks + 1)) / sum(searched),
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
  const head = ["", "deals", "deals/CPU s", "median ms", "90 % ms", "most ms", "tricks searched", "answer"];
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
  const head = [`deals of ${reducedTricks} tricks`, "tricks searched", "CPU s"];
  return ["", "against the usual search, all values being equal:", ...columns([head, ...rows])];
}

function endingLines(endings: readonly EndingRun[]): string[] {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const head = ["tables of the last tricks", "entries = bytes", "looked up", "spared", "searches spared"];
  const rows = endings.map(({ kind, tricks, entries, lookedUp, spared, searched }) => [
    `${kind}, ${tricks}`,
    count(entries),
    percent(lookedUp),
    percent(spared),
    percent(searched),
  ]);
  return [
    "",
    "what such tables would take over, in per cent of the positions that the search meets:",
    ...columns([head, ...rows]),
  ];
}
