/** Checks whether a program is installed, without starting it. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The reason if the program is neither an executable file nor on the PATH; null if it is found. */
export function missingProgram(program: string, path: string = process.env["PATH"] ?? ""): string | null {
  const places = program.includes("/") ? [program] : path.split(delimiter).map((folder) => join(folder, program));
  if (places.some(isExecutable)) return null;
  return program.includes("/")
    ? `${program} is not an executable file`
    : `${program} is not installed: it is not on the PATH`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
