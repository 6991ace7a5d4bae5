/** Digest of all distinct turns of a position: how many end the game, and a signature of the placements. */
import { TurnDigestRecord } from "../../build/layouts/games/arimaa/turns.as";
import { copyBoard, kindAt, makeStep, NO_WINNER, ofKind, piecesOf, winnerAfter } from "./board.as";
import { bit, goalRow } from "./bitboard.as";
import { turnList } from "./turn-set.as";

/** Makes the steps of a turn on a board. */
export function makeTurn(board: usize, turn: u32): void {
  for (let rest = turn; rest; rest >>= 8) makeStep(board, <i32>(rest & 255));
}

/** 64 letters from a8 to h1, gold in capitals, a dot for an empty square. */
export function writeLetters(board: usize, out: usize): void {
  const gold = piecesOf(board, 0);
  const both = gold | piecesOf(board, 1);
  for (let i = 0; i < 64; i++) {
    const square = i ^ 56;
    const place = bit(square);
    store<u8>(out + i, both & place ? letterOf(kindAt(board, square), (gold & place) != 0) : 46);
  }
}

@inline
function letterOf(kind: i32, gold: bool): u8 {
  // r c d h m e
  const letter = <u8>(0x656d68646372 >> (<u64>kind << 3));
  return gold ? letter - 32 : letter;
}

/** FNV-1a with 32 bits of the 64 letters. */
function fnv(letters: usize): u32 {
  let hash: u32 = 2166136261;
  for (let i: usize = 0; i < 64; i++) hash = (hash ^ load<u8>(letters + i)) * 16777619;
  return hash;
}

/** Writes the digest of the turns just listed. */
export function digestTurns(board: usize, colour: i32, count: i32, scratch: usize, out: usize): void {
  const letters = scratch + 80;
  const enemies = popcnt(piecesOf(board, 1 - colour));
  const digest = TurnDigestRecord.at(out);
  memory.fill(out, 0, TurnDigestRecord.BYTES);
  for (let i = 0; i < count; i++) {
    const entry = turnList()[i];
    copyBoard(scratch, board);
    makeTurn(scratch, entry.turn);
    writeLetters(scratch, letters);
    const hash = fnv(letters);
    digest.xor ^= hash;
    digest.sum += hash;
    const winner = winnerAfter(scratch, colour);
    const goal = (ofKind(scratch, 0) & piecesOf(scratch, colour) & goalRow(colour)) != 0;
    if (winner == colour) digest.winning++;
    else if (winner != NO_WINNER) digest.losing++;
    if (winner == colour && !goal && ofKind(scratch, 0) & piecesOf(scratch, 1 - colour)) digest.immobilizing++;
    if (goal) digest.goals++;
    if (popcnt(piecesOf(scratch, 1 - colour)) < enemies) digest.capturing++;
    for (let kind = 0; kind < 6; kind++) {
      const before = popcnt(ofKind(board, kind) & piecesOf(board, 1 - colour));
      const after = popcnt(ofKind(scratch, kind) & piecesOf(scratch, 1 - colour));
      if (after < before) digest.capturable |= 1 << kind;
    }
    digest.bySteps[entry.steps - 1] += 1;
  }
}
