/**
 * Depth-first proof-number search (df-pn; Nagai 2002) for games from rulesheets in which two roles take turns: whether the first role wins,
 * or does not lose. All children of a state are expanded together in the lanes. A new state's number is its count of moves. Symmetric states
 * share an entry of the table: the least hash of a state's images is its key.
 *
 * Only ends of the game settle a state, and repetitions are not detected, so a result does not depend on the path: endless play exhausts
 * the stack instead.
 */
import { Child, EvaluationRecord } from "../../build/layouts/gdl/alphabeta/alphabeta.as";
import { ProvenState, ProveRecord } from "../../build/layouts/gdl/prove/prove.as";
import { WIN_VALUE } from "../../engine/contracts/rules.as";
import { stopped } from "../../engine/kernel/stop.as";
import { VALUE_OF_MOVE } from "../alphabeta/constants";
import { chooser, generateMoves, isBroken, packStart, stateBytes, stride, usePropnet, writeChildren } from "../alphabeta/expand.as";
import { LANES } from "../propnet/lanes.as";
import {
  DISPROVEN, FIRST_WINS, PROOF_BROKEN, PROOF_ENTRY_BYTES, PROOF_STOPPED, PROOF_TOO_DEEP, PROVEN,
} from "./constants";

const INFINITE: u32 = 0x3fff_ffff;
/** Instead of INFINITE in an entry that was listed. */
const LISTED: u32 = 0x7fff_ffff;
const BUCKET: usize = 4;
/** The hash of a state is changed by the question: both share a table. */
const QUESTION: u64 = 0x9e37_79b9_7f4a_7c15;

let record: usize = 0;
let table: usize = 0;
let bucketMask: u64 = 0;
let stackEnd: usize = 0;
let zobrist: usize = 0;
/** Bytes of the random numbers of a fact. */
let hashBytes: usize = 0;
/** Hashes of the images of a state, and of a child of it. */
let imageHashes: usize = 0;
let childHashes: usize = 0;
let question: u32 = 0;
let questionHash: u64 = 0;
/** Lanes' goals of the last children. */
let goals: usize = 0;
let nodes: f64 = 0;
/** Why the search ends; 0 while it runs. */
let ended: u32 = 0;
/** The numbers of the last searched state. */
let proof: u32 = 0;
let disproof: u32 = 0;

/** Proves or disproves the start state of the propnet's record, which must not be terminal. Returns how it ended. */
export function proveState(search: usize): u32 {
  useRecord(search);
  const fields = ProveRecord.at(search);
  nodes = 0;
  ended = 0;
  const state = fields.stack;
  packStart(state);
  const hash = hashImages(state) ^ questionHash;
  const entry = probe(hash);
  if (entry && isSettled(entry)) {
    proof = load<u32>(entry, 8);
    fields.nodes = 0;
    return proof == 0 ? PROVEN : DISPROVEN;
  }
  // The state is followed by its children.
  proveWithin(state, state + (stride + 63 & ~63), hash, INFINITE, INFINITE);
  fields.nodes = nodes;
  if (ended) return ended;
  return proof == 0 ? PROVEN : DISPROVEN;
}

/**
 * Lists settled states breadth-first from the start state of the propnet's record, through settled states only, until the list is full. Returns
 * their number; 0 if the start state is not settled. Leaves marks in the table, so that a state can be listed once only.
 */
export function listProven(search: usize): u32 {
  useRecord(search);
  const fields = ProveRecord.at(search);
  const bytes = ProvenState.BYTES + stateBytes;
  const list = fields.list;
  packStart(list + ProvenState.BYTES);
  let free = appendListed(list, hashImages(list + ProvenState.BYTES) ^ questionHash);
  const children = fields.stack;
  for (let at = list; at < free; at += bytes) {
    const state = at + ProvenState.BYTES;
    const count = generateMoves(state);
    writeChildren(state, count, children);
    hashImages(state);
    for (let i: u32 = 0; i < count; i++) {
      const child = children + <usize>i * stride;
      if (Child.at(child).isTerminal) continue;
      if (free + bytes > fields.listEnd) return <u32>((free - list) / bytes);
      memory.copy(free + ProvenState.BYTES, child + Child.BYTES, stateBytes);
      free = appendListed(free, hashOfChild(state, child + Child.BYTES) ^ questionHash);
    }
  }
  return <u32>((free - list) / bytes);
}

/** Adds the state at the end of the list if it is settled and not listed; returns the new end. */
function appendListed(end: usize, hash: u64): usize {
  const entry = probe(hash);
  if (!entry || !isSettled(entry)) return end;
  const isProven = load<u32>(entry, 8) == 0;
  const infinite = entry + (isProven ? 12 : 8);
  if (load<u32>(infinite) == LISTED) return end;
  store<u32>(infinite, LISTED);
  ProvenState.at(end).key = hash;
  ProvenState.at(end).isProven = <u32>isProven;
  return end + ProvenState.BYTES + stateBytes;
}

/** Stores the listed states as settled; their packed states are not used. */
export function addProven(search: usize, count: u32): void {
  useRecord(search);
  const bytes = ProvenState.BYTES + stateBytes;
  let at = ProveRecord.at(search).list;
  for (let i: u32 = 0; i < count; i++, at += bytes) {
    const isProven = ProvenState.at(at).isProven;
    storeEntry(ProvenState.at(at).key, isProven ? 0 : INFINITE, isProven ? INFINITE : 0);
  }
}

function useRecord(search: usize): void {
  record = search;
  const fields = ProveRecord.at(search);
  usePropnet(fields.propnet, fields.evaluation);
  goals = EvaluationRecord.at(fields.evaluation).goals;
  table = fields.table;
  bucketMask = ((<u64>1) << <u64>fields.tableBits) / BUCKET - 1;
  stackEnd = fields.stackEnd;
  zobrist = fields.zobrist;
  hashBytes = <usize>fields.symmetries << 3;
  imageHashes = fields.hashes;
  childHashes = imageHashes + hashBytes;
  question = fields.question;
  questionHash = question ? 0 : QUESTION;
}

/** Hashes of all images of a state; returns the least. */
function hashImages(state: usize): u64 {
  memory.fill(imageHashes, 0, hashBytes);
  for (let at: usize = 0; at < stateBytes; at += 8) toggle(imageHashes, at, load<u64>(state + at));
  return leastOf(imageHashes);
}

/** The least hash of the images of a child: it differs in few facts from the state whose images were hashed. */
function hashOfChild(state: usize, child: usize): u64 {
  memory.copy(childHashes, imageHashes, hashBytes);
  for (let at: usize = 0; at < stateBytes; at += 8)
    toggle(childHashes, at, load<u64>(state + at) ^ load<u64>(child + at));
  return leastOf(childHashes);
}

/** Changes the hashes by the facts of a word of a packed state. */
@inline
function toggle(hashes: usize, word: usize, bits: u64): void {
  for (; bits; bits &= bits - 1) {
    const row = zobrist + ((word << 3) + <usize>ctz(bits)) * hashBytes;
    for (let at: usize = 0; at < hashBytes; at += 8) store<u64>(hashes + at, load<u64>(hashes + at) ^ load<u64>(row + at));
  }
}

@inline
function leastOf(hashes: usize): u64 {
  let least: u64 = u64.MAX_VALUE;
  for (let at: usize = 0; at < hashBytes; at += 8) least = min(least, load<u64>(hashes + at));
  return least;
}

@inline
function bucketOf(hash: u64): usize {
  return table + <usize>(hash & bucketMask) * BUCKET * PROOF_ENTRY_BYTES;
}

@inline
function probe(hash: u64): usize {
  const bucket = bucketOf(hash);
  for (let entry = bucket; entry < bucket + BUCKET * PROOF_ENTRY_BYTES; entry += PROOF_ENTRY_BYTES) {
    if (load<u64>(entry) == hash && (load<u32>(entry, 8) | load<u32>(entry, 12))) return entry;
  }
  return 0;
}

@inline
function isSettled(entry: usize): bool {
  return load<u32>(entry, 8) == 0 || load<u32>(entry, 12) == 0;
}

/** Replaces the state's own entry, an empty one, or the one with the smallest numbers; settled ones last. */
function storeEntry(hash: u64, proofNumber: u32, disproofNumber: u32): void {
  const bucket = bucketOf(hash);
  let replaced = bucket + <usize>((hash >> 62) * PROOF_ENTRY_BYTES);
  let least: u32 = INFINITE;
  for (let entry = bucket; entry < bucket + BUCKET * PROOF_ENTRY_BYTES; entry += PROOF_ENTRY_BYTES) {
    const ownProof = load<u32>(entry, 8);
    const ownDisproof = load<u32>(entry, 12);
    if (load<u64>(entry) == hash || (ownProof | ownDisproof) == 0) {
      replaced = entry;
      break;
    }
    if (ownProof == 0 || ownDisproof == 0) continue;
    const smaller = min(ownProof, ownDisproof);
    if (smaller < least) {
      least = smaller;
      replaced = entry;
    }
  }
  store<u64>(replaced, hash);
  store<u32>(replaced, proofNumber, 8);
  store<u32>(replaced, disproofNumber, 12);
}

/** Searches until a number reaches its limit. Undefined once `ended` is set. */
function proveWithin(state: usize, free: usize, hash: u64, proofLimit: u32, disproofLimit: u32): void {
  nodes++;
  if (stopped()) {
    ended = PROOF_STOPPED;
    return;
  }
  ProveRecord.at(record).nodes = nodes;
  const count = generateMoves(state);
  if (isBroken) {
    ended = PROOF_BROKEN;
    return;
  }
  const hashes = free + <usize>((count + LANES - 1) & ~(LANES - 1)) * stride;
  const next = hashes + (<usize>count * 8 + 63 & ~63);
  if (next + (stride << 7) > stackEnd) {
    ended = PROOF_TOO_DEEP;
    return;
  }
  const role = chooser;
  writeChildren(state, count, free);
  hashImages(state);
  if (!writeNumbers(state, free, count, hashes)) {
    ended = PROOF_BROKEN;
    return;
  }
  // The chooser needs one child that is proven for it: `own` is its number, the least of its children's; `other` is their sum.
  const ownLimit = role ? disproofLimit : proofLimit;
  const otherLimit = role ? proofLimit : disproofLimit;
  while (true) {
    let own: u32 = INFINITE;
    let second: u32 = INFINITE;
    let other: u64 = 0;
    let best = free;
    let bestHash: u64 = 0;
    for (let i: u32 = 0; i < count; i++) {
      const child = free + <usize>i * stride;
      const childProof = <u32>Child.at(child).value;
      const childDisproof = <u32>Child.at(child).order;
      const childOwn = role ? childDisproof : childProof;
      other += <u64>(role ? childProof : childDisproof);
      if (childOwn < own) {
        second = own;
        own = childOwn;
        best = child;
        bestHash = load<u64>(hashes + (<usize>i << 3));
      } else if (childOwn < second) second = childOwn;
    }
    const sum: u32 = own == 0 ? INFINITE : other >= <u64>INFINITE ? INFINITE - 1 : <u32>other;
    if (sum == 0) own = INFINITE;
    if (own >= ownLimit || sum >= otherLimit) {
      proof = role ? sum : own;
      disproof = role ? own : sum;
      storeEntry(hash, proof, disproof);
      return;
    }
    // A quarter more than the second best child needs: fewer changes between children.
    const ownOfChild = min(ownLimit, min(INFINITE, second + (second >> 2) + 1));
    const otherOfBest = <u32>(role ? Child.at(best).value : Child.at(best).order);
    const otherOfChild = min(INFINITE, otherLimit - sum + otherOfBest);
    proveWithin(best + Child.BYTES, next, bestHash, role ? otherOfChild : ownOfChild, role ? ownOfChild : otherOfChild);
    if (ended) return;
    Child.at(best).value = <i32>proof;
    Child.at(best).order = <i32>disproof;
  }
}

/** Proof and disproof numbers of new children, in `value` and `order`; false if an end is neither won, drawn nor lost. */
function writeNumbers(state: usize, children: usize, count: u32, hashes: usize): bool {
  for (let i: u32 = 0; i < count; i++) {
    const child = children + <usize>i * stride;
    const value = Child.at(child).value;
    if (Child.at(child).isTerminal) {
      if (value == 0) {
        if (!isDraw(i, count)) return false;
        ProveRecord.at(record).sawDraw = 1;
      } else if (value != WIN_VALUE && value != -WIN_VALUE) return false;
      const isProven = question == FIRST_WINS ? value > 0 : value >= 0;
      setNumbers(child, isProven ? 0 : INFINITE, isProven ? INFINITE : 0);
      continue;
    }
    const hash = hashOfChild(state, child + Child.BYTES) ^ questionHash;
    store<u64>(hashes + (<usize>i << 3), hash);
    const entry = probe(hash);
    if (entry) setNumbers(child, load<u32>(entry, 8), load<u32>(entry, 12));
    // The other role has one move.
    else if (value >= 0) setNumbers(child, 1, 1 + <u32>(value / VALUE_OF_MOVE));
    else setNumbers(child, 1 + <u32>(-value / VALUE_OF_MOVE), 1);
  }
  return true;
}

@inline
function setNumbers(child: usize, proofNumber: u32, disproofNumber: u32): void {
  Child.at(child).value = <i32>proofNumber;
  Child.at(child).order = <i32>disproofNumber;
}

/** Whether both roles have one and the same goal. Goals are known of the last lanes only. */
function isDraw(index: u32, count: u32): bool {
  if (index < ((count - 1) & ~(LANES - 1))) return false;
  const own = goals + (<usize>(index & (LANES - 1)) << 3);
  return load<u32>(own) == load<u32>(own, 4) && load<u32>(own) <= 100;
}
