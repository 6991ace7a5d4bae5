/** What can be done with a game beside moving. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Session } from "../session/session.ts";
import type { TableMode } from "./game-table.tsx";
import { gameLink, positionLink, wholeAddress } from "./links.ts";

interface GameToolsProps {
  readonly session: Session;
  readonly mode: TableMode;
  readonly onFlip: () => void;
  readonly onRules: () => void;
  readonly onHint: () => void;
  readonly hinting: boolean;
  readonly values: boolean;
  readonly onValues: (on: boolean) => void;
  readonly heatMap: boolean;
  readonly onHeatMap: (on: boolean) => void;
}

/** Between two moves that are gone through by themselves. */
const STEP_MILLISECONDS = 700;

export function GameTools(props: GameToolsProps): VNode {
  const { session, mode } = props;
  const saved = session.saved.value;
  const position = session.position.value;
  const ended = position?.result !== null || saved.over !== null;
  const persons = saved.seats.some((seat) => seat.kind === "person");
  const copied = useSignal<string | null>(null);
  // The moves that are there already, one after the other.
  const running = useSignal(false);
  useEffect(() => {
    if (!running.value) return;
    if (session.atEnd) {
      running.value = false;
      return;
    }
    const timer = setTimeout(() => session.show(saved.at + 1), STEP_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [running.value, saved.at, saved.moves.length]);
  const copy = (href: string): void => {
    const address = wholeAddress(href);
    navigator.clipboard.writeText(address).then(
      () => (copied.value = "copied"),
      () => (copied.value = address),
    );
  };
  return (
    <div class="tools">
      <div class="tool-row" role="group" aria-label="Moves back and forth">
        <button type="button" disabled={saved.at === 0 && !saved.over} onClick={() => session.undo()}>
          {mode === "play" ? "↶ Undo" : "‹ Back"}
        </button>
        <button type="button" disabled={saved.at >= saved.moves.length} onClick={() => session.redo()}>
          {mode === "play" ? "↷ Redo" : "Forward ›"}
        </button>
        {!session.atEnd && (
          <button type="button" onClick={() => session.show(saved.moves.length)}>
            Last »
          </button>
        )}
        {(mode === "explore" || mode === "replay") && saved.moves.length > 0 && (
          <button
            type="button"
            disabled={session.atEnd}
            aria-pressed={running.value}
            onClick={() => (running.value = !running.value)}
          >
            {running.value ? "❚❚ Stop" : "▶ Play"}
          </button>
        )}
        {!session.atEnd && mode !== "replay" && (
          <button type="button" onClick={() => session.continueHere()}>
            Go on from here
          </button>
        )}
        {mode === "watch" && !ended && (
          <button type="button" class="primary" onClick={() => session.pause(!session.paused.value)}>
            {session.paused.value ? "▶ Go on" : "❚❚ Pause"}
          </button>
        )}
        {mode === "play" && persons && !ended && (
          <>
            <button type="button" disabled={props.hinting || session.open().length === 0} onClick={props.onHint}>
              {props.hinting ? "…" : "Hint"}
            </button>
            <button type="button" onClick={() => session.resign()}>
              Resign
            </button>
          </>
        )}
      </div>
      <div class="tool-row" role="group" aria-label="What is shown">
        <button type="button" onClick={props.onFlip}>
          Flip
        </button>
        <button type="button" onClick={props.onRules}>
          Rules
        </button>
        <label class="check switch">
          <input
            type="checkbox"
            checked={props.values}
            onChange={(event) => props.onValues(event.currentTarget.checked)}
          />{" "}
          Values
        </label>
        {props.values && position && position.view.cells.length > 0 && (
          <label class="check switch">
            <input
              type="checkbox"
              checked={props.heatMap}
              onChange={(event) => props.onHeatMap(event.currentTarget.checked)}
            />{" "}
            Heat map
          </label>
        )}
        {/* The moves of a game with hidden things tell what is hidden. */}
        {(!session.document.hidden || ended) && (
          <button
            type="button"
            class="quiet"
            onClick={() =>
              copy(
                mode === "explore" && position
                  ? positionLink(saved.game, saved.variant, position.position)
                  : gameLink(saved),
              )
            }
          >
            Copy link
          </button>
        )}
        {mode !== "explore" && position && !session.document.hidden && (
          <a class="quiet button" href={positionLink(saved.game, saved.variant, position.position)}>
            Explore
          </a>
        )}
      </div>
      {copied.value !== null && (
        <p class="copied" role="status">
          {copied.value === "copied" ? (
            "The link is on the clipboard."
          ) : (
            <input type="text" readOnly aria-label="Link" value={copied.value} />
          )}
        </p>
      )}
    </div>
  );
}
