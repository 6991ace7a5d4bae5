/** The open variants of an experiment's matches; each is opened once. */
import { unwrap } from "../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../engine/contracts/game.ts";
import { parseOptions } from "../engine/contracts/options.ts";
import { findGame } from "../games/games.ts";
import { withNamedPrograms } from "./named-programs.ts";

/** Finds a game with its players by id. */
type FindGame = (id: string) => Promise<Game>;

export class OpenVariants {
  readonly #open = new Map<string, Promise<OpenGame>>();
  readonly #find: FindGame;

  /** By default external programs can be named, so that their stored games are found, but not started. */
  constructor(find: FindGame = async (id) => withNamedPrograms(unwrap(await findGame(id)))) {
    this.#find = find;
  }

  get(game: string, options: Readonly<Record<string, string>>): Promise<OpenGame> {
    const key = JSON.stringify([game, options]);
    const open = this.#open.get(key);
    if (open) return open;
    const opening = this.#opened(game, options);
    this.#open.set(key, opening);
    return opening;
  }

  async #opened(id: string, options: Readonly<Record<string, string>>): Promise<OpenGame> {
    const game = await this.#find(id);
    return unwrap(await game.open(unwrap(parseOptions(game.options, options))));
  }

  /** Closes a variant; get() opens it again. */
  async release(game: string, options: Readonly<Record<string, string>>): Promise<void> {
    const key = JSON.stringify([game, options]);
    const opening = this.#open.get(key);
    this.#open.delete(key);
    await (await opening?.catch(() => null))?.close();
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    for (const each of opened) if (each.status === "fulfilled") await each.value.close();
  }
}
