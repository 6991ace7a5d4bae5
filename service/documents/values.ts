/** The value of a position and of each move from a table or by solving; the document names its source. */
import type { ProbeSource, ValueSources } from "./value-sources.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Actor, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { Probe, ProbedMove } from "../../engine/contracts/table.ts";
import type { ValuedMove, ValuesDocument, ValueSource } from "../api.ts";
import { labelOf, movesToEnd, outcomeOf } from "./value-labels.ts";
import { isFast, principalVariation } from "./principal-variation.ts";
import type { ReplayedGame } from "./replay.ts";
import { observed } from "./position.ts";

/** For the pv shown beside the values. */
const SHORT_PV = { plies: 40, milliseconds: 8 };

/** States why there is no value. */
export function noSource(rules: OpenGame, seat: PlayerNumber | null): ValueSource {
  const text = isHidden(rules, seat)
    ? "no values during play: they would reveal hidden information"
    : (rules.whyNoEvaluators ?? "no table or evaluation covers this position");
  return { kind: "none", name: "", text };
}

/** Values by a table or by solving; `value` is null if nothing covers the position. */
export async function exactValues(
  { rules, position, actors }: Pick<ReplayedGame, "rules" | "position" | "actors">,
  seat: PlayerNumber | null,
  sources: ValueSources,
  signal?: AbortSignal,
): Promise<ValuesDocument> {
  const seen = observed(rules, position, seat);
  const text = rules.formatPosition(seen);
  let missing: string | null = null;
  const onMissing = (message: string): void => void (missing ??= message);
  const [actor] = actors;
  const known =
    actors.length === 1 && actor !== undefined
      ? await probeFirst(rules, seen, actor, seat, sources.probeSources, { signal, onMissing })
      : null;
  // A table of abstractions covers more positions than it has exact values for: those are searched.
  if (!known?.probe.value.exact) {
    const source = noSource(rules, seat);
    return {
      position: text,
      source: missing === null ? source : { ...source, missing },
      value: null,
      moves: [],
      pv: [],
    };
  }
  const { source, probeSource, probe } = known;
  const { value, moves } = probe;
  const isAlternating = rules.players.length === 2;
  const [best] = moves;
  return {
    position: text,
    source,
    value: { ...value, outcome: outcomeOf(value), moves: isAlternating ? movesToEnd(value, false) : null },
    moves: moves.map((move) => valuedMove(move, best as ProbedMove, isAlternating)),
    pv: !best
      ? []
      : isFast(probeSource)
        ? (await principalVariation(rules, seen, probeSource, SHORT_PV)).moves
        : [best.text],
  };
}

function isHidden(rules: OpenGame, seat: PlayerNumber | null): boolean {
  return rules.hidden !== undefined && seat !== null;
}

/** An estimate equal to the best exact score is not marked best. */
function valuedMove({ text, after }: ProbedMove, { after: top }: ProbedMove, isAlternating: boolean): ValuedMove {
  const best = after.score === top.score && after.exact === top.exact;
  const moves = isAlternating ? movesToEnd(after, true) : null;
  return { text, after, outcome: outcomeOf(after), moves, label: labelOf(after, moves), best };
}

export interface ProbeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Reports tables that would cover the position but are not built, with the command that builds them. */
  readonly onMissing?: (message: string) => void;
}

/** The answer of the first source that covers a position. */
async function probeFirst(
  rules: OpenGame,
  position: Position,
  actor: Actor,
  seat: PlayerNumber | null,
  probeSources: ValueSources["probeSources"],
  { signal, onMissing }: ProbeOptions = {},
): Promise<{ source: ValueSource; probeSource: ProbeSource; probe: Probe } | null> {
  if (actor === CHANCE) return null;
  for (const probeSource of probeSources) {
    if (probeSource.kind === "solved" && isHidden(rules, seat)) continue;
    const probe = await probeSource.probe(position, signal);
    if (probe.ok) return { source: sourceOf(probeSource, probe.value), probeSource, probe: probe.value };
    const { code, message } = probe.error;
    if (code === "table-missing") onMissing?.(message);
    else if (code !== "not-in-table" && code !== "bad-position") unwrap(probe);
  }
  return null;
}

function sourceOf({ name: own, kind }: ProbeSource, { value, table: name = own }: Probe): ValueSource {
  const certainty = value.exact ? "exact" : "an estimate";
  return {
    kind,
    name,
    text: kind === "table" ? `${certainty}, from the table ${name}` : `${certainty}, solved: ${name}`,
  };
}
