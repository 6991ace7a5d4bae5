/** Failed system calls. */

/** Whether a file, folder or program does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
