/** Reading parts of large files: the type shared by both platforms. */

export interface FileRanges {
  readonly sizeBytes: number;
  /** Fills `target` from a file offset; returns the number of bytes read, fewer only at the end of the file. */
  read(target: Uint8Array, from: number): number;
  close(): void;
}
