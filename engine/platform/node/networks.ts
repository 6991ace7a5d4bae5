/** Networks are files. */
import { fileURLToPath } from "node:url";
import type { Result } from "../../contracts/errors.ts";
import { networksFolder, readNetwork } from "../../learn/network-file.ts";
import type { NetworkFile } from "../../learn/network-text.ts";

/** The user's folder comes before the game's own, so that a network trained anew is used at once. */
export function readNetworkOf(game: string, name: string): Result<NetworkFile> {
  return readNetwork(
    [networksFolder(), fileURLToPath(new URL(`../../../games/${game}/weights`, import.meta.url))],
    name,
  );
}
