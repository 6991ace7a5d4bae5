/** Marbles, and discs with letters. */
import type { VNode } from "preact";
import { isCapital, kindName, type PieceSet } from "./piece-set.ts";

const MARBLES = ["ruby", "sapphire", "jade", "plum"] as const;
const DARK_CHESS = {
  p: "pawn",
  c: "cannon",
  r: "rook",
  n: "knight",
  b: "bishop",
  g: "guard",
  k: "king",
  "▒": "face-down piece",
  "?": "piece being turned up",
};

function materialOf(list: readonly string[], owner: number | null): string {
  return owner === null ? "slate" : (list[owner % list.length] as string);
}

export function Disc({
  material,
  letter,
  small = false,
}: {
  readonly material: string;
  readonly letter: string;
  readonly small?: boolean;
}): VNode {
  return (
    <g class={`disc ${material}`}>
      <circle class="shadow" cy="3" r="42" />
      <circle class="body" r="42" fill={`url(#${material})`} />
      <circle class="ring" r="34" />
      <text class={small ? "letter small" : "letter"}>{letter}</text>
    </g>
  );
}

export const marbles: PieceSet = {
  draw: ({ owner }) => {
    const material = materialOf(MARBLES, owner);
    return (
      <g class={`marble ${material}`}>
        <ellipse class="shadow" cy="8" rx="38" ry="36" />
        <circle class="body" r="39" fill={`url(#${material}-glass)`} />
        <ellipse class="shine" cx="-11" cy="-17" rx="14" ry="9" transform="rotate(-28 -11 -17)" />
      </g>
    );
  },
  name: ({ owner }, seats) => `marble of ${owner === null ? "nobody" : (seats[owner] ?? owner + 1)}`,
  side: (owner) => `side-${materialOf(MARBLES, owner)}`,
  ground: "holes",
};

/** The letter's case gives the colour: lower case is white. The first flip assigns colours to players. */
export const darkChess: PieceSet = {
  draw: ({ letter }) => {
    if (letter === "▒" || letter === "?")
      return (
        <g class={letter === "?" ? "disc wood turning" : "disc wood"}>
          <circle class="shadow" cy="3" r="42" />
          <circle class="body" r="42" fill="url(#wood)" />
          <circle class="ring" r="34" />
          <path class="ornament" d="M0 -22L22 0L0 22L-22 0ZM0 -10L10 0L0 10L-10 0Z" />
          {letter === "?" && <text class="letter">?</text>}
        </g>
      );
    return <Disc material={isCapital(letter) ? "coal" : "ivory"} letter={letter.toUpperCase()} />;
  },
  name: ({ letter }) =>
    letter === "▒" || letter === "?"
      ? kindName(DARK_CHESS, letter)
      : `${isCapital(letter) ? "black" : "white"} ${kindName(DARK_CHESS, letter)}`,
  side: () => "side-wood",
  ground: "plain",
};
