/** Mixed strategies of players who move at the same time: how often each should make which move. */
import type { VNode } from "preact";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { MoveDocument } from "../../service/api.ts";
import { useMoveText } from "./move-text.ts";

interface StrategiesProps {
  readonly analysis: AnalysisDocument;
  readonly seats: readonly string[];
  /** The CSS class of a player's colour. */
  readonly sideOf: (player: number) => string;
  /** The moves that can be played. */
  readonly moves: readonly MoveDocument[];
  readonly onPlay: ((move: MoveDocument) => void) | undefined;
}

/** Moves shown of each player. */
const SHOWN = 6;
/** Moves that are played less often are not shown. */
const LEAST = 0.005;

export function Strategies({ analysis, seats, sideOf, moves, onPlay }: StrategiesProps): VNode {
  const moveText = useMoveText();
  return (
    <div class="strategies">
      {analysis.strategies.map((strategy) => {
        const name = seats[strategy.player] ?? "";
        const played = strategy.moves.filter(({ probability }, i) => i === 0 || probability >= LEAST);
        const shown = played.slice(0, SHOWN);
        return (
          <section key={strategy.player} aria-label={`Strategy of ${name}`}>
            <h3>
              <span class={`chip ${sideOf(strategy.player)}`} aria-hidden="true" /> {name} plays
            </h3>
            <ol>
              {shown.map(({ text, probability, evaluation }) => {
                // A rulesheet's moves are written with the name of the role, which the heading has.
                const words = moveText(text);
                const shownText = words.startsWith(`${name}: `) ? words.slice(name.length + 2) : words;
                const move = moves.find((each) => each.text === text && each.actor === strategy.player);
                return (
                  <li key={text} title={evaluation?.text}>
                    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                      <rect width={100 * probability} height="10" />
                    </svg>
                    {move && onPlay ? (
                      <button type="button" class="quiet move" title="Play this move" onClick={() => onPlay(move)}>
                        {shownText}
                      </button>
                    ) : (
                      <span class="move">{shownText}</span>
                    )}
                    <strong>{Math.round(100 * probability)} %</strong>
                    <span class="label">{evaluation?.label}</span>
                  </li>
                );
              })}
            </ol>
            {played.length > shown.length && <p class="none">and {played.length - shown.length} more</p>}
          </section>
        );
      })}
      <p class="none">Both move at the same time: a mixed strategy, and the value of each move against the other's.</p>
    </div>
  );
}
