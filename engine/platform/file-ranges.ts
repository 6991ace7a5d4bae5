/** Reading parts of large files: what both platforms keep to. */

export interface FileRanges {
  readonly sizeBytes: number;
  /** Fills `target` from an offset in the file; returns how many bytes there were, fewer only at the end of the file. */
  read(target: Uint8Array, from: number): number;
  close(): void;
}
