/** How much players of Arimaa lose by their turns, in the opinion of another player, for example an external engine at a greater depth. */
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { Player } from "../engine/contracts/player.ts";
import type { Actor, Position } from "../engine/contracts/position.ts";
import { makePlayer } from "../engine/arena/players.ts";
import { game } from "../games/arimaa/game.ts";
import { SIDE } from "../games/arimaa/layout.ts";
import type { ArimaaRules } from "../games/arimaa/rules.ts";
import { turned } from "../games/arimaa/setup/edit.ts";
import { lettersOf } from "../games/arimaa/squares.ts";
import { withExternalEngines } from "../protocols/external-engines.ts";
import { readPositions } from "./arimaa.ts";
import { columns, type Report } from "./figures.ts";
import { startProgress } from "./progress.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

export interface ArimaaJudgeOptions {
  readonly judge: string;
  /** Texts of players; the others are compared with the first. */
  readonly players: readonly string[];
  /** A position a line, or JSON with "position". */
  readonly file: string;
  readonly positions: number;
}

interface Judged {
  readonly player: string;
  /** Value after its turns, in thousandths of a rabbit: mean and standard error, and the same less that of the first player. */
  readonly value: Estimate;
  readonly gain: Estimate;
}

interface Estimate {
  readonly mean: number;
  readonly error: number;
}

export interface ArimaaJudgeBench {
  readonly machine: Machine;
  readonly options: ArimaaJudgeOptions;
  readonly judged: readonly Judged[];
}

/** Values beyond this, in thousandths of a rabbit, count as this much: a lost game would outweigh all else. */
const MOST = 3_000;

export async function benchArimaaJudge(
  options: ArimaaJudgeOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<ArimaaJudgeBench> {
  throwIfAborted(signal);
  const rules = unwrap(await (await withExternalEngines(game)).open({})) as ArimaaRules;
  const players: Player[] = [];
  try {
    for (const text of [options.judge, ...options.players]) players.push(await makePlayer(rules, text, 1, signal));
    const [judge, ...judged] = players as [Player, ...Player[]];
    const values: number[][] = judged.map(() => []);
    const advance = startProgress("judging");
    const positions = positionsOf(rules, options);
    for (const [at, position] of positions.entries()) {
      throwIfAborted(signal);
      advance(at / positions.length);
      const known = new Map<string, number>();
      for (const [i, player] of judged.entries()) {
        const { after } = await chosenTurn(rules, player, position, signal);
        const key = rules.formatPosition(after);
        const value = known.get(key) ?? (await valueAfter(rules, judge, after, signal));
        known.set(key, value);
        values[i]!.push(value);
      }
    }
    const first = values[0] as number[];
    const result: ArimaaJudgeBench = {
      machine: machineNow(),
      options,
      judged: options.players.map((player, i) => ({
        player,
        value: estimate(values[i] as number[]),
        gain: estimate((values[i] as number[]).map((value, at) => value - (first[at] as number))),
      })),
    };
    for (const line of linesFor(result)) report(line);
    return result;
  } finally {
    for (const player of players) await player.close();
    await rules.close();
  }
}

/** Spread over the file. */
function positionsOf(rules: ArimaaRules, { file, positions }: ArimaaJudgeOptions): Position[] {
  if (file === "")
    throw new GameloreError("bad-usage", "--file is missing: a position a line, or JSON with 'position'");
  const all = readPositions(rules, file);
  const every = Math.max(1, Math.floor(all.length / positions));
  return all.filter((position, i) => i % every === 0 && rules.result(position) === null).slice(0, positions);
}

/** For the side that has just moved, in thousandths of a rabbit. Some engines cannot continue a given position as silver, so the judge always sees gold to move. */
async function valueAfter(rules: ArimaaRules, judge: Player, after: Position, signal?: AbortSignal): Promise<number> {
  const result = rules.result(after);
  const mover = 1 - (after[SIDE] as number);
  if (result !== null) return (result[mover] as number) > 0.5 ? MOST : -MOST;
  const { score } = await chosenTurn(rules, judge, asGold(rules, after), signal);
  if (score === null) throw new GameloreError("bad-usage", `the judge reports no score; expected a player with scores`);
  return -Math.max(-MOST, Math.min(MOST, 1000 * score));
}

/** The position after the turn of a player, and its score in rabbits. */
async function chosenTurn(
  rules: ArimaaRules,
  player: Player,
  position: Position,
  signal?: AbortSignal,
): Promise<{ after: Position; score: number | null }> {
  let score: number | null = null;
  let after = position;
  while (after[SIDE] === position[SIDE] && rules.result(after) === null) {
    const { move, info } = await player.choose(
      after,
      {},
      { actor: position[SIDE] as Actor, ...(signal ? { signal } : {}) },
    );
    if (after === position && info.value !== null) score = info.unit === "rabbits" ? info.value : info.value / 100;
    after = rules.board.play(after, move);
  }
  return { after, score };
}

/** The same position with gold to move. */
function asGold(rules: ArimaaRules, position: Position): Position {
  return position[SIDE] === 0 ? position : rules.board.position(turned(lettersOf(position)), 0);
}

function estimate(values: readonly number[]): Estimate {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}

function linesFor({ machine, options, judged }: ArimaaJudgeBench): string[] {
  const text = ({ mean, error }: Estimate): string => `${mean.toFixed(0)} ± ${error.toFixed(0)}`;
  return [
    describeMachine(machine),
    `value after the turns of players by ${options.judge}, thousandths of a rabbit, ± standard error`,
    ...columns([
      ["player", "value", "gain over the first"],
      ...judged.map(({ player, value, gain }) => [player, text(value), text(gain)]),
    ]),
  ];
}
