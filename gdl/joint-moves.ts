/** All joint moves of lists of moves, one for each role. */
export function* allJoints<T>(lists: readonly (readonly T[])[], before: readonly T[] = []): Generator<readonly T[]> {
  const list = lists[before.length];
  if (list === undefined) yield before;
  else for (const move of list) yield* allJoints(lists, [...before, move]);
}
