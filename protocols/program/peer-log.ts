/** What programs of others complain about, in a file for each program under the data folder's logs. A chatterbox does not fill the disk. */
import { appendFileSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { makeFolder } from "../../engine/platform/node/make-folder.ts";

/** Of one start of a program. */
const MAX_LETTERS = 200_000;
/** A file that has grown so large is put aside, in the place of the one before. */
const MAX_BYTES = 4_000_000;

export class PeerLog {
  readonly path: string;
  #left: number = MAX_LETTERS;
  #isNew = true;

  /** `protocol` begins the file's name: aei-bot.log. */
  constructor(protocol: string, program: string, folder: string = join(dataFolder(), "logs")) {
    const name = basename(program)
      .replace(/[^\w.-]+/g, "_")
      .slice(0, 60);
    this.path = join(folder, `${protocol}-${name || "program"}.log`);
  }

  /** Adds a line. A log that cannot be written stops nobody. */
  write(pid: number | undefined, text: string): void {
    if (this.#left <= 0) return;
    const line = `${new Date().toISOString()} ${pid ?? "-"} ${text.replace(/\p{Cc}+/gu, " ").slice(0, this.#left)}\n`;
    this.#left -= line.length;
    try {
      if (this.#isNew) this.#prepare();
      appendFileSync(this.path, this.#left > 0 ? line : `${line}… the rest of what it says is left out\n`);
    } catch {
      this.#left = 0;
    }
  }

  #prepare(): void {
    this.#isNew = false;
    makeFolder(join(this.path, ".."));
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_BYTES) renameSync(this.path, `${this.path}.old`);
  }
}
