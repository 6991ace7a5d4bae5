/** Small files in the user's data folder. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically, writeFully } from "../../tables/atomic-write.ts";
import { dataFolder } from "./folders.ts";

/** For messages. */
export function dataFilePath(folder: string, name: string): string {
  return join(dataFolder(), folder, name);
}

/** Null if there is no such file. */
export function readDataFile(folder: string, name: string): Uint8Array | null {
  try {
    return readFileSync(dataFilePath(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Changes when the file is written; null if there is no such file. */
export function dataFileVersion(folder: string, name: string): string | null {
  const found = statSync(dataFilePath(folder, name), { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : null;
}

export async function writeDataFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await writeAtomically(dataFilePath(folder, name), { bytesNeeded: bytes.length }, (output) =>
    writeFully(output, bytes, 0),
  );
}
