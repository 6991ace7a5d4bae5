/** The moves, and the column beside the board: graph, values, review, search info. */
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { clients } from "../client/clients.ts";
import { EvaluationGraph } from "../parts/evaluation-graph.tsx";
import { blundersOf } from "../parts/graph-points.ts";
import { MoveList } from "../parts/move-list.tsx";
import { ErrorMessage } from "../parts/notices.tsx";
import { PlayerEvaluations } from "../parts/player-evaluations.tsx";
import { Review } from "../parts/review.tsx";
import { SearchInfos } from "../parts/search-infos.tsx";
import { ValuesPanel } from "../parts/values-panel.tsx";
import { principalVariation } from "../session/principal-variation.ts";
import type { Session } from "../session/session.ts";
import { branchesOf } from "../session/variations.ts";
import type { ShownGame } from "./shown-game.ts";

interface GameSideProps {
  readonly game: ShownGame;
  /** Shown above the graph. */
  readonly beside: ComponentChildren;
}

export function GameSide({ game, beside }: GameSideProps): VNode {
  const { session, mode, positionValues } = game;
  return (
    <div class="table-side">
      {mode === "watch" && <SearchInfos session={session} analysed={positionValues.on.value} />}
      {mode === "watch" && !positionValues.on.value && <PlayerEvaluations session={session} />}
      {beside}
      <Graph {...game} />
      {positionValues.error.value !== null && <ErrorMessage text={positionValues.error.value} />}
      <Values {...game} />
      <Reviewed {...game} />
      {mode === "play" && <SearchInfos session={session} analysed={positionValues.on.value} />}
    </div>
  );
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

function Reviewed({ session, mode, points, positionValues, setValues }: ShownGame): VNode | null {
  if (!isReviewed(session, mode)) return null;
  return (
    <Review
      points={points}
      plies={session.whole.value?.plies ?? []}
      seats={session.document.seats}
      on={positionValues.on.value}
      onStart={() => setValues(true)}
      onShow={(ply) => session.show(ply)}
    />
  );
}

export function Moves({ session, points }: ShownGame): VNode {
  const { document } = session;
  const saved = session.saved.value;
  const ended = (session.whole.value?.result ?? saved.over) !== null;
  // Moves of other lines would reveal hidden cards.
  const variations = useMemo(
    () => (document.hidden && !ended ? [] : branchesOf(saved.moves, saved.variations)),
    [saved.moves, saved.variations, ended],
  );
  return (
    <MoveList
      plies={session.whole.value?.plies ?? []}
      seats={document.seats}
      at={saved.at}
      blunders={blundersOf(points)}
      onShow={(ply) => session.show(ply)}
      variations={variations}
      onVariation={(line, ply) => session.showVariation(line, ply)}
    />
  );
}
