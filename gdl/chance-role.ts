/** The role `random` of GDL-II: chance, which chooses uniformly among its legal moves. */

const RANDOM = "random";

export function isChanceRole(role: string): boolean {
  return role.toLowerCase() === RANDOM;
}

/** The number of the chance role; null if there is none. Reasoners list it last, so that players have the numbers of their roles. */
export function chanceRoleOf(roles: readonly string[]): number | null {
  const last = roles.length - 1;
  return isChanceRole(roles[last] ?? "") ? last : null;
}

/** All roles in the order of the rulesheet: the players, and chance in its place. */
export function withChance(players: readonly string[], place: number | null): readonly string[] {
  return place === null ? players : players.toSpliced(place, 0, RANDOM);
}

/** The roles in the order of reasoners: chance last. */
export function chanceLast<T>(roles: readonly T[], nameOf: (role: T) => string): T[] {
  const isChance = (role: T): boolean => isChanceRole(nameOf(role));
  return [...roles.filter((role) => !isChance(role)), ...roles.filter(isChance)];
}
