/** Joint moves of the policemen in WGSL. */

/**
 * Nested loops over the joint moves of `men`. `eachTarget` opens the loop over the targets t0, t1, … of a policeman; `inner` uses `rank`,
 * that of the set after the move. No two have the same target or swap places.
 */
export function eachJointMove(policemen: number, eachTarget: (policeman: number) => string, inner: string): string {
  const numbers = Array.from({ length: policemen }, (_, i) => i);
  const targets = numbers.map((i) => `t${i}`).join(", ");
  return numbers.reduceRight(
    (body, i) => {
      const clashes = numbers.slice(0, i).map((j) => `t${i} == t${j} || (t${j} == men.s${i} && t${i} == men.s${j})`);
      return `
  ${eachTarget(i)}
    ${clashes.length > 0 ? `if (${clashes.join(" || ")}) { continue; }` : ""}${body}
  }`;
    },
    `
    let rank = rankOf(Set(${targets}));
    ${inner}`,
  );
}
