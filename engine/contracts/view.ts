/** What to draw: cells, pieces and marks as data. Terminal, page and pictures all render this. */

export interface ViewCell {
  /** The name used in notation. */
  readonly name: string;
  /** Centre of the cell, in cell widths; y grows downwards. */
  readonly x: number;
  readonly y: number;
  /** The player whose home or goal this cell belongs to, where the game has such. */
  readonly zone: number | null;
  /** One letter for a cell that is special while it is empty: a trap, say. */
  readonly mark?: string;
}

export interface ViewPiece {
  readonly cell: number;
  /** Null for one of which nobody can say whose it is: it lies face down. */
  readonly owner: number | null;
  /** One letter, as in notation. */
  readonly letter: string;
  /** Cannot move now, though it could by its kind: frozen, pinned. */
  readonly held?: boolean;
  /** Under an attack that its owner must answer: a king in check. */
  readonly check?: boolean;
}

/** Cards, tiles or the like that lie on no board: a hand, a trick, a chain, a stock. */
export interface ViewRow {
  readonly name: string;
  /** Whose it is, where it is anybody's. */
  readonly owner: number | null;
  /** What is seen of each; null for one that lies face down. */
  readonly items: readonly (string | null)[];
}

export interface View {
  readonly shape: "square" | "hexagon";
  /** None, where a game is played without a board. */
  readonly cells: readonly ViewCell[];
  readonly pieces: readonly ViewPiece[];
  readonly rows?: readonly ViewRow[];
  /** Other things worth knowing, a line each: the contract, points made, plies without a capture. */
  readonly notes?: readonly string[];
  /** Places of the grid without a cell, and the edge of the board, are walls: a maze. */
  readonly walls?: boolean;
  /** Player to move, null when the game has ended or chance moves. */
  readonly turn: number | null;
}

/** A number for each cell of a view, drawn as colours: distances, say. */
export interface HeatMap {
  /** What the numbers are, as one chooses it: "steps to the nearest exit". */
  readonly name: string;
  /** Of one number: "steps". */
  readonly unit: string;
  /** By cell of the view; null where there is none. The smallest is drawn strongest. */
  readonly values: readonly (number | null)[];
}
