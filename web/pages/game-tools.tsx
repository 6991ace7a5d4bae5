/** The buttons of a game: undo, hint, resign, copy and view options. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import { clients } from "../client/clients.ts";
import { gameAsText } from "../session/game-as-text.ts";
import { hrefOf, variantQuery } from "../router.ts";
import { canChangeSides } from "../session/saved-game.ts";
import type { Session } from "../session/session.ts";
import { setSound, soundOn } from "../sound.ts";
import { gameLink, positionLink, absoluteUrl } from "./links.ts";

interface GameToolsProps {
  readonly session: Session;
  readonly mode: ViewMode;
  readonly onFlip: () => void;
  readonly onRules: () => void;
  readonly onKeys: () => void;
  readonly onExport: () => void;
  readonly onHint: () => void;
  readonly hinting: boolean;
  readonly values: boolean;
  readonly onValues: (on: boolean) => void;
  readonly heatMap: boolean;
  readonly onHeatMap: (on: boolean) => void;
}

/** Between two moves of automatic replay. */
const STEP_MILLISECONDS = 700;

export function GameTools(props: GameToolsProps): VNode {
  const { session, mode } = props;
  const saved = session.saved.value;
  const position = session.position.value;
  const ended = position?.result !== null || session.ended.value;
  const persons = saved.seats.some((seat) => seat.kind === "person");
  const copied = useSignal<{ readonly what: string; readonly text: string | null } | null>(null);
  const { positionFormat, gameFormat, hidden } = session.document;
  const sound = soundOn();
  // Replays the existing moves.
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
  const copy = (what: string, text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => (copied.value = { what, text: null }),
      () => (copied.value = { what, text }),
    );
  };
  const copyGame = (what: string): void => {
    gameAsText(session, clients).then(
      (text) => copy(what, text),
      (error: unknown) => (copied.value = { what, text: messageOf(error) }),
    );
  };
  return (
    <div class="tools">
      <div class="tool-row" role="group" aria-label="Navigate moves">
        <button type="button" disabled={!session.canUndo} onClick={() => session.undo()}>
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
            Continue from here
          </button>
        )}
        {mode === "watch" && !ended && (
          <button type="button" class="primary" onClick={() => session.pause(!session.paused.value)}>
            {session.paused.value ? "▶ Resume" : "❚❚ Pause"}
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
            {canChangeSides(saved) && (
              <button type="button" title="Take the other side from here" onClick={() => session.changeSides()}>
                Change sides
              </button>
            )}
          </>
        )}
      </div>
      <div class="tool-row" role="group" aria-label="View">
        <button type="button" onClick={props.onFlip}>
          Flip
        </button>
        <button type="button" onClick={props.onRules}>
          Rules
        </button>
        <button type="button" aria-label="Keyboard help" title="Keyboard help" onClick={props.onKeys}>
          ?
        </button>
        <button
          type="button"
          class={sound.value ? "" : "muted"}
          aria-label={sound.value ? "Switch sound off" : "Switch sound on"}
          title={sound.value ? "Sound is on" : "Sound is off"}
          onClick={() => setSound(!sound.value)}
        >
          ♪
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
      </div>
      <div class="tool-row links" role="group" aria-label="This game">
        {(mode === "play" || mode === "watch") && !ended && (
          <a class="quiet button" href={hrefOf([mode, saved.game], variantQuery(saved.variant))}>
            New game
          </a>
        )}
        {/* Moves would reveal hidden information. */}
        {(!hidden || ended) && (
          <button
            type="button"
            class="quiet"
            onClick={() =>
              copy(
                "link",
                absoluteUrl(
                  mode === "explore" && position
                    ? positionLink(saved.game, saved.variant, position.position)
                    : gameLink(saved),
                ),
              )
            }
          >
            Copy link
          </button>
        )}
        {positionFormat !== null && position && !hidden && (
          <button type="button" class="quiet" onClick={() => copy(positionFormat, position.position)}>
            Copy {positionFormat}
          </button>
        )}
        {gameFormat !== null && (!hidden || ended) && (
          <button type="button" class="quiet" onClick={() => copyGame(gameFormat)}>
            Copy {gameFormat}
          </button>
        )}
        {(!hidden || ended) && (
          <button type="button" class="quiet" onClick={props.onExport}>
            Export
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
          {copied.value.text === null ? (
            `Copied ${copied.value.what} to the clipboard.`
          ) : (
            <textarea readOnly rows={3} aria-label={copied.value.what} value={copied.value.text} />
          )}
        </p>
      )}
    </div>
  );
}

export type ViewMode = "play" | "watch" | "replay" | "explore";
