/** Network files. */
import { join } from "node:path";
import { GameloreError } from "../contracts/errors.ts";
import { writeAtomically, writeFully } from "../tables/atomic-write.ts";
import { dataFolder } from "../platform/node/folders.ts";
import { formatNetwork, isNetworkName, type NetworkFile } from "./network-text.ts";

/** The user's own networks. */
export function networksFolder(): string {
  return join(dataFolder(), "weights");
}

export async function writeNetwork(folder: string, name: string, file: NetworkFile): Promise<string> {
  const path = networkPath(folder, name);
  const bytes = Buffer.from(formatNetwork(file));
  await writeAtomically(path, { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0));
  return path;
}

export function networkPath(folder: string, name: string): string {
  if (!isNetworkName(name)) {
    throw new GameloreError(
      "bad-usage",
      `"${name}" is not a valid network name: use letters, digits, - and _, at most 64 characters`,
    );
  }
  return join(folder, `${name}.json`);
}
