/** A game: board, seats, moves, values, search info. Used for playing, watching, replaying and exploring. */
import type { ViewMode } from "./game-tools.tsx";
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { MoveDocument } from "../../service/api.ts";
import { Board } from "../board/board.tsx";
import { cellLabels } from "../board/cell-names.ts";
import { lastMove } from "../board/last-move.ts";
import type { CardParts } from "../board/rows.tsx";
import { buttonMoves } from "../board/state.ts";
import { moveArrows } from "../board/move-arrows.ts";
import { winningLine } from "../board/winning-line.ts";
import { valuesByMove } from "../board/values.ts";
import { clients } from "../client/clients.ts";
import { combine, MANY } from "../parts/combinations.ts";
import { SeatLine } from "../parts/clocks.tsx";
import { HeatChoice } from "../parts/heat-choice.tsx";
import { useJointDraft } from "../parts/joint-draft.tsx";
import { ExportDialog } from "../parts/export-dialog.tsx";
import { KeyHelp } from "../parts/key-help.tsx";
import { MoveList } from "../parts/move-list.tsx";
import { BoardLabels } from "../parts/move-text.ts";
import { Review } from "../parts/review.tsx";
import { ErrorMessage } from "../parts/notices.tsx";
import { variantInWords } from "../parts/option-text.ts";
import { isFact, plainText } from "../parts/plain-text.ts";
import { RulesDialog } from "../parts/rules-dialog.tsx";
import { MoveButtons } from "../parts/move-buttons.tsx";
import { blundersOf, graphPoints } from "../parts/graph-points.ts";
import { HintLine } from "../parts/hint-line.tsx";
import { type ShownInfo, SearchInfoCard } from "../parts/search-info.tsx";
import { ValuesPanel } from "../parts/values-panel.tsx";
import { EvaluationBar } from "../parts/evaluation-bar.tsx";
import { EvaluationGraph } from "../parts/evaluation-graph.tsx";
import { evaluationOfResult, withAnalyses } from "../parts/evaluations.ts";
import { pieceSet } from "../board/pieces/sets.ts";
import { principalVariation } from "../session/principal-variation.ts";
import { lineArrows } from "../session/analyses.ts";
import { firstOfTurn } from "../session/saved-game.ts";
import { soundOf } from "../session/position-sound.ts";
import { withTrick } from "../session/trick.ts";
import { branchesOf } from "../session/variations.ts";
import { playSound } from "../sound.ts";
import type { Session } from "../session/session.ts";
import { readText, writeText } from "../session/storage.ts";
import { PositionValues } from "../session/position-values.ts";
import { GameTools } from "./game-tools.tsx";
import { GameStatus } from "./game-status.tsx";
import { type Command, KEYS, useKeys } from "./keys.ts";

interface GameViewProps {
  readonly session: Session;
  readonly mode: ViewMode;
  /** Shown beside the board, above the moves. */
  readonly beside?: ComponentChildren;
}

const VALUES_KEY = "gamelore.values";
const HEAT_MAP_KEY = "gamelore.heat-map";

export function GameView(props: GameViewProps): VNode {
  const view = props.session.position.value?.view;
  return (
    <BoardLabels.Provider value={view ? cellLabels(view) : null}>
      <GameTable {...props} />
    </BoardLabels.Provider>
  );
}

function GameTable({ session, mode, beside }: GameViewProps): VNode {
  const { document } = session;
  const saved = session.saved.value;
  const position = session.position.value;
  const positionValues = useMemo(
    () => new PositionValues(session, clients, areValuesOn(mode, document.hidden)),
    [session],
  );
  const turned = useSignal(false);
  const heatMap = useSignal(false);
  const mapName = useSignal(readText(HEAT_MAP_KEY) ?? "");
  const dialog = useSignal<"rules" | "keys" | "export" | null>(null);
  useEffect(() => () => positionValues.dispose(), [positionValues]);
  const heard = useRef(position);
  useEffect(() => {
    const sound = position && mode !== "explore" ? soundOf(heard.current, position) : null;
    heard.current = position;
    if (sound) playSound(sound);
  }, [position]);

  const persons = saved.seats.flatMap((seat, number) => (seat.kind === "person" ? [number] : []));
  const viewpoint = persons.length === 1 ? (persons[0] as number) : (session.viewer.value ?? 0);
  // A maze is not turned for the second player.
  const isSecondSeat = viewpoint === 1 && document.seats.length === 2 && !position?.view.walls;
  const flipped = turned.value !== isSecondSeat;
  const moves = useSame(session.open());
  const isOn = positionValues.on.value;
  const analysis = (isOn && positionValues.analysis.value?.answer) || null;
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
  const cards = useCardParts(moves, chosen);
  const maps = position?.heatMaps ?? [];
  const map = maps.find(({ name }) => name === mapName.value) ?? null;
  const last = position ? lastMove(position.plies, position.view) : { cells: [], arrows: [] };
  const graph = positionValues.graph.value?.answer ?? null;
  const points =
    graph && session.whole.value
      ? withAnalyses(graphPoints(graph, session.whole.value.plies), (ply) => positionValues.analysisAt(ply))
      : [];
  const order = document.seats.map((_, seat) => seat);
  const below = order.filter((seat) => (turned.value ? seat !== viewpoint : seat === viewpoint));
  const above = order.filter((seat) => !below.includes(seat));
  const hint = positionValues.hint.value;
  const shownHint = hint === "pending" ? null : hint;
  const hintArrows = moveArrows(shownHint?.move ?? null, "hint");
  const bestArrows =
    analysis && position && draft.arrows.length === 0 ? lineArrows(analysis, position.moves, actor) : [];
  const set = pieceSet(saved.game, document.seats);
  const evaluation = position?.result
    ? evaluationOfResult(position.result, positionValues.player.value)
    : (analysis?.evaluation ?? null);

  const setValues = (on: boolean): void => {
    positionValues.on.value = on;
    if (mode !== "explore") writeText(VALUES_KEY, on ? "on" : "off");
  };
  // Only the beginning of the pv is shown; the whole is requested when it is followed.
  const stepThrough = (shown: readonly string[]): void => {
    principalVariation(session, clients).then(
      ({ moves: full }) => session.follow(full.length > shown.length ? full : shown),
      () => session.follow(shown),
    );
  };
  /** The first move of the analysis, else the next move of the game. */
  const playBest = (): void => {
    const text = analysis?.lines[0]?.moves[0] ?? analysis?.moves[0]?.text;
    const best = mode === "replay" ? undefined : moves.find((move) => move.text === text);
    if (best) play(best);
    else session.show(saved.at + 1);
  };
  const commands: Readonly<Record<Command, () => void>> = {
    back: () => session.show(saved.at - 1),
    forward: () => session.show(saved.at + 1),
    first: () => session.show(0),
    last: () => session.show(saved.moves.length),
    best: playBest,
    flip: () => (turned.value = !turned.value),
    values: () => setValues(!positionValues.on.value),
    help: () => (dialog.value = "keys"),
  };
  useKeys((command) => commands[command]());
  const ended = (session.whole.value?.result ?? saved.over) !== null;
  const view = useMemo(
    () => (position ? withTrick(position.view, session.trick.value) : null),
    [position, session.trick.value],
  );
  const winning = useMemo(
    () => (position?.result ? winningLine(position.view, position.plies, position.result.scores) : []),
    [position],
  );
  // Moves of other lines would reveal hidden cards.
  const variations = useMemo(
    () => (document.hidden && !ended ? [] : branchesOf(saved.moves, saved.variations)),
    [saved.moves, saved.variations, ended],
  );
  const notes = position?.view.notes ?? [];
  // Without board and rows, the notes are all there is to show.
  const hasOnlyNotes = position !== null && position.view.cells.length === 0 && (position.view.rows ?? []).length === 0;
  return (
    <div class={`table-page ${mode}`}>
      <h1 class="table-title">
        {document.title} <small>{variantInWords(document.variant)}</small>
      </h1>
      <div
        class="table-board"
        onKeyDown={(event) => {
          if ((event.target as Element).matches("svg.board") && draft.onKey(event.key)) event.preventDefault();
        }}
      >
        {above.map((seat) => (
          <SeatLine key={seat} session={session} seat={seat} />
        ))}
        {session.awaited.value !== null ? (
          <HandOver
            name={document.seats[session.awaited.value] ?? ""}
            onReady={() => session.takeScreen(session.awaited.value as number)}
          />
        ) : (
          view && (
            <Board
              game={saved.game}
              view={view}
              winning={winning}
              seats={document.seats}
              label={`Board of ${document.title}`}
              moves={draft.moves}
              flipped={flipped}
              viewpoint={viewpoint}
              last={last.cells}
              values={draft.values}
              heatMap={heatMap.value}
              map={map}
              arrows={[...last.arrows, ...bestArrows, ...hintArrows, ...draft.arrows]}
              beside={
                isOn &&
                document.seats.length <= 2 &&
                analysis?.source.kind !== "none" && (
                  <EvaluationBar
                    evaluation={evaluation}
                    player={positionValues.player.value}
                    seats={document.seats}
                    set={set}
                    flipped={flipped}
                  />
                )
              }
              parts={cards}
              onPlay={draft.onPlay}
            />
          )
        )}
        {draft.panel}
        {hasOnlyNotes && <Notes notes={notes} />}
        {below.map((seat) => (
          <SeatLine key={seat} session={session} seat={seat} />
        ))}
      </div>
      <div class="table-side">
        <GameStatus session={session} mode={mode} />
        {session.error.value !== null && (
          <>
            <ErrorMessage text={session.error.value} />
            <button type="button" onClick={() => session.start()}>
              Try again
            </button>
          </>
        )}
        {draft.panel === null && <MoveButtons {...{ moves, values, chosen }} onPlay={play} />}
        {maps.length > 0 && (
          <HeatChoice
            maps={maps}
            chosen={map?.name ?? ""}
            onChoose={(name) => {
              mapName.value = name;
              writeText(HEAT_MAP_KEY, name);
            }}
          />
        )}
        <GameTools
          session={session}
          mode={mode}
          onFlip={commands.flip}
          onRules={() => (dialog.value = "rules")}
          onKeys={commands.help}
          onExport={() => (dialog.value = "export")}
          onHint={() => positionValues.requestHint()}
          hinting={hint === "pending"}
          values={isOn}
          onValues={setValues}
          heatMap={heatMap.value}
          onHeatMap={(on) => (heatMap.value = on)}
        />
        {shownHint && <HintLine hint={shownHint} onPlay={play} />}
        {!hasOnlyNotes && <Notes notes={notes} folded />}
        {mode === "explore" && position && <code class="position-text">{position.position}</code>}
        {mode === "watch" && <SearchInfos session={session} />}
        {beside}
        {graph && points.filter((point) => point.value !== null).length > 1 && (
          <EvaluationGraph
            points={points}
            at={saved.at}
            seats={document.seats}
            graph={graph}
            onShow={(ply) => session.show(ply)}
            onPlayer={(player) => (positionValues.player.value = player)}
          />
        )}
        {positionValues.error.value !== null && <ErrorMessage text={positionValues.error.value} />}
        {isOn && position && !position.result && actor >= 0 && session.awaited.value === null && (
          <ValuesPanel
            game={saved.game}
            seats={document.seats}
            set={set}
            analysis={analysis}
            where={positionValues.analysis.value?.where ?? "server"}
            running={positionValues.running.value}
            lines={positionValues.lines.value}
            moves={isAnalysed ? moves : []}
            mover={position.actors.length === 1 ? (document.seats[actor] ?? null) : null}
            onLines={(lines) => positionValues.setLines(lines)}
            onStop={() => positionValues.stop()}
            onResume={() => positionValues.resume()}
            onRefresh={() => positionValues.refresh()}
            {...(mode === "replay" ? {} : { onPlay: play })}
            {...(mode === "explore" || mode === "replay"
              ? { onFollow: (line: readonly string[], plies: number) => session.follow(line, plies) }
              : {})}
            {...(mode === "explore" ? { onStepThrough: stepThrough } : {})}
          />
        )}
        <MoveList
          plies={session.whole.value?.plies ?? []}
          seats={document.seats}
          at={saved.at}
          blunders={blundersOf(points)}
          onShow={(ply) => session.show(ply)}
          variations={variations}
          onVariation={(line, ply) => session.showVariation(line, ply)}
        />
        {ended && mode !== "explore" && (
          <Review
            points={points}
            plies={session.whole.value?.plies ?? []}
            seats={document.seats}
            on={positionValues.on.value}
            onStart={() => setValues(true)}
            onShow={(ply) => session.show(ply)}
          />
        )}
        {mode === "play" && <SearchInfos session={session} />}
      </div>
      {dialog.value === "rules" && <RulesDialog document={document} onClose={() => (dialog.value = null)} />}
      {dialog.value === "keys" && <KeyHelp keys={KEYS} onClose={() => (dialog.value = null)} />}
      {dialog.value === "export" && <ExportDialog session={session} onClose={() => (dialog.value = null)} />}
    </div>
  );
}

/** Returns the previous list while its elements are the same, so that a move being composed is not discarded. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list);
  const same = before.current.length === list.length && list.every((each, i) => each === before.current[i]);
  if (!same) before.current = list;
  return before.current;
}

/** Null if the moves are not composed of parts. */
function useCardParts(moves: readonly MoveDocument[], chosen: Signal<readonly string[]>): CardParts | null {
  const listed = useMemo(() => buttonMoves(moves), [moves]);
  const parts = listed.length > MANY ? combine(listed, chosen.value) : null;
  const owner = listed[0]?.actor;
  if (!parts || owner === undefined) return null;
  const onToggle = (part: string): void => {
    const { value } = chosen;
    chosen.value = value.includes(part) ? value.filter((each) => each !== part) : [...value, part];
  };
  return { owner, chosen: chosen.value, open: parts.open, onToggle };
}

/** Explored positions always have values; else the choice of this browser, by default on unless information is hidden. */
function areValuesOn(mode: ViewMode, hidden: boolean): boolean {
  return mode === "explore" || (readText(VALUES_KEY) ?? (hidden ? "off" : "on")) === "on";
}

/** Hidden information with two persons at one screen: nothing is shown until the right one confirms. */
function HandOver({ name, onReady }: { readonly name: string; readonly onReady: () => void }): VNode {
  return (
    <div class="hand-over">
      <p>
        It is <strong>{name}</strong>'s turn. Other players, please look away.
      </p>
      <button type="button" class="primary" onClick={onReady}>
        I am {name}
      </button>
    </div>
  );
}

/** The GDL fact for the player to move; the status line shows it already. */
const CONTROL = /^\(control \S+\)$/;

function Notes({
  notes: all,
  folded = false,
}: {
  readonly notes: readonly string[];
  readonly folded?: boolean;
}): VNode | null {
  const notes = all.filter((note) => !CONTROL.test(note));
  if (notes.length === 0) return null;
  const list = (
    <ul class={notes.every(isFact) ? "notes facts-line" : "notes"} aria-label="Notes">
      {notes.map((note) => (
        <li key={note}>{plainText(note)}</li>
      ))}
    </ul>
  );
  // Facts of a rulesheet mean little to a player who sees the board.
  if (!folded || !notes.some(isFact)) return list;
  return (
    <details class="facts-details">
      <summary>Other facts of the position</summary>
      {list}
    </details>
  );
}

/** Each player's current search info, or that of its last move up to the position on the board. */
function SearchInfos({ session }: { readonly session: Session }): VNode | null {
  const saved = session.saved.value;
  const players = saved.seats.flatMap((seat, number) => (seat.kind === "player" ? [number] : []));
  if (players.length === 0) return null;
  const plies = session.position.value?.plies ?? [];
  // With simultaneous moves, the others' search info stays hidden until the person has chosen.
  const isSecret = session.open().length > 0 && (session.position.value?.actors.length ?? 0) > 1;
  const infoOf = (seat: number): ShownInfo | null => {
    const live = isSecret ? null : session.thinking.value[seat]?.info;
    const who = saved.seats[seat];
    if (live && who?.kind === "player") return { ...live, player: who.text, where: null };
    const [ply, last] =
      Object.entries(saved.infos).findLast(([at, { seat: whose }]) => Number(at) < saved.at && whose === seat) ?? [];
    // A player that plans whole turns reports its info with the first step of a turn.
    const first = last?.milliseconds === 0 ? saved.infos[firstOfTurn(plies, Number(ply), seat)] : undefined;
    return first ?? last ?? null;
  };
  return (
    <div class="search-infos">
      {players.map((seat) => (
        <SearchInfoCard
          key={seat}
          title={session.document.seats[seat] ?? ""}
          side={pieceSet(saved.game, session.document.seats).side(seat)}
          info={infoOf(seat)}
        />
      ))}
    </div>
  );
}
