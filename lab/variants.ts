/** The variants that an experiment's matches are played in, each opened once. */
import { unwrap } from "../engine/contracts/errors.ts";
import type { Rules } from "../engine/contracts/game.ts";
import { parseOptions } from "../engine/contracts/options.ts";
import { findGame } from "../games/games.ts";

export class OpenVariants {
  readonly #open = new Map<string, Promise<Rules>>();

  get(game: string, options: Readonly<Record<string, string>>): Promise<Rules> {
    const key = JSON.stringify([game, options]);
    const there = this.#open.get(key);
    if (there) return there;
    const opening = openVariant(game, options);
    this.#open.set(key, opening);
    return opening;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    for (const each of opened) if (each.status === "fulfilled") await each.value.close();
  }
}

async function openVariant(id: string, options: Readonly<Record<string, string>>): Promise<Rules> {
  const game = unwrap(await findGame(id));
  return unwrap(await game.open(unwrap(parseOptions(game.options, options))));
}
