/** What some tests need besides npm packages: programs, a browser, recorded games of others. */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const GAME_FOLDERS = ["/usr/games", "/usr/local/games"];

/**
 * Whether tests with `need` can run. A missing need is reported, and its tests are skipped, unless GAMELORE_TEST_NEEDS lists it:
 * then they run and fail.
 */
export function canTest(need: string, found: boolean, missing: string): boolean {
  if (found || (process.env["GAMELORE_TEST_NEEDS"] ?? "").split(/[\s,]+/).includes(need)) return true;
  console.info(`skipped: tests with ${need} (${missing})`);
  return false;
}

/** The path of an installed program, or null. */
export function findProgram(...names: readonly string[]): string | null {
  for (const folder of [...(process.env["PATH"] ?? "").split(delimiter), ...GAME_FOLDERS]) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

export function canTestProgram(program: string): boolean {
  return canTest(program, findProgram(program) !== null, `not on the PATH, nor in ${GAME_FOLDERS.join(", ")}`);
}

export function canTestRedis(): boolean {
  return canTest("redis", redisServer() !== null, "redis-server or valkey-server is not on the PATH");
}

export function redisServer(): string | null {
  return findProgram("redis-server", "valkey-server");
}

/** Rulesheets and games recorded by others are not part of the repository: the folder `shared` next to it. */
export const RECORDED_FOLDER: string = join(import.meta.dirname, "../../../../shared");
export function canTestRecorded(folder: string): boolean {
  return canTest("recorded", existsSync(join(RECORDED_FOLDER, folder)), `../shared/${folder} not found`);
}
