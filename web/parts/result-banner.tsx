/** Shown when a game has ended: who won and how, and what to do next. */
import type { VNode } from "preact";
import { OutcomeSign } from "../board/badge.tsx";
import type { ShownResult } from "./result-text.ts";

interface ResultBannerProps {
  readonly result: ShownResult;
  /** Absent in replays. */
  readonly onRematch?: () => void;
  /** The setup form. */
  readonly newGame: string;
  readonly swaps: boolean;
}

export function ResultBanner({ result, onRematch, newGame, swaps }: ResultBannerProps): VNode {
  return (
    <div class={`status ended result-banner ${result.outcome ?? "neutral"}`}>
      <p role="status" aria-live="polite">
        <strong>
          {result.outcome && <OutcomeSign outcome={result.outcome} />} {result.title}
        </strong>
        {result.how !== null && <span>{result.how}</span>}
      </p>
      {onRematch && (
        <p class="next">
          <button
            type="button"
            onClick={onRematch}
            title={swaps ? "The same settings, sides changed" : "The same settings"}
          >
            Rematch
          </button>
          <a class="button" href={newGame}>
            New game
          </a>
        </p>
      )}
    </div>
  );
}
