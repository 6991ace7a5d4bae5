/** Stores a served match as a game of the arena. */
import { buildOf } from "../../engine/arena/build.ts";
import { canonicalText } from "../../engine/arena/players.ts";
import type { MatchIdentity, PlayedGame, StoredGame } from "../../engine/arena/records.ts";
import { pointsOfFirst } from "../../engine/arena/seats.ts";
import type { GameStore } from "../../engine/arena/store.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { addressText } from "./remote-player.ts";
import type { SeatSpec, ServedMatch, ServedMatchSpec } from "./serve-match.ts";

/** The text of a player in records. */
export function seatText(rules: OpenGame, seat: SeatSpec): string {
  return seat.kind === "remote" ? `ggp(url=${addressText(seat.address)})` : canonicalText(rules, seat.player);
}

/** If another process has stored a game under the same number, this one takes the next. */
export function storeServedMatch(
  store: GameStore,
  rules: OpenGame,
  spec: ServedMatchSpec,
  match: ServedMatch,
): StoredGame {
  const key = store.addMatch(identityOf(rules, spec), rules.options);
  for (let number = store.games(key).length; ; number++) {
    const stored = store.add(key, playedGame(rules, spec, match, number));
    if (stored.start === match.start && stored.milliseconds === match.milliseconds) return stored;
  }
}

/** Records have two players: that of the first role, and the others combined. */
function identityOf(rules: OpenGame, spec: ServedMatchSpec): MatchIdentity {
  const [first = "", ...others] = spec.seats.map((seat) => seatText(rules, seat));
  return {
    game: rules.game.id,
    variant: rules.variant,
    label: `ggp/${spec.id}`,
    first,
    second: others.join(" & "),
    openingPlies: spec.openingPlies ?? 0,
    seed: spec.seed,
    limits: { milliseconds: 1000 * spec.playClock },
  };
}

function playedGame(rules: OpenGame, spec: ServedMatchSpec, match: ServedMatch, number: number): PlayedGame {
  const { start, moves, scores, errors, milliseconds } = match;
  // With more than two seats, the pairs in which the first player has the first seat alone.
  const seating = { pair: number * rules.players.length, firstPlaysFirst: true };
  return {
    number,
    ...seating,
    points: pointsOfFirst(scores, seating),
    start,
    moves,
    scores,
    ending: "rules",
    plies: moves.length,
    seeds: { first: spec.seed, second: spec.seed, chance: spec.seed },
    milliseconds,
    build: buildOf("gdl"),
    errors,
  };
}
