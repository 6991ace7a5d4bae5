/** Perft by the kernel against the same perft through the TypeScript contract. */
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Position } from "../engine/contracts/position.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { legalMovesOf } from "../engine/search/legal.ts";
import { game } from "../games/chinese-checkers/game.ts";
import { columns, count, rate, ratio, type Report, seconds } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { type Cost, fastestOf, measure } from "./measure.ts";

export interface RulesBenchOptions {
  readonly side: number;
  readonly pieces: readonly number[];
  /** Perft depth of the kernel. */
  readonly depth: number;
  /** Perft depth of the contract. */
  readonly contractDepth: number;
}

interface Count extends Cost {
  readonly depth: number;
  readonly sequences: number;
  readonly perSecond: number;
}

export interface RulesRun {
  readonly pieces: number;
  readonly kernel: Count;
  readonly contract: Count;
  /** Sequences per second of the kernel over those of the contract. */
  readonly kernelOverContract: number;
}

export interface RulesBench {
  readonly machine: Machine;
  readonly side: number;
  readonly runs: readonly RulesRun[];
}

export async function benchRules(
  options: RulesBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<RulesBench> {
  const machine = machineNow();
  const runs: RulesRun[] = [];
  for (const pieces of options.pieces) {
    throwIfAborted(signal);
    runs.push(await countBoth({ ...options, pieces }, signal));
  }
  const result: RulesBench = { machine, side: options.side, runs };
  for (const line of rulesLines(result)) report(line);
  return result;
}

async function countBoth(
  { side, pieces, depth, contractDepth }: Omit<RulesBenchOptions, "pieces"> & { pieces: number },
  signal?: AbortSignal,
): Promise<RulesRun> {
  const rules = unwrap(await game.open({ ...defaultsOf(game.options), side, pieces }));
  const start = rules.initial();
  const counted = async (plies: number, work: () => number): Promise<Count> => {
    const { value, cpuSeconds, wallSeconds } = await fastestOf(() => measure(work));
    return { depth: plies, sequences: value, cpuSeconds, wallSeconds, perSecond: value / cpuSeconds };
  };
  try {
    const kernel = await counted(depth, () => rules.perft(start, depth));
    throwIfAborted(signal);
    const contract = await counted(contractDepth, () => perft(rules, start, contractDepth));
    const same = rules.perft(start, contractDepth);
    if (same !== contract.sequences) {
      throw new GameloreError(
        "check-failed",
        `perft ${contractDepth}: the kernel counts ${same}, the contract ${contract.sequences}`,
      );
    }
    return { pieces, kernel, contract, kernelOverContract: kernel.perSecond / contract.perSecond };
  } finally {
    await rules.close();
  }
}

/** Bulk counting, like the kernel: the moves of the last ply are counted, not played. */
function perft(rules: OpenGame, position: Position, depth: number): number {
  if (depth === 0) return 1;
  if (rules.result(position) !== null) return 0;
  const moves = legalMovesOf(rules, position);
  if (depth === 1) return moves.length;
  return moves.reduce((total, move) => total + perft(rules, rules.play(position, [move]), depth - 1), 0);
}

function rulesLines({ machine, side, runs }: RulesBench): string[] {
  const row = (pieces: number, name: string, run: Count): string[] => [
    `${pieces} pieces, ${name}`,
    String(run.depth),
    count(run.sequences),
    seconds(run.cpuSeconds),
    rate(run.perSecond),
  ];
  return [
    `perft from the start, side ${side}, one thread`,
    describeMachine(machine),
    "",
    ...columns([
      ["", "plies", "sequences", "CPU s", "sequences/CPU s"],
      ...runs.flatMap(({ pieces, kernel, contract }) => [
        row(pieces, "kernel", kernel),
        row(pieces, "contract", contract),
      ]),
    ]),
    ...runs.map(
      ({ pieces, kernelOverContract }) => `${pieces} pieces: kernel / contract = ${ratio(kernelOverContract)}`,
    ),
  ];
}
