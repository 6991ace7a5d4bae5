/** Text of positions and moves. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import { cardText, type CardSet, setText } from "./cards.ts";
import { BID, contractOf, handOf, kindOf, discardedCards } from "./moves.ts";
import { handSize, PLAYERS, skatSize, type State } from "./state.ts";
import { BIDS, contractText } from "./value.ts";

export const VOID_LETTERS = "cshdt";

/** The cards of a place; `?10` for ten hidden cards. */
function placeText(set: CardSet, count: number): string {
  return set === 0 && count > 0 ? `?${count}` : setText(set);
}

function trickText(leader: number, cards: readonly number[]): string {
  return `${PLAYERS[leader]}:${cards.map(cardText).join("")}`;
}

/** `phase hands key=value …`; see the README. */
export function formatState(state: State): string {
  const { phase, hands, bids, passed, contract } = state;
  const words: string[] = [phase, hands.map((hand, player) => placeText(hand, handSize(state, player))).join("/")];
  if (skatSize(state) > 0) words.push(`skat=${placeText(state.skat, skatSize(state))}`);
  if (phase !== "deal")
    words.push(`bids=${bids.map((bid, i) => `${BIDS[bid - 1] ?? 0}${passed[i] ? "p" : ""}`).join("/")}`);
  if (phase !== "play" || !contract) return words.join(" ");
  words.push(`game=${contractText(contract)}`);
  words.push(`played=${state.played.map(setText).join("/")}`);
  words.push(`taken=${setText(state.taken)}`);
  words.push(`trick=${trickText(state.leader, state.trick)}`);
  if (state.last) words.push(`last=${trickText(state.last.leader, state.last.cards)}`);
  words.push(`voids=${state.voids.map(voidsText).join("/")}`);
  return words.join(" ");
}

function voidsText(voids: number): string {
  return [...VOID_LETTERS].filter((_, bit) => voids & (1 << bit)).join("") || "-";
}

export function formatMove(state: State, move: Move): string {
  switch (kindOf(move)) {
    case "card":
      return cardText(move);
    case "pass":
      return "pass";
    case "hold":
      return "yes";
    case "take":
      return "skat";
    case "bid":
      return String(BIDS[move - BID - 1]);
    case "name":
      return contractText(contractOf(move));
    case "put":
      // Discards are hidden from a player who does not see the hand.
      return state.phase === "put" && handOf(state) === 0
        ? "two cards down"
        : discardedCards(move).map(cardText).join("+");
  }
}

/** Case-insensitive, also with suit symbols; two cards in either order. */
export function parseMove(state: State, text: string, moves: readonly Move[]): Result<Move> {
  const canonical = normalize(text);
  const found = moves.find((move) => normalize(formatMove(state, move)) === canonical);
  if (found !== undefined) return ok(found);
  const some = moves.slice(0, 12).map((move) => formatMove(state, move));
  const rest = moves.length > some.length ? ` and ${moves.length - some.length} more` : "";
  return fail("bad-move", `"${text}" is not a legal move; expected one of: ${some.join(", ")}${rest}`);
}

const WORDS: Readonly<Record<string, string>> = { hold: "YES", y: "YES", p: "PASS", take: "SKAT" };

function normalize(text: string): string {
  const word = WORDS[text.trim().toLowerCase()];
  if (word !== undefined) return word;
  const upper = text.trim().toUpperCase();
  const cards = upper
    .replaceAll("10", "T")
    .replaceAll("♣", "C")
    .replaceAll("♠", "S")
    .replaceAll("♥", "H")
    .replaceAll("♦", "D");
  const two = /^([CSHD][789QKTAJ])[+ ]?([CSHD][789QKTAJ])$/.exec(cards);
  if (two) return [two[1] as string, two[2] as string].toSorted().join("+");
  return /^[CSHD][789QKTAJ]$/.test(cards) ? cards : upper.replaceAll(/[+ ]+/g, "+");
}
