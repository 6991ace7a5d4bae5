/** The kernel of games from rulesheets: what the other side may call. */
export { setStop } from "../engine/kernel/stop.as";
export { beginWalks, walkOn } from "./gifl/walks.as";
export { playouts } from "./playouts.as";
export { work } from "./work.as";
export { laneBytes, searchNet } from "./uct/uct.as";
