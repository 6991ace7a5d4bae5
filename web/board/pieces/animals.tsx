/** Arimaa pieces: six animals on gold and silver coins, horse and camel in profile. */
import type { VNode } from "preact";
import { type Face, isCapital, kindName, type PieceSet } from "./piece-set.ts";

const NAMES = { e: "elephant", m: "camel", h: "horse", d: "dog", c: "cat", r: "rabbit" };

/** Both sides of a face. */
function Pair({ children }: { readonly children: VNode }): VNode {
  return (
    <>
      <g>{children}</g>
      <g transform="scale(-1 1)">{children}</g>
    </>
  );
}

const ANIMALS: Readonly<Record<string, () => VNode>> = {
  e: () => (
    <>
      <Pair>
        <path class="dark" d="M-8 -22C-18 -30 -33 -24 -33 -8C-33 6 -26 14 -17 12C-11 10 -9 2 -8 -6Z" />
      </Pair>
      <path
        class="dark rim"
        d="M0 -28C-11 -28 -16 -19 -15 -9C-14 -1 -10 4 -8 8L-7 20C-6 31 9 33 12 24C13 21 8 19 6 22C4 25 3 22 4 18L8 8C10 4 14 -1 15 -9C16 -19 11 -28 0 -28Z"
      />
      <Pair>
        <path class="light" d="M-9 9L-17 19L-7 15Z" />
      </Pair>
      <Pair>
        <circle class="light" cx="-7" cy="-10" r="2.2" />
      </Pair>
    </>
  ),
  m: () => (
    <>
      <path
        class="dark"
        d="M-35 -21C-35 -26 -29 -29 -24 -27L-21 -30L-19 -25C-16 -22 -17 -17 -17 -13C-17 -5 -14 -1 -9 -1C-8 -13 -5 -21 0 -21C5 -21 6 -12 8 -9C10 -16 13 -21 18 -20C24 -19 26 -9 27 -1C29 2 31 6 32 14L29 14L27 8L26 13L28 30H22L20 15L17 11L15 15L16 30H10L9 13H-4L-3 30H-9L-10 17L-13 30H-19L-15 12C-22 8 -24 -2 -25 -14L-31 -14C-35 -14 -36 -18 -35 -21Z"
      />
      <circle class="light" cx="-24" cy="-21.5" r="1.9" />
    </>
  ),
  h: () => (
    <>
      <path
        class="dark"
        d="M-5 -34L2 -25C17 -23 27 -8 25 14C25 21 23 26 21 31H-14C-13 19 -4 13 0 3C-6 7 -12 7 -16 11C-19 15 -24 15 -28 11C-31 8 -30 4 -27 0C-22 -8 -20 -14 -14 -20C-11 -23 -9 -26 -5 -34Z"
      />
      <circle class="light" cx="-9" cy="-12" r="2.4" />
      <path class="line" d="M4 -19C15 -14 20 -2 19 14M-24 8L-20 6" />
    </>
  ),
  d: () => (
    <>
      <Pair>
        <path class="dark" d="M-9 -24C-21 -29 -31 -21 -32 -8C-33 3 -30 12 -25 13C-18 12 -14 -2 -9 -24Z" />
      </Pair>
      <path
        class="dark rim"
        d="M0 -25C-11 -26 -18 -19 -18 -9C-18 0 -13 5 -11 12C-9 23 -5 28 0 28C5 28 9 23 11 12C13 5 18 0 18 -9C18 -19 11 -26 0 -25Z"
      />
      <Pair>
        <circle class="light" cx="-7.5" cy="-8" r="2.6" />
      </Pair>
      <path class="light" d="M-6 8C-6 5 6 5 6 8C6 12 2 14 0 14C-2 14 -6 12 -6 8Z" />
      <path class="line" d="M0 14V20M-5 22C-2 24 2 24 5 22" />
    </>
  ),
  c: () => (
    <>
      <path
        class="dark"
        d="M-26 -32L-10 -20C-4 -22 4 -22 10 -20L26 -32C29 -18 28 -8 27 -1C25 16 13 26 0 26C-13 26 -25 16 -27 -1C-28 -8 -29 -18 -26 -32Z"
      />
      <Pair>
        <path class="light" d="M-17 -3C-13 -9 -8 -8 -6 -2C-10 1 -14 1 -17 -3Z" />
      </Pair>
      <path class="light" d="M-4 8H4L0 12Z" />
      <Pair>
        <path class="line" d="M0 12C-1 17 -6 18 -9 15M-14 10L-25 7M-14 14L-24 17" />
      </Pair>
    </>
  ),
  r: () => (
    <>
      <Pair>
        <path class="dark" d="M-3 -6C-16 -12 -21 -33 -14 -37C-6 -40 0 -24 0 -8Z" />
      </Pair>
      <Pair>
        <path class="light" d="M-6 -14C-12 -19 -14 -29 -11.500 -31C-8 -31 -5 -22 -4 -14Z" />
      </Pair>
      <path class="dark" d="M0 -13C-14 -13 -23 -2 -23 10C-23 22 -13 29 0 29C13 29 23 22 23 10C23 -2 14 -13 0 -13Z" />
      <Pair>
        <circle class="light" cx="-9.500" cy="4" r="2.7" />
      </Pair>
      <path class="light" d="M-4 11H4L0 15Z" />
      <path class="light" d="M-4 19H4V26H-4Z" />
      <path class="line" d="M0 15V19" />
    </>
  ),
};

function draw({ letter, owner }: Face): VNode {
  const animal = ANIMALS[letter.toLowerCase()];
  const gold = owner === null ? isCapital(letter) : owner === 0;
  return (
    <g class={gold ? "coin gold" : "coin silver"}>
      <circle class="shadow" cy="3" r="44" />
      <circle class="edge" r="44" fill={gold ? "url(#gold-edge)" : "url(#silver-edge)"} />
      <circle class="face" r="39" fill={gold ? "url(#gold)" : "url(#silver)"} />
      {animal ? animal() : <text class="letter">{letter}</text>}
    </g>
  );
}

export const animals: PieceSet = {
  draw,
  name: ({ letter, owner }) =>
    `${(owner === null ? isCapital(letter) : owner === 0) ? "gold" : "silver"} ${kindName(NAMES, letter)}`,
  side: (owner) => (owner === 0 ? "side-gold" : "side-silver"),
  ground: "pattern",
};
