/** Debian's chess programs for tests, if installed. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const GAME_FOLDERS = ["/usr/games", "/usr/local/games"];

/** Whether a test that needs a program can run. If GAMELORE_TEST_NEEDS names the program, the test runs and fails without it. */
export function isHere(program: string): boolean {
  const needed = (process.env["GAMELORE_TEST_NEEDS"] ?? "").split(/[\s,]+/).includes(program);
  const here = needed || findProgram(program) !== null;
  if (!here) console.info(`skipped: tests with ${program} (not on the PATH, nor in ${GAME_FOLDERS.join(", ")})`);
  return here;
}

export function findProgram(program: string): string | null {
  for (const folder of [...(process.env["PATH"] ?? "").split(delimiter), ...GAME_FOLDERS]) {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return join(folder, program);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
