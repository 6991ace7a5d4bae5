/** A player's choice as a document, and what chance does. */
import { pickByChance } from "../../engine/arena/play-game.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { CHANCE, type Actor, type Position, type Rules } from "../../engine/contracts/game.ts";
import type { Choice, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import type { ChanceDocument, ChoiceDocument, ThoughtDocument } from "../api.ts";
import { observed } from "./position.ts";
import type { Played } from "./replay.ts";
import type { TellDocument } from "./search-progress.ts";

export interface ChoiceFor {
  /** Who where none is named is the first to act. */
  readonly actor?: Actor | undefined;
  /** Who will be shown the answer; null for who sees all. */
  readonly seat?: number | null | undefined;
  /** Hears what the player thinks so far. */
  readonly tell?: TellDocument | undefined;
}

/** The move of an actor. A player is given only what it may know; what it thought would tell what it holds. */
export async function choiceDocument(
  played: Played,
  player: Player,
  limits: Limits,
  signal?: AbortSignal,
  { actor = played.actors[0] ?? CHANCE, seat, tell }: ChoiceFor = {},
): Promise<ChoiceDocument> {
  const { rules, position, actors, forbidden } = played;
  if (actors.length === 0) throw new GameloreError("bad-position", "the game has ended");
  if (actor === CHANCE || !actors.includes(actor))
    throw new GameloreError("bad-position", `${rules.players[actor] ?? "chance"} is not to choose here`);
  const seen = observed(rules, position, actor);
  const isTold = !rules.hidden || seat === null || seat === actor;
  const document = (thought: SearchInfo): ThoughtDocument => thoughtDocument(rules, seen, thought, isTold);
  const choice: Choice = await player.choose(seen, limits, {
    signal,
    actor,
    forbidden,
    history: rules.hidden ? undefined : played.plies.map(({ before }) => before),
    onInfo: tell && ((thought) => tell(document(thought))),
  });
  if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
  return {
    move: rules.formatMove(position, choice.move),
    actor,
    player: player.text,
    thought: document(choice.info),
  };
}

export function thoughtDocument(
  rules: Rules,
  position: Position,
  thought: SearchInfo,
  isTold: boolean,
): ThoughtDocument {
  const { value, unit, depth, nodes, playouts, milliseconds, candidates: considered } = thought;
  return {
    value: isTold && value !== null && Number.isFinite(value) ? value : null,
    unit,
    depth,
    nodes,
    playouts: playouts ?? null,
    milliseconds,
    line: isTold && !rules.hidden ? lineTexts(rules, position, thought.pv) : [],
    considered: isTold ? (considered ?? []) : [],
  };
}

/** As far as the line can be followed: it ends where chance or several move. */
function lineTexts(rules: Rules, start: Position, line: readonly number[]): string[] {
  const texts: string[] = [];
  let position = start;
  for (const move of line) {
    const actors = rules.actors(position);
    if (actors.length !== 1 || !rules.moves(position, actors[0] as Actor).includes(move)) break;
    texts.push(rules.formatMove(position, move));
    position = rules.play(position, [move]);
  }
  return texts;
}

/** The same seed and ply give the same outcome. */
export function chanceDocument({ rules, position, actors, plies }: Played, seed: number): ChanceDocument {
  if (actors[0] !== CHANCE) throw new GameloreError("bad-position", "chance does not move here");
  const random = new SeededRandom(seedAt(seed, plies.length));
  return { move: rules.formatMove(position, pickByChance(rules, position, random)) };
}

/** A seed for a ply of a game: neighbours must not be alike. */
export function seedAt(seed: number, ply: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(ply + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) >>> 1;
}
