/** The methods of tuning on games that are thrown, not played: how much of the strength there is each finds, of as many games. */
import { setImmediate } from "node:timers/promises";
import { expectedShare } from "../engine/arena/elo.ts";
import { throwIfAborted } from "../engine/contracts/errors.ts";
import { hillClimb } from "../engine/learn/hill-climb.ts";
import { spsa } from "../engine/learn/spsa.ts";
import type { PlayRound } from "../engine/learn/tune-rounds.ts";
import type { NumberVariable, Point } from "../engine/learn/tune-variables.ts";
import { SeededRandom } from "../engine/search/seeded.ts";
import { columns, count, ratio, type Report } from "./figures.ts";
import { LANDSCAPES, landscape, type Landscape } from "./landscapes.ts";
import { startProgress } from "./progress.ts";

export interface TuneBenchOptions {
  /** Numbers of parameters, one table each. */
  readonly parameters: readonly number[];
  /** Pairs of games of each variant of hill climbing; SPSA has as many games in all as hill climbing played. */
  readonly pairs: number;
  readonly repetitions: number;
  readonly seed: number;
}

/** Elo below the best there is, in the mean of the repetitions, and its standard error. */
export interface Lost {
  readonly elo: number;
  readonly error: number;
}

export interface TuneRun {
  readonly parameters: number;
  readonly landscape: string;
  /** In the mean. */
  readonly games: number;
  readonly start: Lost;
  readonly hillClimb: Lost;
  readonly spsa: Lost;
}

export interface TuneBench {
  readonly options: TuneBenchOptions;
  readonly runs: readonly TuneRun[];
}

/** As in the paper. */
const VARIANTS = 6;
const PASSES = 3;
const SHRINK = 0.5;

export async function benchTune(options: TuneBenchOptions, report: Report, signal?: AbortSignal): Promise<TuneBench> {
  const { parameters, repetitions, pairs } = options;
  report(
    `Elo below the best place, in the mean of ${count(repetitions)} repetitions; ${PASSES} passes, ${VARIANTS} variants, ${2 * pairs} games each`,
  );
  const advance = startProgress("tune");
  const runs: TuneRun[] = [];
  for (const number of parameters) {
    for (const name of LANDSCAPES) {
      runs.push(await repeated(number, name, options, signal));
      advance(runs.length / (parameters.length * LANDSCAPES.length));
    }
    for (const line of tableOf(runs.filter((run) => run.parameters === number))) report(line);
  }
  return { options, runs };
}

async function repeated(
  parameters: number,
  name: string,
  { pairs, repetitions, seed }: TuneBenchOptions,
  signal: AbortSignal | undefined,
): Promise<TuneRun> {
  const random = new SeededRandom(seed);
  const lost: { start: number; hillClimb: number; spsa: number; games: number }[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    await setImmediate();
    throwIfAborted(signal);
    const land = landscape(name, parameters, random);
    const dice = new Dice(land, random);
    const climbed = await hillClimb(
      dice.variables,
      dice.start,
      { pairs, variants: VARIANTS, passes: PASSES, shrink: SHRINK },
      dice.play,
    );
    const played = dice.games;
    const fair = { pairs: played / 2, seed: random.below(2 ** 31) };
    const walked = await spsa(dice.variables, dice.start, fair, dice.play);
    lost.push({
      start: dice.lost(dice.start),
      hillClimb: dice.lost(climbed.best),
      spsa: dice.lost(walked.best),
      games: played,
    });
  }
  const mean = (which: "start" | "hillClimb" | "spsa" | "games"): Lost => meanOf(lost.map((each) => each[which]));
  return {
    parameters,
    landscape: name,
    games: mean("games").elo,
    start: mean("start"),
    hillClimb: mean("hillClimb"),
    spsa: mean("spsa"),
  };
}

/** Throws the games of a landscape: each is won with the chance that the difference in Elo gives. */
class Dice {
  readonly variables: readonly NumberVariable[];
  readonly start: Point;
  readonly #land: Landscape;
  readonly #random: SeededRandom;
  games = 0;

  constructor(land: Landscape, random: SeededRandom) {
    this.#land = land;
    this.#random = random;
    this.variables = land.start.map((_, i) => ({ kind: "number", name: `x${i}`, low: 0, high: 1, digits: 3 }));
    this.start = Object.fromEntries(land.start.map((value, i) => [`x${i}`, value]));
  }

  lost(point: Point): number {
    return -this.#elo(point);
  }

  readonly play: PlayRound = async ({ duels }) =>
    duels.map(({ first, second, pairs }) => {
      const chance = expectedShare(this.#elo(first) - this.#elo(second));
      let wins = 0;
      for (let game = 0; game < 2 * pairs; game++) wins += Number(this.#random.fraction() < chance);
      this.games += 2 * pairs;
      return wins / (2 * pairs);
    });

  #elo(point: Point): number {
    return this.#land.elo(this.variables.map(({ name }) => Number(point[name])));
  }
}

function meanOf(values: readonly number[]): Lost {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { elo: mean, error: Math.sqrt(variance / values.length) };
}

function tableOf(runs: readonly TuneRun[]): string[] {
  const text = ({ elo, error }: Lost): string => `${elo.toFixed(1)} ± ${error.toFixed(1)}`;
  const rows = runs.map(({ landscape, games, start, hillClimb, spsa }) => [
    landscape,
    count(games),
    text(start),
    text(hillClimb),
    text(spsa),
    spsa.elo > 0 ? ratio(hillClimb.elo / spsa.elo) : "",
  ]);
  const head = [`${runs[0]?.parameters} parameters`, "games", "start", "hill-climb", "spsa", "hill-climb / spsa"];
  return ["", ...columns([head, ...rows])];
}
