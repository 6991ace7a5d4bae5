/** The column beside the board: status, buttons, values, moves, search info. */
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { clients } from "../client/clients.ts";
import { EvaluationGraph } from "../parts/evaluation-graph.tsx";
import { blundersOf } from "../parts/graph-points.ts";
import { HeatChoice } from "../parts/heat-choice.tsx";
import { HintLine } from "../parts/hint-line.tsx";
import { MoveButtons } from "../parts/move-buttons.tsx";
import { MoveList } from "../parts/move-list.tsx";
import { Notes } from "../parts/notes.tsx";
import { ErrorMessage } from "../parts/notices.tsx";
import { PlayerEvaluations } from "../parts/player-evaluations.tsx";
import { Review } from "../parts/review.tsx";
import { SearchInfos } from "../parts/search-infos.tsx";
import { useScrollable } from "../parts/scrollable.ts";
import { ValuesPanel } from "../parts/values-panel.tsx";
import { principalVariation } from "../session/principal-variation.ts";
import type { Session } from "../session/session.ts";
import { branchesOf } from "../session/variations.ts";
import { GameStatus } from "./game-status.tsx";
import { GameTools } from "./game-tools.tsx";
import { hasOnlyNotes, type ShownGame, showHeatMap } from "./shown-game.ts";

export type Dialog = "rules" | "keys" | "export";

interface GameSideProps {
  readonly game: ShownGame;
  readonly onDialog: (dialog: Dialog) => void;
  /** Shown above the moves. */
  readonly beside: ComponentChildren;
}

export function GameSide({ game, beside, onDialog }: GameSideProps): VNode {
  const { session, mode, position, positionValues, moves, values, chosen, draft, play } = game;
  const maps = position?.heatMaps ?? [];
  const hint = positionValues.hint.value;
  return (
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
          chosen={maps.find(({ name }) => name === game.mapName.value)?.name ?? ""}
          onChoose={(name) => showHeatMap(game, name)}
        />
      )}
      <GameTools
        session={session}
        mode={mode}
        onFlip={() => (game.turned.value = !game.turned.value)}
        onRules={() => onDialog("rules")}
        onKeys={() => onDialog("keys")}
        onExport={() => onDialog("export")}
        onHint={() => positionValues.requestHint()}
        hinting={hint === "pending"}
        values={positionValues.on.value}
        onValues={game.setValues}
        heatMap={game.heatMap.value}
        onHeatMap={(on) => (game.heatMap.value = on)}
      />
      {hint !== null && hint !== "pending" && <HintLine hint={hint} onPlay={play} />}
      {position && !hasOnlyNotes(position) && (
        // Without a board they are points and rounds.
        <Notes notes={position.view.notes ?? []} folded={position.view.cells.length > 0} />
      )}
      {mode === "explore" && position && <PositionText text={position.position} folded={isGeneral(session)} />}
      {mode === "watch" && <SearchInfos session={session} analysed={positionValues.on.value} />}
      {mode === "watch" && !positionValues.on.value && <PlayerEvaluations session={session} />}
      {beside}
      <Graph {...game} />
      {positionValues.error.value !== null && <ErrorMessage text={positionValues.error.value} />}
      <Values {...game} />
      <Moves {...game} />
      {mode === "play" && <SearchInfos session={session} analysed={positionValues.on.value} />}
    </div>
  );
}

function PositionText({ text, folded }: { readonly text: string; readonly folded: boolean }): VNode {
  const code = (
    <code class="position-text" {...useScrollable<HTMLElement>("Position as text")}>
      {text}
    </code>
  );
  // Facts of a rulesheet mean little to a player who sees the board.
  if (!folded) return code;
  return (
    <details class="facts-details">
      <summary>Position as text</summary>
      {code}
    </details>
  );
}

function isGeneral({ document }: Session): boolean {
  return document.kind === "general";
}

function Graph({ session, mode, graph, points, positionValues }: ShownGame): VNode | null {
  if (graph === null || points.filter(({ value }) => value !== null).length < 2) return null;
  return (
    <EvaluationGraph
      points={points}
      at={session.saved.value.at}
      seats={session.document.seats}
      graph={graph}
      listsBlunders={!isReviewed(session, mode)}
      onShow={(ply) => session.show(ply)}
      onPlayer={(player) => (positionValues.player.value = player)}
    />
  );
}

function Values(game: ShownGame): VNode | null {
  const { session, mode, position, positionValues, actor, play } = game;
  const { seats } = session.document;
  if (!positionValues.on.value || !position || position.result || actor < 0 || session.awaited.value !== null)
    return null;
  return (
    <ValuesPanel
      game={session.saved.value.game}
      seats={seats}
      set={game.set}
      analysis={game.analysis}
      where={positionValues.analysis.value?.where ?? "server"}
      running={positionValues.running.value}
      stopped={positionValues.stopped.value}
      lines={positionValues.lines.value}
      allMoves={game.moves}
      moves={game.isAnalysed ? game.moves : []}
      mover={position.actors.length === 1 ? (seats[actor] ?? null) : null}
      onLines={(lines) => positionValues.setLines(lines)}
      onStop={() => positionValues.stop()}
      onResume={() => positionValues.resume()}
      onRefresh={() => positionValues.refresh()}
      {...(mode === "replay" ? {} : { onPlay: play })}
      {...(mode === "explore" || mode === "replay"
        ? { onFollow: (line: readonly string[], plies: number) => session.follow(line, plies) }
        : {})}
      {...(mode === "explore" ? { onStepThrough: (shown: readonly string[]) => stepThrough(session, shown) } : {})}
    />
  );
}

/** Only the beginning of the pv is shown; the whole is requested when it is followed. */
function stepThrough(session: Session, shown: readonly string[]): void {
  principalVariation(session, clients).then(
    ({ moves: full }) => session.follow(full.length > shown.length ? full : shown),
    () => session.follow(shown),
  );
}

/** After the end, the moves that lost value are listed with what they lost. */
function isReviewed({ whole, saved }: Session, mode: ShownGame["mode"]): boolean {
  return mode !== "explore" && (whole.value?.result ?? saved.value.over) !== null;
}

/** The move list, and after the end the moves that lost value. */
function Moves({ session, mode, points, positionValues, setValues }: ShownGame): VNode {
  const { document } = session;
  const saved = session.saved.value;
  const plies = session.whole.value?.plies ?? [];
  const ended = (session.whole.value?.result ?? saved.over) !== null;
  // Moves of other lines would reveal hidden cards.
  const variations = useMemo(
    () => (document.hidden && !ended ? [] : branchesOf(saved.moves, saved.variations)),
    [saved.moves, saved.variations, ended],
  );
  return (
    <>
      <MoveList
        plies={plies}
        seats={document.seats}
        at={saved.at}
        blunders={blundersOf(points)}
        onShow={(ply) => session.show(ply)}
        variations={variations}
        onVariation={(line, ply) => session.showVariation(line, ply)}
      />
      {isReviewed(session, mode) && (
        <Review
          points={points}
          plies={plies}
          seats={document.seats}
          on={positionValues.on.value}
          onStart={() => setValues(true)}
          onShow={(ply) => session.show(ply)}
        />
      )}
    </>
  );
}
