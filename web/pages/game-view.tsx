/** A game on the table: board, seats, moves, values, thoughts. The same for playing, watching and replaying. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { MoveDocument } from "../../service/api.ts";
import type { Arrow } from "../board/arrow.tsx";
import { Board } from "../board/board.tsx";
import { lastMove } from "../board/last-move.ts";
import { valuesByMove } from "../board/values.ts";
import { clients } from "../client/clients.ts";
import { SeatLine } from "../parts/clocks.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { HeatChoice } from "../parts/heat-choice.tsx";
import { useJointDraft } from "../parts/joint-draft.tsx";
import { MoveList } from "../parts/move-list.tsx";
import { Fault } from "../parts/notices.tsx";
import { variantInWords } from "../parts/option-text.ts";
import { isFact, plainText } from "../parts/plain-text.ts";
import { RulesText } from "../parts/rules-text.tsx";
import { SpokenMoves } from "../parts/move-buttons.tsx";
import { statusText } from "../parts/status-text.ts";
import { blundersOf, stripPoints } from "../parts/graph-points.ts";
import { type ShownThought, ThoughtCard } from "../parts/search-info.tsx";
import { ValuesPanel } from "../parts/values-panel.tsx";
import { ValueStrip } from "../parts/evaluation-graph.tsx";
import { pieceSet } from "../board/pieces/sets.ts";
import { bestLine } from "../session/principal-variation.ts";
import { askHint, type Hint } from "../session/hint.ts";
import { firstOfTurn } from "../session/saved-game.ts";
import type { Session } from "../session/session.ts";
import { readText, writeText } from "../session/storage.ts";
import { Worth } from "../session/position-values.ts";
import { GameTools } from "./game-tools.tsx";

export type TableMode = "play" | "watch" | "replay" | "explore";

interface GameTableProps {
  readonly session: Session;
  readonly mode: TableMode;
  /** Beside the board, above the moves. */
  readonly beside?: ComponentChildren;
}

const VALUES_KEY = "gamelore.values";
const HEAT_MAP_KEY = "gamelore.heat-map";

export function GameTable({ session, mode, beside }: GameTableProps): VNode {
  const { document } = session;
  const saved = session.saved.value;
  const position = session.position.value;
  const worth = useMemo(
    () => new Worth(session, clients, mode === "explore" || readText(VALUES_KEY) === "on"),
    [session],
  );
  const turned = useSignal(false);
  const heatMap = useSignal(false);
  const mapName = useSignal(readText(HEAT_MAP_KEY) ?? "");
  const rules = useSignal(false);
  const hint = useSignal<Hint | "asked" | null>(null);
  useEffect(() => () => worth.end(), [worth]);
  useEffect(() => {
    hint.value = null;
  }, [position]);

  const persons = saved.seats.flatMap((seat, number) => (seat.kind === "person" ? [number] : []));
  const viewpoint = persons.length === 1 ? (persons[0] as number) : (session.eyes.value ?? 0);
  // A maze has no side that is one's own.
  const turnedForSeat = viewpoint === 1 && document.seats.length === 2 && !position?.view.walls;
  const flipped = turned.value !== turnedForSeat;
  const moves = useSame(session.open());
  const values = useMemo(
    () => (worth.values.value ? valuesByMove(worth.values.value.answer.moves) : null),
    [worth.values.value],
  );
  const play = (move: MoveDocument): void => session.play(move);
  const draft = useJointDraft(position, moves, values, play);
  const maps = position?.heatMaps ?? [];
  const map = maps.find(({ name }) => name === mapName.value) ?? null;
  const last = position ? lastMove(position.plies, position.view) : { cells: [], arrows: [] };
  const strip = worth.strip.value?.answer ?? null;
  const points = strip && session.whole.value ? stripPoints(strip, session.whole.value.plies) : [];
  const order = document.seats.map((_, seat) => seat);
  const below = order.filter((seat) => (turned.value ? seat !== viewpoint : seat === viewpoint));
  const above = order.filter((seat) => !below.includes(seat));
  const shownHint = hint.value === "asked" ? null : hint.value;
  const hintArrow = arrowOf(shownHint?.move ?? null);

  const setValues = (on: boolean): void => {
    worth.on.value = on;
    if (mode !== "explore") writeText(VALUES_KEY, on ? "on" : "off");
  };
  const help = (): void => {
    hint.value = "asked";
    askHint(session, clients, new AbortController().signal).then(
      (found) => {
        if (hint.value === "asked") hint.value = found;
      },
      (error: unknown) => {
        hint.value = { move: null, text: error instanceof Error ? error.message : String(error) };
      },
    );
  };
  // What is shown is the beginning of the line; the whole is asked for when it is wanted.
  const follow = (shown: readonly string[]): void => {
    bestLine(session, clients).then(
      ({ moves: whole }) => session.follow(whole.length > shown.length ? whole : shown),
      () => session.follow(shown),
    );
  };
  const notes = position?.view.notes ?? [];
  // Where there is neither board nor hand, what is known of the position is all there is to see.
  const bare = position !== null && position.view.cells.length === 0 && (position.view.rows ?? []).length === 0;
  const status = statusText(document, saved, position);
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
            onReady={() => session.comeIn(session.awaited.value as number)}
          />
        ) : (
          position && (
            <Board
              game={saved.game}
              view={position.view}
              seats={document.seats}
              label={`Board of ${document.title}`}
              moves={draft.moves}
              flipped={flipped}
              viewpoint={viewpoint}
              last={last.cells}
              values={draft.values}
              heatMap={heatMap.value}
              map={map}
              arrows={[...last.arrows, ...hintArrow, ...draft.arrows]}
              onPlay={draft.onPlay}
            />
          )
        )}
        {draft.panel}
        {bare && <Notes notes={notes} />}
        {below.map((seat) => (
          <SeatLine key={seat} session={session} seat={seat} />
        ))}
      </div>
      <div class="table-side">
        <p class={`status${position?.result || saved.over ? " ended" : ""}`} role="status" aria-live="polite">
          {position === null && session.fault.value !== null ? "This cannot be shown" : status}
          {position && position.plies.length > 0 && (
            <span class="heard">. Last move: {position.plies.at(-1)?.text}</span>
          )}
        </p>
        {session.fault.value !== null && (
          <>
            <Fault text={session.fault.value} />
            <button type="button" onClick={() => session.start()}>
              Try again
            </button>
          </>
        )}
        {draft.panel === null && <SpokenMoves moves={moves} values={values} onPlay={play} />}
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
          onFlip={() => (turned.value = !turned.value)}
          onRules={() => (rules.value = true)}
          onHint={help}
          hinting={hint.value === "asked"}
          values={worth.on.value}
          onValues={setValues}
          heatMap={heatMap.value}
          onHeatMap={(on) => (heatMap.value = on)}
        />
        {shownHint && (
          <p class="hint" role="status">
            Hint: {shownHint.text}
          </p>
        )}
        {!bare && <Notes notes={notes} />}
        {mode === "explore" && position && <code class="position-text">{position.position}</code>}
        {mode === "watch" && <Thoughts session={session} />}
        {beside}
        {strip && points.filter((point) => point.value !== null).length > 1 && (
          <ValueStrip
            points={points}
            at={saved.at}
            seats={document.seats}
            strip={strip}
            onShow={(ply) => session.show(ply)}
            onPlayer={(player) => (worth.player.value = player)}
          />
        )}
        {worth.fault.value !== null && <Fault text={worth.fault.value} />}
        {worth.values.value && session.awaited.value === null && (
          <ValuesPanel
            game={saved.game}
            values={worth.values.value.answer}
            where={worth.values.value.where}
            moves={moves}
            mover={position?.actors.length === 1 ? (document.seats[position.actors[0] as number] ?? null) : null}
            {...(mode === "replay" ? {} : { onPlay: play })}
            {...(mode === "explore" ? { onFollow: follow } : {})}
          />
        )}
        <MoveList
          plies={session.whole.value?.plies ?? []}
          seats={document.seats}
          at={saved.at}
          blunders={blundersOf(points)}
          onShow={(ply) => session.show(ply)}
        />
        {mode === "play" && <Thoughts session={session} />}
      </div>
      {rules.value && (
        <Dialog title={`${document.title}: the rules`} onClose={() => (rules.value = false)}>
          <RulesText text={document.rules} />
        </Dialog>
      )}
    </div>
  );
}

/** The list as it was before, where it has the same elements: what is put together from it is not given up. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list);
  const same = before.current.length === list.length && list.every((each, i) => each === before.current[i]);
  if (!same) before.current = list;
  return before.current;
}

function arrowOf(move: MoveDocument | null): Arrow[] {
  const { from, to, path, steps } = move ?? {};
  if (steps) return steps.map(([start, end]) => ({ from: start, to: end, kind: "hint" }));
  if (!from || !to || !("cell" in from) || !("cell" in to)) return [];
  return [{ from: from.cell, to: to.cell, kind: "hint", ...(path && { path }) }];
}

/** Something is hidden and two persons share a screen: nobody sees anything until the right one is there. */
function HandOver({ name, onReady }: { readonly name: string; readonly onReady: () => void }): VNode {
  return (
    <div class="hand-over">
      <p>
        It is <strong>{name}</strong>'s turn. Nobody else should look.
      </p>
      <button type="button" class="primary" onClick={onReady}>
        I am {name}
      </button>
    </div>
  );
}

/** A fact of a rulesheet that says whose turn it is; the status says so in words. */
const CONTROL = /^\(control \S+\)$/;

function Notes({ notes: all }: { readonly notes: readonly string[] }): VNode | null {
  const notes = all.filter((note) => !CONTROL.test(note));
  if (notes.length === 0) return null;
  return (
    <ul class={notes.every(isFact) ? "notes facts-line" : "notes"} aria-label="About the position">
      {notes.map((note) => (
        <li key={note}>{plainText(note)}</li>
      ))}
    </ul>
  );
}

/** What a player is thinking, or else the last thought of every player up to what is on the board. */
function Thoughts({ session }: { readonly session: Session }): VNode | null {
  const saved = session.saved.value;
  const players = saved.seats.flatMap((seat, number) => (seat.kind === "player" ? [number] : []));
  if (players.length === 0) return null;
  const plies = session.position.value?.plies ?? [];
  // Who still has to choose at the same time is not told what the others think.
  const isSecret = session.open().length > 0 && (session.position.value?.actors.length ?? 0) > 1;
  const shownOf = (seat: number): ShownThought | null => {
    const live = isSecret ? null : session.thinking.value[seat]?.thought;
    const who = saved.seats[seat];
    if (live && who?.kind === "player") return { ...live, player: who.text, where: null };
    const [ply, last] =
      Object.entries(saved.thoughts).findLast(([at, { seat: whose }]) => Number(at) < saved.at && whose === seat) ?? [];
    // Who thinks in whole turns has told of this one with its first step; the others cost nothing.
    const first = last?.milliseconds === 0 ? saved.thoughts[firstOfTurn(plies, Number(ply), seat)] : undefined;
    return first ?? last ?? null;
  };
  return (
    <div class="thoughts">
      {players.map((seat) => (
        <ThoughtCard
          key={seat}
          title={session.document.seats[seat] ?? ""}
          side={pieceSet(saved.game, session.document.seats).side(seat)}
          thought={shownOf(seat)}
        />
      ))}
    </div>
  );
}
