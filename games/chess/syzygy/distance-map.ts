/** Maps stored numbers to distances: DTZ tables may encode distances by frequency. */
import { damaged } from "./damage.ts";
import type { HeaderCursor } from "./header-cursor.ts";
import type { Wdl } from "./wdl.ts";

/** WDL classes in the order of their lists. */
const LISTS: readonly Wdl[] = [2, -2, 1, -1];

export class DistanceMap {
  readonly #path: string;
  readonly #lists: ReadonlyMap<Wdl, readonly number[]>;

  /** Four length-prefixed lists; `wide` lists have 16-bit entries. */
  constructor(cursor: HeaderCursor, wide: boolean) {
    this.#path = cursor.file.path;
    if (wide) cursor.align(2);
    const read = (): number => (wide ? cursor.u16() : cursor.u8());
    this.#lists = new Map(LISTS.map((wdl) => [wdl, Array.from({ length: read() }, read)]));
  }

  get(wdl: Wdl, number: number): number {
    const list = this.#lists.get(wdl) ?? [];
    const distance = list[number];
    if (distance === undefined)
      throw damaged(this.#path, `distance number ${number} of only ${list.length} for WDL value ${wdl}`);
    return distance;
  }
}
