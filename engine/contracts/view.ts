/** What to draw: cells, pieces and marks as data. Terminal, web page and images render this. */

export interface ViewCell {
  /** The name used in notation. */
  readonly name: string;
  /** Centre of the cell, in cell widths; y grows downwards. */
  readonly x: number;
  readonly y: number;
  /** The player whose home or goal includes this cell. */
  readonly zone: number | null;
  /** One letter, shown while the cell is empty, for example on a trap. */
  readonly mark?: string;
}

export interface ViewPiece {
  readonly cell: number;
  /** Null if unknown: the piece is face down. */
  readonly owner: number | null;
  /** One letter, as in notation. */
  readonly letter: string;
  /** Frozen or pinned. */
  readonly held?: boolean;
  /** In check. */
  readonly check?: boolean;
}

/** Cards or tiles off the board: a hand, a trick, a chain, a stock. */
export interface ViewRow {
  readonly name: string;
  readonly owner: number | null;
  /** Null for an item that is face down. */
  readonly items: readonly (string | null)[];
}

export interface View {
  readonly shape: "square" | "hexagon";
  /** Empty for a game without a board. */
  readonly cells: readonly ViewCell[];
  readonly pieces: readonly ViewPiece[];
  readonly rows?: readonly ViewRow[];
  /** More information, one line each: the contract, points, plies without a capture. */
  readonly notes?: readonly string[];
  /** Draws walls at grid places without a cell and at the edge of the board: a maze. */
  readonly walls?: boolean;
  /** The player to move; null at chance nodes and when the game has ended. */
  readonly turn: number | null;
}

/** A number for each cell of a view, drawn as a colour, for example distances. */
export interface HeatMap {
  /** For selection: "steps to the nearest exit". */
  readonly name: string;
  /** Unit of the values: "steps". */
  readonly unit: string;
  /** By cell of the view; null for no value. The smallest is drawn strongest. */
  readonly values: readonly (number | null)[];
}
