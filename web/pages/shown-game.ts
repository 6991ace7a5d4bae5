/** What the parts of the game page share: the position on the board, its moves, its analysis, and how it is shown. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { EvaluationGraphDocument, MoveDocument, PositionDocument } from "../../service/api.ts";
import type { PieceSet } from "../board/pieces/piece-set.ts";
import { pieceSet } from "../board/pieces/sets.ts";
import { type MoveValues, valuesByMove } from "../board/values.ts";
import { clients } from "../client/clients.ts";
import { withAnalyses } from "../parts/evaluations.ts";
import { type GraphPoint, graphPoints } from "../parts/graph-points.ts";
import { type JointDraft, useJointDraft } from "../parts/joint-draft.tsx";
import { PositionValues } from "../session/position-values.ts";
import type { Session } from "../session/session.ts";
import { readText, writeText } from "../session/storage.ts";
import type { ViewMode } from "./game-tools.tsx";

const VALUES_KEY = "gamelore.values";
const HEAT_MAP_KEY = "gamelore.heat-map";

export interface ShownGame {
  readonly session: Session;
  readonly mode: ViewMode;
  readonly position: PositionDocument | null;
  readonly positionValues: PositionValues;
  /** The moves that the person can make. */
  readonly moves: readonly MoveDocument[];
  /** The player to move, the first of several; -1 if there is none. */
  readonly actor: number;
  /** Whether the analysis has values of all moves. */
  readonly isAnalysed: boolean;
  /** Null while values are off, or until the first result arrives. */
  readonly analysis: AnalysisDocument | null;
  readonly values: MoveValues | null;
  readonly graph: EvaluationGraphDocument | null;
  readonly points: readonly GraphPoint[];
  readonly set: PieceSet;
  readonly draft: JointDraft;
  /** Cards chosen for a move of several. */
  readonly chosen: Signal<readonly string[]>;
  readonly turned: Signal<boolean>;
  readonly heatMap: Signal<boolean>;
  /** The name of the heat map by cell that is shown; empty for none. */
  readonly mapName: Signal<string>;
  readonly setValues: (on: boolean) => void;
  readonly play: (move: MoveDocument) => void;
}

export function useShownGame(session: Session, mode: ViewMode): ShownGame {
  const { document } = session;
  const position = session.position.value;
  const positionValues = useMemo(
    () => new PositionValues(session, clients, areValuesOn(mode, document.hidden)),
    [session],
  );
  useEffect(() => () => positionValues.dispose(), [positionValues]);
  const turned = useSignal(false);
  const heatMap = useSignal(false);
  const mapName = useSignal(readText(HEAT_MAP_KEY) ?? "");
  const moves = useSame(session.open());
  const analysis = (positionValues.on.value && positionValues.analysis.value?.answer) || null;
  const actor = position?.actors[0] ?? -1;
  // With simultaneous moves, the analysis has values of the first actor only.
  const isAnalysed = moves.every((move) => move.actor === actor);
  const values = useMemo(() => (analysis && isAnalysed ? valuesByMove(analysis.moves) : null), [analysis, isAnalysed]);
  const play = (move: MoveDocument): void => session.play(move);
  const draft = useJointDraft(position, moves, values, play);
  // A move of several cards is composed by pressing cards, or the buttons beside the board.
  const chosen = useSignal<readonly string[]>([]);
  useEffect(() => {
    chosen.value = [];
  }, [moves]);
  const graph = positionValues.graph.value?.answer ?? null;
  const points =
    graph && session.whole.value
      ? withAnalyses(graphPoints(graph, session.whole.value.plies), (ply) => positionValues.analysisAt(ply))
      : [];
  const setValues = (on: boolean): void => {
    positionValues.on.value = on;
    if (mode !== "explore") writeText(VALUES_KEY, on ? "on" : "off");
  };
  const set = pieceSet(session.saved.value.game, document.seats);
  return {
    session,
    mode,
    position,
    positionValues,
    moves,
    actor,
    isAnalysed,
    analysis,
    values,
    graph,
    points,
    set,
    draft,
    chosen,
    turned,
    heatMap,
    mapName,
    setValues,
    play,
  };
}

export function showHeatMap({ mapName }: ShownGame, name: string): void {
  mapName.value = name;
  writeText(HEAT_MAP_KEY, name);
}

/** Without board and rows, the notes are all there is to show. */
export function hasOnlyNotes({ view }: PositionDocument): boolean {
  return view.cells.length === 0 && (view.rows ?? []).length === 0;
}

/** Returns the previous list while its elements are the same, so that a move being composed is not discarded. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list);
  const same = before.current.length === list.length && list.every((each, i) => each === before.current[i]);
  if (!same) before.current = list;
  return before.current;
}

/** Explored positions always have values; else the choice of this browser, by default on unless information is hidden. */
function areValuesOn(mode: ViewMode, hidden: boolean): boolean {
  return mode === "explore" || (readText(VALUES_KEY) ?? (hidden ? "off" : "on")) === "on";
}
