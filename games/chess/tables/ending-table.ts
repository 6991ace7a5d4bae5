/** One file as a table: rank, unrank, expected values. */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type { Probe, Rank, Table, TableEntries, TableIdentity } from "../../../engine/contracts/table.ts";
import { writeOutcome } from "../../../engine/solve/outcome-values.ts";
import { STATE_BYTES } from "../layout.ts";
import { entryValue } from "./compact-table.ts";
import { materialText, type Material } from "./material.ts";
import { expectEntry } from "../../../engine/tables/memory-entries.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { EndgameProbe, type EntriesOf } from "./probe.ts";

export class EndgameTable implements Table {
  readonly identity: TableIdentity;
  readonly #material: Material;
  readonly #entries: TableEntries;
  readonly #probe: EndgameProbe;
  readonly #state: Address;

  /** `others` opens the conversion targets. */
  constructor(material: Material, entries: TableEntries, others: EntriesOf) {
    this.identity = entries.identity;
    this.#material = material;
    this.#entries = entries;
    const own = materialText(material);
    this.#probe = new EndgameProbe((other) => (materialText(other) === own ? entries : others(other)));
    this.#state = this.#probe.board.kernel.memory.allocate(STATE_BYTES);
  }

  get(index: Rank): number {
    return entryValue(this.#material, index, this.#entries.get(index));
  }

  rank(position: Position): Result<Rank> {
    const found = this.#probe.locate(position);
    if (!found.ok) return found;
    const own = materialText(this.#material);
    const other = materialText(found.value.material);
    return own === other
      ? ok(found.value.entry)
      : fail("not-in-table", `the position has material ${other}, this table covers ${own}`);
  }

  unrank(index: Rank): Position {
    this.#place(index);
    return this.#probe.board.kernel.memory.bytes(this.#state, STATE_BYTES).slice();
  }

  expected(index: Rank): number {
    if (!this.#place(index)) return writeOutcome("no position");
    return this.#probe.expected(this.unrank(index));
  }

  parsePosition(text: string): Result<Position> {
    return this.#probe.parsePosition(text);
  }

  formatPosition(position: Position): string {
    return this.#probe.formatPosition(position);
  }

  probe(position: Position): Result<Probe> {
    return this.#probe.probe(position);
  }

  /** Writes the placement of an entry; returns whether it is legal. */
  #place(index: Rank): boolean {
    expectEntry(index, this.identity);
    const { kernel } = this.#probe.board;
    return kernel.exports.entryState(this.#probe.layoutOf(this.#material), index, this.#state) !== 0;
  }
}
