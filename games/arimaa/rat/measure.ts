/** Measures how few moves Rat searches of how many legal turns: over middle-game positions of recorded games or of its own. */
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { CommandOutput } from "../../../engine/contracts/command.ts";
import { GameloreError, throwIfAborted } from "../../../engine/contracts/errors.ts";
import { defaultsOf } from "../../../engine/contracts/options.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { PLAYING, STEP_COUNT } from "../layout.ts";
import { lettersOf } from "../squares.ts";
import { parseRecord } from "../records.ts";
import type { ArimaaRules } from "../rules.ts";
import { playMoves } from "../turns.ts";
import { ALL_TURNS, EXTENDED, Rat, RAT_PARAMETERS, ratSettings, type RatSettings } from "./player.ts";

/** A middle game: some turns played, most pieces left. */
const FIRST_TURN = 12;
const MIN_PIECES = 20;
/** Limit for games of Rat against itself. */
const MAX_TURNS = 120;

interface Figures {
  readonly positions: number;
  /** Distinct turns of a position. */
  readonly turns: { readonly mean: number; readonly least: number; readonly most: number };
  /** Whole turns of the side to move that were searched. */
  readonly searchedTurns: { readonly mean: number; readonly median: number; readonly most: number };
  /** Moves of plans of the side to move: whole turns or parts. */
  readonly ownMoves: { readonly mean: number; readonly median: number; readonly most: number };
  /** All moves made in the tree: parts of turns, replies, captures. */
  readonly tree: { readonly mean: number; readonly median: number; readonly most: number };
  readonly milliseconds: number;
  /** Positions in which the first plan was the one chosen. */
  readonly firstPlan: number;
}

export async function measureOutput(
  rules: ArimaaRules,
  settings: RatSettings,
  file: string | null,
  count: number,
  signal: AbortSignal,
): Promise<CommandOutput> {
  const positions =
    file === null ? await ownPositions(rules, settings, count, signal) : recordedPositions(rules, file, count);
  if (positions.length === 0)
    throw new GameloreError(
      "bad-usage",
      `${file ?? "own play"} has no middle games; expected turns from the ${FIRST_TURN}th on`,
    );
  const variants: readonly (readonly [string, RatSettings])[] = [
    ["best three of a category", settings],
    ["best one", { ...settings, keep: 1 }],
    ["all plans tried", { ...settings, patience: ALL_TURNS }],
    ["rat-extended", ratSettings({ ...defaultsOf(RAT_PARAMETERS), ...EXTENDED }, settings.seed)],
  ];
  const rows: { readonly name: string; readonly figures: Figures }[] = [];
  for (const [name, each] of variants) rows.push({ name, figures: await measure(rules, each, positions, signal) });
  return {
    lines: [
      `${positions.length} middle games of ${file ?? "own play"}: ${rounded(rows[0]!.figures.turns.mean)} distinct turns on average (${rounded(rows[0]!.figures.turns.least)} to ${rounded(rows[0]!.figures.turns.most)})`,
      ...rows.map(({ name, figures }) => figuresLine(name, figures)),
    ],
    document: { from: file ?? "own play", figures: rows },
  };
}

/** A status line on a terminal; each overwrites the last. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${text}\r`);
}

function figuresLine(name: string, { searchedTurns, ownMoves, tree, milliseconds, firstPlan }: Figures): string {
  return `${name}: ${searchedTurns.mean.toFixed(1)} turns searched (median ${searchedTurns.median}, most ${searchedTurns.most}); ${ownMoves.mean.toFixed(1)} own moves (median ${ownMoves.median}, most ${ownMoves.most}); ${tree.mean.toFixed(1)} moves in the tree (median ${tree.median}, most ${tree.most}); ${milliseconds.toFixed(0)} ms a turn; the first plan was chosen in ${(100 * firstPlan).toFixed(0)} %`;
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString("en");
}

async function measure(
  rules: ArimaaRules,
  settings: RatSettings,
  positions: readonly Position[],
  signal: AbortSignal,
): Promise<Figures> {
  const rat = new Rat(rules, rules.board, settings);
  const turns: number[] = [];
  const searchedTurns: number[] = [];
  const ownMoves: number[] = [];
  const tree: number[] = [];
  let firstPlan = 0;
  const started = performance.now();
  for (const [index, position] of positions.entries()) {
    throwIfAborted(signal);
    showProgress(`measured ${index} of ${positions.length} positions`);
    const { report } = await rat.choose({ position, limits: {}, signal, forbidden: undefined });
    searchedTurns.push(report.turnsSearched);
    ownMoves.push(report.ownMoves);
    tree.push(report.nodes);
    if (report.best?.plans[0] === report.plans[0]?.plan.name) firstPlan++;
    await setImmediate();
  }
  const milliseconds = (performance.now() - started) / positions.length;
  for (const position of positions) turns.push(rules.board.listTurns(position));
  rat.close();
  return {
    positions: positions.length,
    turns: { mean: mean(turns), least: Math.min(...turns), most: Math.max(...turns) },
    searchedTurns: summary(searchedTurns),
    ownMoves: summary(ownMoves),
    tree: summary(tree),
    milliseconds,
    firstPlan: firstPlan / positions.length,
  };
}

function summary(list: readonly number[]): { mean: number; median: number; most: number } {
  return { mean: mean(list), median: median(list), most: Math.max(...list) };
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, each) => sum + each, 0) / list.length;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1]!;
}

function isMiddleGame(rules: ArimaaRules, position: Position): boolean {
  if (position[PLAYING] === 0 || position[STEP_COUNT] !== 0 || rules.result(position) !== null) return false;
  return [...lettersOf(position)].filter((letter) => letter !== ".").length >= MIN_PIECES;
}

/** At most `count` elements, evenly spaced. */
function evenly<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}

/** Reads a record as text, or JSON Lines with `turns`: pairs of a label and a text. */
function recordedPositions(rules: ArimaaRules, file: string, count: number): Position[] {
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
  return evenly(
    found.filter((position) => isMiddleGame(rules, position)),
    count,
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

/** Games of Rat against itself, each with its own seed. */
async function ownPositions(
  rules: ArimaaRules,
  settings: RatSettings,
  count: number,
  signal: AbortSignal,
): Promise<Position[]> {
  const found: Position[] = [];
  for (let seed = settings.seed; found.length < count && seed < settings.seed + 20; seed++) {
    const rat = new Rat(rules, rules.board, { ...settings, seed });
    const seen = new Map<string, number>();
    const key = (position: Position): string => Buffer.from(position).toString("latin1");
    let position = rules.initial();
    for (let turn = 0; turn < MAX_TURNS && rules.result(position) === null; turn++) {
      throwIfAborted(signal);
      showProgress(`${found.length} middle games of own play of ${count} so far`);
      if (turn >= FIRST_TURN && isMiddleGame(rules, position)) found.push(position);
      const forbidden = (each: Position): boolean => (seen.get(key(each)) ?? 0) >= 2;
      const { moves } = await rat.choose({ position, limits: {}, signal, forbidden });
      position = playMoves(rules.board, position, moves);
      seen.set(key(position), (seen.get(key(position)) ?? 0) + 1);
    }
    rat.close();
  }
  return evenly(found, count);
}
