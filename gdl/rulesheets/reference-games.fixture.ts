/** Reference implementations of some of our rulesheets, written independently from their description. */

export interface ReferencePosition {
  readonly mover: number;
  /** By move text as in the rulesheet. */
  readonly moves: ReadonlyMap<string, () => ReferencePosition>;
  /** Null if not terminal. */
  readonly goals: readonly number[] | null;
}

type Square = readonly [x: number, y: number];
type Board = ReadonlyMap<string, string>;

const SIDES = ["white", "black"] as const;
const STRAIGHT_AND_DIAGONAL: readonly Square[] = [-1, 0, 1].flatMap((dx) =>
  [-1, 0, 1].filter((dy) => dx !== 0 || dy !== 0).map((dy): Square => [dx, dy]),
);
const LEAPS: readonly Square[] = [-2, -1, 1, 2].flatMap((dx) =>
  [-2, -1, 1, 2].filter((dy) => Math.abs(dx) !== Math.abs(dy)).map((dy): Square => [dx, dy]),
);

const key = ([x, y]: Square): string => `${x} ${y}`;
const squareOf = (text: string): Square => text.split(" ").map(Number) as [number, number];
const onBoard = ([x, y]: Square, size: number): boolean => x >= 1 && y >= 1 && x <= size && y <= size;
const put = (board: Board, changes: readonly (readonly [string, string])[], gone: readonly string[] = []): Board =>
  new Map([...[...board].filter(([at]) => !gone.includes(at)), ...changes]);

type Reach = (board: Board, from: Square) => readonly Square[];

const queenReach =
  (size: number): Reach =>
  (board, [x, y]) =>
    STRAIGHT_AND_DIAGONAL.flatMap(([dx, dy]) => {
      const found: Square[] = [];
      for (let n = 1; ; n++) {
        const at: Square = [x + n * dx, y + n * dy];
        if (!onBoard(at, size) || board.has(key(at))) return found;
        found.push(at);
      }
    });

const leapReach =
  (size: number): Reach =>
  (board, [x, y]) =>
    LEAPS.map(([dx, dy]): Square => [x + dx, y + dy]).filter((at) => onBoard(at, size) && !board.has(key(at)));

function amazons(board: Board, mover: number, reach: Reach): ReferencePosition {
  const side = SIDES[mover] as string;
  const moves = new Map<string, () => ReferencePosition>();
  for (const [from, what] of board)
    if (what === side)
      for (const to of reach(board, squareOf(from)))
        moves.set(`(move ${from} ${key(to)})`, () => shooting(put(board, [[key(to), side]], [from]), mover, to, reach));
  return { mover, moves, goals: moves.size > 0 ? null : SIDES.map((_, role) => (role === mover ? 0 : 100)) };
}

function shooting(board: Board, mover: number, archer: Square, reach: Reach): ReferencePosition {
  const shots = reach(board, archer).map(
    (at) =>
      [
        `(shoot ${key(at)})`,
        (): ReferencePosition => amazons(put(board, [[key(at), "arrow"]]), 1 - mover, reach),
      ] as const,
  );
  return { mover, moves: new Map(shots), goals: null };
}

function boardOf(white: readonly string[], black: readonly string[]): Board {
  return new Map([...white.map((at) => [at, "white"] as const), ...black.map((at) => [at, "black"] as const)]);
}

export const referenceAmazonsSmall = (): ReferencePosition =>
  amazons(boardOf(["1 3", "3 1", "6 3"], ["1 4", "4 6", "6 4"]), 0, queenReach(6));

export const referenceKnightazons = (): ReferencePosition =>
  amazons(boardOf(["1 3", "3 1", "6 1", "8 3"], ["1 6", "3 8", "6 8", "8 6"]), 0, leapReach(8));

const KNIGHTFIGHT_STEPS = 80;

function knightfight(board: Board, mover: number, steps: number): ReferencePosition {
  const side = SIDES[mover] as string;
  const left = SIDES.map((each) => [...board.values()].filter((what) => what === each).length);
  const [white, black] = left as [number, number];
  if (steps === KNIGHTFIGHT_STEPS || white === 0 || black === 0) {
    const points = 50 + 50 * Math.sign(white - black);
    return { mover, moves: new Map(), goals: [points, 100 - points] };
  }
  const moves = new Map<string, () => ReferencePosition>();
  for (const [from, what] of board)
    for (const [dx, dy] of what === side ? LEAPS : []) {
      const [x, y] = squareOf(from);
      const to: Square = [x + dx, y + dy];
      if (onBoard(to, 8) && board.get(key(to)) !== side)
        moves.set(`(move ${from} ${key(to)})`, () =>
          knightfight(put(board, [[key(to), side]], [from]), 1 - mover, steps + 1),
        );
    }
  return { mover, moves, goals: null };
}

export function referenceKnightfight(): ReferencePosition {
  const row = (y: number): string[] => [1, 2, 3, 4, 5, 6, 7, 8].map((x) => `${x} ${y}`);
  return knightfight(boardOf(row(1), row(8)), 0, 0);
}

function breakthrough(board: Board, mover: number, size: number): ReferencePosition {
  const side = SIDES[mover] as string;
  const won = SIDES.map(
    (each, role) =>
      ![...board.values()].includes(SIDES[1 - role] as string) ||
      [...board].some(([at, what]) => what === each && squareOf(at)[1] === (role === 0 ? size : 1)),
  );
  if (won.includes(true)) return { mover, moves: new Map(), goals: won.map((each) => (each ? 100 : 0)) };
  const moves = new Map<string, () => ReferencePosition>();
  for (const [from, what] of board)
    for (const dx of what === side ? [-1, 0, 1] : []) {
      const [x, y] = squareOf(from);
      const to: Square = [x + dx, y + (mover === 0 ? 1 : -1)];
      const there = board.get(key(to));
      if (onBoard(to, size) && there !== side && (dx !== 0 || there === undefined))
        moves.set(`(move ${from} ${key(to)})`, () =>
          breakthrough(put(board, [[key(to), side]], [from]), 1 - mover, size),
        );
    }
  return { mover, moves, goals: null };
}

export function referenceBreakthrough(side: number): ReferencePosition {
  const columns = Array.from({ length: side }, (_, i) => i + 1);
  const rows = (low: number): string[] => columns.flatMap((x) => [`${x} ${low}`, `${x} ${low + 1}`]);
  return breakthrough(boardOf(rows(1), rows(side - 1)), 0, side);
}

/** Bids of both players, round by round. */
export function referenceGoofspiel(bids: readonly (readonly [number, number])[]): readonly [number, number] {
  const prizes = [5, 2, 8, 3, 9, 1, 7, 4, 6];
  const lead = bids.reduce((sum, [left, right], round) => sum + Math.sign(left - right) * (prizes[round] as number), 0);
  const points = 50 + 50 * Math.sign(lead);
  return [points, 100 - points];
}
