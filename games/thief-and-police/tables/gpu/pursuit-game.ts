/** The game table on a GPU: moves and unmoves in WGSL, as in pursuit.as.ts and moves.as.ts. */
import type { RetrogradeGame } from "../../../../engine/solve/gpu/retrograde-game.ts";
import { ALTERNATING_ONE } from "../../layout.ts";
import { type MazeTable, tableEntries } from "../table-options.ts";
import { eachJointMove } from "./joint-moves.ts";
import { mazeData } from "./maze-data.ts";

export function pursuitGame(table: MazeTable): RetrogradeGame {
  const { words, wgsl } = mazeData(table, "data");
  return {
    values: "turns",
    sections: [{ entries: tableEntries(table), words: [] }],
    conversions: null,
    words: [],
    data: [...words],
    slots: 0,
    wgsl: { common: `${wgsl}\n${COMMON_WGSL}`, start: startWgsl(table), unmove: unmoveWgsl(table) },
  };
}

const COMMON_WGSL = `
struct Placement { men: Set, rank: u32, thief: u32, isThiefsTurn: bool }

fn placementOf(entry: u32) -> Placement {
  let row = entry / SETS;
  let isThiefsTurn = row >= SQUARES;
  return Placement(unrank(entry % SETS), entry % SETS, select(row, row - SQUARES, isThiefsTurn), isThiefsTurn);
}

fn isExit(square: u32) -> bool { return extractBits(exitsIn(square >> 5u), square & 31u, 1u) != 0u; }

fn freeNeighbours(men: Set, square: u32) -> u32 {
  var count = 0u;
  for (var direction = 0u; direction < 4u; direction++) {
    let near = neighbourOf(square, direction);
    count += u32(near != NO_SQUARE && !contains(men, near));
  }
  return count;
}
`;

/** Loops over the moves of the police; `inner` uses `rank`. If nobody can move, nobody does: `none`. */
function policeMoves({ policemen, stay, turns }: MazeTable, inner: string, none: string): string {
  const noneMoves = `if (isStuck) { ${none} }`;
  const move = `isStuck = false;
    ${inner}`;
  if (turns !== ALTERNATING_ONE) {
    const eachTarget = (i: number): string => `
  for (var d${i} = ${stay ? 0 : 1}u; d${i} < 5u; d${i}++) {
    var t${i} = men.s${i};
    if (d${i} > 0u) { t${i} = neighbourOf(t${i}, d${i} - 1u); }
    if (t${i} == NO_SQUARE || t${i} == thief) { continue; }`;
    return `var isStuck = true;${eachJointMove(policemen, eachTarget, move)}
  ${noneMoves}`;
  }
  const single = (i: number): string => `
  for (var direction = 0u; direction < 4u; direction++) {
    var moved = men;
    moved.s${i} = neighbourOf(men.s${i}, direction);
    if (moved.s${i} == NO_SQUARE || moved.s${i} == thief || contains(men, moved.s${i})) { continue; }
    let rank = rankOf(moved);
    ${move}
  }`;
  const staying = `{
    let rank = rankOf(men);
    ${move}
  }`;
  return `var isStuck = true;
  ${stay ? staying : ""}${Array.from({ length: policemen }, (_, i) => single(i)).join("")}
  ${noneMoves}`;
}

function startWgsl(table: MazeTable): string {
  return `
fn countPoliceMoves(men: Set, thief: u32) -> u32 {
  var count = 0u;
  ${policeMoves(table, "count++;", "count = 1u;")}
  return count;
}

fn start(entry: u32, thread: u32) -> vec2u {
  let now = placementOf(entry);
  if (contains(now.men, now.thief)) { return vec2u(0u, NO_POSITION); }
  // The winner has made the last move.
  if (isExit(now.thief)) { return vec2u(0u, select(LOST, NO_POSITION, now.isThiefsTurn)); }
  let free = freeNeighbours(now.men, now.thief);
  if (free == 0u) { return vec2u(0u, select(NO_POSITION, LOST, now.isThiefsTurn)); }
  if (now.isThiefsTurn) { return vec2u(free + ${table.stay ? 1 : 0}u, NO_CONVERSION); }
  return vec2u(countPoliceMoves(now.men, now.thief), NO_CONVERSION);
}`;
}

/** All moves can be taken back by a move of the same side. */
function unmoveWgsl(table: MazeTable): string {
  return `
fn unmovePolice(men: Set, thief: u32, own: u32) {
  ${policeMoves(table, "reach(thief * SETS + rank);", "reach(thief * SETS + own);")}
}

fn unmove(entry: u32, thread: u32) {
  let now = placementOf(entry);
  if (now.isThiefsTurn) {
    unmovePolice(now.men, now.thief, now.rank);
    return;
  }
  ${table.stay ? "reach((SQUARES + now.thief) * SETS + now.rank);" : ""}
  for (var direction = 0u; direction < 4u; direction++) {
    let before = neighbourOf(now.thief, direction);
    if (before != NO_SQUARE && !contains(now.men, before)) { reach((SQUARES + before) * SETS + now.rank); }
  }
}`;
}
