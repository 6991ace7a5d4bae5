/**
 * Plays the games of matches on workers: pairs of games, batched so that a job takes seconds. Every result is replayed by the rules before
 * it is stored. A batch that fails is played again pair by pair, so that only the poisoned pair is missing in the end.
 */
import { buildOf } from "../engine/arena/build.ts";
import { openingOf, seedsOf } from "../engine/arena/match-game.ts";
import type { GamesElsewhere, MatchInPlay } from "../engine/arena/match.ts";
import { startsPrograms } from "../engine/arena/players.ts";
import type { MatchIdentity, PlayedGame } from "../engine/arena/records.ts";
import { pointsOfFirst } from "../engine/arena/seats.ts";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { plural } from "../engine/contracts/quantities.ts";
import type { Task, TaskQueue } from "../engine/jobs/task-queue.ts";
import { recordProblem } from "../service/documents/record-problem.ts";
import { sourceOf } from "./game-source.ts";
import { digestOf, readGames, readPayload, type GameResult, type GamesPayload } from "./payloads.ts";
import { Pace, PER_SLOT } from "./pace.ts";
import type { TableHost } from "./table-host.ts";

export interface QueuedGamesOptions {
  readonly queue: TaskQueue;
  /** Of the code: games of another build are other games. */
  readonly build: string;
  /** Has what the players may read. */
  readonly host: Pick<TableHost, "viewOfGame">;
  /** Results of tasks of an earlier run are games of this one only if games are stored. */
  readonly isStored: boolean;
}

export class QueuedGames implements GamesElsewhere {
  readonly #options: QueuedGamesOptions;
  readonly #nonce: string;
  /** By match: the lab plays one in several parts. */
  readonly #paces = new Map<string, Pace>();
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(options: QueuedGamesOptions) {
    this.#options = options;
    this.#nonce = options.isStored ? "" : `${process.pid} ${Date.now()} ${Math.random()}`;
  }

  get slots(): number {
    return this.#options.queue.slots;
  }

  async play(rules: OpenGame, games: MatchInPlay): Promise<void> {
    const { match, tally, signal } = games;
    const { queue, build, host } = this.#options;
    const group = digestOf([build, match, this.#nonce]);
    const common = {
      kind: "games" as const,
      source: sourceOf(rules.game),
      options: rules.options,
      match,
      view: await host.viewOfGame(rules.game.id),
    };
    const programs = [match.first, match.second].some((player) => startsPrograms(rules, player));
    const taskOf = (numbers: readonly number[]): Task => {
      const payload: GamesPayload = { ...common, numbers };
      return { id: digestOf([group, numbers]), group, startsPrograms: programs, payload };
    };
    // Games that the SPRT no longer needs are not waited for.
    const decided = new AbortController();
    const stop = signal ? AbortSignal.any([signal, decided.signal]) : decided.signal;
    const pace = this.#paces.get(group) ?? new Pace();
    this.#paces.set(group, pace);
    const failures: GameloreError[] = [];
    const running = new Set<Promise<void>>();

    const playTask = async (task: Task, numbers: readonly number[]): Promise<void> => {
      try {
        const results = readGames(await queue.run(task, stop));
        for (const game of checkedGames(rules, match, numbers, results, games.onProgramCpu)) games.add(game);
        pace.add(results);
      } catch (error) {
        if (!(error instanceof GameloreError) || error.code !== "job-failed") throw error;
        if (numbers.length <= 2) return void failures.push(error);
        for (let i = 0; i < numbers.length; i += 2) start(numbers.slice(i, i + 2));
      }
      if (tally.sprt?.decision) decided.abort();
    };
    let broken: unknown = null;
    const start = (numbers: readonly number[], task: Task = taskOf(numbers)): void => {
      const playing = this.#turn(stop, () => playTask(task, numbers))
        .catch((error: unknown) => {
          if (decided.signal.aborted && !signal?.aborted) return;
          broken ??= error;
          decided.abort();
        })
        .finally(() => running.delete(playing));
      running.add(playing);
    };

    for (const task of await queue.unfinished(group)) {
      const { numbers } = readPayload(task.payload) as GamesPayload;
      const isStored = tally.games.some(({ number }) => numbers.includes(number));
      if (isStored) continue;
      tally.reserve(numbers);
      start(numbers, task);
    }
    while (!stop.aborted) {
      const numbers = nextGames(tally, pace.games(tally.total - tally.done, this.slots, 2));
      if (numbers.length === 0) break;
      start(numbers);
      // The pace decides how many games the next task has.
      while (running.size >= PER_SLOT * this.slots && !stop.aborted) await Promise.race(running);
    }
    while (running.size > 0) await Promise.race(running);
    throwIfAborted(signal);
    if (broken !== null) throw broken;
    if (failures.length > 0) throw failed(match, failures);
  }

  /** Several matches may be played at the same time; together they keep the workers busy, not more. */
  async #turn(stop: AbortSignal, run: () => Promise<void>): Promise<void> {
    while (this.#inFlight >= PER_SLOT * this.slots && !stop.aborted)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inFlight++;
    try {
      await run();
    } finally {
      this.#inFlight--;
      for (const next of this.#waiting.splice(0)) next();
    }
  }
}

function nextGames(tally: MatchInPlay["tally"], count: number): number[] {
  const numbers: number[] = [];
  for (let number = tally.next(); number !== null; number = tally.next()) {
    numbers.push(number);
    if (numbers.length >= count && number % 2 === 1) break;
  }
  return numbers;
}

/** The games as this process would have recorded them; a worker that deviates is reported, not believed. */
function checkedGames(
  rules: OpenGame,
  match: MatchIdentity,
  numbers: readonly number[],
  results: readonly GameResult[],
  onProgramCpu: MatchInPlay["onProgramCpu"],
): PlayedGame[] {
  const refuse = (why: string): GameloreError =>
    new GameloreError("job-failed", `a worker returned games that are not those of the match: ${why}`);
  if (results.map(({ number }) => number).join() !== numbers.join()) throw refuse("other numbers");
  const build = buildOf(rules.game.id);
  return results.map(({ programCpu, milliseconds, number, ...record }) => {
    const pair = Math.floor(number / 2);
    const firstPlaysFirst = number % 2 === 0;
    if (record.start !== rules.formatPosition(openingOf(rules, match, pair))) throw refuse("another opening");
    const problem = recordProblem(rules, record);
    if (problem) throw refuse(problem);
    for (const [isFirst, seconds] of programCpu) onProgramCpu(isFirst, seconds);
    const seating = { pair, firstPlaysFirst };
    const points = pointsOfFirst(record.scores, seating);
    return {
      number,
      pair,
      firstPlaysFirst,
      points,
      ...record,
      seeds: seedsOf(match.seed, number),
      milliseconds,
      build,
    };
  });
}

function failed({ first, second }: MatchIdentity, failures: readonly GameloreError[]): GameloreError {
  const [one] = failures as [GameloreError];
  const more = failures.length > 1 ? ` (and ${plural(failures.length - 1, "more pair")})` : "";
  return new GameloreError(
    "job-failed",
    `${first} against ${second}: ${one.message}${more}; the other games are played`,
    { cause: one },
  );
}
