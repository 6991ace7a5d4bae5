/** The first pass of the police table (police-shaders.ts): distances of all squares from the goals around a square of the thief. */
import type { MazeTable } from "../table-options.ts";

const THREADS = 256;
/** A workgroup for each square of the thief. */
export const MEASURE_SQUARES = 1;

/**
 * A workgroup for each square of the thief. Of a square, `steps` has the targets of a step, those nearer to a goal first, 16 bits each,
 * their number, and the distances from the four goals, a byte each. `info` has the number of goals to occupy, and 256 if two are connected.
 */
export function measureWgsl({ stay, surround }: MazeTable): string {
  return `
var<workgroup> changed: atomic<u32>;
var<workgroup> isShared: atomic<u32>;

fn nearest(at: u32) -> u32 {
  let distances = bytesOf(atomicLoad(&goalDistances[at]));
  return min(min(distances.x, distances.y), min(distances.z, distances.w));
}

@compute @workgroup_size(${THREADS})
fn measure(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let thief = range.firstThief + group.x;
  let base = group.x * SQUARES;
  for (var square = thread; square < SQUARES; square += ${THREADS}u) {
    var distances = vec4u(UNREACHABLE);
    for (var direction = 0u; direction < 4u; direction++) {
      if (neighbourOf(thief, direction) == square) { distances[direction] = 0u; }
    }
    atomicStore(&goalDistances[base + square], wordOf(distances));
  }
  loop {
    if (thread == 0u) { atomicStore(&changed, 0u); }
    storageBarrier();
    workgroupBarrier();
    for (var square = thread; square < SQUARES; square += ${THREADS}u) {
      if (square == thief) { continue; }
      let own = atomicLoad(&goalDistances[base + square]);
      var least = bytesOf(own);
      for (var direction = 0u; direction < 4u; direction++) {
        let near = neighbourOf(square, direction);
        if (near == NO_SQUARE || near == thief) { continue; }
        let there = bytesOf(atomicLoad(&goalDistances[base + near]));
        let onward = min(there + vec4u(1u), vec4u(MOST_MOVES));
        least = min(least, select(onward, vec4u(UNREACHABLE), there == vec4u(UNREACHABLE)));
      }
      if (wordOf(least) != own) {
        atomicStore(&goalDistances[base + square], wordOf(least));
        atomicStore(&changed, 1u);
      }
    }
    if (workgroupUniformLoad(&changed) == 0u) { break; }
  }
  if (thread == 0u) { atomicStore(&isShared, 0u); }
  storageBarrier();
  workgroupBarrier();
  for (var square = thread; square < SQUARES; square += ${THREADS}u) {
    var targets = array<u32, 5>();
    var count = 0u;
    for (var direction = ${stay ? 0 : 1}u; direction < 5u; direction++) {
      var to = square;
      if (direction > 0u) { to = neighbourOf(square, direction - 1u); }
      if (to == NO_SQUARE || to == thief) { continue; }
      var at = count;
      while (at > 0u && nearest(base + to) < nearest(base + targets[at - 1u])) {
        targets[at] = targets[at - 1u];
        at--;
      }
      targets[at] = to;
      count++;
    }
    let distances = atomicLoad(&goalDistances[base + square]);
    steps[base + square] = vec4u(targets[0] | (targets[1] << 16u), targets[2] | (targets[3] << 16u), targets[4] | (count << 16u), distances);
    if (isContested(distances)) { atomicStore(&isShared, 1u); }
  }
  workgroupBarrier();
  if (thread == 0u) {
    var goals = 0u;
    for (var direction = 0u; direction < 4u; direction++) { goals += select(1u, 0u, neighbourOf(thief, direction) == NO_SQUARE); }
    info[group.x] = ${surround ? "goals" : "min(goals, POLICEMEN)"} | (atomicLoad(&isShared) << 8u);
  }
}
${CONTESTED}`;
}

/** Two goals can be reached from the square: only there can policemen compete for a square. */
export const CONTESTED = `
fn isContested(distances: u32) -> bool {
  let reachable = bytesOf(distances) != vec4u(UNREACHABLE);
  return dot(select(vec4u(0u), vec4u(1u), reachable), vec4u(1u)) > 1u;
}`;
