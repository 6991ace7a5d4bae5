/** Chess move generation: perft leaves per second by the kernel, against the same perft through the TypeScript contract. */
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { START_FEN } from "../games/chess/fen.ts";
import { game } from "../games/chess/game.ts";
import type { ChessRules } from "../games/chess/rules.ts";
import { columns, count, rate, ratio, type Report, seconds } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { type Cost, fastestOf, measure } from "./measure.ts";

/** The kernel's target: leaves per second on one core, with every move made. */
const TARGET = 30e6;

const POSITIONS = {
  start: START_FEN,
  kiwipete: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
} as const;

export interface ChessBenchOptions {
  /** Perft depth of the kernel from the start position; Kiwipete is searched one ply less, with about as many leaves. */
  readonly depth: number;
  /** The same for the contract. */
  readonly contractDepth: number;
}

interface Count extends Cost {
  readonly plies: number;
  readonly leaves: number;
  readonly perSecond: number;
}

export interface ChessRun {
  readonly position: string;
  /** Every move made. */
  readonly made: Count;
  /** Bulk counting: the moves of the last ply are counted, not made. */
  readonly bulk: Count;
  readonly contract: Count;
  readonly overTarget: number;
  readonly overContract: number;
}

export interface ChessBench {
  readonly machine: Machine;
  readonly target: number;
  readonly runs: readonly ChessRun[];
}

export async function benchChess(
  { depth, contractDepth }: ChessBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<ChessBench> {
  throwIfAborted(signal);
  const machine = machineNow();
  const rules = unwrap(await game.open({})) as ChessRules;
  try {
    const runs: ChessRun[] = [];
    for (const [name, fen] of Object.entries(POSITIONS)) {
      const less = name === "start" ? 0 : 1;
      runs.push(await measured(rules, name, fen, Math.max(1, depth - less), Math.max(1, contractDepth - less), signal));
    }
    const result: ChessBench = { machine, target: TARGET, runs };
    for (const line of chessLines(result)) report(line);
    return result;
  } finally {
    await rules.close();
  }
}

async function measured(
  rules: ChessRules,
  name: string,
  fen: string,
  depth: number,
  contractDepth: number,
  signal: AbortSignal | undefined,
): Promise<ChessRun> {
  const position = unwrap(rules.parsePosition(fen));
  const { states, kernel } = rules.board;
  const counted = async (plies: number, work: () => number): Promise<Count> => {
    throwIfAborted(signal);
    const { value, cpuSeconds, wallSeconds } = await fastestOf(() => measure(work));
    return { plies, leaves: value, cpuSeconds, wallSeconds, perSecond: value / cpuSeconds };
  };
  const scratch = kernel.memory.allocate(kernel.exports.perftScratchBytes(depth));
  try {
    // Warm up: the optimizing compiler finishes before the measurement.
    states.kernel.exports.perftLeaves(states.put(position), Math.min(depth, 4), scratch);
    const made = await counted(depth, () => states.kernel.exports.perftLeaves(states.put(position), depth, scratch));
    const bulk = await counted(depth, () => rules.perft(position, depth));
    const contract = await counted(contractDepth, () => perft(rules, position, contractDepth));
    const same = rules.perft(position, contractDepth);
    if (bulk.leaves !== made.leaves || same !== contract.leaves)
      throw new GameloreError(
        "check-failed",
        `${name}: ${made.leaves} and ${bulk.leaves} leaves by the kernel, ${contract.leaves} by the contract where it counts ${same}`,
      );
    return {
      position: name,
      made,
      bulk,
      contract,
      overTarget: made.perSecond / TARGET,
      overContract: made.perSecond / contract.perSecond,
    };
  } finally {
    kernel.memory.free(scratch);
  }
}

/** With every move made. */
function perft(rules: ChessRules, position: Position, depth: number): number {
  if (depth === 0) return 1;
  return rules
    .moves(position)
    .reduce((total, move) => total + perft(rules, rules.play(position, [move]), depth - 1), 0);
}

function chessLines({ machine, target, runs }: ChessBench): string[] {
  const row = (name: string, { plies, leaves, cpuSeconds, perSecond }: Count): string[] => [
    name,
    String(plies),
    count(leaves),
    seconds(cpuSeconds),
    rate(perSecond),
    ratio(perSecond / target),
  ];
  return [
    "perft, one thread",
    describeMachine(machine),
    "",
    ...columns([
      ["", "plies", "leaves", "CPU s", "leaves/CPU s", `of ${rate(target)}`],
      ...runs.flatMap(({ position, made, bulk, contract }) => [
        row(`${position}, kernel, every move made`, made),
        row(`${position}, kernel, last ply counted`, bulk),
        row(`${position}, contract, every move made`, contract),
      ]),
    ]),
    ...runs.map(
      ({ position, overTarget, overContract }) =>
        `${position}: kernel / target = ${ratio(overTarget)}, kernel / contract = ${ratio(overContract)}`,
    ),
  ];
}
