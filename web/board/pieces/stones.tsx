/** Default pieces: stones coloured by the players' names (a player called red has red stones). */
import type { VNode } from "preact";
import { Disc } from "./discs.tsx";
import type { Face, PieceSet } from "./piece-set.ts";

const BY_NAME: Readonly<Record<string, string>> = {
  white: "ivory",
  black: "coal",
  red: "ruby",
  blue: "sapphire",
  yellow: "gold",
  green: "jade",
};
const BY_NUMBER = ["ivory", "coal", "jade", "plum"] as const;

function materialOf(seats: readonly string[], owner: number): string {
  return BY_NAME[(seats[owner] ?? "").toLowerCase()] ?? (BY_NUMBER[owner % BY_NUMBER.length] as string);
}

/** Noughts and crosses have their own colours. */
const SIGNS: Readonly<Record<string, string>> = { x: "sapphire", o: "ember" };

export interface StoneSettings {
  readonly ground?: PieceSet["ground"];
  /** Piece names by letter. The first is the common piece, drawn without a letter. */
  readonly kinds?: Readonly<Record<string, string>>;
}

export function stonesOf(seats: readonly string[], { ground = "pattern", kinds = {} }: StoneSettings = {}): PieceSet {
  const common = Object.keys(kinds)[0];
  return {
    draw: (face) => draw(face, seats, common),
    name: ({ letter, owner }, named) => {
      const seat = owner === null ? null : (named[owner] ?? String(owner + 1));
      const kind = kinds[letter.toLowerCase()];
      if (seat === null) return kind ?? letter;
      return `${kind ?? (isOnlyName(letter, seat) ? "stone" : letter)} of ${seat}`;
    },
    side: (owner) => `side-${SIGNS[(seats[owner] ?? "").toLowerCase()] ?? materialOf(seats, owner)}`,
    ground,
  };
}

/** The letter gives only the owner. */
function isOnlyName(letter: string, seat: string): boolean {
  return seat.toLowerCase().startsWith(letter.toLowerCase());
}

function draw({ letter, owner }: Face, seats: readonly string[], common: string | undefined): VNode {
  // Neutral pieces are obstacles: a burnt square, a wall.
  if (owner === null)
    return (
      <g class="thing">
        <rect class="block" x="-36" y="-36" width="72" height="72" rx="10" />
        <text class="letter small">{letter}</text>
      </g>
    );
  const seat = (seats[owner] ?? "").toLowerCase();
  if (seat === "x" && letter.toLowerCase() === "x") return <path class="cross" d="M-26 -26L26 26M-26 26L26 -26" />;
  if (seat === "o" && letter.toLowerCase() === "o") return <circle class="nought" r="28" />;
  const plain = (seat in BY_NAME && isOnlyName(letter, seat)) || letter.toLowerCase() === common;
  return <Disc material={materialOf(seats, owner)} letter={plain ? "" : letter} small />;
}
