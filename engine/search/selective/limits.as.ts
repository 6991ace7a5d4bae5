/** Limits of a search: node count and stop flag. */
import { stopped } from "../../kernel/stop.as";
import { ENDED_BY_NODES, ENDED_BY_STOP } from "../constants";

/** Nodes between polls of the stop flag. */
const POLL_INTERVAL: u64 = 1024;
export const RUNNING: i32 = -1;

export let nodes: u64 = 0;
/** Why the search must end; RUNNING otherwise. */
export let ended: i32 = 0;
/** Maximum ply reached. */
export let selDepth: i32 = 0;
let maxNodes: u64 = 0;
let nextCheck: u64 = 0;
/** Address where the node count is published (f64), and of the word by which the main thread stops the helpers. */
let published: usize = 0;
let shared: usize = 0;

/** `finished` is 0 for the main thread. */
export function startLimits(limit: f64, count: usize, finished: usize): void {
  nodes = 1;
  ended = RUNNING;
  selDepth = 0;
  maxNodes = limit > 0 && limit < 1e15 ? <u64>limit : u64.MAX_VALUE >> 1;
  nextCheck = 0;
  published = count;
  shared = finished;
}

/** Counts a node before it is searched; true if the search must end. */
@inline
export function countNode(ply: i32): bool {
  if (nodes >= nextCheck && mustEnd()) return true;
  nodes++;
  if (ply > selDepth) selDepth = ply;
  return false;
}

function mustEnd(): bool {
  if (nodes >= maxNodes) ended = ENDED_BY_NODES;
  else if (stopped() || (shared != 0 && atomic.load<i32>(shared) != 0)) ended = ENDED_BY_STOP;
  nextCheck = min(maxNodes, nodes + POLL_INTERVAL);
  store<f64>(published, <f64>nodes);
  return ended != RUNNING;
}
