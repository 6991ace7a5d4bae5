/** The exports of Skat's WebAssembly. */
export { beats, legalCards, pointsOf, pointsOfCard, strength, trickWinner, trumps } from "./cards.as";
export {
  cardGets,
  cardPoints,
  cardValues,
  declarerGets,
  declarerPoints,
  gaveUp,
  openLegal,
  openPosition,
  searchedNodes,
  setSolver,
  solverBytes,
  tallyOffset,
} from "./solve.as";
export { countNormal, normalCards, orderBytes } from "./material.as";
