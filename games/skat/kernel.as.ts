/** The exports of Skat's WebAssembly module. */
export { beats, legalCards, pointsOf, pointsOfCard, strength, trickWinner, trumps } from "./cards.as";
export {
  cardGets,
  cardPoints,
  cardValues,
  declarerGets,
  declarerPoints,
  aborted,
  openLegal,
  setPosition,
  searchedNodes,
  setSolver,
  solverBytes,
  tallyOffset,
} from "./solve.as";
export { countCanonical, canonicalCards, orderBytes } from "./material.as";
