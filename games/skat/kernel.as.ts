/** The exports of Skat's WebAssembly. */
export { legalCards, pointsOf, pointsOfCard, strength, trickWinner, trumps } from "./cards.as";
