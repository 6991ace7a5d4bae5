/** Tuning methods on simulated games: the Elo that each leaves on the table with equal numbers of games. */
import { setImmediate } from "node:timers/promises";
import { expectedShare } from "../engine/arena/elo.ts";
import { throwIfAborted } from "../engine/contracts/errors.ts";
import { hillClimb } from "../engine/learn/hill-climb.ts";
import { spsa } from "../engine/learn/spsa.ts";
import type { PlayRound } from "../engine/learn/tune-rounds.ts";
import type { NumberVariable, Point } from "../engine/learn/tune-variables.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { columns, count, ratio, type Report } from "./figures.ts";
import { LANDSCAPES, landscape, type Landscape } from "./landscapes.ts";
import { startProgress } from "./progress.ts";

export interface TuneBenchOptions {
  /** Numbers of parameters, one table for each. */
  readonly parameters: readonly number[];
  /** Pairs of games per hill climbing variant; SPSA gets the same total number of games. */
  readonly pairs: number;
  readonly repetitions: number;
  readonly seed: number;
}

/** Mean Elo below the optimum over the repetitions, and its standard error. */
export interface EloLoss {
  readonly elo: number;
  readonly error: number;
}

export interface TuneRun {
  readonly parameters: number;
  readonly landscape: string;
  /** Mean over the repetitions. */
  readonly games: number;
  readonly start: EloLoss;
  readonly hillClimb: EloLoss;
  readonly spsa: EloLoss;
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
    `Elo below the optimum, mean of ${count(repetitions)} repetitions; ${PASSES} passes, ${VARIANTS} variants, ${2 * pairs} games each`,
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
    const games = new SimulatedGames(land, random);
    const climbed = await hillClimb(
      games.variables,
      games.start,
      { pairs, variants: VARIANTS, passes: PASSES, shrink: SHRINK },
      games.play,
    );
    const played = games.count;
    const fair = { pairs: played / 2, seed: random.below(2 ** 31) };
    const ascended = await spsa(games.variables, games.start, fair, games.play);
    lost.push({
      start: games.lost(games.start),
      hillClimb: games.lost(climbed.best),
      spsa: games.lost(ascended.best),
      games: played,
    });
  }
  const mean = (which: "start" | "hillClimb" | "spsa" | "games"): EloLoss => meanOf(lost.map((each) => each[which]));
  return {
    parameters,
    landscape: name,
    games: mean("games").elo,
    start: mean("start"),
    hillClimb: mean("hillClimb"),
    spsa: mean("spsa"),
  };
}

/** Simulates games on a landscape: each is won with the probability given by the difference in Elo. */
class SimulatedGames {
  readonly variables: readonly NumberVariable[];
  readonly start: Point;
  readonly #land: Landscape;
  readonly #random: SeededRandom;
  count = 0;

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
      const probability = expectedShare(this.#elo(first) - this.#elo(second));
      let wins = 0;
      for (let game = 0; game < 2 * pairs; game++) wins += Number(this.#random.fraction() < probability);
      this.count += 2 * pairs;
      return wins / (2 * pairs);
    });

  #elo(point: Point): number {
    return this.#land.elo(this.variables.map(({ name }) => Number(point[name])));
  }
}

function meanOf(values: readonly number[]): EloLoss {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { elo: mean, error: Math.sqrt(variance / values.length) };
}

function tableOf(runs: readonly TuneRun[]): string[] {
  const text = ({ elo, error }: EloLoss): string => `${elo.toFixed(1)} ± ${error.toFixed(1)}`;
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
