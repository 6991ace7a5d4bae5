/** The table of one set: values, or won positions (won-table.ts). Sets reached by captures are read from their own files. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Probe, Rank, Table, TableEntries, TableIdentity } from "../../engine/contracts/table.ts";
import { materialText, type Material } from "./material.ts";
import type { Captures } from "./options.ts";
import { expectEntry } from "../../engine/tables/memory-entries.ts";
import { EndgameProbe } from "./probe.ts";

/** Opens the file of a set. */
export type EntriesOf = (material: Material) => TableEntries;

/** Creates the probe for one storage format. */
export type MakeProbe = (captures: Captures, pieces: number, entriesOf: EntriesOf) => EndgameProbe;

export abstract class SetTable implements Table {
  readonly identity: TableIdentity;
  protected readonly material: Material;
  protected readonly positions: EndgameProbe;
  readonly #entries: TableEntries;

  constructor(material: Material, entries: TableEntries, captures: Captures, others: EntriesOf, makeProbe: MakeProbe) {
    this.identity = entries.identity;
    this.material = material;
    this.#entries = entries;
    const own = materialText(material);
    this.positions = makeProbe(captures, material.length, (other) =>
      materialText(other) === own ? entries : others(other),
    );
  }

  abstract rank(position: Position): Result<Rank>;
  abstract expected(index: Rank): number;
  /** The position of a valid entry. */
  protected abstract positionAt(index: Rank): Position;

  get(index: Rank): number {
    return this.#entries.get(index);
  }

  unrank(index: Rank): Position {
    expectEntry(index, this.identity);
    return this.positionAt(index);
  }

  parsePosition(text: string): Result<Position> {
    return this.positions.parsePosition(text);
  }

  formatPosition(position: Position): string {
    return this.positions.formatPosition(position);
  }

  probe(position: Position): Result<Probe> {
    return this.positions.probe(position);
  }

  protected isOwn(material: Material): boolean {
    return materialText(material) === materialText(this.material);
  }
}

export function inOtherTable(material: Material): Result<Rank> {
  return fail("not-in-table", `this position is in the table of ${materialText(material)}`);
}

/** A table of values. */
export class EndgameTable extends SetTable {
  constructor(material: Material, entries: TableEntries, captures: Captures, others: EntriesOf) {
    super(material, entries, captures, others, (...args) => new EndgameProbe(...args));
  }

  rank(position: Position): Result<Rank> {
    const found = this.positions.locate(position);
    if (!found.ok) return found;
    const { material, entry } = found.value;
    return this.isOwn(material) ? ok(entry) : inOtherTable(material);
  }

  expected(index: Rank): number {
    return this.positions.expected(this.unrank(index));
  }

  protected positionAt(index: Rank): Position {
    return this.positions.positionOf(this.material, index);
  }
}
