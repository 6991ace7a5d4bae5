/**
 * Reference implementation of the rules, slow and simple, written from the laws and independent of the kernel: a board of letters, pseudo-legal
 * moves, and a test whether the king could be captured.
 */
export interface ReferencePosition {
  /** 64 letters from a8 to h1, a dot for an empty square. */
  readonly board: readonly string[];
  readonly white: boolean;
  /** Some of KQkq. */
  readonly castling: string;
  /** The square behind a pawn that has just made a double push, even without a legal capture; "-" for none. */
  readonly passed: string;
  readonly clock: number;
  readonly number: number;
}

type Vector = readonly [number, number];
const ROOK: readonly Vector[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
];
const BISHOP: readonly Vector[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const KNIGHT: readonly Vector[] = [1, -1].flatMap((a): Vector[] =>
  [2, -2].flatMap((b): Vector[] => [
    [a, b],
    [b, a],
  ]),
);
const SLIDES: Readonly<Record<string, readonly Vector[]>> = { R: ROOK, B: BISHOP, Q: [...ROOK, ...BISHOP] };
const LEAPS: Readonly<Record<string, readonly Vector[]>> = { N: KNIGHT, K: [...ROOK, ...BISHOP] };

const nameAt = (file: number, row: number): string => `${"abcdefgh"[file]}${8 - row}`;
const fileOf = (square: string): number => "abcdefgh".indexOf(square.charAt(0));
const rowOf = (square: string): number => 8 - Number(square[1]);
const isWhite = (letter: string): boolean => letter !== "." && letter === letter.toUpperCase();
const isOf = (letter: string, white: boolean): boolean => letter !== "." && isWhite(letter) === white;

export function parseReference(fen: string): ReferencePosition {
  const [placement = "", side, castling = "-", passed = "-", clock, number] = fen.split(" ");
  const board = [...placement.replaceAll("/", "").replace(/\d/g, (digit) => ".".repeat(Number(digit)))];
  return {
    board,
    white: side === "w",
    castling: castling.replace("-", ""),
    passed,
    clock: Number(clock),
    number: Number(number),
  };
}

/** As FEN; the en-passant square is written only if a capture is legal. */
export function formatReference(position: ReferencePosition): string {
  const rows = Array.from({ length: 8 }, (_, row) =>
    position.board
      .slice(8 * row, 8 * row + 8)
      .join("")
      .replace(/\.+/g, (run) => String(run.length)),
  );
  const captures = position.passed !== "-" && referenceMoves(position).some((move) => isEnPassant(position, move));
  return `${rows.join("/")} ${position.white ? "w" : "b"} ${position.castling || "-"} ${captures ? position.passed : "-"} ${position.clock} ${position.number}`;
}

const at = ({ board }: ReferencePosition, square: string): string =>
  board[8 * rowOf(square) + fileOf(square)] as string;

function isEnPassant(position: ReferencePosition, move: string): boolean {
  return (
    move.slice(2, 4) === position.passed && at(position, move.slice(0, 2)).toUpperCase() === "P" && move[0] !== move[2]
  );
}

/** Squares attacked by the piece on a square. */
function attacks(position: ReferencePosition, from: string): string[] {
  const letter = at(position, from);
  const kind = letter.toUpperCase();
  const found: string[] = [];
  const add = (file: number, row: number): boolean => {
    if (file < 0 || file > 7 || row < 0 || row > 7) return false;
    found.push(nameAt(file, row));
    return at(position, nameAt(file, row)) === ".";
  };
  if (kind === "P") for (const side of [-1, 1]) add(fileOf(from) + side, rowOf(from) + (isWhite(letter) ? -1 : 1));
  for (const [right, down] of LEAPS[kind] ?? []) add(fileOf(from) + right, rowOf(from) + down);
  for (const [right, down] of SLIDES[kind] ?? []) {
    let steps = 1;
    while (add(fileOf(from) + steps * right, rowOf(from) + steps * down)) steps++;
  }
  return found;
}

function squaresOf(position: ReferencePosition, white: boolean): string[] {
  return position.board.flatMap((letter, i) => (isOf(letter, white) ? [nameAt(i % 8, Math.floor(i / 8))] : []));
}

function isAttacked(position: ReferencePosition, square: string, byWhite: boolean): boolean {
  return squaresOf(position, byWhite).some((from) => attacks(position, from).includes(square));
}

export function referenceInCheck(position: ReferencePosition, white: boolean = position.white): boolean {
  const king = squaresOf(position, white).find((square) => at(position, square).toUpperCase() === "K") as string;
  return isAttacked(position, king, !white);
}

/** Moves that may leave the king in check. */
function pseudoLegalMoves(position: ReferencePosition): string[] {
  const { white } = position;
  const moves: string[] = [];
  for (const from of squaresOf(position, white)) {
    const isPawn = at(position, from).toUpperCase() === "P";
    for (const to of attacks(position, from)) {
      const target = at(position, to);
      if (isPawn ? isOf(target, !white) || to === position.passed : !isOf(target, white)) moves.push(from + to);
    }
    if (!isPawn) continue;
    const ahead = white ? -1 : 1;
    const one = nameAt(fileOf(from), rowOf(from) + ahead);
    if (at(position, one) !== ".") continue;
    moves.push(from + one);
    if (rowOf(from) !== (white ? 6 : 1)) continue;
    const two = nameAt(fileOf(from), rowOf(from) + 2 * ahead);
    if (at(position, two) === ".") moves.push(from + two);
  }
  return moves.flatMap((move) => {
    const promotes = at(position, move.slice(0, 2)).toUpperCase() === "P" && /[18]$/.test(move);
    return promotes ? [..."qrbn"].map((letter) => move + letter) : [move];
  });
}

/** The king moves two squares towards a rook if neither has moved, no piece is between, and no square of its path is attacked. */
function castlingMoves(position: ReferencePosition): string[] {
  const { white, castling } = position;
  const rank = white ? "1" : "8";
  const safe = (files: string): boolean => [...files].every((file) => !isAttacked(position, file + rank, !white));
  const empty = (files: string): boolean => [...files].every((file) => at(position, file + rank) === ".");
  const found: string[] = [];
  if (castling.includes(white ? "K" : "k") && empty("fg") && safe("efg")) found.push(`e${rank}g${rank}`);
  if (castling.includes(white ? "Q" : "q") && empty("bcd") && safe("edc")) found.push(`e${rank}c${rank}`);
  return found;
}

/** The legal moves in UCI notation. */
export function referenceMoves(position: ReferencePosition): string[] {
  const safe = pseudoLegalMoves(position).filter(
    (move) => !referenceInCheck(referencePlay(position, move), position.white),
  );
  return [...safe, ...castlingMoves(position)];
}

export function referencePlay(position: ReferencePosition, move: string): ReferencePosition {
  const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move[4]];
  const board = [...position.board];
  const put = (square: string, letter: string): void => {
    board[8 * rowOf(square) + fileOf(square)] = letter;
  };
  const letter = at(position, from);
  const kind = letter.toUpperCase();
  const captures = at(position, to) !== "." || isEnPassant(position, move);
  if (isEnPassant(position, move)) put(`${to[0]}${from[1]}`, ".");
  put(from, ".");
  put(to, promotion === undefined ? letter : position.white ? promotion.toUpperCase() : promotion);
  if (kind === "K" && Math.abs(fileOf(from) - fileOf(to)) === 2) {
    const rank = from[1];
    put(`${to[0] === "g" ? "h" : "a"}${rank}`, ".");
    put(`${to[0] === "g" ? "f" : "d"}${rank}`, position.white ? "R" : "r");
  }
  const lost = { a1: "Q", e1: "KQ", h1: "K", a8: "q", e8: "kq", h8: "k" } as Readonly<Record<string, string>>;
  const gone = (lost[from] ?? "") + (lost[to] ?? "");
  const doubleStep = kind === "P" && Math.abs(rowOf(from) - rowOf(to)) === 2;
  return {
    board,
    white: !position.white,
    castling: [...position.castling].filter((right) => !gone.includes(right)).join(""),
    passed: doubleStep ? nameAt(fileOf(from), (rowOf(from) + rowOf(to)) / 2) : "-",
    clock: captures || kind === "P" ? 0 : position.clock + 1,
    number: position.number + (position.white ? 0 : 1),
  };
}

/** 1 if White has won, 0 if Black has, 0.5 for a draw, null for an ongoing game. */
export function referenceResult(position: ReferencePosition): number | null {
  if (referenceMoves(position).length === 0) return referenceInCheck(position) ? (position.white ? 0 : 1) : 0.5;
  if (position.clock >= 100) return 0.5;
  const rest = position.board.flatMap((letter, i) =>
    /[.k]/i.test(letter) ? [] : [{ letter: letter.toUpperCase(), i }],
  );
  const colours = new Set(rest.map(({ i }) => (i + Math.floor(i / 8)) % 2));
  if (rest.every(({ letter }) => letter === "B") && colours.size < 2) return 0.5;
  return rest.length === 1 && rest[0]?.letter === "N" ? 0.5 : null;
}

export function referencePerft(position: ReferencePosition, depth: number): number {
  if (depth === 0) return 1;
  return referenceMoves(position).reduce(
    (sum, move) => sum + referencePerft(referencePlay(position, move), depth - 1),
    0,
  );
}
