/** A position set up with the mouse: a tray of pieces, the board, whose turn it is. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameDocument, PositionDocument, TrayPiece } from "../../service/api.ts";
import { listenForCarrying } from "../board/drag.ts";
import { Drawing, placeOf, Shape, viewBoxOf } from "../board/drawing.tsx";
import { KEYS, neighbour } from "../board/geometry.ts";
import { describeCell } from "../board/names.ts";
import type { PieceSet } from "../board/pieces/piece-set.ts";
import { pieceSet } from "../board/pieces/sets.ts";
import { type Brush, carried, type Placed, placedOf, pressed, viewWith } from "../board/setup.ts";
import { clients } from "../client/clients.ts";
import type { Variant } from "../client/api-client.ts";
import { useLoaded } from "../parts/loaded.ts";
import { Fault, When } from "../parts/notices.tsx";

interface EditProps {
  readonly document: GameDocument;
  readonly variant: Variant;
  readonly start: string | null;
  readonly onDone: (position: string) => void;
}

export function EditPosition(props: EditProps): VNode {
  const { document, variant, start } = props;
  const show = async (from: string | null, signal: AbortSignal): Promise<PositionDocument> =>
    (await clients.ask("position", document.id, { variant, start: from, moves: [], seat: null }, { signal })).answer;
  // From a position that cannot be shown nothing can be set up; then the first one is begun with.
  const position = useLoaded(start ?? "", (signal) => show(start, signal).catch(() => show(null, signal)));
  return (
    <When loaded={position.value} what="the position">
      {(found) => <Editor {...props} position={found} />}
    </When>
  );
}

function Editor({ document, variant, position, onDone }: EditProps & { readonly position: PositionDocument }): VNode {
  const tray = document.tray ?? [];
  const set = pieceSet(document.id, document.seats);
  const placed = useSignal<Placed>(placedOf(position.view, tray));
  const brush = useSignal<Brush>(tray[0] ?? "erase");
  const turn = useSignal(Math.max(0, position.actors[0] ?? 0));
  const fault = useSignal<string | null>(null);
  /** The one cell that Tab comes to; arrow keys go on from it. */
  const cursor = useSignal(0);
  const frame = useRef<HTMLDivElement>(null);
  const view = viewWith(position.view, placed.value);
  const place = placeOf(view, false);

  useEffect(() => {
    if (!frame.current) return;
    return listenForCarrying(frame.current, {
      canCarry: (spot) => !("cell" in spot) || placed.value.has(spot.cell),
      begin: () => undefined,
      move: () => undefined,
      end: (from, over) => {
        const to = over && "cell" in over ? over.cell : null;
        const piece = "cell" in from ? null : tray[from.item];
        if ("cell" in from) placed.value = carried(placed.value, from.cell, to);
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
    fault.value = null;
    const pieces = [...placed.value].map(([cell, { letter }]) => ({
      cell: position.view.cells[cell]?.name ?? "",
      letter,
    }));
    clients.ask("compose", document.id, { variant, pieces, turn: turn.value }).then(
      ({ answer }) => onDone(answer.position),
      (error: unknown) => (fault.value = error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <div class="editor" ref={frame}>
      <div class="tray card" role="group" aria-label="Pieces to set up">
        {tray.map((piece, index) => (
          <TrayButton
            key={`${piece.owner}${piece.letter}`}
            piece={piece}
            index={index}
            set={set}
            chosen={brush.value === piece}
            onChoose={() => (brush.value = piece)}
          />
        ))}
        <button type="button" aria-pressed={brush.value === "erase"} onClick={() => (brush.value = "erase")}>
          Take away
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
          Empty the board
        </button>
        <button type="button" class="primary" onClick={compose}>
          Look at it
        </button>
      </div>
      {fault.value !== null && <Fault text={fault.value} />}
      <svg
        class={`board ${view.shape} ${set.ground}`}
        viewBox={viewBoxOf(view)}
        role="group"
        aria-label="Board to set up. Arrow keys move over the board, Enter puts the chosen piece down or takes it away."
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
            aria-label={describeCell(view, index, set, document.seats, { taken: false, target: false, value: null })}
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
