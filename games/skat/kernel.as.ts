/** The exports of Skat's WebAssembly. */
export { beats, legalCards, pointsOf, pointsOfCard, strength, trickWinner, trumps } from "./cards.as";
export {
  cardGets,
  cardPoints,
  cardValues,
  declarerGets,
  declarerGuess,
  declarerPoints,
  openLegal,
  openPosition,
  searchedNodes,
  setSolver,
  solverBytes,
} from "./solve.as";
export { countNormal, normalCards, orderBytes } from "./material.as";
