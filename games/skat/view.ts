/** The view: hands, trick and skat as rows; contract, points and result as notes. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { View, ViewRow } from "../../engine/contracts/view.ts";
import { type Card, type CardPlay, type CardSet, cardSign, GAMES, sorted, union } from "./cards.ts";
import { hasEnded } from "./moves.ts";
import { settled, tricksOf } from "./play.ts";
import { allPlayed, handSize, highestBid, mover, PLAYERS, skatSize, activeBidder, type State } from "./state.ts";
import { BIDS, contractText, type Settled } from "./value.ts";

export function viewOf(state: State, play: CardPlay): View {
  const game = state.contract?.game ?? null;
  const row = (name: string, owner: number | null, set: CardSet, count: number): ViewRow => ({
    name,
    owner,
    items: set === 0 ? Array<null>(count).fill(null) : sorted(game, set).map(cardSign),
  });
  const rows = PLAYERS.map((name, player) =>
    row(
      player === state.declarer ? `${name} (declarer)` : name,
      player,
      state.hands[player] as CardSet,
      handSize(state, player),
    ),
  );
  if (state.phase !== "put") rows.push(row("skat", null, state.skat, skatSize(state)));
  if (state.phase === "play" && !hasEnded(state))
    rows.push({ name: `trick led by ${PLAYERS[state.leader]}`, owner: null, items: state.trick.map(cardSign) });
  const turn = hasEnded(state) ? null : mover(state);
  return { shape: "square", cells: [], pieces: [], rows, notes: notesOf(state, play), turn };
}

function notesOf(state: State, play: CardPlay): string[] {
  switch (state.phase) {
    case "deal":
      return [`${state.dealt} of 32 cards dealt`];
    case "bid":
      return [...bidsNote(state), biddingNote(state)];
    case "passed":
      return ["all players passed: the deal is a draw"];
    case "take":
      return [...bidsNote(state), "take the skat (skat), or declare a hand game (clubs+hand, null+hand …)"];
    case "put":
      return [...bidsNote(state), "discard two cards, for example C7+D8"];
    case "name":
      return [...bidsNote(state), `declare a game: ${GAMES.join(", ")} or null+ouvert`];
    case "play":
      return playNotes(state, play);
  }
}

function bidsNote(state: State): string[] {
  const said = PLAYERS.map((name, player) => {
    const bid = state.bids[player] as number;
    const value = bid > 0 ? String(BIDS[bid - 1]) : "";
    return `${name} ${[value, state.passed[player] ? "passes" : ""].filter((word) => word !== "").join(", ") || "–"}`;
  });
  return [said.join("; ")];
}

function biddingNote(state: State): string {
  const { player, answers } = activeBidder(state) as { player: number; answers: boolean };
  if (answers) return `${PLAYERS[player]} holds ${highestBid(state)} (yes) or passes (pass)`;
  return `${PLAYERS[player]} bids more than ${highestBid(state)} (18, 20, 22, 23, 24, 27 …) or passes (pass)`;
}

function playNotes(state: State, play: CardPlay): string[] {
  const declarer = PLAYERS[state.declarer as number] as string;
  const contract = state.contract as NonNullable<State["contract"]>;
  const notes = [`${declarer} plays ${contractText(contract)}, bid ${highestBid(state)}`];
  const trickCards = (cards: readonly Card[]): string => cards.map(cardSign).join(" ");
  if (state.last)
    notes.push(
      `last trick: ${PLAYERS[state.last.leader]} led ${trickCards(state.last.cards)}, ${PLAYERS[state.leader]} took it`,
    );
  const tricks = tricksOf(state);
  const all = Math.floor(cardCount(state) / 3);
  const own = play.points(state.taken);
  const total =
    play.points(union(allPlayed(state))) - play.points(union(...state.trick.map((card) => (1 << card) >>> 0)));
  notes.push(
    `tricks: ${declarer} ${tricks} with ${plural(own, "point")}, the defenders ${all - tricks} with ${total - own}`,
  );
  const end = settled(state, play);
  if (end) notes.push(endNote(end, contract.game, play.points(union(state.taken, state.skat))));
  return notes;
}

function cardCount(state: State): number {
  return 30 - [0, 1, 2].reduce((sum, player) => sum + handSize(state, player), 0) - state.trick.length;
}

/** `won with 72 points: with 2, schneider; 48`. */
function endNote(
  { won, value, score, overbid, matadors, schneider, schwarz }: Settled,
  game: number,
  points: number,
): string {
  const words: string[] = [];
  if (matadors) words.push(`${matadors.held ? "with" : "without"} ${matadors.count}`);
  if (schwarz) words.push("schwarz");
  else if (schneider) words.push("schneider");
  if (overbid) words.push("overbid");
  const how = matadors ? ` with ${plural(points, "point")} (${words.join(", ")})` : "";
  return `${won ? "won" : "lost"}${how}: a game of ${value} in ${GAMES[game]}, ${score > 0 ? "+" : ""}${score} for the declarer`;
}
