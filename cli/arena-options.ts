/** Options shared by `match`, `tournament` and `tune`: how games are played and stored, and the resume hint on interruption. */
import { plural } from "../engine/contracts/quantities.ts";
import type { Command } from "commander";
import type { GameStore } from "../engine/arena/store.ts";
import { GameloreError, type ErrorCode } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import type { Limits } from "../engine/contracts/player.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { openGameStore } from "../games/game-store.ts";
import { addJson, addSeed, addVariant, sameCommand, wholeNumber } from "./command.ts";
import { addQueueOptions, type QueueGiven } from "./queue-options.ts";

export interface ArenaGiven extends QueueGiven {
  readonly opening: number;
  readonly threads: number;
  readonly seed: number;
  readonly depth?: number;
  readonly nodes?: number;
  readonly playouts?: number;
  readonly ms?: number;
  /** False with --no-store. */
  readonly store: boolean;
  readonly build?: boolean;
  readonly json?: boolean;
}

const MANY = 1_000_000_000;
/** Errors after which the games played so far are still good. */
const RESUMABLE: ReadonlySet<ErrorCode> = new Set([
  "interrupted",
  "no-space",
  "not-writable",
  "store-busy",
  "job-failed",
]);

export function addArenaOptions(command: Command, game: Game): Command {
  command
    .option("--opening <N>", "random opening plies", wholeNumber("opening", 0, 1_000), game.openingPlies ?? 10)
    .option("--threads <N>", "games played in parallel", wholeNumber("threads", 1, 64), threadCount())
    .option("--depth <N>", "maximum search depth in plies", wholeNumber("depth", 1, MANY))
    .option("--nodes <N>", "maximum nodes per move", wholeNumber("nodes", 1, MANY))
    .option("--playouts <N>", "maximum playouts per move", wholeNumber("playouts", 1, MANY))
    .option("--ms <N>", "milliseconds per move; such games are not reproducible", wholeNumber("ms", 1, MANY))
    .option("--build", "build tables that the players need")
    .option("--no-store", "do not store games, and ignore stored ones");
  return addQueueOptions(addSeed(addJson(addVariant(command, game))));
}

export function limitsOf({ depth, nodes, playouts, ms }: ArenaGiven): Limits {
  return {
    ...(depth === undefined ? {} : { depth }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(playouts === undefined ? {} : { playouts }),
    ...(ms === undefined ? {} : { milliseconds: ms }),
  };
}

export function limitsWords({ depth, nodes, playouts, milliseconds }: Limits): string[] {
  return [
    ...(depth === undefined ? [] : [`depth ${depth}`]),
    ...(nodes === undefined ? [] : [`${plural(nodes, "node")} per move`]),
    ...(playouts === undefined ? [] : [`${plural(playouts, "playout")} per move`]),
    ...(milliseconds === undefined ? [] : [`${milliseconds} ms per move`]),
  ];
}

export async function withStore<T>(
  given: Pick<ArenaGiven, "store">,
  run: (store: GameStore | null) => Promise<T>,
): Promise<T> {
  if (!given.store) return run(null);
  const store = openStore();
  try {
    return await run(store);
  } finally {
    store.close();
  }
}

function openStore(): GameStore {
  try {
    return openGameStore();
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    throw new GameloreError(error.code, `${error.message}; use --no-store to play without it`, { cause: error });
  }
}

/** For `withResumeHint`: the subject and verb of "are saved". */
export function savedText(games: number): string {
  return `${plural(games, "game")} ${games === 1 ? "is" : "are"}`;
}

/** Plays; if it is interrupted, the error states what is saved and the command that resumes. */
export async function withResumeHint<T>(
  store: GameStore | null,
  saved: () => string,
  play: () => Promise<T>,
): Promise<T> {
  try {
    return await play();
  } catch (error) {
    if (!(error instanceof GameloreError) || !RESUMABLE.has(error.code)) throw error;
    const hint = store ? `${saved()} saved; resume with: ${sameCommand()}` : "nothing is saved (--no-store)";
    throw new GameloreError(error.code, `${error.message}; ${hint}`, { cause: error });
  }
}
