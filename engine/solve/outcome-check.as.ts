/** Compares every entry of a finished table of outcomes with its definition: what it must be, given its successors' values. */
import { stopped } from "../kernel/stop.as";
import { DRAWN, LOST, OutcomeEntries, lostIn, valueAtEnd, WON, wonIn } from "./outcome.as";

export abstract class OutcomeMoves extends OutcomeEntries {
  /** Writes the entries after each move as u32 to `out`; returns how many: none where the game has ended. */
  abstract successors(entry: u32, out: usize): i32;
}

/** What an entry must be: won 1 ply after the soonest loss it can bring about, else drawn if it can be, else lost as late as can be. */
function expectedOutcome<M extends OutcomeMoves>(values: usize, entry: u32, list: usize): u8 {
  const moves = changetype<M>(0);
  const turns = moves.countsTurns();
  const count = moves.successors(entry, list);
  if (count == 0) return valueAtEnd(moves.moveCount(entry));
  let soonestLoss = 1000;
  let latestWin = -1;
  let canDraw = false;
  for (let i = 0; i < count; i++) {
    const after = <i32>load<u8>(values + load<u32>(list + (<usize>i << 2)));
    if (after == DRAWN) canDraw = true;
    else if (after < <i32>WON) soonestLoss = min(soonestLoss, turns ? 2 * (after - <i32>LOST) : after - <i32>LOST);
    else latestWin = max(latestWin, turns ? 2 * (after - <i32>WON) + 1 : after - <i32>WON);
  }
  if (soonestLoss < 1000) return <u8>wonIn<M>(soonestLoss + 1);
  return canDraw ? DRAWN : <u8>lostIn<M>(latestWin + 1);
}

/** Checks the runs from `start` to `end`. Returns how many entries are wrong; the last of them is at `wrong`. */
export function checkOutcomes<M extends OutcomeMoves>(values: usize, start: u32, end: u32, list: usize, wrong: usize): u32 {
  const moves = changetype<M>(0);
  let count: u32 = 0;
  for (let run = start; run < end && !stopped(); run++) {
    const first = moves.enterRun(run);
    for (let entry = first; entry < first + moves.runEntries(run); entry++) {
      if (expectedOutcome<M>(values, entry, list) == load<u8>(values + entry)) continue;
      store<u32>(wrong, entry);
      count++;
    }
  }
  return count;
}
