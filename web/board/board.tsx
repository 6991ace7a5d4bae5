/** The interactive board: holds the selection, handles mouse, touch and keyboard, and reports moves. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import type { MoveDocument, Spot } from "../../service/api.ts";
import type { HeatMap, View } from "../../engine/contracts/view.ts";
import { useMoveAnimation } from "./animation.ts";
import { Choices } from "./choices.tsx";
import { listenForDrag } from "./drag.ts";
import type { Arrow } from "./arrow.tsx";
import { PromotionChooser } from "./promotion-chooser.tsx";
import { aspectOf, Drawing, type Overlay, Shape, viewBoxOf } from "./drawing.tsx";
import { placeOf } from "./place.ts";
import { cellFinder, KEYS, neighbour } from "./geometry.ts";
import { Ghost } from "./ghost.tsx";
import { HeatLegend } from "./heat-layer.tsx";
import { type PromotionChoice, promotionChoices } from "./promotions.ts";
import { isLarge } from "./maze.tsx";
import { describeCell } from "./names.ts";
import { pieceSet } from "./pieces/sets.ts";
import { arrangeRows, type CardParts, Rows, type RowMarks } from "./rows.tsx";
import { sameSpot, spotKey } from "./spots.ts";
import {
  NO_SELECTION,
  type BoardState,
  columnTargets,
  drop,
  movesAt,
  press,
  type Pressed,
  sources,
  targets,
  withoutRowTargets,
} from "./state.ts";
import { badges, heat, type MoveValues } from "./values.ts";

interface BoardProps {
  readonly game: string;
  readonly view: View;
  readonly seats: readonly string[];
  /** The accessible name. */
  readonly label: string;
  /** The moves that can be made now. */
  readonly moves: readonly MoveDocument[];
  /** How a move is written. */
  readonly moveText: (text: string) => string;
  readonly flipped: boolean;
  /** The seat shown at the bottom. */
  readonly viewpoint: number;
  readonly last?: readonly number[];
  /** The line of pieces that won the game. */
  readonly winning?: readonly number[];
  readonly values?: MoveValues | null;
  readonly heatMap?: boolean;
  /** Numbers by cell, shown as colours. */
  readonly map?: HeatMap | null;
  readonly arrows?: readonly Arrow[];
  /** Cards of a move that is composed of several. */
  readonly parts?: CardParts | null;
  /** Shown beside the board. */
  readonly beside?: ComponentChildren;
  readonly onPlay?: (move: MoveDocument) => void;
}

function cellOf(spot: Spot | null): number | null {
  return spot !== null && "cell" in spot ? spot.cell : null;
}

function cellsOf(spots: readonly Spot[]): number[] {
  return [...new Set(spots.flatMap((spot) => ("cell" in spot ? [spot.cell] : [])))];
}

/** The path of the selected piece to a cell, if it takes more than one jump. */
function pathTo(moves: readonly MoveDocument[], selected: Spot | null, cell: number | null): Arrow[] {
  const from = cellOf(selected);
  const move = moves.find((each) => cellOf(each.from) === from && cellOf(each.to) === cell);
  return from !== null && cell !== null && move?.path ? [{ from, to: cell, kind: "preview", path: move.path }] : [];
}

export function Board(props: BoardProps): VNode {
  const { game, view, seats, flipped, viewpoint, moveText, values = null, heatMap = false, onPlay } = props;
  const set = pieceSet(game, seats);
  const moves = useMemo(() => withoutRowTargets(props.moves), [props.moves]);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const dropped = useRef(false);
  useMoveAnimation(frame, dropped, view, flipped);
  const state = useSignal<BoardState>(NO_SELECTION);
  const cursor = useSignal<number | null>(null);
  const hovered = useSignal<number | null>(null);
  const dragged = useSignal<{ spot: Spot; x: number; y: number } | null>(null);
  const nextStep = useRef<{ spot: Spot; actor: number } | null>(null);

  const settle = ({ state: next, play }: Pressed): void => {
    state.value = next;
    if (!play) return;
    nextStep.current = play.to === null ? null : { spot: play.to, actor: play.actor };
    onPlay?.(play);
  };
  const columns = useMemo(() => columnTargets(moves, view.cells), [moves, view.cells]);
  const pressed = (spot: Spot): void => {
    const target = state.value.selected === null && "cell" in spot ? columns.get(spot.cell) : undefined;
    settle(press(state.value, moves, target === undefined ? spot : { cell: target }));
  };
  const promotions = promotionChoices(state.value.choices, set);
  const picked = useSignal(0);
  const choose = ({ move }: PromotionChoice): void => settle({ state: NO_SELECTION, play: move });
  // Focus the board, so that the keyboard can choose.
  useEffect(() => {
    picked.value = 0;
    if (promotions) frame.current?.querySelector<SVGElement>("svg.board")?.focus({ preventScroll: true });
  }, [promotions === null]);

  // New moves clear the selection; within a turn of several steps the moved piece stays selected.
  useEffect(() => {
    if (view.turn !== nextStep.current?.actor) nextStep.current = null;
    const next = nextStep.current;
    const startsThere = (move: MoveDocument): boolean => move.to !== null && sameSpot(move.from, next?.spot ?? null);
    state.value = next !== null && moves.some(startsThere) ? { selected: next.spot, choices: [] } : NO_SELECTION;
    if (moves.length > 0) nextStep.current = null;
  }, [moves, view]);

  const handlers = useRef({ moves, settle });
  handlers.current = { moves, settle };
  useEffect(() => {
    if (!frame.current) return;
    return listenForDrag(frame.current, {
      canDrag: (spot) => movesAt(handlers.current.moves, spot).some((move) => move.from !== null),
      begin: (spot) => {
        state.value = { selected: spot, choices: [] };
      },
      move: (x, y) => {
        if (state.value.selected) dragged.value = { spot: state.value.selected, x, y };
      },
      end: (from, over) => {
        dragged.value = null;
        if (sameSpot(from, over)) return;
        const result = drop(handlers.current.moves, from, over);
        dropped.current = result.play !== null;
        handlers.current.settle(result);
      },
      cancel: () => {
        dragged.value = null;
      },
    });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = KEYS[event.key];
    if (event.key === "Escape") {
      // Without a selection, the keys go back to the page.
      if (state.value === NO_SELECTION) cursor.value = null;
      state.value = NO_SELECTION;
    } else if (!(event.target as Element).matches("svg.board")) return;
    else if (promotions) {
      if (!pickByKey(event.key)) return;
    } else if (direction && cursor.value !== null) cursor.value = neighbour(view, cursor.value, direction, flipped);
    else if ((event.key === "Enter" || event.key === " ") && cursor.value !== null) pressed({ cell: cursor.value });
    else return;
    event.preventDefault();
  };
  /** Keys of the promotion chooser: arrows, a piece's letter, Enter. Returns whether the key was used. */
  const pickByKey = (key: string): boolean => {
    const list = promotions ?? [];
    const lettered = list.find(({ face }) => face.letter.toLowerCase() === key.toLowerCase());
    const promotion = key === "Enter" || key === " " ? list[picked.value] : lettered;
    if (promotion) choose(promotion);
    else if (key in KEYS) {
      const back = key === "ArrowLeft" || key === "ArrowUp";
      picked.value = (picked.value + (back ? list.length - 1 : 1)) % list.length;
    } else return false;
    return true;
  };
  const startCell = (): number =>
    cellOf(state.value.selected) ?? cellsOf(sources(moves))[0] ?? cellsOf(targets(NO_SELECTION, moves))[0] ?? 0;

  const { selected, choices } = state.value;
  const goals = targets(state.value, moves);
  const shownBadges = values === null ? [] : badges(moves, values, selected);
  const heats = heatMap && values !== null && selected !== null ? heat(moves, values, selected) : null;
  const live = new Set([...sources(moves), ...goals, ...targets(NO_SELECTION, moves)].map(spotKey));
  // Without a selection, a piece that is played by one press (turned over, for example) is marked like one that can be selected.
  const isFull = (cell: number): boolean => view.pieces.some((piece) => piece.cell === cell);
  const idle = selected === null;
  const overlay: Overlay = {
    last: props.last ?? [],
    winning: props.winning ?? [],
    selected: cellOf(selected),
    targets: cellsOf(goals).filter((cell) => !idle || !isFull(cell)),
    sources: idle ? [...cellsOf(sources(moves)), ...cellsOf(goals).filter(isFull)] : [],
    idle,
    badges: shownBadges,
    map: props.map ?? null,
    heat: heats && new Map([...heats].filter(([key]) => key.startsWith("c"))),
    arrows: [...(props.arrows ?? []), ...pathTo(moves, selected, hovered.value ?? cursor.value)],
    cursor: cursor.value,
    dragged: dragged.value === null ? null : cellOf(dragged.value.spot),
  };
  const find = useMemo(() => cellFinder(view, flipped), [view.cells, flipped]);
  const pointed = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): void => {
    if (!props.map && !isLarge(view)) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      event.currentTarget.getScreenCTM()?.inverse(),
    );
    hovered.value = find({ x: point.x / 100, y: point.y / 100 });
  };
  const rows = arrangeRows(view, viewpoint);
  const marks: RowMarks = { selected, live, badges: shownBadges, parts: props.parts ?? null };
  const rowProps = { view, set, seats, marks, onPress: pressed };
  return (
    <div class={`board-frame${view.cells.length === 0 ? " no-board" : ""}`} ref={frame} onKeyDown={onKeyDown}>
      <Rows {...rowProps} which={rows.above} />
      <div class="board-row" style={{ "--aspect": aspectOf(view) }}>
        {props.beside}
        {view.cells.length > 0 && (
          <svg
            class={`board ${view.shape} ${set.ground}`}
            viewBox={viewBoxOf(view)}
            role="application"
            aria-roledescription="board"
            aria-label={`${props.label}. Arrow keys move the cursor, Enter selects and plays, Escape cancels.`}
            aria-activedescendant={
              promotions
                ? `${id}-promotion-${picked.value}`
                : cursor.value === null
                  ? undefined
                  : `${id}-${cursor.value}`
            }
            tabIndex={0}
            onFocus={(event) => {
              if (cursor.value === null && event.currentTarget.matches(":focus-visible")) cursor.value = startCell();
            }}
            onBlur={() => {
              cursor.value = null;
            }}
            onPointerMove={pointed}
            onClick={(event) => {
              if ((event.target as Element).closest("[data-spot]") === null) state.value = NO_SELECTION;
            }}
          >
            <Drawing view={view} set={set} flipped={flipped} overlay={overlay} />
            <Hits
              {...{ id, view, set, seats, flipped, live, selected, columns }}
              map={props.map ?? null}
              cursor={cursor.value}
              goals={overlay.targets ?? []}
              badges={shownBadges}
              onPress={pressed}
              onHover={(cell) => (hovered.value = cell)}
            />
            {promotions && (
              <PromotionChooser
                {...{ id, view, set, seats, flipped, choices: promotions, values, moveText }}
                picked={picked.value}
                onChoose={choose}
                onCancel={() => (state.value = NO_SELECTION)}
              />
            )}
          </svg>
        )}
      </div>
      {props.map && <HeatLegend map={props.map} view={view} cell={hovered.value ?? cursor.value} />}
      <Rows {...rowProps} which={rows.below} />
      <p class="visually-hidden" role="status">
        {promotions && `Promote to: ${promotions.map(({ face }) => set.name(face, seats)).join(", ")}`}
      </p>
      {choices.length > 0 && !promotions && (
        <Choices
          {...{ choices, values, moveText }}
          onChoose={(play) => settle({ state: NO_SELECTION, play })}
          onCancel={() => (state.value = NO_SELECTION)}
        />
      )}
      {dragged.value && (
        <Ghost view={view} set={set} spot={dragged.value.spot} x={dragged.value.x} y={dragged.value.y} />
      )}
    </div>
  );
}

interface HitsProps {
  readonly id: string;
  readonly view: View;
  readonly set: ReturnType<typeof pieceSet>;
  readonly seats: readonly string[];
  readonly flipped: boolean;
  readonly live: ReadonlySet<string>;
  readonly selected: Spot | null;
  /** Cells that stand for the target of their column. */
  readonly columns: ReadonlyMap<number, number>;
  readonly map: HeatMap | null;
  readonly cursor: number | null;
  readonly goals: readonly number[];
  readonly badges: ReturnType<typeof badges>;
  readonly onPress: (spot: Spot) => void;
  /** Null when the pointer leaves. */
  readonly onHover: (cell: number | null) => void;
}

/** The hit targets: a transparent shape over every cell, with a label. On a large board, only over cells that can be used. */
function Hits(props: HitsProps): VNode {
  const { id, view, set, seats, flipped, live, selected, map, goals, badges: shown, onPress, onHover } = props;
  const place = placeOf(view, flipped);
  const isShown = (index: number): boolean => live.has(`c${index}`) || index === props.cursor;
  const pieces = new Set(view.pieces.map(({ cell }) => cell));
  const large = isLarge(view);
  return (
    <>
      {view.cells.map((cell, index) => {
        if (large && !isShown(index) && !pieces.has(index)) return null;
        const badge = shown.find((candidate) => "cell" in candidate.spot && candidate.spot.cell === index);
        const name = describeCell(view, index, set, seats, {
          selected: cellOf(selected) === index,
          source: selected === null && live.has(`c${index}`),
          target: goals.includes(index),
          value: badge?.text ?? valueText(map, index),
        });
        return (
          <g
            key={cell.name}
            id={`${id}-${index}`}
            class={live.has(`c${index}`) || props.columns.has(index) ? "hit live" : "hit"}
            role="button"
            aria-label={name}
            data-spot={`c${index}`}
            data-cell={cell.name}
            onClick={() => onPress({ cell: index })}
            onPointerEnter={() => onHover(index)}
            onPointerLeave={() => onHover(null)}
          >
            <Shape view={view} set={set} at={place(index)} class="clear" />
          </g>
        );
      })}
    </>
  );
}

function valueText(map: HeatMap | null, cell: number): string | null {
  const value = map?.values[cell];
  return value === undefined || map === null ? null : value === null ? "unreachable" : `${value} ${map.unit}`;
}
