/** Sets the moves of all lanes: selected in the tree, or random. */
import { PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { applyPolicy } from "../gifl/policy.as";
import { chooseMoves } from "../propnet/choose-moves.as";
import { chosenMove } from "./simulation.as";

/** `tree`: lanes with moves selected in the tree. `free`: lanes in playouts, which follow the policy if they are in `guided`. */
export function chooseAll(propnet: usize, treeLow: u64, treeHigh: u64, freeLow: u64, freeHigh: u64, guidedLow: u64, guidedHigh: u64): void {
  const record = PropnetRecord.at(propnet);
  const words = record.words;
  const list = record.roles;
  const roles = record.roleCount;
  applyPolicy(propnet, i64x2(<i64>(freeLow & guidedLow), <i64>(freeHigh & guidedHigh)));
  for (let role: u32 = 0; role < roles; role++) {
    const own = list + <usize>role * PropnetRole.BYTES;
    chooseMoves(propnet, own, freeLow, freeHigh);
    const made = words + PropnetRole.at(own).made;
    makeChosen(made, treeLow, 0, role);
    makeChosen(made, treeHigh, 64, role);
  }
}

function makeChosen(made: usize, set: u64, first: u32, role: u32): void {
  for (; set; set &= set - 1) {
    const lane = first + <u32>ctz(set);
    const byte = made + (<usize>chosenMove(lane, role) << 4) + (lane >> 3);
    store<u8>(byte, <u8>(<u32>load<u8>(byte) | (<u32>1 << (lane & 7))));
  }
}
