/** Positions looked up in files that only say which are won (won-bits.ts). */
import { fail, GameloreError, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import type { Probe, Table, TableEntries, TableIdentity } from "../../engine/contracts/table.ts";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { classesOf, materialText, swapped, type Material } from "./material.ts";
import { colourToMove, readState, writeState } from "./notation.ts";
import type { Captures } from "./options.ts";
import { FACE_DOWN } from "./pieces.ts";
import { EndgameProbe } from "./probe.ts";
import { entriesOf } from "./layouts.ts";
import { halfBytes, outcomesBy } from "./won-bits.ts";

const SWAP = 8;
const BLACK = 1;

/** Like the probe of values, from the files of won positions alone; `entries` opens that of a set. */
export function wonProbe(
  captures: Captures,
  pieces: number,
  entries: (material: Material) => TableEntries,
): EndgameProbe {
  const opened = new Map<string, TableEntries>();
  const open = (material: Material): TableEntries => {
    const text = materialText(material);
    const file = opened.get(text) ?? entries(material);
    opened.set(text, file);
    return file;
  };
  const classes = classesOf(captures);
  const outcomes = (material: Material): Pick<TableEntries, "get"> =>
    outcomesBy(material, open(material), open(classes.standInFor(swapped(material)).material));
  return new EndgameProbe(captures, pieces, outcomes, { distances: false });
}

/** One of the files. Its entries are bytes of eight positions; that of an entry is the first of them. */
export class WonTable implements Table {
  readonly identity: TableIdentity;
  readonly #material: Material;
  readonly #partner: Material;
  readonly #entries: TableEntries;
  readonly #probe: EndgameProbe;

  constructor(
    material: Material,
    entries: TableEntries,
    captures: Captures,
    others: (material: Material) => TableEntries,
  ) {
    this.identity = entries.identity;
    this.#material = material;
    this.#entries = entries;
    const own = materialText(material);
    this.#probe = wonProbe(captures, material.length, (other) =>
      materialText(other) === own ? entries : others(other),
    );
    this.#partner = this.#probe.endgames.partnerOf(material);
  }

  get(index: number): number {
    return this.#entries.get(index);
  }

  rank(position: Position): Result<number> {
    const found = this.#probe.locate(position);
    if (!found.ok) return found;
    const { material, entry } = found.value;
    const text = materialText(material);
    const own = text === materialText(this.#material);
    const byte = Math.floor(entry / 8);
    const black = colourToMove(readState(position)) === BLACK;
    if (text === materialText(this.#partner) && (black || !own)) return ok(halfBytes(this.#material) + byte);
    return own ? ok(byte) : fail("not-in-table", `this position is in the table of ${text}`);
  }

  unrank(index: number): Position {
    const { entries } = this.identity;
    if (!Number.isInteger(index) || index < 0 || index >= entries)
      throw new GameloreError("not-in-table", `entry ${index} is not among the ${entries} of this table`);
    return this.#positionOf(8 * index);
  }

  expected(index: number): number {
    const half = halfBytes(this.#material);
    const left = entriesOf(this.#material) - 8 * (index % half);
    const kind = index < half ? "win" : "loss";
    let byte = 0;
    for (let bit = 0; bit < Math.min(8, left); bit++) {
      const value = this.#probe.expected(this.#positionOf(8 * index + bit));
      if (readOutcome(value, "turns").kind === kind) byte |= 1 << bit;
    }
    return byte;
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

  /** By number of the bit. Those of the second half are entries of the colours swapped: swapped again, with Black to move. */
  #positionOf(bit: number): Position {
    const half = 8 * halfBytes(this.#material);
    if (bit < half) return this.#probe.positionOf(this.#material, bit);
    const state = readState(this.#probe.positionOf(this.#partner, bit - half));
    const cells = state.cells.map((piece) => (piece === 0 || piece === FACE_DOWN ? piece : piece ^ SWAP));
    return writeState({ ...state, cells, turn: 1 - state.turn });
  }
}
