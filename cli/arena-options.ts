/** What `match` and `tournament` share: how games are played and kept, and what is told when they end before their time. */
import type { Command } from "commander";
import type { GameStore } from "../engine/arena/store.ts";
import { GameloreError, type ErrorCode } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import type { Limits } from "../engine/contracts/player.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { openGameStore } from "../games/game-store.ts";
import { addJson, addSeed, addVariant, sameCommand, wholeNumber } from "./command.ts";

export interface ArenaGiven {
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
/** What may happen in the middle of games that have gone well so far. */
const ON_THE_WAY: ReadonlySet<ErrorCode> = new Set(["interrupted", "no-space", "not-writable", "store-busy"]);

export function addArenaOptions(command: Command, game: Game): Command {
  command
    .option(
      "--opening <N>",
      "random plies before the players take over",
      wholeNumber("opening", 0, 1_000),
      game.openingPlies ?? 10,
    )
    .option("--threads <N>", "games played at once", wholeNumber("threads", 1, 64), threadCount())
    .option("--depth <N>", "plies that a player may look ahead", wholeNumber("depth", 1, MANY))
    .option("--nodes <N>", "positions that a player may look at for a move", wholeNumber("nodes", 1, MANY))
    .option("--playouts <N>", "playouts for a move", wholeNumber("playouts", 1, MANY))
    .option("--ms <N>", "milliseconds for a move; such games do not repeat", wholeNumber("ms", 1, MANY))
    .option("--build", "build the tables that the players lack")
    .option("--no-store", "keep no games, and use none that are kept");
  return addSeed(addJson(addVariant(command, game)));
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
    ...(nodes === undefined ? [] : [`${nodes} nodes a move`]),
    ...(playouts === undefined ? [] : [`${playouts} playouts a move`]),
    ...(milliseconds === undefined ? [] : [`${milliseconds} ms a move`]),
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
    throw new GameloreError(error.code, `${error.message}; --no-store plays without it`, { cause: error });
  }
}

/** Plays; if that ends before its time, the error says what is kept and the command that goes on from there. */
export async function withResumeHint<T>(
  store: GameStore | null,
  saved: () => string,
  play: () => Promise<T>,
): Promise<T> {
  try {
    return await play();
  } catch (error) {
    if (!(error instanceof GameloreError) || !ON_THE_WAY.has(error.code)) throw error;
    const kept = store ? `${saved()} saved; resume with: ${sameCommand()}` : "nothing is saved (--no-store)";
    throw new GameloreError(error.code, `${error.message}; ${kept}`, { cause: error });
  }
}
