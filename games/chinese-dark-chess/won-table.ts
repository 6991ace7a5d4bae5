/** Probing files of won positions (won-bits.ts). */
import { ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Rank, TableEntries } from "../../engine/contracts/table.ts";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { entriesOf } from "./layouts.ts";
import { classesOf, materialText, swapped, type Material } from "./material.ts";
import { colourToMove, readState, writeState } from "./notation.ts";
import type { Captures } from "./options.ts";
import { FACE_DOWN } from "./pieces.ts";
import { EndgameProbe, openedOnce } from "./probe.ts";
import { inOtherTable, SetTable, type EntriesOf } from "./set-table.ts";
import { halfBytes, outcomesBy } from "./won-bits.ts";

const SWAP = 8;
const BLACK = 1;

/** Like the probe of values, but from files of won positions. */
export function wonProbe(captures: Captures, pieces: number, entries: EntriesOf): EndgameProbe {
  const open = openedOnce(entries);
  const classes = classesOf(captures);
  const outcomes = (material: Material): Pick<TableEntries, "get"> =>
    outcomesBy(material, open(material), open(classes.representativeOf(swapped(material)).material));
  return new EndgameProbe(captures, pieces, outcomes, { distances: false });
}

/** One file. An entry is a byte of eight positions; its position is the first of them. */
export class WonTable extends SetTable {
  readonly #partner: Material;

  constructor(material: Material, entries: TableEntries, captures: Captures, others: EntriesOf) {
    super(material, entries, captures, others, wonProbe);
    this.#partner = this.positions.endgames.partnerOf(material);
  }

  rank(position: Position): Result<Rank> {
    const found = this.positions.locate(position);
    if (!found.ok) return found;
    const { material, entry } = found.value;
    const own = this.isOwn(material);
    const byte = Math.floor(entry / 8);
    const black = colourToMove(readState(position)) === BLACK;
    if (materialText(material) === materialText(this.#partner) && (black || !own))
      return ok((halfBytes(this.material) + byte) as Rank);
    return own ? ok(byte as Rank) : inOtherTable(material);
  }

  expected(index: Rank): number {
    const half = halfBytes(this.material);
    const left = entriesOf(this.material) - 8 * (index % half);
    const kind = index < half ? "win" : "loss";
    let byte = 0;
    for (let bit = 0; bit < Math.min(8, left); bit++) {
      const value = this.positions.expected(this.#positionOf(8 * index + bit));
      if (readOutcome(value, "turns").kind === kind) byte |= 1 << bit;
    }
    return byte;
  }

  protected positionAt(index: Rank): Position {
    return this.#positionOf(8 * index);
  }

  /** The position of a bit. Those of the second half are entries of the swapped colours: swapped back, with Black to move. */
  #positionOf(bit: number): Position {
    const half = 8 * halfBytes(this.material);
    if (bit < half) return this.positions.positionOf(this.material, bit as Rank);
    const state = readState(this.positions.positionOf(this.#partner, (bit - half) as Rank));
    const cells = state.cells.map((piece) => (piece === 0 || piece === FACE_DOWN ? piece : piece ^ SWAP));
    return writeState({ ...state, cells, turn: 1 - state.turn });
  }
}
