/** Opens regular files only: opening a FIFO waits for a writer, and opening a device may have any effect. */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, type Stats } from "node:fs";

export interface RegularFile {
  readonly fd: number;
  readonly status: Stats;
}

/** For reading; a link to a regular file is followed. Throws system errors, and an error for other files. */
export function openRegularFile(path: string): RegularFile {
  if (!statSync(path).isFile()) throw notRegular(path);
  // It may have been replaced since.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(fd);
    if (!status.isFile()) throw notRegular(path);
    return { fd, status };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

export function readRegularFile(path: string): string {
  const { fd } = openRegularFile(path);
  try {
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}

/** Like a failed system call. */
function notRegular(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`not a regular file, open '${path}'`), { code: "EINVAL", syscall: "open", path });
}
