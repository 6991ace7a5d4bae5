/** The position editor: a tray of pieces, the board, and the player to move. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { GameDocument, PositionDocument, TrayPiece } from "../../service/api.ts";
import { listenForDrag } from "../board/drag.ts";
import { Drawing, Shape, viewBoxOf } from "../board/drawing.tsx";
import { placeOf } from "../board/place.ts";
import { KEYS, neighbour } from "../board/geometry.ts";
import { describeCell } from "../board/names.ts";
import type { PieceSet } from "../board/pieces/piece-set.ts";
import { pieceSet } from "../board/pieces/sets.ts";
import { type Brush, dragged, type Placed, placedOf, pressed, viewWith } from "../board/setup.ts";
import { clients } from "../client/clients.ts";
import type { OptionParams } from "../../service/api.ts";
import { useLoaded } from "../parts/loaded.ts";
import { ErrorMessage, Await } from "../parts/notices.tsx";

interface EditProps {
  readonly document: GameDocument;
  readonly variant: OptionParams;
  readonly start: string | null;
  readonly onDone: (position: string) => void;
}

export function EditPosition(props: EditProps): VNode {
  const { document, variant, start } = props;
  const show = async (from: string | null, signal: AbortSignal): Promise<PositionDocument> =>
    (await clients.call("position", document.id, { variant, start: from, moves: [], seat: null }, { signal })).answer;
  // If the position cannot be shown, start from the initial one.
  const position = useLoaded(start ?? "", (signal) => show(start, signal).catch(() => show(null, signal)));
  return (
    <Await loaded={position.value} what="the position">
      {(found) => <Editor {...props} position={found} />}
    </Await>
  );
}

function Editor({ document, variant, position, onDone }: EditProps & { readonly position: PositionDocument }): VNode {
  const tray = document.tray ?? [];
  const set = pieceSet(document.id, document.seats);
  const placed = useSignal<Placed>(placedOf(position.view, tray));
  const brush = useSignal<Brush>(tray[0] ?? "erase");
  const turn = useSignal(Math.max(0, position.actors[0] ?? 0));
  const failure = useSignal<string | null>(null);
  /** The cell in the tab order; arrow keys move it. */
  const cursor = useSignal(0);
  const frame = useRef<HTMLDivElement>(null);
  const view = viewWith(position.view, placed.value);
  const place = placeOf(view, false);

  useEffect(() => {
    if (!frame.current) return;
    return listenForDrag(frame.current, {
      canDrag: (spot) => !("cell" in spot) || placed.value.has(spot.cell),
      begin: () => undefined,
      move: () => undefined,
      end: (from, over) => {
        const to = over && "cell" in over ? over.cell : null;
        const piece = "cell" in from ? null : tray[from.item];
        if ("cell" in from) placed.value = dragged(placed.value, from.cell, to);
        else if (piece && to !== null) placed.value = new Map(placed.value).set(to, piece);
      },
      cancel: () => undefined,
    });
  }, []);

  const goTo = (cell: number): void => {
    cursor.value = cell;
    frame.current?.querySelector<SVGElement>(`[data-spot="c${cell}"]`)?.focus();
  };
  const compose = (): void => {
    failure.value = null;
    const pieces = [...placed.value].map(([cell, { letter }]) => ({
      cell: position.view.cells[cell]?.name ?? "",
      letter,
    }));
    clients.call("compose", document.id, { variant, pieces, turn: turn.value }).then(
      ({ answer }) => onDone(answer.position),
      (error: unknown) => (failure.value = messageOf(error)),
    );
  };
  return (
    <div class="editor" ref={frame}>
      <h1 class="table-title">Set up a position of {document.title}</h1>
      <div class="tray card" role="group" aria-label="Pieces to set up">
        {[...new Set(tray.map(({ owner }) => owner))].map((owner) => (
          <div key={owner} class="tray-row">
            {tray.map(
              (piece, index) =>
                piece.owner === owner && (
                  <TrayButton
                    key={piece.letter}
                    piece={piece}
                    index={index}
                    set={set}
                    chosen={brush.value === piece}
                    onChoose={() => (brush.value = piece)}
                  />
                ),
            )}
          </div>
        ))}
        <button type="button" aria-pressed={brush.value === "erase"} onClick={() => (brush.value = "erase")}>
          Remove
        </button>
      </div>
      <div class="tool-row">
        <label>
          To move{" "}
          <select value={turn.value} onChange={(event) => (turn.value = Number(event.currentTarget.value))}>
            {document.seats.map((seat, number) => (
              <option key={seat} value={number}>
                {seat}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => (placed.value = new Map())}>
          Clear board
        </button>
        <button type="button" class="primary" onClick={compose}>
          Done
        </button>
      </div>
      {failure.value !== null && <ErrorMessage text={failure.value} />}
      <svg
        class={`board ${view.shape} ${set.ground}`}
        viewBox={viewBoxOf(view)}
        role="group"
        aria-label="Position editor. Arrow keys move the cursor, Enter places or removes the chosen piece."
      >
        <Drawing view={view} set={set} flipped={false} />
        {view.cells.map((cell, index) => (
          <g
            key={cell.name}
            class="hit live"
            role="button"
            tabIndex={index === cursor.value ? 0 : -1}
            data-spot={`c${index}`}
            data-cell={cell.name}
            aria-label={describeCell(view, index, set, document.seats, { selected: false, target: false, value: null })}
            onClick={() => (placed.value = pressed(placed.value, index, brush.value))}
            onFocus={() => (cursor.value = index)}
            onKeyDown={(event) => {
              const direction = KEYS[event.key];
              if (direction) goTo(neighbour(view, index, direction, false));
              else if (event.key === "Enter" || event.key === " ")
                placed.value = pressed(placed.value, index, brush.value);
              else return;
              event.preventDefault();
            }}
          >
            <Shape view={view} set={set} at={place(index)} class="clear" />
          </g>
        ))}
      </svg>
    </div>
  );
}

interface TrayButtonProps {
  readonly piece: TrayPiece;
  readonly index: number;
  readonly set: PieceSet;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function TrayButton({ piece, index, set, chosen, onChoose }: TrayButtonProps): VNode {
  return (
    <button
      type="button"
      class="tray-piece"
      data-spot={`r0.${index}`}
      aria-pressed={chosen}
      aria-label={piece.name}
      title={piece.name}
      onClick={onChoose}
    >
      <svg viewBox="-50 -50 100 100" aria-hidden="true">
        {set.draw(piece)}
      </svg>
    </button>
  );
}
