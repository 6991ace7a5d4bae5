/** Sequential reader for the fields of a header. */
import type { PagedFile } from "./paged-files.ts";

export class HeaderCursor {
  readonly file: PagedFile;
  at = 0;

  constructor(file: PagedFile) {
    this.file = file;
  }

  u8(): number {
    return this.file.u8(this.#skip(1));
  }

  u16(): number {
    return this.file.u16(this.#skip(2));
  }

  u32(): number {
    return this.file.u32(this.#skip(4));
  }

  /** Advances to the next multiple of a power of two. */
  align(bytes: number): void {
    this.at = Math.ceil(this.at / bytes) * bytes;
  }

  #skip(bytes: number): number {
    const from = this.at;
    this.at += bytes;
    return from;
  }
}
