/** Files of the program by their names: TypeScript in the repository, compiled to JavaScript in the package. */
import { extname } from "node:path";

/** `.ts` or `.js`. */
export const SOURCE_EXTENSION: string = extname(import.meta.filename);

/** The URL of a module next to the one with this URL, for worker threads; `name` without extension. */
export function sourceFile(name: string, relativeTo: string): URL {
  return new URL(`${name}${SOURCE_EXTENSION}`, relativeTo);
}
