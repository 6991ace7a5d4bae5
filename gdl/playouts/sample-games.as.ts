/** Random games from one state, an equal number for each of the given first moves, 128 at once. */
import { PropnetGoal, PropnetRecord, PropnetRole, SampleSums } from "../../build/layouts/gdl/propnet/propnet.as";
import { stopped } from "../../engine/kernel/stop.as";
import { chooseMoves } from "../propnet/choose-moves.as";
import { incrementAges, computeLegal, restart, advance } from "../propnet/lane-games.as";
import { allLanes, LANES, popcount } from "../propnet/lanes.as";
import { evaluateGates } from "../propnet/evaluate.as";

/**
 * Every started game is played to its end: stopping at the first ones to finish would favour short games. `moves` lists `count` first moves
 * of the role; with role -1 the first moves are random and the count is 1. `lanes` is scratch for a number by lane, `sums` receives the sums
 * of each move. Returns whether all games finished within `maxPasses` passes over the propnet.
 */
export function sampleGames(
  record: usize, role: i32, moves: usize, count: u32, each: u32, lanes: usize, sums: usize, maxPasses: u32,
): bool {
  const propnet = PropnetRecord.at(record);
  const roleCount = propnet.roleCount;
  const sumBytes = SampleSums.BYTES + (<usize>roleCount << 3);
  const results = propnet.results;
  const games = count * each;
  let begun: u32 = min<u32>(games, LANES);
  for (let lane: u32 = 0; lane < begun; lane++) store<u32>(lanes + (<usize>lane << 2), lane % count);
  let low = firstLanes(begun);
  let high = firstLanes(begun > 64 ? begun - 64 : 0);
  let freshLow = low;
  let freshHigh = high;
  restart(record, allLanes());
  for (let pass: u32 = 0; !stopped() && pass < maxPasses; pass++) {
    const live = i64x2(<i64>low, <i64>high);
    const ended = v128.and(computeLegal(record), live);
    const over = v128.and(v128.or(ended, incrementAges(record)), live);
    const overLow = <u64>i64x2.extract_lane(over, 0);
    const overHigh = <u64>i64x2.extract_lane(over, 1);
    let againLow: u64 = 0;
    let againHigh: u64 = 0;
    if (overLow | overHigh) {
      evaluateGates(propnet.words, propnet.goalCode, propnet.goalCodeEnd);
      for (let set = overLow; set; set &= set - 1) {
        const lane = <u32>ctz(set);
        addGoals(record, lane, sums + load<u32>(lanes + (<usize>lane << 2)) * <u32>sumBytes, hasLane(ended, lane));
        if (begun == games) continue;
        store<u32>(lanes + (<usize>lane << 2), begun++ % count);
        againLow |= <u64>1 << <u64>lane;
      }
      for (let set = overHigh; set; set &= set - 1) {
        const lane = 64 + <u32>ctz(set);
        addGoals(record, lane, sums + load<u32>(lanes + (<usize>lane << 2)) * <u32>sumBytes, hasLane(ended, lane));
        if (begun == games) continue;
        store<u32>(lanes + (<usize>lane << 2), begun++ % count);
        againHigh |= <u64>1 << <u64>(lane - 64);
      }
      low &= ~overLow | againLow;
      high &= ~overHigh | againHigh;
      if (!(low | high)) return true;
    }
    const first = propnet.roles;
    for (let i: u32 = 0; i < roleCount; i++) chooseMoves(record, first + <usize>i * PropnetRole.BYTES, low, high);
    if (role >= 0 && (freshLow | freshHigh)) setFirstMoves(record, first + <usize>role * PropnetRole.BYTES, moves, lanes, freshLow, freshHigh);
    advance(record);
    freshLow = againLow;
    freshHigh = againHigh;
    if (freshLow | freshHigh) restart(record, i64x2(<i64>freshLow, <i64>freshHigh));
    store<f64>(results, load<f64>(results, 16) + <f64>(popcount(live) - popcount(over)), 16);
  }
  return false;
}

function firstLanes(count: u32): u64 {
  return count >= 64 ? u64.MAX_VALUE : (<u64>1 << <u64>count) - 1;
}

@inline
function hasLane(lanes: v128, lane: u32): bool {
  const half = lane < 64 ? i64x2.extract_lane(lanes, 0) : i64x2.extract_lane(lanes, 1);
  return ((<u64>half >> <u64>(lane & 63)) & 1) != 0;
}

function addGoals(record: usize, lane: u32, sums: usize, hasEnded: bool): void {
  const propnet = PropnetRecord.at(record);
  const sample = SampleSums.at(sums);
  if (!hasEnded) {
    sample.cutOff += 1;
    return;
  }
  sample.ended += 1;
  const words = propnet.words;
  const list = propnet.goals;
  const end = list + <usize>propnet.goalCount * PropnetGoal.BYTES;
  for (let at = list; at < end; at += PropnetGoal.BYTES) {
    const byte = <u32>load<u8>(words + PropnetGoal.at(at).word + (lane >> 3));
    if (!((byte >> (lane & 7)) & 1)) continue;
    sample.goals[PropnetGoal.at(at).role] += <f64>PropnetGoal.at(at).value;
  }
}

/** In the starting lanes, replaces the chosen move of the role by the first move of the game. */
function setFirstMoves(record: usize, role: usize, moves: usize, lanes: usize, low: u64, high: u64): void {
  const made = PropnetRecord.at(record).words + PropnetRole.at(role).made;
  const fresh = i64x2(<i64>low, <i64>high);
  const end = made + (<usize>PropnetRole.at(role).moves << 4);
  for (let at = made; at < end; at += 16) v128.store(at, v128.andnot(v128.load(at), fresh));
  for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
    if (!hasLane(fresh, lane)) continue;
    const move = load<u32>(moves + (<usize>load<u32>(lanes + (<usize>lane << 2)) << 2));
    const byte = made + (<usize>move << 4) + (lane >> 3);
    store<u8>(byte, <u8>(<u32>load<u8>(byte) | (<u32>1 << (lane & 7))));
  }
}
