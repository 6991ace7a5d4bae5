/** The board of the game page, with the players above and below it. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Arrow } from "../board/arrow.tsx";
import { Board } from "../board/board.tsx";
import { lastMove } from "../board/last-move.ts";
import { moveArrows } from "../board/move-arrows.ts";
import { winningLine } from "../board/winning-line.ts";
import { useCardParts } from "../parts/card-parts.ts";
import { SeatLine } from "../parts/clocks.tsx";
import { EvaluationBar } from "../parts/evaluation-bar.tsx";
import { evaluationOfResult } from "../parts/evaluations.ts";
import { HandOver } from "../parts/hand-over.tsx";
import { useMoveText } from "../parts/move-text.ts";
import { Notes } from "../parts/notes.tsx";
import { lineArrows } from "../session/analyses.ts";
import { withTrick } from "../board/trick.ts";
import { hasOnlyNotes, type ShownGame } from "./shown-game.ts";

export function GameBoard(game: ShownGame): VNode {
  const { session, position, turned, draft } = game;
  const { document, awaited } = session;
  const persons = session.saved.value.seats.flatMap((seat, number) => (seat.kind === "person" ? [number] : []));
  const viewpoint = persons.length === 1 ? (persons[0] as number) : (session.viewer.value ?? 0);
  const order = document.seats.map((_, seat) => seat);
  const below = order.filter((seat) => (turned.value ? seat !== viewpoint : seat === viewpoint));
  const above = order.filter((seat) => !below.includes(seat));
  return (
    <div
      class="table-board"
      onKeyDown={(event) => {
        if ((event.target as Element).matches("svg.board") && draft.onKey(event.key)) event.preventDefault();
      }}
    >
      {above.map((seat) => (
        <SeatLine key={seat} session={session} seat={seat} />
      ))}
      {awaited.value !== null ? (
        <HandOver
          name={document.seats[awaited.value] ?? ""}
          onReady={() => session.takeScreen(awaited.value as number)}
        />
      ) : (
        position && <Position game={game} position={position} viewpoint={viewpoint} />
      )}
      {draft.panel}
      {position && hasOnlyNotes(position) && <Notes notes={position.view.notes ?? []} />}
      {below.map((seat) => (
        <SeatLine key={seat} session={session} seat={seat} />
      ))}
    </div>
  );
}

interface PositionProps {
  readonly game: ShownGame;
  readonly position: NonNullable<ShownGame["position"]>;
  /** The seat shown at the bottom. */
  readonly viewpoint: number;
}

function Position({ game, position, viewpoint }: PositionProps): VNode {
  const { session, moves, analysis, draft, positionValues, set } = game;
  const { document } = session;
  const moveText = useMoveText();
  const cards = useCardParts(moves, game.chosen);
  const view = useMemo(() => withTrick(position.view, session.trick.value), [position, session.trick.value]);
  const winning = useMemo(
    () => (position.result ? winningLine(position.view, position.plies, position.result.scores) : []),
    [position],
  );
  // A maze is not turned for the second player.
  const isSecondSeat = viewpoint === 1 && document.seats.length === 2 && !position.view.walls;
  const flipped = game.turned.value !== isSecondSeat;
  const last = lastMove(position.plies, position.view);
  const evaluation = position.result
    ? evaluationOfResult(position.result, positionValues.player.value)
    : (analysis?.evaluation ?? null);
  const hasBar = positionValues.on.value && document.seats.length <= 2 && analysis?.source.kind !== "none";
  return (
    <Board
      game={session.saved.value.game}
      view={view}
      winning={winning}
      seats={document.seats}
      label={`Board of ${document.title}`}
      moves={draft.moves}
      moveText={moveText}
      flipped={flipped}
      viewpoint={viewpoint}
      last={last.cells}
      values={draft.values}
      heatMap={game.heatMap.value}
      map={position.heatMaps?.find(({ name }) => name === game.mapName.value) ?? null}
      arrows={[...last.arrows, ...analysisArrows(game, position), ...draft.arrows]}
      beside={
        hasBar && (
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
  );
}

/** The lines of the analysis and the hint. While a move is composed, only the hint. */
function analysisArrows(
  { analysis, draft, actor, positionValues }: ShownGame,
  { moves }: PositionProps["position"],
): Arrow[] {
  const hint = positionValues.hint.value;
  return [
    ...(analysis && draft.arrows.length === 0 ? lineArrows(analysis, moves, actor) : []),
    ...moveArrows(hint === null || hint === "pending" ? null : hint.move, "hint"),
  ];
}
