/** Seeded random mazes: a perfect maze with corridors one square wide; then dead ends and loops are opened, dead ends filled, exits placed. */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, type Result } from "../../engine/contracts/errors.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { MAX_SIDE, parseMaze, type Maze } from "./maze.ts";

export interface MazeRequest {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  /** Share of dead ends, 0 to 1, to open into an adjacent corridor (braid maze): each makes a loop. */
  readonly braid: number;
  /** Number of walls between corridors to open: each makes a loop. */
  readonly loops: number;
  /** Dead ends are filled until this many empty squares are left; null to fill none. */
  readonly squares: number | null;
  readonly exits: number;
  /** Probability of growing from the newest cell: 0 gives short corridors with many branches, 1 long ones. */
  readonly winding: number;
}

export const MAZE_DEFAULTS: Omit<MazeRequest, "seed"> = {
  width: 20,
  height: 20,
  braid: 0,
  loops: 0,
  squares: null,
  exits: 1,
  winding: 0.5,
};

type Grid = boolean[][];

const STEPS = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
] as const;

export function generateMaze(request: MazeRequest): Result<Maze> {
  const { width, height, loops, squares, exits } = request;
  if (Math.min(width, height) < 5 || Math.max(width, height) > MAX_SIDE)
    return fail("bad-variant", `maze: ${width} × ${height} squares; both sides must be from 5 to ${MAX_SIDE}`);
  const random = new SeededRandom(request.seed);
  const grid = perfectMaze(request, random);
  openDeadEnds(grid, request.braid, random);
  const walls = innerWalls(grid);
  if (loops > walls.length)
    return fail(
      "bad-variant",
      `maze: ${loops} loops are too many; only ${walls.length} walls lie between two corridors`,
    );
  for (let i = 0; i < loops; i++) {
    const [x, y] = walls.splice(random.below(walls.length), 1)[0] as [number, number];
    (grid[y] as boolean[])[x] = true;
  }
  if (squares !== null && !fillDeadEnds(grid, squares, random))
    return fail(
      "bad-variant",
      `maze: cannot have ${plural(squares, "empty square")}; ${count(grid)} are left without dead ends`,
    );
  const open = places(grid);
  if (open.length < exits + 2)
    return fail(
      "bad-variant",
      `maze: ${plural(open.length, "empty square")} ${open.length === 1 ? "is" : "are"} too few`,
    );
  const doors = new Set(
    Array.from({ length: exits }, () => open.splice(random.below(open.length), 1)[0] as [number, number]).map(String),
  );
  const rows = grid.map((row, y) =>
    row.map((isOpen, x) => (doors.has(String([x, y])) ? "E" : isOpen ? "." : "#")).join(""),
  );
  return parseMaze(rows.join("\n"));
}

/** Growing tree algorithm: a random spanning tree of the squares with odd coordinates. */
function perfectMaze({ width, height, winding }: MazeRequest, random: SeededRandom): Grid {
  const grid: Grid = Array.from({ length: height }, () => Array.from({ length: width }, () => false));
  const inside = (x: number, y: number): boolean => x > 0 && y > 0 && x < width - 1 && y < height - 1;
  const grown: [number, number][] = [[1, 1]];
  (grid[1] as boolean[])[1] = true;
  while (grown.length > 0) {
    const at = random.fraction() < winding ? grown.length - 1 : random.below(grown.length);
    const [x, y] = grown[at] as [number, number];
    const candidates = STEPS.filter(([dx, dy]) => inside(x + 2 * dx, y + 2 * dy) && !grid[y + 2 * dy]?.[x + 2 * dx]);
    if (candidates.length === 0) {
      grown.splice(at, 1);
      continue;
    }
    const [dx, dy] = random.pick(candidates);
    for (const step of [1, 2]) (grid[y + step * dy] as boolean[])[x + step * dx] = true;
    grown.push([x + 2 * dx, y + 2 * dy]);
  }
  return grid;
}

function isOpen(grid: Grid, x: number, y: number): boolean {
  return grid[y]?.[x] ?? false;
}

function places(grid: Grid): [number, number][] {
  return grid.flatMap((row, y) => row.flatMap((open, x): [number, number][] => (open ? [[x, y]] : [])));
}

function count(grid: Grid): number {
  return places(grid).length;
}

function degree(grid: Grid, x: number, y: number): number {
  return STEPS.filter(([dx, dy]) => isOpen(grid, x + dx, y + dy)).length;
}

/** Opens a wall at a share of the dead ends; skips those that another opening has already connected. */
function openDeadEnds(grid: Grid, share: number, random: SeededRandom): void {
  if (share === 0) return;
  const ends = places(grid).filter(([x, y]) => degree(grid, x, y) === 1);
  for (let left = Math.round(share * ends.length); left > 0; left--) {
    const [x, y] = ends.splice(random.below(ends.length), 1)[0] as [number, number];
    if (degree(grid, x, y) !== 1) continue;
    const candidates = STEPS.filter(
      ([dx, dy]) => !isOpen(grid, x + dx, y + dy) && isOpen(grid, x + 2 * dx, y + 2 * dy),
    );
    if (candidates.length === 0) continue;
    const [dx, dy] = random.pick(candidates);
    (grid[y + dy] as boolean[])[x + dx] = true;
  }
}

/** Walls between corridors on two opposite sides: opening one keeps corridors one square wide. */
function innerWalls(grid: Grid): [number, number][] {
  return grid.flatMap((row, y) =>
    row.flatMap((open, x): [number, number][] => {
      if (open || (x + y) % 2 === 0) return [];
      const across = isOpen(grid, x - 1, y) && isOpen(grid, x + 1, y);
      const along = isOpen(grid, x, y - 1) && isOpen(grid, x, y + 1);
      return across || along ? [[x, y]] : [];
    }),
  );
}

/** Fills dead ends, one square at a time, until `squares` are left; false if there are too few dead ends. */
function fillDeadEnds(grid: Grid, squares: number, random: SeededRandom): boolean {
  const open = places(grid);
  const width = grid[0]?.length ?? 0;
  // Numbered row by row, ascending.
  const ends = open.filter(([x, y]) => degree(grid, x, y) === 1).map(([x, y]) => y * width + x);
  let left = open.length;
  for (; left > squares && ends.length > 0; left--) {
    const [end] = ends.splice(random.below(ends.length), 1) as [number];
    const [x, y] = [end % width, Math.floor(end / width)];
    (grid[y] as boolean[])[x] = false;
    for (const [dx, dy] of STEPS) if (isOpen(grid, x + dx, y + dy)) updateEnd(grid, ends, x + dx, y + dy);
  }
  return left === squares;
}

/** Updates the list of dead ends after a square has lost a neighbour. */
function updateEnd(grid: Grid, ends: number[], x: number, y: number): void {
  const square = y * (grid[0]?.length ?? 0) + x;
  const at = ends.findIndex((end) => end >= square);
  const place = at < 0 ? ends.length : at;
  if (ends[place] === square) ends.splice(place, 1);
  else if (degree(grid, x, y) === 1) ends.splice(place, 0, square);
}
