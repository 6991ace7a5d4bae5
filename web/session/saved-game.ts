/** A game as the page keeps it: who sits where and what was played. Pure operations; storing is another file's affair. */
import { renamedGameId } from "../../games/renamed.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import type { GameState, PlyDocument, ThoughtDocument } from "../../service/api.ts";

export type Seat = { readonly kind: "person" } | { readonly kind: "player"; readonly text: string };

export interface ClockSetting {
  readonly minutes: number;
  /** Added after every turn. */
  readonly seconds: number;
}

/** What a player thought when it moved. */
export interface KeptThought extends ThoughtDocument {
  readonly player: string;
  readonly seat: number;
  readonly where: "server" | "page";
}

/** Of what is stored; games without it were saved before some games were renamed. */
export const SAVED_VERSION = 2;

export interface SavedGame {
  readonly version: typeof SAVED_VERSION;
  readonly id: string;
  readonly game: string;
  readonly variant: GameState["variant"];
  readonly start: string | null;
  readonly moves: readonly string[];
  /** How many of the moves are on the board: fewer after undo, or when an earlier position is looked at. */
  readonly at: number;
  readonly seats: readonly Seat[];
  readonly seed: number;
  readonly limits: Limits;
  readonly clock: ClockSetting | null;
  /** Milliseconds left, by seat. */
  readonly left: readonly number[];
  /** Who gave up, or ran out of time. */
  readonly over: { readonly seat: number; readonly how: "resigned" | "time" } | null;
  /** By number of the ply. */
  readonly thoughts: Readonly<Record<number, KeptThought>>;
  readonly begun: string;
}

export interface NewGame extends Partial<Pick<SavedGame, "start" | "moves" | "limits" | "clock" | "seed">> {
  readonly game: string;
  readonly variant: GameState["variant"];
  readonly seats: readonly Seat[];
}

export function newGame(given: NewGame, id: string, now: Date): SavedGame {
  const { clock = null, moves = [] } = given;
  return {
    version: SAVED_VERSION,
    id,
    game: given.game,
    variant: given.variant,
    start: given.start ?? null,
    moves,
    at: moves.length,
    seats: given.seats,
    seed: given.seed ?? 1,
    limits: given.limits ?? {},
    clock,
    left: given.seats.map(() => (clock === null ? 0 : clock.minutes * 60_000)),
    over: null,
    thoughts: {},
    begun: now.toISOString(),
  };
}

/** A game as it was stored, in today's form: one from before versions may name its game by a former id. */
export function restored(stored: Omit<SavedGame, "version"> & { readonly version?: number }): SavedGame {
  const game = stored.version === undefined ? renamedGameId(stored.game) : stored.game;
  return { ...stored, game, version: SAVED_VERSION };
}

/** The game up to what is on the board. */
export function stateOf(saved: SavedGame, plies: number = saved.at): GameState {
  return { variant: saved.variant, start: saved.start, moves: saved.moves.slice(0, plies) };
}

/** What was weighed is kept for so many plies: a browser stores little. */
const DETAILED = 16;

/** Played from what is on the board: what came after is gone. */
export function played(saved: SavedGame, move: string, thought: KeptThought | null): SavedGame {
  const thoughts = Object.fromEntries(
    Object.entries(saved.thoughts)
      .filter(([ply]) => Number(ply) < saved.at)
      .map(([ply, old]) => [ply, Number(ply) < saved.at - DETAILED ? { ...old, considered: [] } : old]),
  );
  return {
    ...saved,
    moves: [...saved.moves.slice(0, saved.at), move],
    at: saved.at + 1,
    over: null,
    thoughts: thought === null ? thoughts : { ...thoughts, [saved.at]: thought },
  };
}

export function shown(saved: SavedGame, at: number): SavedGame {
  return { ...saved, at: Math.max(0, Math.min(saved.moves.length, at)) };
}

function isPersons(saved: SavedGame, ply: PlyDocument | undefined): boolean {
  return ply?.actors.some((actor) => saved.seats[actor]?.kind === "person") ?? false;
}

/** The number of the ply with which the turn begins that this actor is in at ply `at`. */
export function firstOfTurn(plies: readonly PlyDocument[], at: number, actor: number): number {
  let first = at;
  while (first > 0 && plies[first - 1]?.actors.length === 1 && plies[first - 1]?.actors[0] === actor) first--;
  return first;
}

/** Back to where a person last chose; where nobody did, one ply. A game that was given up goes on. */
export function undone(saved: SavedGame, plies: readonly PlyDocument[]): SavedGame {
  if (saved.over) return { ...saved, over: null };
  let at = saved.at - 1;
  if (saved.seats.some((seat) => seat.kind === "person")) while (at > 0 && !isPersons(saved, plies[at])) at--;
  return shown(saved, at);
}

/** Forward to where a person chooses next, or to the end. */
export function redone(saved: SavedGame, plies: readonly PlyDocument[]): SavedGame {
  let at = saved.at + 1;
  if (saved.seats.some((seat) => seat.kind === "person"))
    while (at < saved.moves.length && !isPersons(saved, plies[at])) at++;
  return shown(saved, at);
}

/** Through whose eyes the board is seen where something is hidden: those of the only person, or of the one who has said to be there. */
export function eyesOf(saved: SavedGame, hidden: boolean, present: number | null): number | null {
  if (!hidden) return null;
  const persons = saved.seats.flatMap((seat, number) => (seat.kind === "person" ? [number] : []));
  if (persons.length === 0) return null;
  return persons.length === 1 ? (persons[0] as number) : (present ?? (persons[0] as number));
}
