/** What to draw: cells, pieces and marks as data. Terminal, page and pictures all render this. */

export interface ViewCell {
  /** The name used in notation. */
  readonly name: string;
  /** Centre of the cell, in cell widths; y grows downwards. */
  readonly x: number;
  readonly y: number;
  /** The player whose home or goal this cell belongs to, where the game has such. */
  readonly zone: number | null;
}

export interface ViewPiece {
  readonly cell: number;
  readonly owner: number;
  /** One letter, as in notation. */
  readonly letter: string;
}

export interface View {
  readonly shape: "square" | "hexagon";
  readonly cells: readonly ViewCell[];
  readonly pieces: readonly ViewPiece[];
  /** Player to move, null when the game has ended or chance moves. */
  readonly turn: number | null;
}
