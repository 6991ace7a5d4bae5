/** Exports of the kernel for games from rulesheets. */
export { clearTranspositions } from "../engine/search/transposition-table.as";
export { setStop } from "../engine/kernel/stop.as";
export { searchAlphabeta } from "./alphabeta/alphabeta.as";
export { startRandomWalks, stepRandomWalks } from "./gifl/random-walks.as";
export { playouts } from "./playouts/playouts.as";
export { sampleGames } from "./playouts/sample-games.as";
export { evaluateGates } from "./propnet/evaluate.as";
export { addProven, listProven, proveState } from "./prove/prove.as";
export { enumerateStates } from "./solve/enumerate.as";
export { settle, startRetrograde } from "./solve/retrograde.as";
export { searchLanes } from "./uct/lockstep.as";
export { laneBytes, searchUct } from "./uct/uct.as";
