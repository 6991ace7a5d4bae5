/** Random walks in the lanes of a propnet, one step per call, so that every state can be inspected. */
import { PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { chooseMoves } from "../propnet/choose-moves.as";
import { computeLegal, restart, advance } from "../propnet/lane-games.as";
import { allLanes } from "../propnet/lanes.as";
import { applyPolicy } from "./policy.as";

export function startRandomWalks(record: usize): void {
  restart(record, allLanes());
  computeLegal(record);
}

/** Makes a random move in every lane, by the policy if one is set. Lanes past a terminal state contain undefined states. */
export function stepRandomWalks(record: usize): void {
  applyPolicy(record, allLanes());
  const roles = PropnetRecord.at(record).roles;
  const end = roles + <usize>PropnetRecord.at(record).roleCount * PropnetRole.BYTES;
  for (let role = roles; role < end; role += PropnetRole.BYTES) chooseMoves(record, role, u64.MAX_VALUE, u64.MAX_VALUE);
  advance(record);
  computeLegal(record);
}
