/** The material of an ending as small pieces: the first player's, then the second's. */
import type { VNode } from "preact";
import type { TablePiece } from "../../service/api.ts";
import { pieceSet } from "../board/pieces/sets.ts";

interface MaterialProps {
  readonly game: string;
  readonly seats: readonly string[];
  readonly pieces: readonly TablePiece[];
}

export function Material({ game, seats, pieces }: MaterialProps): VNode {
  const set = pieceSet(game, seats);
  const owners = [...new Set(pieces.map(({ owner }) => owner))].toSorted((a, b) => (a ?? -1) - (b ?? -1));
  const sides = owners.map((owner) => pieces.filter((piece) => piece.owner === owner));
  const words = sides.map((side) => side.map((piece) => set.name(piece, seats)).join(", ")).join(" against ");
  return (
    <span class="material" role="img" aria-label={words}>
      {sides.map((side, index) => (
        <span key={index}>
          {side.map((piece, number) => (
            <svg key={number} viewBox="-50 -50 100 100">
              {set.draw(piece)}
            </svg>
          ))}
        </span>
      ))}
    </span>
  );
}
