/** Mistakes of players in positions of connect four whose moves all have an exact value, at equal processor time. */
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Actor, Move, Position } from "../engine/contracts/position.ts";
import type { Player } from "../engine/contracts/player.ts";
import { makePlayer } from "../engine/arena/players.ts";
import { gdlGameOfFile } from "../gdl/game-file.ts";
import { CONNECT_FOUR_POSITIONS } from "./connect-four-positions.ts";
import { columns, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

export interface MistakesOptions {
  /** Players' texts, separated by semicolons. */
  readonly players: readonly string[];
  /** Processor time for each move. */
  readonly milliseconds: number;
  /** Positions, the first of the list. */
  readonly positions: number;
}

export interface MistakesRun {
  readonly player: string;
  readonly mistakes: number;
  /** Points lost, a draw instead of a win counting half. */
  readonly points: number;
  readonly cpuSeconds: number;
}

export interface MistakesBench {
  readonly machine: Machine;
  readonly options: MistakesOptions;
  readonly runs: readonly MistakesRun[];
}

/** Before the first position, for learning. */
const PREPARE_MS = 6_000;
/** Wall time per move relative to processor time, where other processes use the cores. */
const PATIENCE = 20;
const POLL_MS = 5;
const POINTS: Readonly<Record<string, number>> = { W: 1, D: 0.5, L: 0 };

export async function benchMistakes(
  options: MistakesOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<MistakesBench> {
  const game = unwrap(gdlGameOfFile(new URL("../gdl/rulesheets/connect-four.kif", import.meta.url).pathname));
  const runs: MistakesRun[] = [];
  for (const text of options.players) {
    const rules = unwrap(await game.open({}));
    const player = await makePlayer(rules, text, 1, signal);
    try {
      await player.prepare?.(rules.initial(), { milliseconds: PREPARE_MS }, signal);
      runs.push(await measured(rules, player, text, options, signal));
    } finally {
      await player.close();
    }
  }
  const result = { machine: machineNow(), options, runs };
  for (const line of linesFor(result)) report(line);
  return result;
}

async function measured(
  rules: OpenGame,
  player: Player,
  text: string,
  { milliseconds, positions }: MistakesOptions,
  signal: AbortSignal | undefined,
): Promise<MistakesRun> {
  const before = process.cpuUsage();
  let mistakes = 0;
  let points = 0;
  for (const [discs, values] of CONNECT_FOUR_POSITIONS.slice(0, positions)) {
    const position = [...discs].reduce((at, column) => rules.play(at, [dropIn(rules, at, column)]), rules.initial());
    const move = await chooseInCpuTime(player, position, milliseconds, signal);
    throwIfAborted(signal);
    const column = Number(/drop (\d)/.exec(rules.formatMove(position, move))?.[1]);
    const worths = [...values].map((value) => POINTS[value] ?? 0);
    const lost = Math.max(...worths) - (worths[column - 1] as number);
    if (lost > 0) mistakes++;
    points += lost;
  }
  return { player: text, mistakes, points, cpuSeconds: cpuSecondsSince(before) };
}

function dropIn(rules: OpenGame, position: Position, column: string): Move {
  const [actor] = rules.actors(position);
  const move = rules
    .moves(position, actor as Actor)
    .find((each) => rules.formatMove(position, each).includes(`drop ${column}`));
  return move as Move;
}

/** Stops the player when the process has used the time, on all its threads. */
async function chooseInCpuTime(
  player: Player,
  position: Position,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<Move> {
  const stop = new AbortController();
  const before = process.cpuUsage();
  const timer = setInterval(() => 1000 * cpuSecondsSince(before) >= milliseconds && stop.abort(), POLL_MS);
  try {
    const signals = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal;
    return (await player.choose(position, { milliseconds: PATIENCE * milliseconds }, { signal: signals })).move;
  } finally {
    clearInterval(timer);
  }
}

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function linesFor({ machine, options, runs }: MistakesBench): string[] {
  const count = Math.min(options.positions, CONNECT_FOUR_POSITIONS.length);
  return [
    `mistakes in ${count} positions of connect four, ${options.milliseconds} ms of processor time for each move`,
    describeMachine(machine),
    "",
    ...columns([
      ["", "mistakes", "points lost", "CPU s"],
      ...runs.map(({ player, mistakes, points, cpuSeconds }) => [
        player,
        String(mistakes),
        String(points),
        cpuSeconds.toFixed(1),
      ]),
    ]),
  ];
}
