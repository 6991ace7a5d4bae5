/** The pass of the police table that writes all values first (police-shaders.ts): lower bounds, or 0 at the goal. */

/** Of a thread. */
export const BOUND_ENTRIES = 16;
export const BOUND_THREADS = 128;

const GOALS = [0, 1, 2, 3] as const;
const MASKS = Array.from({ length: 16 }, (_, mask) => mask);
const bitsOf = (mask: number): number[] => GOALS.filter((goal) => mask & (1 << goal));

type Parts = Record<"prepare" | "value" | "functions", string>;

export const boundWgsl = (policemen: number): string => entriesWgsl("bound", boundParts(policemen));
export const markWgsl = (policemen: number): string => entriesWgsl("mark", markParts(policemen));

/** A thread writes the values of consecutive sets. `value` uses \`men\`, \`base\`, \`thief\` and \`needed\`. */
function entriesWgsl(name: string, { prepare, value, functions }: Parts): string {
  return `
${functions}
@compute @workgroup_size(${BOUND_THREADS})
fn ${name}(@builtin(global_invocation_id) id: vec3u) {
  let first = ${BOUND_ENTRIES}u * id.x;
  if (first >= STRIDE) { return; }
  let thief = range.firstThief + id.y;
  let base = id.y * SQUARES;
  let needed = info[id.y] & 255u;
  var word4 = vec4u(0xffffffffu);
  if (first < SETS) {
    var men = unrank(first);
    ${prepare}
    for (var i = 0u; i < min(${BOUND_ENTRIES}u, SETS - first); i++) {
      if (i > 0u) { men = following(men); }
      var value = UNREACHABLE;
      ${value}
      let shift = 8u * (i & 3u);
      word4[i >> 2u] ^= (value ^ 255u) << shift;
    }
  }
  values[(id.y * STRIDE + first) / ${BOUND_ENTRIES}u] = word4;
}`;
}

/**
 * For every subset of goals, the least bound of an assignment of the policemen but the first to them: as long as only the first one's
 * square changes, his value is found from five minima.
 */
function boundParts(policemen: number): Parts {
  const others = Array.from({ length: policemen - 1 }, (_, i) => i + 1);
  const goalOf = (goal: number): string => `d.${"xyzw"[goal]}`;
  const addPoliceman = (i: number): string => `
  d = bytesOf(steps[base + men.s${i}].w);
${MASKS.slice(1)
  .toReversed()
  .map(
    (mask) =>
      `  f${mask} = ${bitsOf(mask).reduce((best, goal) => `min(${best}, max(f${mask ^ (1 << goal)}, ${goalOf(goal)}))`, `f${mask}`)};`,
  )
  .join("\n")}`;
  const functions = `
struct Minima { without: u32, adding: vec4u }

fn minimaOf(men: Set, base: u32, needed: u32) -> Minima {
  var d: vec4u;
  let f0 = 0u;
${MASKS.slice(1)
  .map((mask) => `  var f${mask} = UNREACHABLE;`)
  .join("\n")}
${others.map(addPoliceman).join("\n")}
  var minima = Minima(UNREACHABLE, vec4u(UNREACHABLE));
${MASKS.map((mask) => {
  const size = bitsOf(mask).length;
  const free = GOALS.filter((goal) => !(mask & (1 << goal)));
  const adding = free.map((goal) => `minima.adding.${"xyzw"[goal]} = min(minima.adding.${"xyzw"[goal]}, f${mask});`);
  return `  if (needed == ${size}u) { minima.without = min(minima.without, f${mask}); }
  if (needed == ${size + 1}u) { ${adding.join(" ")} }`;
}).join("\n")}
  return minima;
}`;
  return {
    functions,
    prepare: "var minima = minimaOf(men, base, needed);",
    // The others have changed if the first one starts again.
    value: `${policemen > 1 ? "if (i > 0u && men.s0 == 0u) { minima = minimaOf(men, base, needed); }" : ""}
      if (!contains(men, thief)) {
        let through = max(minima.adding, bytesOf(steps[base + men.s0].w));
        value = min(minima.without, min(min(through.x, through.y), min(through.z, through.w)));
      }`,
  };
}

function markParts(policemen: number): Parts {
  const occupied = Array.from(
    { length: policemen },
    (_, i) => `u32(any(bytesOf(steps[base + men.s${i}].w) == vec4u(0u)))`,
  );
  return {
    functions: "",
    prepare: "",
    value: `if (!contains(men, thief) && ${occupied.join(" + ")} >= needed) { value = 0u; }`,
  };
}
