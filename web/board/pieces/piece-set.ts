/** How the pieces of a game look and what they are called. Drawn around the middle of a square of 100 by 100. */
import type { VNode } from "preact";
import type { ViewPiece } from "../../../engine/contracts/view.ts";

export type Face = Pick<ViewPiece, "letter" | "owner">;

export interface PieceSet {
  draw(face: Face): VNode;
  /** For people who hear the board; `seats` are the names of the players. */
  name(face: Face, seats: readonly string[]): string;
  /** The class that colours what belongs to a seat: `side-gold`. */
  side(owner: number): string;
  /** How cells look: `plain` without a pattern, `patches` of three by three, `holes` of a board for marbles. */
  readonly ground: "pattern" | "plain" | "patches" | "holes";
  /** What the mark of a cell means and how it looks; missing for traps. */
  readonly mark?: { readonly name: string; draw(): VNode };
  /** Small letters in the order in which pieces are offered to choose from. */
  readonly order?: string;
}

export function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

/** A map from small letters, for pieces whose case says whose they are. */
export function kindName(names: Readonly<Record<string, string>>, letter: string): string {
  return names[letter.toLowerCase()] ?? letter;
}
