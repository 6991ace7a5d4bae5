/** Dependency graphs of relations and of atoms. */

/** The heads reachable from `start` over the dependencies of rules. */
export function reachable<T>(
  rules: readonly { readonly head: T; readonly needs: readonly T[] }[],
  start: readonly T[],
): Set<T> {
  const users = new Map<T, T[]>();
  for (const { head, needs } of rules)
    for (const need of needs) {
      const own = users.get(need);
      if (own) own.push(head);
      else users.set(need, [head]);
    }
  const found = new Set(start);
  // Iteration includes elements added on the way.
  for (const each of found) for (const user of users.get(each) ?? []) found.add(user);
  return found;
}

/** Tarjan's algorithm, dependencies first. Without recursion, because rulesheets may be deep. */
export function stronglyConnectedComponents(
  nodes: readonly number[],
  edges: (node: number) => readonly number[],
): number[][] {
  const number = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  const components: number[][] = [];
  let counter = 0;
  for (const root of nodes) {
    if (number.has(root)) continue;
    const work: { node: number; targets: readonly number[]; at: number }[] = [];
    const enter = (node: number): void => {
      number.set(node, counter);
      low.set(node, counter++);
      stack.push(node);
      onStack.add(node);
      work.push({ node, targets: edges(node), at: 0 });
    };
    enter(root);
    while (work.length > 0) {
      const frame = work.at(-1) as (typeof work)[number];
      const { node, targets } = frame;
      const target = targets[frame.at];
      frame.at++;
      if (target !== undefined) {
        if (!number.has(target)) enter(target);
        else if (onStack.has(target)) low.set(node, Math.min(low.get(node) as number, number.get(target) as number));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) as number, low.get(node) as number));
      if (low.get(node) !== number.get(node)) continue;
      const component: number[] = [];
      for (let member = -1; member !== node;) {
        member = stack.pop() as number;
        onStack.delete(member);
        component.push(member);
      }
      components.push(component);
    }
  }
  return components;
}
