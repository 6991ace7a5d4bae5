/**
 * Arimaa: distinct turns per second, against enumerating all step sequences; goal searches in one turn, by enumeration and by static
 * analysis; evaluation; nodes per second of the search.
 */
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { makePlayer } from "../engine/arena/players.ts";
import { game } from "../games/arimaa/game.ts";
import { SIDE, STEP_COUNT } from "../games/arimaa/layout.ts";
import { END } from "../games/arimaa/move-encoding.ts";
import type { ArimaaRules } from "../games/arimaa/rules.ts";
import { KernelEvaluator } from "../games/arimaa/search/evaluator.ts";
import { weightsOf } from "../games/arimaa/search/weights.ts";
import { columns, count, rate, ratio, type Report, seconds } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { measure } from "./measure.ts";

export interface ArimaaBenchOptions {
  readonly positions: number;
  /** Read positions from this file instead of random play. */
  readonly file: string | null;
  readonly plain: number;
  readonly repetitions: number;
  readonly seed: number;
}

interface Rate {
  readonly positions: number;
  readonly count: number;
  readonly cpuSeconds: number;
  readonly perSecond: number;
}

export interface ArimaaBench {
  readonly machine: Machine;
  readonly turns: Rate;
  readonly most: number;
  /** Both methods on the first positions; null if the reference is skipped. */
  readonly plain: { readonly reference: Rate; readonly fast: Rate; readonly speedup: number } | null;
  readonly goals: Rate & { readonly found: number };
  /** Static goal detection for the side to move, and static evaluation. */
  readonly goalTests: Rate;
  readonly evaluations: Rate;
  /** Nodes of a full-width search of eight steps on one thread. */
  readonly nodes: Rate;
}

/** Repetitions per position, because each call is short. */
const CALLS = 200;
/** Positions searched. */
const SEARCHED = 8;

export async function benchArimaa(
  options: ArimaaBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<ArimaaBench> {
  throwIfAborted(signal);
  const machine = machineNow();
  report(describeMachine(machine));
  const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
  const { board } = rules;
  try {
    const positions = options.file === null ? randomPositions(rules, options) : readPositions(rules, options.file);
    const list = (some: readonly Position[]): Promise<Rate> =>
      fastest(some, options.repetitions, (position) => board.listTurns(position), signal);
    const turns = await list(positions);
    const most = Math.max(...positions.map((position) => board.listTurns(position)));
    const first = positions.slice(0, options.plain);
    let plain: ArimaaBench["plain"] = null;
    if (first.length > 0) {
      const reference = await fastest(first, 1, (position) => board.countTurnsByReference(position), signal);
      const fast = await list(first);
      if (reference.count !== fast.count)
        throw new GameloreError(
          "check-failed",
          `${fast.count} distinct turns, but the reference counts ${reference.count}`,
        );
      plain = { reference, fast, speedup: fast.perSecond / reference.perSecond };
    }
    let found = 0;
    const searched = await fastest(
      positions,
      options.repetitions,
      (position) => {
        if (board.goalTurn(position) !== null) found++;
        return 1;
      },
      signal,
    );
    const judge = new KernelEvaluator(board, weightsOf("fitted"));
    const repeat = (act: (position: Position) => unknown): Promise<Rate> =>
      fastest(
        positions,
        options.repetitions,
        (position) => {
          for (let i = 0; i < CALLS; i++) act(position);
          return CALLS;
        },
        signal,
      );
    const goalTests = await repeat((position) => judge.canReachGoal(position, position[SIDE] as number, 4));
    const evaluations = await repeat((position) => judge.evaluate(position));
    judge.close();
    const nodes = await searchNodes(rules, positions.slice(0, SEARCHED), signal);
    const goals = { ...searched, found: found / options.repetitions };
    const result = { machine, turns, most, plain, goals, goalTests, evaluations, nodes };
    for (const line of lines(result)) report(line);
    return result;
  } finally {
    await rules.close();
  }
}

/** The minimum CPU time of several passes over all positions. */
async function fastest(
  positions: readonly Position[],
  repetitions: number,
  work: (position: Position) => number,
  signal: AbortSignal | undefined,
): Promise<Rate> {
  let least = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let i = 0; i < repetitions; i++) {
    await setImmediate();
    throwIfAborted(signal);
    const { value, cpuSeconds } = await measure(() => positions.reduce((sum, position) => sum + work(position), 0));
    least = Math.min(least, cpuSeconds);
    total = value;
  }
  return { positions: positions.length, count: total, cpuSeconds: least, perSecond: total / least };
}

/** CPU time of the pool's threads for searching the positions one by one. */
async function searchNodes(
  rules: ArimaaRules,
  positions: readonly Position[],
  signal: AbortSignal | undefined,
): Promise<Rate> {
  const player = await makePlayer(rules, "alphabeta(steps=8)", 1);
  const pool = rules.board.states.pool();
  const before = pool.cpuMilliseconds;
  let total = 0;
  try {
    for (const position of positions) {
      throwIfAborted(signal);
      total += (await player.choose(position, {}, { signal })).info.nodes;
    }
  } finally {
    await player.close();
  }
  const cpuSeconds = (pool.cpuMilliseconds - before) / 1000;
  return { positions: positions.length, count: total, cpuSeconds, perSecond: total / cpuSeconds };
}

/** Positions at the start of a turn after 40 to 160 random steps. */
function randomPositions(rules: ArimaaRules, { positions, seed }: ArimaaBenchOptions): Position[] {
  const random = new SeededRandom(seed);
  const found: Position[] = [];
  while (found.length < positions) {
    let position = rules.initial();
    const steps = 40 + Math.floor(120 * random.fraction());
    for (let i = 0; rules.result(position) === null && (i < steps || position[STEP_COUNT] !== 0); i++) {
      const moves = rules.moves(position);
      position = rules.play(position, [moves.includes(END) && i >= steps ? END : random.pick(moves)]);
    }
    if (rules.result(position) === null) found.push(position);
  }
  return found;
}

/** A position a line, or JSON with "position", as `gamelore arimaa score` writes it. */
export function readPositions(rules: ArimaaRules, file: string): Position[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `file: cannot read "${file}"`, { cause });
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new GameloreError("bad-usage", `file: "${file}" has no positions`);
  return lines.map((line, i) => {
    const position = rules.parsePosition(positionText(line));
    if (!position.ok) throw new GameloreError("bad-position", `${file}, line ${i + 1}: ${position.error.message}`);
    return position.value;
  });
}

function positionText(line: string): string {
  try {
    return String((JSON.parse(line) as { position?: unknown }).position);
  } catch {
    return line;
  }
}

function lines({ turns, most, plain, goals, goalTests, evaluations, nodes }: ArimaaBench): string[] {
  const row = (name: string, { positions, count: total, cpuSeconds, perSecond }: Rate): string[] => [
    name,
    count(positions),
    count(total),
    seconds(cpuSeconds),
    rate(perSecond),
  ];
  return [
    ...columns([
      ["", "positions", "count", "CPU s", "per second"],
      row("distinct turns", turns),
      ...(plain ? [row("  of the first", plain.fast), row("  all step sequences", plain.reference)] : []),
      row("goal searches", goals),
      row("  static", goalTests),
      row("evaluations", evaluations),
      row("nodes of alphabeta(steps=8)", nodes),
    ]),
    `${count(turns.count / turns.positions)} distinct turns per position, at most ${count(most)}; goal in one turn in ${count(goals.found)} positions`,
    ...(plain ? [`speed-up over enumerating all step sequences: ${ratio(plain.speedup)}`] : []),
  ];
}
