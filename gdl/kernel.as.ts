/** The kernel of games from rulesheets: what the other side may call. */
export { clearTranspositions } from "../engine/search/transposition.as";
export { setStop } from "../engine/kernel/stop.as";
export { searchNetAlphabeta } from "./alphabeta/alphabeta.as";
export { beginWalks, walkOn } from "./gifl/random-walks.as";
export { playouts } from "./playouts/playouts.as";
export { sampleGames } from "./playouts/sample-games.as";
export { work } from "./propnet/evaluate.as";
export { laneBytes, searchNet } from "./uct/uct.as";
