/** How a game's pieces are drawn and named. Pieces are centred in a square of 100 by 100. */
import type { VNode } from "preact";
import type { ViewPiece } from "../../../engine/contracts/view.ts";

export type Face = Pick<ViewPiece, "letter" | "owner">;

export interface PieceSet {
  draw(face: Face): VNode;
  /** For screen readers; `seats` are the players' names. */
  name(face: Face, seats: readonly string[]): string;
  /** The CSS class of a seat's colour: `side-gold`. */
  side(owner: number): string;
  /** The cells' style: `plain`, `patches` of three by three, `holes` for marbles. */
  readonly ground: "pattern" | "plain" | "patches" | "holes";
  /** Name and drawing of a marked cell; absent for traps. */
  readonly mark?: { readonly name: string; draw(): VNode };
  /** Lower-case letters in the order of promotion choices. */
  readonly order?: string;
}

export function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

/** Looks up a piece by lower-case letter; the case gives the owner. */
export function kindName(names: Readonly<Record<string, string>>, letter: string): string {
  return names[letter.toLowerCase()] ?? letter;
}
