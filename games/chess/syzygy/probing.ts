/**
 * WDL and DTZ probing. Tables do not contain the values of best captures or en passant: if a capture is at least as good as all other moves,
 * the stored value may be anything up to it, so captures are searched first.
 */
import { damaged } from "./damage.ts";
import type { TableFolders } from "./folders.ts";
import type { Placement } from "./material.ts";
import { type OrientedPosition, orient } from "./position-index.ts";
import { BLACK_TO_MOVE, LOSS_PLIES, type TableFile, type TablePart, WIN_PLIES } from "./table-file.ts";
import { negated, type Wdl } from "./wdl.ts";

/** The rules needed for probing; P is their position type. */
export interface ProbingRules<P> {
  placement(position: P): Placement;
  /** Every legal move. */
  successors(position: P): readonly Successor<P>[];
  inCheck(position: P): boolean;
}

export interface Successor<P> {
  after(): P;
  readonly capture: boolean;
  /** A capture or a pawn move: it resets the half-move clock. */
  readonly zeroing: boolean;
}

/**
 * DTZ: plies to the next capture, pawn move or mate that preserves the value, with best play; more than 100 if the fifty-move rule makes it a
 * draw. Tables that count in moves round by a ply: then `most` is one more than `least`. A mated side has 1.
 */
export interface Distance {
  readonly wdl: Wdl;
  readonly least: number;
  readonly most: number;
}

const DRAWN: Distance = { wdl: 0, least: 0, most: 0 };
/** Added for cursed wins and blessed losses. */
const CURSED_OFFSET = 100;

interface Resolved {
  readonly wdl: Wdl;
  /** A zeroing move preserves the value, so the stored distance is meaningless. */
  readonly byZeroing: boolean;
  readonly ended: boolean;
}

export class Probing<P> {
  readonly #tables: Pick<TableFolders, "table" | "find">;
  readonly #rules: ProbingRules<P>;

  constructor(tables: Pick<TableFolders, "table" | "find">, rules: ProbingRules<P>) {
    this.#tables = tables;
    this.#rules = rules;
  }

  /** For the side to move, with a half-move clock of 0. */
  wdl(position: P): Wdl {
    return this.#resolve(position, (move) => move.capture).wdl;
  }

  /** Null if the DTZ table is missing; a missing WDL table is an error. */
  distance(position: P): Distance | null {
    return this.#distance(position, true);
  }

  #resolve(position: P, isSearched: (move: Successor<P>) => boolean): Resolved {
    const moves = this.#rules.successors(position);
    if (moves.length === 0) return { wdl: this.#rules.inCheck(position) ? -2 : 0, byZeroing: false, ended: true };
    const searched = moves.filter(isSearched);
    let best: Wdl = -2;
    for (const { after } of searched) {
      const wdl = negated(this.wdl(after()));
      if (wdl > best) best = wdl;
      if (best === 2) return { wdl: best, byZeroing: true, ended: false };
    }
    // Without other moves the stored value is ignored: tables treat a side that can only capture en passant as mated or stalemated.
    const onlyThese = searched.length === moves.length;
    const stored = onlyThese ? best : this.#storedWdl(this.#rules.placement(position));
    if (best < stored) return { wdl: stored, byZeroing: false, ended: false };
    return { wdl: best, byZeroing: best > 0 || onlyThese, ended: false };
  }

  #storedWdl(placement: Placement): Wdl {
    if (isBareDraw(placement)) return 0;
    const table = this.#tables.table(placement, "wdl");
    const position = orient(placement, table.material);
    const value = table.part(position).stored(position);
    if (value > 4) throw damaged(table.path, `stored value ${value}; WDL values are 0 to 4`);
    return (value - 2) as Wdl;
  }

  #distance(position: P, mayChangeSides: boolean): Distance | null {
    const { wdl, byZeroing, ended } = this.#resolve(position, (move) => move.zeroing);
    if (wdl === 0) return DRAWN;
    if (byZeroing || ended) return beforeZeroing(wdl);
    const placement = this.#rules.placement(position);
    const table = this.#tables.find(placement, "dtz");
    if (!table) return null;
    const oriented = orient(placement, table.material);
    const part = table.part(oriented);
    if (holdsSide(table, part, oriented)) return storedDistance(part, oriented, wdl);
    if (!mayChangeSides) throw damaged(table.path, "contains distances of neither side to move");
    return this.#overMoves(position, wdl, table.path);
  }

  /** The table has the other side to move: takes the distances after each move plus one ply. */
  #overMoves(position: P, wdl: Wdl, path: string): Distance | null {
    const choices: Distance[] = [];
    for (const { after, zeroing } of this.#rules.successors(position)) {
      const next = zeroing ? beforeZeroing(negated(this.wdl(after()))) : this.#oneMore(after());
      if (!next) return null;
      if (Math.sign(next.wdl) === Math.sign(wdl)) choices.push(next);
    }
    if (choices.length === 0) throw damaged(path, "no move preserves the value of the WDL table");
    const pick = wdl > 0 ? Math.min : Math.max;
    return { wdl, least: pick(...choices.map(({ least }) => least)), most: pick(...choices.map(({ most }) => most)) };
  }

  #oneMore(after: P): Distance | null {
    const next = this.#distance(after, false);
    if (!next) return null;
    const wdl = negated(next.wdl);
    if (wdl === 0) return DRAWN;
    const mates = wdl === 2 && next.most === 1 && this.#rules.successors(after).length === 0;
    return mates ? beforeZeroing(wdl) : { wdl, least: next.least + 1, most: next.most + 1 };
  }
}

/** Kings alone, or with one minor piece. */
function isBareDraw({ codes }: Placement): boolean {
  return codes.length === 2 || (codes.length === 3 && codes.some((code) => code % 8 === 2 || code % 8 === 3));
}

/** The distance if a zeroing move preserves the value, and of a mated side. */
function beforeZeroing(wdl: Wdl): Distance {
  const plies = wdl === 0 ? 0 : Math.abs(wdl) === 1 ? CURSED_OFFSET + 1 : 1;
  return { wdl, least: plies, most: plies };
}

/** Pawnless positions of symmetric material can be turned to either side. */
function holdsSide(table: TableFile, part: TablePart, position: OrientedPosition): boolean {
  const { symmetric, hasPawns } = table.material;
  return (part.flags & BLACK_TO_MOVE) === position.side || (symmetric && !hasPawns);
}

/** Tables count from 0, in moves or in plies. */
function storedDistance(part: TablePart, position: OrientedPosition, wdl: Wdl): Distance {
  const number = part.stored(position);
  const count = part.map ? part.map.get(wdl, number) : number;
  const inPlies = (wdl === 2 && (part.flags & WIN_PLIES) !== 0) || (wdl === -2 && (part.flags & LOSS_PLIES) !== 0);
  const beyond = Math.abs(wdl) === 1 ? CURSED_OFFSET : 0;
  if (inPlies) return { wdl, least: count + 1, most: count + 1 };
  return { wdl, least: beyond + 2 * count + 1, most: beyond + 2 * count + 2 };
}
