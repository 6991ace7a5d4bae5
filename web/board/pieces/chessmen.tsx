/** Chessmen in light and dark, for chess and for rulesheets that are played with them. */
import type { VNode } from "preact";
import { stonesOf } from "./stones.tsx";
import { type Face, isCapital, kindName, type PieceSet } from "./piece-set.ts";

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
/** For other pieces. */
const other = stonesOf(["white", "black"]);
const BASE = "M-26 38H26V32C26 29 21 27 21 27H-21C-21 27 -26 29 -26 32Z";

const MEN: Readonly<Record<string, readonly string[]>> = {
  p: [
    BASE,
    "M0 -30C-8 -30 -13 -24 -13 -17C-13 -12 -10 -8 -8 -6H-14V-1H-8C-8 12 -12 20 -19 27H19C12 20 8 12 8 -1H14V-6H8C10 -8 13 -12 13 -17C13 -24 8 -30 0 -30Z",
  ],
  r: [BASE, "M-21 -34V-18L-14 -12V14L-19 27H19L14 14V-12L21 -18V-34H12V-27H5V-34H-5V-27H-12V-34Z"],
  n: [
    BASE,
    "M-4 -40L4 -31C20 -28 27 -12 22 8C20 16 19 20 20 27H-17C-16 16 -6 10 -2 0C-8 4 -13 4 -17 8C-20 11 -26 11 -29 7C-31 3 -30 0 -27 -4C-23 -12 -21 -18 -15 -24C-11 -28 -8 -32 -4 -40Z",
  ],
  b: [
    BASE,
    "M0 -42C-4 -42 -5 -36 -3 -34C-12 -28 -18 -18 -16 -8C-15 -4 -12 -1 -9 0H-13V5H-8C-8 14 -11 21 -18 27H18C11 21 8 14 8 5H13V0H9C12 -1 15 -4 16 -8C18 -18 12 -28 3 -34C5 -36 4 -42 0 -42Z",
    "M3 -24L-5 -10",
  ],
  q: [
    BASE,
    "M0 -44A5 5 0 1 0 0.010 -34.010L-8 -12L-18 -30A4.500 4.500 0 1 0 -23 -27L-17 0C-14 8 -13 16 -19 27H19C13 16 14 8 17 0L23 -27A4.500 4.500 0 1 0 18 -30L8 -12L0.010 -34.010A5 5 0 0 0 0 -44Z",
    "M-15 6H15",
  ],
  k: [
    BASE,
    "M-3 -46H3V-41H8V-35H3V-29C6 -28 8 -25 8 -20C14 -26 27 -25 28 -12C28 0 17 8 15 14C14 18 16 23 19 27H-19C-16 23 -14 18 -15 14C-17 8 -28 0 -28 -12C-27 -25 -14 -26 -8 -20C-8 -25 -6 -28 -3 -29V-35H-8V-41H-3Z",
    "M0 -16V10M-15 12C-6 9 6 9 15 12",
  ],
};

function draw({ letter, owner }: Face): VNode {
  const kind = letter.toLowerCase();
  const parts = MEN[kind];
  const light = owner === null ? isCapital(letter) : owner === 0;
  if (!parts || owner === null) return other.draw({ letter, owner });
  return (
    <g class={light ? "chessman white" : "chessman black"}>
      {parts.map((path, index) => (
        <path key={path} class={index < 2 ? "body" : "mark"} d={path} />
      ))}
      {kind === "n" && <circle class="eye" cx="-9" cy="-17" r="2.600" />}
    </g>
  );
}

export const chessmen: PieceSet = {
  draw,
  name: ({ letter, owner }, seats) =>
    `${owner === null ? "" : `${seats[owner] ?? ""} `}${kindName(NAMES, letter)}`.trim(),
  side: (owner) => (owner === 0 ? "side-ivory" : "side-coal"),
  ground: "pattern",
  order: "qrbn",
};

/** For games with one kind of piece, where the letter gives only the owner. */
export function onlyMen(letter: keyof typeof NAMES): PieceSet {
  const own = (face: Face): Face => (face.owner === null ? face : { ...face, letter });
  return {
    ...chessmen,
    draw: (face) => chessmen.draw(own(face)),
    name: (face, seats) => chessmen.name(own(face), seats),
  };
}
