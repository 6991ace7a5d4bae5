/** Verifies a finished table of outcomes: compares every entry with the value that follows from its successors. */
import { stopped } from "../kernel/stop.as";
import { DRAWN, LOST, OutcomeEntries, lostIn, terminalValue, WON, wonIn } from "./outcome.as";

export abstract class OutcomeMoves extends OutcomeEntries {
  /** Writes the successors as u32 to `out`; returns how many, 0 if the game has ended. */
  abstract successors(entry: u32, out: usize): i32;
}

/** The definition: won one ply after the soonest lost successor, else drawn if a successor is drawn, else lost one ply after the latest won successor. */
function expectedOutcome<M extends OutcomeMoves>(values: usize, entry: u32, list: usize): u8 {
  const moves = changetype<M>(0);
  const turns = moves.countsTurns();
  const count = moves.successors(entry, list);
  if (count == 0) return terminalValue(moves.moveCount(entry));
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

/** Checks the runs from `start` to `end`. Returns the number of wrong entries; stores the last one at `wrong`. */
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
