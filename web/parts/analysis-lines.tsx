/** The lines of an analysis: each with its evaluation and moves. */
import type { VNode } from "preact";
import type { AnalysisDocument, AnalysisLine } from "../../service/analysis-documents.ts";
import { isSolved } from "../session/analyses.ts";
import { formatCount } from "./format.ts";
import { useMoveText } from "./move-text.ts";

interface AnalysisLinesProps {
  readonly analysis: AnalysisDocument;
  readonly seats: number;
  /** The CSS class of a player's colour. */
  readonly sideOf: (player: number) => string;
  /** Whether a line's first move can be played. */
  readonly canPlay: (text: string) => boolean;
  readonly onPlay?: ((text: string) => void) | undefined;
  /** Puts a line on the board, with its first plies played. */
  readonly onFollow?: ((moves: readonly string[], plies: number) => void) | undefined;
}

export function AnalysisLines({
  analysis,
  seats,
  sideOf,
  canPlay,
  onPlay,
  onFollow,
}: AnalysisLinesProps): VNode | null {
  const moveText = useMoveText();
  const { lines, player } = analysis;
  if (lines.length === 0) return null;
  // Lines of a search may begin with the same move: the step of a turn of several.
  const best = new Set(analysis.moves.filter((move) => move.best).map(({ text }) => text));
  const isBest = (line: AnalysisLine, index: number): boolean =>
    best.has(line.moves[0] ?? "") && (index === 0 || isSolved(analysis));
  return (
    <ol class="analysis-lines" aria-label="Best lines">
      {lines.map((line, index) => (
        <li key={line.moves.join(" ")} class={isBest(line, index) ? "line best" : "line"}>
          <Label line={line} seats={seats} sideOf={sideOf} player={player} />
          <span class="line-moves">
            {line.moves.map((move, ply) => {
              const act =
                onFollow !== undefined
                  ? () => onFollow(line.moves, ply + 1)
                  : ply === 0 && onPlay !== undefined && canPlay(move)
                    ? () => onPlay(move)
                    : null;
              return act ? (
                <button
                  type="button"
                  key={ply}
                  class={ply === 0 ? "quiet move first" : "quiet move"}
                  title={onFollow ? "Show the position after this move" : "Play this move"}
                  onClick={act}
                >
                  {moveText(move)}
                </button>
              ) : (
                <span key={ply} class={ply === 0 ? "move first" : "move"}>
                  {moveText(move)}
                </span>
              );
            })}
          </span>
          <span class="line-end">
            {line.playouts !== null && (
              <small title="Playouts through this move: the more, the more certain. Lines are ordered by them.">
                {formatCount(line.playouts)}
                <span class="visually-hidden"> playouts</span>
              </small>
            )}
            {isBest(line, index) && (
              <span class="star" role="img" aria-label={index === 0 ? "best" : "as good as the best"}>
                ★
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface LabelProps {
  readonly line: AnalysisLine;
  readonly seats: number;
  readonly player: number;
  readonly sideOf: (player: number) => string;
}

/** The chip has the colour of the player for whom the line is good. Against more than one there is no such colour. */
function Label({ line: { evaluation }, seats, player, sideOf }: LabelProps): VNode {
  const { share, label, text, exact } = evaluation;
  const isEven = share === 0 || (share < 0 && seats !== 2);
  return (
    <span class={exact ? "label exact" : "label"} title={`${text}, ${exact ? "exact" : "estimated"}`}>
      <span class={isEven ? "chip even" : `chip ${sideOf(share > 0 ? player : 1 - player)}`} aria-hidden="true" />
      {label}
    </span>
  );
}
