/** The principal variation by a table or a solved game: best play of both sides from a position. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { PvDocument } from "../api.ts";
import type { ReplayedGame } from "./replay.ts";
import { observed } from "./position.ts";
import type { ProbeSource, ValueSources } from "./value-sources.ts";

/** The longest known wins take some hundreds of plies. */
const FULL_PV = { plies: 1_000, milliseconds: 5_000 };

interface PvLimits {
  readonly plies: number;
  readonly milliseconds: number;
}

/** Ends where the tables end; empty if none covers the position. */
export async function pvDocument(
  { rules, position }: ReplayedGame,
  seat: PlayerNumber | null,
  { probeSources }: ValueSources,
): Promise<PvDocument> {
  const seen = observed(rules, position, seat);
  for (const source of probeSources.filter(isFast)) {
    const pv = await principalVariation(rules, seen, source, FULL_PV);
    if (pv.moves.length > 0) return pv;
  }
  return { moves: [], ended: false };
}

/** Whether a source answers fast enough to be followed. */
export function isFast(source: ProbeSource): boolean {
  return source.kind === "table" || source.isFast === true;
}

export async function principalVariation(
  rules: OpenGame,
  start: Position,
  source: ProbeSource,
  limits: PvLimits,
): Promise<PvDocument> {
  const until = performance.now() + limits.milliseconds;
  const moves: string[] = [];
  let position = start;
  for (;;) {
    const actors = rules.actors(position);
    if (actors.length === 0) return { moves, ended: true };
    if (actors.length > 1 || actors[0] === CHANCE || moves.length === limits.plies) break;
    if (moves.length > 0 && performance.now() > until) break;
    const probe = await source.probe(position);
    const best = probe.ok ? probe.value.moves[0]?.move : undefined;
    if (best === undefined) break;
    moves.push(rules.formatMove(position, best));
    position = rules.play(position, [best]);
  }
  return { moves, ended: false };
}
