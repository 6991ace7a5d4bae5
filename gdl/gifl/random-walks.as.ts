/** Random games in the lanes of a net, one step at a call, so that every state can be looked at. */
import { chooseMoves } from "../propnet/choose-moves.as";
import { look, restart, step } from "../propnet/lane-games.as";
import { ALL } from "../propnet/lanes.as";
import { NET_ROLES, ROLE_BYTES } from "../propnet/layout";
import { applyPolicy } from "./policy.as";

export function beginWalks(record: usize): void {
  restart(record, ALL());
  look(record);
}

/** A random move in every lane, by the policy where there is one, and what holds after it. Lanes whose game has ended go on to states without meaning. */
export function walkOn(record: usize): void {
  applyPolicy(record, ALL());
  const roles = <usize>load<u32>(record, NET_ROLES);
  const end = roles + <usize>load<u32>(record, NET_ROLES + 4) * ROLE_BYTES;
  for (let role = roles; role < end; role += ROLE_BYTES) chooseMoves(record, role, u64.MAX_VALUE, u64.MAX_VALUE);
  step(record);
  look(record);
}
