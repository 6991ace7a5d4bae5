/** A player's choice with its search info, and chance moves, as documents. */
import { sampleChanceMove } from "../../engine/arena/play-game.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Actor, type Position, type Move, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { Choice, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { ChanceDocument, ChoiceDocument, SearchInfoDocument } from "../api.ts";
import { observed } from "./position.ts";
import type { ReplayedGame } from "./replay.ts";
import type { OnInfo } from "./search-progress.ts";

interface ChoiceOptions {
  /** The first actor where none is given. */
  readonly actor?: Actor | undefined;
  /** The seat that receives the answer; null for an observer who sees everything. */
  readonly seat?: PlayerNumber | null | undefined;
  readonly onInfo?: OnInfo | undefined;
}

/** An actor's move. The player is given its own observation only; its search info would reveal hidden information, so other seats get none. */
export async function choiceDocument(
  replayed: ReplayedGame,
  player: Player,
  limits: Limits,
  signal?: AbortSignal,
  { actor = replayed.actors[0] ?? CHANCE, seat, onInfo }: ChoiceOptions = {},
): Promise<ChoiceDocument> {
  const { rules, position, actors, forbidden } = replayed;
  if (actors.length === 0) throw new GameloreError("bad-position", "the game has ended");
  if (actor === CHANCE || !actors.includes(actor))
    throw new GameloreError("bad-position", `${rules.players[actor] ?? "chance"} is not to move in this position`);
  const seen = observed(rules, position, actor);
  const isVisible = !rules.hidden || seat === null || seat === actor;
  const document = (info: SearchInfo): SearchInfoDocument => searchInfoDocument(rules, seen, info, isVisible);
  const choice: Choice = await player.choose(seen, limits, {
    signal,
    actor,
    forbidden,
    history: rules.hidden ? undefined : replayed.plies.map(({ before }) => before),
    onInfo: onInfo && ((info) => onInfo(document(info))),
  });
  if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
  return {
    move: rules.formatMove(position, choice.move),
    actor,
    player: player.text,
    info: document(choice.info),
  };
}

function searchInfoDocument(
  rules: OpenGame,
  position: Position,
  info: SearchInfo,
  isVisible: boolean,
): SearchInfoDocument {
  const { value, unit, depth, nodes, playouts, milliseconds, candidates } = info;
  return {
    value: isVisible && value !== null && Number.isFinite(value) ? value : null,
    unit,
    depth,
    nodes,
    playouts: playouts ?? null,
    milliseconds,
    pv: isVisible && !rules.hidden ? pvTexts(rules, position, info.pv) : [],
    candidates: isVisible ? (candidates ?? []) : [],
  };
}

/** Ends where chance or several actors move. */
export function pvTexts(rules: OpenGame, start: Position, pv: readonly Move[]): string[] {
  const texts: string[] = [];
  let position = start;
  for (const move of pv) {
    const actors = rules.actors(position);
    if (actors.length !== 1 || !rules.moves(position, actors[0] as Actor).includes(move)) break;
    texts.push(rules.formatMove(position, move));
    position = rules.play(position, [move]);
  }
  return texts;
}

/** The same seed and ply give the same outcome. */
export function chanceDocument({ rules, position, actors, plies }: ReplayedGame, seed: number): ChanceDocument {
  if (actors[0] !== CHANCE) throw new GameloreError("bad-position", "chance does not move here");
  const random = new SeededRandom(seedAt(seed, plies.length));
  return { move: rules.formatMove(position, sampleChanceMove(rules, position, random)) };
}

/** A seed for one ply, mixed so that consecutive plies differ. */
export function seedAt(seed: number, ply: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(ply + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) >>> 1;
}
