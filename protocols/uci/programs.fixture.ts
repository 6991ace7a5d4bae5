/** Chess programs of Debian's for tests, where they are installed. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const GAME_FOLDERS = ["/usr/games", "/usr/local/games"];

/** Whether a test can run that needs a program. Where GAMELORE_TEST_NEEDS names it, the test runs and fails without it. */
export function isHere(program: string): boolean {
  const needed = (process.env["GAMELORE_TEST_NEEDS"] ?? "").split(/[\s,]+/).includes(program);
  const here = needed || findProgram(program) !== null;
  if (!here) console.info(`skipped: tests with ${program} (it is not on the path, nor in ${GAME_FOLDERS.join(", ")})`);
  return here;
}

export function findProgram(program: string): string | null {
  for (const folder of [...(process.env["PATH"] ?? "").split(delimiter), ...GAME_FOLDERS]) {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return join(folder, program);
    } catch {
      // Not here.
    }
  }
  return null;
}
