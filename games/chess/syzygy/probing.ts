/**
 * WDL and DTZ of positions. Tables hold neither captures that are best nor en passant: where a capture is at least as good as everything
 * else, what is stored may be anything up to that, so captures are looked at first.
 */
import { damaged } from "./damage.ts";
import type { TableFolders } from "./folders.ts";
import type { Placement } from "./material.ts";
import { type OrientedPosition, orient } from "./position-number.ts";
import { BLACK_TO_MOVE, LOSS_PLIES, type TableFile, type TablePart, WIN_PLIES } from "./table-file.ts";
import { negated, type Wdl } from "./wdl.ts";

/** What probing needs of the rules; a position is whatever they take. */
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
 * Plies until the next capture, pawn move or mate that keeps the value, with best play; more than 100 where the fifty-move rule makes it a
 * draw. A table that counts in moves leaves a ply open: then `most` is one more than `least`. A side that is mated has 1.
 */
export interface Distance {
  readonly wdl: Wdl;
  readonly least: number;
  readonly most: number;
}

const DRAWN: Distance = { wdl: 0, least: 0, most: 0 };
/** Added where the fifty-move rule makes it a draw. */
const BEYOND = 100;

interface Resolved {
  readonly wdl: Wdl;
  /** A zeroing move keeps the value, and a distance from the table would mean nothing. */
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

  /** For the side to move; the half-move clock is taken to be 0. */
  wdl(position: P): Wdl {
    return this.#resolve(position, (move) => move.capture).wdl;
  }

  /** Null where the DTZ table is missing; a missing WDL table is an error. */
  distance(position: P): Distance | null {
    return this.#distance(position, true);
  }

  #resolve(position: P, looksAt: (move: Successor<P>) => boolean): Resolved {
    const moves = this.#rules.successors(position);
    if (moves.length === 0) return { wdl: this.#rules.inCheck(position) ? -2 : 0, byZeroing: false, ended: true };
    const tried = moves.filter(looksAt);
    let best: Wdl = -2;
    for (const { after } of tried) {
      const wdl = negated(this.wdl(after()));
      if (wdl > best) best = wdl;
      if (best === 2) return { wdl: best, byZeroing: true, ended: false };
    }
    // Without other moves the table says nothing: it may take a side for mated or stalemated that can capture en passant.
    const onlyThese = tried.length === moves.length;
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
    if (!mayChangeSides) throw damaged(table.path, "holds distances of neither side to move");
    return this.#overMoves(position, wdl, table.path);
  }

  /** The table has distances of the other side to move: those after each move, and one ply more. */
  #overMoves(position: P, wdl: Wdl, path: string): Distance | null {
    const choices: Distance[] = [];
    for (const { after, zeroing } of this.#rules.successors(position)) {
      const next = zeroing ? beforeZeroing(negated(this.wdl(after()))) : this.#oneMore(after());
      if (!next) return null;
      if (Math.sign(next.wdl) === Math.sign(wdl)) choices.push(next);
    }
    if (choices.length === 0) throw damaged(path, "no move keeps the value that the WDL table says");
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

/** Of a position in which a zeroing move keeps the value, and of a side that is mated. */
function beforeZeroing(wdl: Wdl): Distance {
  const plies = wdl === 0 ? 0 : Math.abs(wdl) === 1 ? BEYOND + 1 : 1;
  return { wdl, least: plies, most: plies };
}

/** Without pawns, positions of symmetric material are turned to the side that the table has, whichever that is. */
function holdsSide(table: TableFile, part: TablePart, position: OrientedPosition): boolean {
  const { symmetric, hasPawns } = table.material;
  return (part.flags & BLACK_TO_MOVE) === position.side || (symmetric && !hasPawns);
}

/** Tables count from 0, in moves or in plies. */
function storedDistance(part: TablePart, position: OrientedPosition, wdl: Wdl): Distance {
  const number = part.stored(position);
  const count = part.map ? part.map.get(wdl, number) : number;
  const inPlies = (wdl === 2 && (part.flags & WIN_PLIES) !== 0) || (wdl === -2 && (part.flags & LOSS_PLIES) !== 0);
  const beyond = Math.abs(wdl) === 1 ? BEYOND : 0;
  if (inPlies) return { wdl, least: count + 1, most: count + 1 };
  return { wdl, least: beyond + 2 * count + 1, most: beyond + 2 * count + 2 };
}
