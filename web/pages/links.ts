/** Links that reopen a game or position. */
import { currentGameId } from "../../games/renamed.ts";
import { hrefOf, variantQuery } from "../router.ts";
import type { SavedGame } from "../session/saved-game.ts";

/** Occurs in no notation. */
const MOVE_SEPARATOR = "~";

export function gameLink(saved: SavedGame): string {
  return hrefOf(["play", saved.game], {
    ...variantQuery(saved.variant),
    start: saved.start,
    seats: saved.seats.length,
    moves: saved.moves.slice(0, saved.at).join(MOVE_SEPARATOR) || MOVE_SEPARATOR,
  });
}

export function positionLink(game: string, variant: SavedGame["variant"], position: string): string {
  return hrefOf(["explore", game], { ...variantQuery(variant), position });
}

/** A game to explore: start position and moves. */
export function gameExploreLink(
  game: string,
  variant: SavedGame["variant"],
  position: string | null,
  moves: readonly string[],
): string {
  return hrefOf(["explore", game], { ...variantQuery(variant), position, moves: moves.join(MOVE_SEPARATOR) });
}

/** A position with its principal variation, to step through. */
export function replayLink(game: string, variant: SavedGame["variant"], position: string): string {
  return hrefOf(["explore", game], { ...variantQuery(variant), position, replay: 1 });
}

export function linkedMoves(query: Readonly<Record<string, string>>): string[] {
  return (query["moves"] ?? "").split(MOVE_SEPARATOR).filter((move) => move !== "");
}

/** The game of a link; old links may contain a former id. */
export function linkedGame(game: string, query: Readonly<Record<string, string>>): string {
  return currentGameId(game, query["start"] ?? query["position"] ?? null, linkedMoves(query));
}

/** The absolute URL, for copying. */
export function absoluteUrl(href: string): string {
  return new URL(href, location.href).href;
}
