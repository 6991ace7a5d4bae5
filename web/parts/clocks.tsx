/** A seat: its player, whether it is to move, and the time left. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { pieceSet } from "../board/pieces/sets.ts";
import { clients } from "../client/clients.ts";
import { colourWord } from "../board/side-colour.ts";
import { clockText } from "../session/clock.ts";
import type { Session } from "../session/session.ts";
import { formatSeconds } from "./format.ts";
import { levelOf } from "./levels.ts";
import { seatResult } from "./seat-result.ts";

export function SeatLine({ session, seat }: { readonly session: Session; readonly seat: number }): VNode {
  const saved = session.saved.value;
  const who = saved.seats[seat];
  const position = session.position.value;
  const turn = !position?.result && !saved.over && (position?.actors.includes(seat) ?? false);
  const thinking = session.thinking.value[seat];
  const standing = position?.result ? seatResult(position.result.scores, seat) : null;
  const name = session.document.seats[seat] ?? "";
  const set = pieceSet(saved.game, session.document.seats);
  const side = set.side(seat);
  // Without pieces on a board, or if all seats look alike, the colour says nothing.
  const isOnly = !session.document.seats.some((_, other) => other !== seat && set.side(other) === side);
  const colour = position && position.view.cells.length > 0 && isOnly ? colourWord(side, name) : null;
  const level = who?.kind === "player" ? levelOf(session.document, who.text) : null;
  return (
    <div class={`seat-line${turn ? " turn" : ""}`}>
      <span class={`chip ${side}`} aria-hidden="true" />
      <span class="seat-name">
        {name}
        {colour !== null && <small> {colour}</small>}
      </span>
      <span class="who">
        {who?.kind === "player" ? (
          <>
            {level !== null && level !== who.text && `${level} `}
            <code>{who.text}</code>
          </>
        ) : (
          "human"
        )}
      </span>
      {thinking && (
        <span class="thinking">
          <span class="pulse" aria-hidden="true" />{" "}
          {clients.waiting.value > 0 && !clients.status.up.value ? "waiting for the server" : "thinking "}
          {thinking.milliseconds > 0 && clients.waiting.value === 0 ? formatSeconds(thinking.milliseconds) : ""}
        </span>
      )}
      {standing !== null && <span class="score">{standing}</span>}
      {saved.clock && <Clock session={session} seat={seat} />}
    </div>
  );
}

function Clock({ session, seat }: { readonly session: Session; readonly seat: number }): VNode {
  const text = useSignal("");
  useEffect(() => {
    const show = (): void => {
      session.tick();
      text.value = clockText(session.timeLeft(seat));
    };
    show();
    const timer = setInterval(show, 100);
    return () => clearInterval(timer);
  }, [session]);
  return (
    <span class="clock" role="timer" aria-label={`Time left for ${session.document.seats[seat]}`}>
      {text.value}
    </span>
  );
}
