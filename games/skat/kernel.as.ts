/** The exports of Skat's WebAssembly. */
export { legalCards, pointsOf, pointsOfCard, strength, trickWinner, trumps } from "./cards.as";
export {
  cardGets,
  cardPoints,
  cardValues,
  declarerGets,
  declarerPoints,
  openLegal,
  openPosition,
  searchedNodes,
  setSolver,
  solverBytes,
} from "./solve.as";
