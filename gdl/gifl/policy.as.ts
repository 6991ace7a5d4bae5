/**
 * Restricts the choice of moves by features: gates compute the suggested moves by lane, and in lanes with suggestions the words of legal moves
 * are reduced to them. Code that chooses among legal moves follows the policy without changes.
 */
import { PolicyRecord, PolicyRole, PolicyStage } from "../../build/layouts/gdl/gifl/policy.as";
import { PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { incrementCounters } from "../propnet/lane-counts.as";
import { allLanes } from "../propnet/lanes.as";
import { evaluateGates } from "../propnet/evaluate.as";
import { COUNT_BITS, STAGE_AVOID } from "./policy-constants";

/** Called after `computeLegal` and before choosing: restricts the words of legal moves in the given lanes. */
@inline
export function applyPolicy(record: usize, lanes: v128): void {
  if (PropnetRecord.at(record).policy && v128.any_true(lanes)) narrowAll(record, lanes);
}

/** Computes the suggestions without restricting the legal moves. */
export function evaluatePolicy(record: usize): void {
  const policy = PropnetRecord.at(record).policy;
  evaluateGates(PropnetRecord.at(record).words, PolicyRecord.at(policy).code, PolicyRecord.at(policy).codeEnd);
}

/** Draws whether a role follows the policy. */
export function followsPolicy(record: usize, role: u32): bool {
  const probability = PolicyRole.at(PolicyRecord.at(PropnetRecord.at(record).policy).roles + <usize>role * PolicyRole.BYTES).probability;
  const random = PropnetRecord.at(record).random;
  const state = xorshift(load<u64>(random));
  store<u64>(random, state);
  return <u32>(state >> 56) < probability;
}

/**
 * After `evaluatePolicy`: adds to the scores of suggested moves, more for earlier stages, and subtracts `step` for moves to avoid. `list` has the
 * numbers of the moves, with `stride` bytes between them.
 */
export function scoreSuggestions(record: usize, role: u32, lane: u32, scores: usize, list: usize, stride: usize, count: u32, step: f32): void {
  const propnet = PropnetRecord.at(record);
  const actor = PolicyRecord.at(propnet.policy).roles + <usize>role * PolicyRole.BYTES;
  const legal = PropnetRole.at(propnet.roles + <usize>role * PropnetRole.BYTES).legal;
  const taken = PolicyRole.at(actor).stageCount;
  const all = taken + PolicyRole.at(actor).weighedCount;
  for (let i: u32 = 0; i < all; i++) {
    const stage = i < taken ? PolicyRole.at(actor).stages + <usize>i * PolicyStage.BYTES : PolicyRole.at(actor).weighed + <usize>(i - taken) * PolicyStage.BYTES;
    const score = PolicyStage.at(stage).kind == STAGE_AVOID ? -step : step * <f32>(all - i);
    const moves = PolicyStage.at(stage).moves;
    let word = propnet.words + PolicyStage.at(stage).words;
    for (let at = moves; at < moves + (<usize>PolicyStage.at(stage).moveCount << 2); at += 4, word += 16) {
      if (!hasLane(word, <usize>lane)) continue;
      const move = (load<u32>(at) - legal) >> 4;
      for (let k: u32 = 0; k < count; k++)
        if (load<u32>(list + <usize>k * stride) == move) store<f32>(scores + (<usize>k << 2), load<f32>(scores + (<usize>k << 2)) + score);
    }
  }
}

function narrowAll(record: usize, lanes: v128): void {
  const propnet = PropnetRecord.at(record);
  const policy = propnet.policy;
  const words = propnet.words;
  evaluateGates(words, PolicyRecord.at(policy).code, PolicyRecord.at(policy).codeEnd);
  const roles = propnet.roles;
  const count = <usize>propnet.roleCount;
  let actor = PolicyRecord.at(policy).roles;
  for (let role = roles; role < roles + count * PropnetRole.BYTES; role += PropnetRole.BYTES) {
    const own = v128.and(lanes, randomLanes(record, PolicyRole.at(actor).probability));
    if (v128.any_true(own)) narrow(record, policy, role, actor, own);
    actor += PolicyRole.BYTES;
  }
}

function narrow(record: usize, policy: usize, role: usize, actor: usize, own: v128): void {
  const words = PropnetRecord.at(record).words;
  const legal = words + PropnetRole.at(role).legal;
  const end = legal + (<usize>PropnetRole.at(role).moves << 4);
  const stages = PolicyRole.at(actor).stages;
  const last = stages + <usize>PolicyRole.at(actor).stageCount * PolicyStage.BYTES;
  let open = own;
  let decided = i64x2.splat(0);
  // A bit for each stage with suggestions: most have none.
  let suggesting: u32 = 0;
  for (let stage = stages, bit: u32 = 1; stage < last && v128.any_true(open); stage += PolicyStage.BYTES, bit <<= 1) {
    if (PolicyStage.at(stage).kind == STAGE_AVOID) {
      avoid(words, stage, legal, end, open);
      continue;
    }
    const taken = v128.and(suggested(words, stage), open);
    if (!v128.any_true(taken)) continue;
    restrict(words, stage, taken);
    suggesting |= bit;
    decided = v128.or(decided, taken);
    open = v128.andnot(open, taken);
  }
  const weighed = PolicyRole.at(actor).weighed;
  const lastWeighed = weighed + <usize>PolicyRole.at(actor).weighedCount * PolicyStage.BYTES;
  if (weighed < lastWeighed) decided = v128.or(decided, drawByWeight(record, policy, weighed, lastWeighed, legal, end, open));
  if (!v128.any_true(decided)) return;
  for (let word = legal; word < end; word += 16) v128.store(word, v128.andnot(v128.load(word), decided));
  for (let stage = stages; suggesting; stage += PolicyStage.BYTES, suggesting >>= 1) if (suggesting & 1) suggest(words, stage);
  for (let stage = weighed; stage < lastWeighed; stage += PolicyStage.BYTES) suggest(words, stage);
}

/** The lanes in which a stage suggests a move that no earlier stage has excluded. */
function suggested(words: usize, stage: usize): v128 {
  let any = i64x2.splat(0);
  let word = words + PolicyStage.at(stage).words;
  const moves = PolicyStage.at(stage).moves;
  const last = moves + (<usize>PolicyStage.at(stage).moveCount << 2);
  for (let at = moves; at < last; at += 4) {
    const still = v128.and(v128.load(word), v128.load(words + load<u32>(at)));
    v128.store(word, still);
    any = v128.or(any, still);
    word += 16;
  }
  return any;
}

/** Restricts the suggestions to these lanes. */
function restrict(words: usize, stage: usize, lanes: v128): void {
  const first = words + PolicyStage.at(stage).words;
  const last = first + (<usize>PolicyStage.at(stage).moveCount << 4);
  for (let word = first; word < last; word += 16) v128.store(word, v128.and(v128.load(word), lanes));
}

/** Adds the suggestions of a stage to the legal moves. */
function suggest(words: usize, stage: usize): void {
  let word = words + PolicyStage.at(stage).words;
  const moves = PolicyStage.at(stage).moves;
  const last = moves + (<usize>PolicyStage.at(stage).moveCount << 2);
  for (let at = moves; at < last; at += 4) {
    const legal = words + load<u32>(at);
    v128.store(legal, v128.or(v128.load(legal), v128.load(word)));
    word += 16;
  }
}

/** Removes moves from the choice, except where all would be removed. */
function avoid(words: usize, stage: usize, legal: usize, end: usize, open: v128): void {
  const bad = v128.and(suggested(words, stage), open);
  if (!v128.any_true(bad)) return;
  restrict(words, stage, bad);
  let word = words + PolicyStage.at(stage).words;
  const moves = PolicyStage.at(stage).moves;
  const last = moves + (<usize>PolicyStage.at(stage).moveCount << 2);
  for (let at = moves; at < last; at += 4) {
    const one = words + load<u32>(at);
    v128.store(one, v128.andnot(v128.load(one), v128.load(word)));
    word += 16;
  }
  let left = i64x2.splat(0);
  for (let one = legal; one < end; one += 16) left = v128.or(left, v128.load(one));
  const none = v128.andnot(bad, left);
  if (!v128.any_true(none)) return;
  restrict(words, stage, none);
  suggest(words, stage);
}

/**
 * Each open lane with suggestions draws one of the stages, or the unsuggested moves, by the total weight of their moves. Returns the lanes
 * that drew a stage.
 */
function drawByWeight(record: usize, policy: usize, weighed: usize, last: usize, legal: usize, end: usize, open: v128): v128 {
  const words = PropnetRecord.at(record).words;
  const scratch = PolicyRecord.at(policy).scratch;
  const bytes: usize = COUNT_BITS << 4;
  let any = i64x2.splat(0);
  for (let stage = weighed; stage < last; stage += PolicyStage.BYTES) any = v128.or(any, suggested(words, stage));
  const drawing = v128.and(any, open);
  const stages = (last - weighed) / PolicyStage.BYTES;
  const masks = scratch + (stages + 1) * bytes;
  memory.fill(scratch, 0, (stages + 1) * (bytes + 16));
  if (v128.any_true(drawing)) {
    for (let word = legal; word < end; word += 16) incrementCounters(scratch, scratch + bytes, v128.and(v128.load(word), drawing));
    for (let i: usize = 0; i < stages; i++) {
      const stage = weighed + i * PolicyStage.BYTES;
      const first = words + PolicyStage.at(stage).words;
      const past = first + (<usize>PolicyStage.at(stage).moveCount << 4);
      for (let word = first; word < past; word += 16) incrementCounters(scratch + (i + 1) * bytes, scratch + (i + 2) * bytes, v128.and(v128.load(word), drawing));
    }
    draw(record, scratch, PolicyRecord.at(policy).unsuggested, weighed, stages, drawing);
  }
  const unsuggested = v128.load(masks);
  let decided = i64x2.splat(0);
  for (let i: usize = 0; i < stages; i++) {
    const stage = weighed + i * PolicyStage.BYTES;
    const chosen = v128.load(masks + ((i + 1) << 4));
    decided = v128.or(decided, chosen);
    let word = words + PolicyStage.at(stage).words;
    const moves = PolicyStage.at(stage).moves;
    for (let at = moves; at < moves + (<usize>PolicyStage.at(stage).moveCount << 2); at += 4) {
      const one = words + load<u32>(at);
      v128.store(one, v128.andnot(v128.load(one), v128.and(v128.load(word), unsuggested)));
      v128.store(word, v128.and(v128.load(word), chosen));
      word += 16;
    }
  }
  return decided;
}

function countOf(bits: usize, lane: usize): u64 {
  let count: u32 = 0;
  for (let i: usize = 0; i < <usize>COUNT_BITS; i++) count |= (<u32>hasLane(bits + (i << 4), lane)) << <u32>i;
  return count;
}

@inline
function hasLane(set: usize, lane: usize): u32 {
  return (<u32>load<u8>(set + (lane >> 3)) >> (<u32>lane & 7)) & 1;
}

function draw(record: usize, scratch: usize, weight: u32, weighed: usize, stages: usize, drawing: v128): void {
  const random = PropnetRecord.at(record).random;
  const bytes: usize = COUNT_BITS << 4;
  const masks = scratch + (stages + 1) * bytes;
  // The first mask starts as the drawing lanes and ends as those that drew no stage.
  v128.store(masks, drawing);
  let state = load<u64>(random);
  for (let lane: usize = 0; lane < 128; lane++) {
    if (!hasLane(masks, lane)) continue;
    let unsuggested = countOf(scratch, lane);
    let total: u64 = 0;
    for (let i: usize = 1; i <= stages; i++) {
      const count = countOf(scratch + i * bytes, lane);
      unsuggested -= count;
      total += count * <u64>PolicyStage.at(weighed + (i - 1) * PolicyStage.BYTES).weight;
    }
    total += unsuggested * <u64>weight;
    state = xorshift(state);
    let left = (<u64>(<u32>(state >> 32)) * total) >> 32;
    for (let i: usize = 1; i <= stages; i++) {
      const own = countOf(scratch + i * bytes, lane) * <u64>PolicyStage.at(weighed + (i - 1) * PolicyStage.BYTES).weight;
      if (left < own) {
        setLane(masks + (i << 4), lane);
        store<u8>(masks + (lane >> 3), <u8>(<u32>load<u8>(masks + (lane >> 3)) & ~(1 << (<u32>lane & 7))));
        break;
      }
      left -= own;
    }
  }
  store<u64>(random, state);
}

@inline
function setLane(set: usize, lane: usize): void {
  store<u8>(set + (lane >> 3), <u8>(<u32>load<u8>(set + (lane >> 3)) | (1 << (<u32>lane & 7))));
}

@inline
function xorshift(state: u64): u64 {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^ (state << 17);
}

/** Each lane with probability `probability` / 256: compares random bits with those of `probability`, from the lowest. */
function randomLanes(record: usize, probability: u32): v128 {
  if (probability >= 256) return allLanes();
  let lanes = i64x2.splat(0);
  if (probability == 0) return lanes;
  const random = PropnetRecord.at(record).random;
  let state = load<u64>(random);
  for (let bit = ctz(probability); bit < 8; bit++) {
    state = xorshift(state);
    const low = state * 0x2545f4914f6cdd1d;
    state = xorshift(state);
    const coin = i64x2.replace_lane(i64x2.splat(<i64>low), 1, <i64>(state * 0x2545f4914f6cdd1d));
    lanes = (probability >> bit) & 1 ? v128.or(lanes, coin) : v128.and(lanes, coin);
  }
  store<u64>(random, state);
  return lanes;
}
