/** Log of an external engine: one file per program in the data folder's logs, limited in size. */
import { appendFileSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { makeFolder } from "../../engine/platform/node/make-folder.ts";

/** Limit for one start of a program. */
const MAX_CHARACTERS = 200_000;
/** A larger file is rotated to `.old`. */
const MAX_BYTES = 4_000_000;

export class EngineLog {
  readonly path: string;
  #left: number = MAX_CHARACTERS;
  #isNew = true;

  /** The file is named after protocol and program: aei-bot.log. */
  constructor(protocol: string, program: string, folder: string = join(dataFolder(), "logs")) {
    const name = basename(program)
      .replace(/[^\w.-]+/g, "_")
      .slice(0, 60);
    this.path = join(folder, `${protocol}-${name || "program"}.log`);
  }

  /** Appends a line. Write errors are ignored. */
  write(pid: number | undefined, text: string): void {
    if (this.#left <= 0) return;
    const line = `${new Date().toISOString()} ${pid ?? "-"} ${text.replace(/\p{Cc}+/gu, " ").slice(0, this.#left)}\n`;
    this.#left -= line.length;
    try {
      if (this.#isNew) this.#prepare();
      appendFileSync(this.path, this.#left > 0 ? line : `${line}… further output is not logged\n`);
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
