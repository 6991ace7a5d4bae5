/** Networks as files. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, GameloreError, type Result } from "../contracts/errors.ts";
import { writeBeside, writeFully } from "../tables/beside.ts";
import { dataFolder } from "../tables/folder.ts";
import { badNetworkName, formatNetwork, isNetworkName, parseNetwork, type NetworkFile } from "./network-text.ts";

/** The user's own networks. */
export function networksFolder(): string {
  return join(dataFolder(), "weights");
}

export async function writeNetwork(folder: string, name: string, file: NetworkFile): Promise<string> {
  const path = networkPath(folder, name);
  const bytes = Buffer.from(formatNetwork(file));
  await writeBeside(path, { bytesWanted: bytes.length }, (output) => writeFully(output, bytes, 0));
  return path;
}

export function networkPath(folder: string, name: string): string {
  if (!isNetworkName(name)) {
    throw new GameloreError("bad-usage", `"${name}" is no name of a network: letters, digits, - and _, at most 64`);
  }
  return join(folder, `${name}.json`);
}

/** The network of a name, from the first of the folders that has it. */
export function readNetwork(folders: readonly string[], name: string): Result<NetworkFile> {
  if (!isNetworkName(name)) return badNetworkName(name);
  const path = folders.map((folder) => networkPath(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined) return fail("bad-player", `there is no ${name}.json in ${folders.join(" or ")}`);
  try {
    return parseNetwork(path, readFileSync(path, "utf8"));
  } catch (error) {
    return fail("bad-player", `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
