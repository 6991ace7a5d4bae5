/** How few moves Rat looks at, out of how many: over middle games of recorded play, or of its own. */
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { CommandOutput } from "../../../engine/contracts/command.ts";
import { GameloreError, throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/game.ts";
import { PLAYING, STEP_COUNT } from "../layout.ts";
import { lettersOf } from "../squares.ts";
import { parseRecord } from "../records.ts";
import type { ArimaaRules } from "../rules.ts";
import { playMoves } from "../turns.ts";
import { ALL_TURNS, Rat, type RatSettings } from "./player.ts";

/** A middle game: some turns played, most pieces still there. */
const FIRST_TURN = 12;
const LEAST_PIECES = 20;
/** Own games end here at the latest. */
const MOST_TURNS = 120;

interface Figures {
  readonly positions: number;
  /** Distinct turns of a position. */
  readonly turns: { readonly mean: number; readonly least: number; readonly most: number };
  /** Whole turns of the side to move that were looked at. */
  readonly lookedAt: { readonly mean: number; readonly median: number; readonly most: number };
  /** All moves made in the tree: parts of turns, replies, captures. */
  readonly tree: { readonly mean: number; readonly median: number; readonly most: number };
  readonly milliseconds: number;
  /** Positions in which the first plan was the one chosen. */
  readonly firstPlan: number;
}

export async function measureAnswer(
  rules: ArimaaRules,
  settings: RatSettings,
  file: string | null,
  wanted: number,
  signal: AbortSignal,
): Promise<CommandOutput> {
  const positions =
    file === null ? await ownPositions(rules, settings, wanted, signal) : recordedPositions(rules, file, wanted);
  if (positions.length === 0)
    throw new GameloreError(
      "bad-usage",
      `${file ?? "own play"} has no middle games; expected turns from the ${FIRST_TURN}th on`,
    );
  const rows = [
    { name: "best three of a category", figures: await measured(rules, settings, positions, signal) },
    { name: "best one", figures: await measured(rules, { ...settings, keep: 1 }, positions, signal) },
    {
      name: "all plans tried",
      figures: await measured(rules, { ...settings, patience: ALL_TURNS }, positions, signal),
    },
  ];
  return {
    lines: [
      `${positions.length} middle games of ${file ?? "own play"}: ${whole(rows[0]!.figures.turns.mean)} distinct turns on average (${whole(rows[0]!.figures.turns.least)} to ${whole(rows[0]!.figures.turns.most)})`,
      ...rows.map(({ name, figures }) => lineOf(name, figures)),
    ],
    document: { from: file ?? "own play", figures: rows },
  };
}

/** For somebody who looks on; the last line is wiped by the next. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${text}\r`);
}

function lineOf(name: string, { lookedAt, tree, milliseconds, firstPlan }: Figures): string {
  return `${name}: ${lookedAt.mean.toFixed(1)} turns looked at (median ${lookedAt.median}, most ${lookedAt.most}); ${tree.mean.toFixed(1)} moves in the tree (median ${tree.median}, most ${tree.most}); ${milliseconds.toFixed(0)} ms a turn; the first plan was chosen in ${(100 * firstPlan).toFixed(0)} %`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

async function measured(
  rules: ArimaaRules,
  settings: RatSettings,
  positions: readonly Position[],
  signal: AbortSignal,
): Promise<Figures> {
  const rat = new Rat(rules, rules.board, settings);
  const turns: number[] = [];
  const lookedAt: number[] = [];
  const tree: number[] = [];
  let firstPlan = 0;
  const started = performance.now();
  for (const [index, position] of positions.entries()) {
    throwIfAborted(signal);
    showProgress(`measured ${index} of ${positions.length} positions`);
    const { thinking } = await rat.choose({ position, limits: {}, signal, forbidden: undefined });
    lookedAt.push(thinking.turnsSearched);
    tree.push(thinking.nodes);
    if (thinking.best?.plans[0] === thinking.plans[0]?.plan.name) firstPlan++;
    await setImmediate();
  }
  const milliseconds = (performance.now() - started) / positions.length;
  for (const position of positions) turns.push(rules.board.listTurns(position));
  rat.close();
  return {
    positions: positions.length,
    turns: { mean: mean(turns), least: Math.min(...turns), most: Math.max(...turns) },
    lookedAt: { mean: mean(lookedAt), median: median(lookedAt), most: Math.max(...lookedAt) },
    tree: { mean: mean(tree), median: median(tree), most: Math.max(...tree) },
    milliseconds,
    firstPlan: firstPlan / positions.length,
  };
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, each) => sum + each, 0) / list.length;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1]!;
}

function isMiddleGame(rules: ArimaaRules, position: Position): boolean {
  if (position[PLAYING] === 0 || position[STEP_COUNT] !== 0 || rules.result(position) !== null) return false;
  return [...lettersOf(position)].filter((letter) => letter !== ".").length >= LEAST_PIECES;
}

/** So many, from all parts of a list. */
function spread<T>(list: readonly T[], wanted: number): T[] {
  if (list.length <= wanted) return [...list];
  return Array.from({ length: wanted }, (_, i) => list[Math.floor((i * list.length) / wanted)]!);
}

/** A record as text, or lines of JSON with `turns`: pairs of a label and a text. */
function recordedPositions(rules: ArimaaRules, file: string, wanted: number): Position[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `${file} cannot be read; expected recorded games`, { cause });
  }
  const found = recordsIn(text, file).flatMap(({ record, where }) => {
    const read = parseRecord(rules.board, record);
    if (!read.ok) throw new GameloreError(read.error.code, `${where}: ${read.error.message}`);
    return read.value.turns.slice(FIRST_TURN).map(({ before }) => before);
  });
  return spread(
    found.filter((position) => isMiddleGame(rules, position)),
    wanted,
  );
}

function recordsIn(text: string, file: string): { readonly record: string; readonly where: string }[] {
  if (!text.trimStart().startsWith("{")) return [{ record: text, where: file }];
  return text
    .split("\n")
    .map((line, index) => ({ line, where: `${file}:${index + 1}` }))
    .filter(({ line }) => line.trim() !== "")
    .map(({ line, where }) => ({ record: recordOf(line, where), where }));
}

function recordOf(line: string, where: string): string {
  try {
    const { turns } = JSON.parse(line) as { turns: [string, string][] };
    return turns.map(([label, text]) => `${label} ${text}`).join("\n");
  } catch (cause) {
    throw new GameloreError("bad-usage", `${where}: expected a game as JSON with turns, pairs of a label and a text`, {
      cause,
    });
  }
}

/** Games of Rat against itself, with another seed each. */
async function ownPositions(
  rules: ArimaaRules,
  settings: RatSettings,
  wanted: number,
  signal: AbortSignal,
): Promise<Position[]> {
  const found: Position[] = [];
  for (let seed = settings.seed; found.length < wanted && seed < settings.seed + 20; seed++) {
    const rat = new Rat(rules, rules.board, { ...settings, seed });
    const seen = new Map<string, number>();
    const key = (position: Position): string => Buffer.from(position).toString("latin1");
    let position = rules.initial();
    for (let turn = 0; turn < MOST_TURNS && rules.result(position) === null; turn++) {
      throwIfAborted(signal);
      showProgress(`${found.length} middle games of own play so far, wanted ${wanted}`);
      if (turn >= FIRST_TURN && isMiddleGame(rules, position)) found.push(position);
      const forbidden = (each: Position): boolean => (seen.get(key(each)) ?? 0) >= 2;
      const { moves } = await rat.choose({ position, limits: {}, signal, forbidden });
      position = playMoves(rules.board, position, moves);
      seen.set(key(position), (seen.get(key(position)) ?? 0) + 1);
    }
    rat.close();
  }
  return spread(found, wanted);
}
