/**
 * Pursuit on a square grid: up to four pursuers, the first player, and an evader move simultaneously. A state is 8 bytes: the cells of the
 * pursuers, the cell of the evader, the rounds left in the last byte. A move has a base-5 digit per piece: stay, or one of four
 * directions. The evader wins after the last round.
 */
import { FIRST_WINS, ONGOING, SECOND_WINS, rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { ductNodeSize, ductRecordSize, ductScratchSize, searchByDuct } from "./duct.as";
import { equilibriumRecordSize, equilibriumScratchSize, searchForEquilibrium } from "./equilibrium.as";
import { perftBytesPerRound, perftOfRounds } from "./perft.as";
export { setStop } from "../../kernel/stop.as";

const EVADER: usize = 4;
const ROUNDS: usize = 7;

let size: i32 = 0;
let pursuers: i32 = 0;

export function setPursuit(side: i32, count: i32): void {
  size = side;
  pursuers = count;
}

/** The cell one step away, or -1 off the board. */
function after(cell: i32, step: i32): i32 {
  const x = cell % size;
  if (step == 1) return x > 0 ? cell - 1 : -1;
  if (step == 2) return x < size - 1 ? cell + 1 : -1;
  if (step == 3) return cell >= size ? cell - size : -1;
  if (step == 4) return cell < size * (size - 1) ? cell + size : -1;
  return cell;
}

@inline
function pieceAt(state: usize, piece: usize): i32 {
  return <i32>load<u8>(state + piece);
}

function distance(a: i32, b: i32): i32 {
  return abs(a % size - b % size) + abs(a / size - b / size);
}

@final
class Pursuit extends SimultaneousRules {
  @inline stateBytes(): i32 { return 8; }

  maxMoves(player: i32): i32 {
    if (player == 1) return 5;
    return pursuers == 1 ? 5 : pursuers == 2 ? 25 : pursuers == 3 ? 125 : 625;
  }

  movesOf(state: usize, player: i32, out: usize): i32 {
    const pieces = player == 0 ? pursuers : 1;
    let count = 1;
    store<i32>(out, 0);
    // All combinations for the pieces so far, times the steps of the next.
    let digit = 1;
    for (let piece = 0; piece < pieces; piece++) {
      const cell = pieceAt(state, player == 0 ? <usize>piece : EVADER);
      const before = count;
      for (let step = 1; step < 5; step++) {
        if (after(cell, step) < 0) continue;
        for (let i = 0; i < before; i++) {
          store<i32>(out + (<usize>count << 2), load<i32>(out + (<usize>i << 2)) + step * digit);
          count++;
        }
      }
      digit *= 5;
    }
    return count;
  }

  playBoth(state: usize, first: i32, second: i32): void {
    const evader = pieceAt(state, EVADER);
    const fled = after(evader, second);
    let caught = false;
    for (let piece: usize = 0; piece < <usize>pursuers; piece++) {
      const cell = pieceAt(state, piece);
      const next = after(cell, first % 5);
      first /= 5;
      if (next == fled || (next == evader && cell == fled)) caught = true;
      store<u8>(state + piece, <u8>next);
    }
    store<u8>(state, <u8>fled, EVADER);
    // A caught evader leaves the board.
    if (caught) store<u8>(state, 255, EVADER);
    store<u8>(state, load<u8>(state, ROUNDS) - 1, ROUNDS);
  }

  result(state: usize): i32 {
    if (pieceAt(state, EVADER) == 255) return FIRST_WINS;
    return load<u8>(state, ROUNDS) == 0 ? SECOND_WINS : ONGOING;
  }

  hash(state: usize): u64 {
    const mixed = load<u64>(state) * 0x9e3779b97f4a7c15;
    return (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
  }

  evaluate(state: usize): i32 {
    const evader = pieceAt(state, EVADER);
    let sum = 0;
    for (let piece: usize = 0; piece < <usize>pursuers; piece++) {
      const far = distance(pieceAt(state, piece), evader);
      sum += far * far;
    }
    return -sum;
  }

  winUtility(): i32 { return 1000; }
}

const rules = rulesOf<Pursuit>();

export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return rules.maxMoves(0); }
export function movesOf(state: usize, player: i32, out: usize): i32 { return rules.movesOf(state, player, out); }
export function playBoth(state: usize, first: i32, second: i32): void { rules.playBoth(state, first, second); }
export function result(state: usize): i32 { return rules.result(state); }
export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerRound<Pursuit>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>perftOfRounds<Pursuit>(state, depth, scratch); }
export function equilibriumRecordBytes(): usize { return equilibriumRecordSize<Pursuit>(); }
export function equilibriumScratchBytes(): usize { return equilibriumScratchSize<Pursuit>(); }
export function equilibrium(record: usize): void { searchForEquilibrium<Pursuit>(record); }
export function ductRecordBytes(): usize { return ductRecordSize<Pursuit>(); }
export function ductScratchBytes(): usize { return ductScratchSize<Pursuit>(); }
export function ductNodeBytes(): usize { return ductNodeSize<Pursuit>(); }
export function duct(record: usize): void { searchByDuct<Pursuit>(record); }
