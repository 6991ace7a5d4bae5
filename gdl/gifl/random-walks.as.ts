/** Random walks in the lanes of a propnet, one step per call, so that every state can be inspected. */
import { chooseMoves } from "../propnet/choose-moves.as";
import { computeLegal, restart, advance } from "../propnet/lane-games.as";
import { allLanes } from "../propnet/lanes.as";
import { PROPNET_ROLES, ROLE_BYTES } from "../propnet/layout";
import { applyPolicy } from "./policy.as";

export function startRandomWalks(record: usize): void {
  restart(record, allLanes());
  computeLegal(record);
}

/** Makes a random move in every lane, by the policy if one is set. Lanes past a terminal state contain undefined states. */
export function stepRandomWalks(record: usize): void {
  applyPolicy(record, allLanes());
  const roles = <usize>load<u32>(record, PROPNET_ROLES);
  const end = roles + <usize>load<u32>(record, PROPNET_ROLES + 4) * ROLE_BYTES;
  for (let role = roles; role < end; role += ROLE_BYTES) chooseMoves(record, role, u64.MAX_VALUE, u64.MAX_VALUE);
  advance(record);
  computeLegal(record);
}
