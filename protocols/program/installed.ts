/** Whether a program can be started on this machine, without starting it. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Says so where neither a file nor the search path has it; null where it is there. */
export function missingProgram(program: string, path: string = process.env["PATH"] ?? ""): string | null {
  const places = program.includes("/") ? [program] : path.split(delimiter).map((folder) => join(folder, program));
  if (places.some(isExecutable)) return null;
  return program.includes("/")
    ? `${program} is not a program that can be started here`
    : `${program} is not installed: it is not on the search path of programs (PATH)`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
