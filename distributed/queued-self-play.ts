/** Plays self-play games on workers. They are replayed here, which gives the positions and shows that they follow the rules. */
import { startsPrograms } from "../engine/arena/players.ts";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { labelled, type PlayedGame, type PlayElsewhere, type SelfPlayStart } from "../engine/learn/self-play.ts";
import { recordProblem } from "../service/documents/record-problem.ts";
import { replayOrThrow } from "../service/documents/replay.ts";
import { sourceOf } from "./game-source.ts";
import { Pace, PER_SLOT } from "./pace.ts";
import { digestOf, readSelfPlay, type SelfPlayPayload, type SelfPlayResult } from "./payloads.ts";
import type { QueuedGamesOptions } from "./queued-games.ts";

export function queuedSelfPlay(
  { queue, build, host }: Omit<QueuedGamesOptions, "isStored">,
  rules: OpenGame,
  player: string,
): PlayElsewhere {
  return async (starts, { signal, onGame }) => {
    const source = sourceOf(rules.game);
    const view = await host.viewOfGame(rules.game.id);
    const common = { kind: "self-play" as const, source, options: rules.options, view, player };
    const programs = startsPrograms(rules, player);
    const games: PlayedGame[] = [];
    const pace = new Pace();
    const running = new Set<Promise<void>>();
    const failed = new AbortController();
    const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    let failure: unknown = null;
    let done = 0;

    const play = async (first: number, batch: readonly SelfPlayStart[]): Promise<void> => {
      const texts = batch.map(({ start, seed }) => ({ start: rules.formatPosition(start), seed }));
      const payload: SelfPlayPayload = { ...common, games: texts };
      const group = digestOf([build, common]);
      const task = { id: digestOf([group, texts]), group, startsPrograms: programs, payload };
      const results = readSelfPlay(await queue.run(task, stop));
      if (results.length !== texts.length) throw refused("another number of games");
      for (const [i, result] of results.entries()) {
        if (result.start !== texts[i]?.start) throw refused("another opening");
        games[first + i] = playedGame(rules, result);
        onGame?.(++done);
      }
      pace.add(results);
    };
    for (let first = 0; first < starts.length && !stop.aborted;) {
      const batch = starts.slice(first, first + pace.games(starts.length - first, queue.slots, 1));
      const playing = play(first, batch)
        .catch((error: unknown) => {
          failure ??= error;
          failed.abort();
        })
        .finally(() => running.delete(playing));
      running.add(playing);
      first += batch.length;
      while (running.size >= PER_SLOT * queue.slots) await Promise.race(running);
    }
    await Promise.all(running);
    throwIfAborted(signal);
    if (failure !== null) throw failure;
    return games;
  };
}

function playedGame(rules: OpenGame, result: SelfPlayResult): PlayedGame {
  const problem = recordProblem(rules, result);
  if (problem !== null) throw refused(problem);
  const { plies } = replayOrThrow(rules, result);
  const positions = plies.map(({ before }) => before);
  return { start: result.start, positions: labelled(rules, positions, result.scores, result.values) };
}

function refused(why: string): GameloreError {
  return new GameloreError("job-failed", `a worker returned games that are not those of the self-play: ${why}`);
}
