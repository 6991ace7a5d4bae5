/** The board that is played on: keeps what is in hand, listens to mouse, finger and keyboard, and tells the moves that were made. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import type { MoveDocument, Spot } from "../../service/api.ts";
import type { HeatMap, View } from "../../engine/contracts/view.ts";
import { listenForCarrying } from "./drag.ts";
import type { Arrow } from "./arrow.tsx";
import { Chooser } from "./promotion-chooser.tsx";
import { Drawing, type Overlay, placeOf, Shape, viewBoxOf } from "./drawing.tsx";
import { cellFinder, KEYS, neighbour } from "./geometry.ts";
import { Ghost } from "./ghost.tsx";
import { HeatLegend } from "./heat-layer.tsx";
import { type Landing, landingsOf } from "./promotions.ts";
import { isLarge } from "./maze.tsx";
import { describeCell } from "./names.ts";
import { pieceSet } from "./pieces/sets.ts";
import { arrangeRows, Rows, type RowMarks } from "./rows.tsx";
import { sameSpot, spotKey } from "./spots.ts";
import {
  AT_REST,
  type BoardState,
  drop,
  movesAt,
  press,
  type Pressed,
  sources,
  targets,
  withoutRowTargets,
} from "./state.ts";
import { badges, heat, type MoveValues } from "./values.ts";

export interface BoardProps {
  readonly game: string;
  readonly view: View;
  readonly seats: readonly string[];
  /** What it is called for people who hear it. */
  readonly label: string;
  /** Legal moves of whoever may press now. */
  readonly moves: readonly MoveDocument[];
  readonly flipped: boolean;
  /** The seat whose rows lie below. */
  readonly viewpoint: number;
  readonly last?: readonly number[];
  readonly values?: MoveValues | null;
  readonly heatMap?: boolean;
  /** Numbers for all cells, drawn as colours. */
  readonly map?: HeatMap | null;
  readonly arrows?: readonly Arrow[];
  readonly onPlay?: (move: MoveDocument) => void;
}

function cellOf(spot: Spot | null): number | null {
  return spot !== null && "cell" in spot ? spot.cell : null;
}

function cellsOf(spots: readonly Spot[]): number[] {
  return [...new Set(spots.flatMap((spot) => ("cell" in spot ? [spot.cell] : [])))];
}

/** How what is in hand would get to a cell, where that takes more than one jump. */
function wayTo(moves: readonly MoveDocument[], taken: Spot | null, cell: number | null): Arrow[] {
  const from = cellOf(taken);
  const move = moves.find((each) => cellOf(each.from) === from && cellOf(each.to) === cell);
  return from !== null && cell !== null && move?.path ? [{ from, to: cell, kind: "way", path: move.path }] : [];
}

export function Board(props: BoardProps): VNode {
  const { game, view, seats, flipped, viewpoint, values = null, heatMap = false, onPlay } = props;
  const set = pieceSet(game, seats);
  const moves = useMemo(() => withoutRowTargets(props.moves), [props.moves]);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const state = useSignal<BoardState>(AT_REST);
  const cursor = useSignal<number | null>(null);
  const hovered = useSignal<number | null>(null);
  const carried = useSignal<{ spot: Spot; x: number; y: number } | null>(null);
  const goOn = useRef<{ spot: Spot; actor: number } | null>(null);

  const settle = ({ state: next, play }: Pressed): void => {
    state.value = next;
    if (!play) return;
    goOn.current = play.to === null ? null : { spot: play.to, actor: play.actor };
    onPlay?.(play);
  };
  const pressed = (spot: Spot): void => settle(press(state.value, moves, spot));
  const landings = landingsOf(state.value.choices, set);
  const picked = useSignal(0);
  const choose = ({ move }: Landing): void => settle({ state: AT_REST, play: move });
  // The keyboard chooses too: it must be the board that hears it.
  useEffect(() => {
    picked.value = 0;
    if (landings) frame.current?.querySelector<SVGElement>("svg.board")?.focus({ preventScroll: true });
  }, [landings === null]);

  // Other moves, other hands; in a turn of several steps the piece that stepped is taken up again.
  useEffect(() => {
    if (view.turn !== goOn.current?.actor) goOn.current = null;
    const next = goOn.current;
    const leadsOn = (move: MoveDocument): boolean => move.to !== null && sameSpot(move.from, next?.spot ?? null);
    state.value = next !== null && moves.some(leadsOn) ? { taken: next.spot, choices: [] } : AT_REST;
    if (moves.length > 0) goOn.current = null;
  }, [moves, view]);

  const handlers = useRef({ moves, settle });
  handlers.current = { moves, settle };
  useEffect(() => {
    if (!frame.current) return;
    return listenForCarrying(frame.current, {
      canCarry: (spot) => movesAt(handlers.current.moves, spot).some((move) => move.from !== null),
      begin: (spot) => {
        state.value = { taken: spot, choices: [] };
      },
      move: (x, y) => {
        if (state.value.taken) carried.value = { spot: state.value.taken, x, y };
      },
      end: (from, over) => {
        carried.value = null;
        if (!sameSpot(from, over)) handlers.current.settle(drop(handlers.current.moves, from, over));
      },
      cancel: () => {
        carried.value = null;
      },
    });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = KEYS[event.key];
    if (event.key === "Escape") state.value = AT_REST;
    else if (!(event.target as Element).matches("svg.board")) return;
    else if (landings) {
      if (!pickByKey(event.key)) return;
    } else if (direction)
      cursor.value = cursor.value === null ? startCell() : neighbour(view, cursor.value, direction, flipped);
    else if ((event.key === "Enter" || event.key === " ") && cursor.value !== null) pressed({ cell: cursor.value });
    else return;
    event.preventDefault();
  };
  /** Whether the key means something while a piece is chosen: an arrow, a piece's letter, or taking the one that is picked. */
  const pickByKey = (key: string): boolean => {
    const list = landings ?? [];
    const lettered = list.find(({ face }) => face.letter.toLowerCase() === key.toLowerCase());
    const landing = key === "Enter" || key === " " ? list[picked.value] : lettered;
    if (landing) choose(landing);
    else if (key in KEYS) {
      const back = key === "ArrowLeft" || key === "ArrowUp";
      picked.value = (picked.value + (back ? list.length - 1 : 1)) % list.length;
    } else return false;
    return true;
  };
  const startCell = (): number =>
    cellOf(state.value.taken) ?? cellsOf(sources(moves))[0] ?? cellsOf(targets(AT_REST, moves))[0] ?? 0;

  const { taken, choices } = state.value;
  const goals = targets(state.value, moves);
  const shownBadges = values === null ? [] : badges(moves, values, taken);
  const heats = heatMap && values !== null && taken !== null ? heat(moves, values, taken) : null;
  const live = new Set([...sources(moves), ...goals, ...targets(AT_REST, moves)].map(spotKey));
  // With empty hands, what is only to be pressed is marked as what can be taken up: a piece to turn over, say.
  const isFull = (cell: number): boolean => view.pieces.some((piece) => piece.cell === cell);
  const idle = taken === null;
  const overlay: Overlay = {
    last: props.last ?? [],
    taken: cellOf(taken),
    targets: cellsOf(goals).filter((cell) => !idle || !isFull(cell)),
    sources: idle ? [...cellsOf(sources(moves)), ...cellsOf(goals).filter(isFull)] : [],
    idle,
    badges: shownBadges,
    map: props.map ?? null,
    heat: heats && new Map([...heats].filter(([key]) => key.startsWith("c"))),
    arrows: [...(props.arrows ?? []), ...wayTo(moves, taken, hovered.value ?? cursor.value)],
    cursor: cursor.value,
    carried: carried.value === null ? null : cellOf(carried.value.spot),
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
  const marks: RowMarks = { taken, live, badges: shownBadges };
  const rowProps = { view, set, seats, marks, onPress: pressed };
  return (
    <div class={`board-frame${view.cells.length === 0 ? " no-board" : ""}`} ref={frame} onKeyDown={onKeyDown}>
      <Rows {...rowProps} which={rows.above} />
      {view.cells.length > 0 && (
        <svg
          class={`board ${view.shape} ${set.ground}`}
          viewBox={viewBoxOf(view)}
          role="application"
          aria-roledescription="board"
          aria-label={`${props.label}. Arrow keys move over the board, Enter takes up and puts down, Escape lets go.`}
          aria-activedescendant={
            landings ? `${id}-landing-${picked.value}` : cursor.value === null ? undefined : `${id}-${cursor.value}`
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
            if ((event.target as Element).closest("[data-spot]") === null) state.value = AT_REST;
          }}
        >
          <Drawing view={view} set={set} flipped={flipped} overlay={overlay} />
          <Hits
            {...{ id, view, set, seats, flipped, live, taken }}
            map={props.map ?? null}
            cursor={cursor.value}
            goals={overlay.targets ?? []}
            badges={shownBadges}
            onPress={pressed}
            onHover={(cell) => (hovered.value = cell)}
          />
          {landings && (
            <Chooser
              {...{ id, view, set, seats, flipped, landings, values }}
              picked={picked.value}
              onChoose={choose}
              onLeave={() => (state.value = AT_REST)}
            />
          )}
        </svg>
      )}
      {props.map && <HeatLegend map={props.map} view={view} cell={hovered.value ?? cursor.value} />}
      <Rows {...rowProps} which={rows.below} />
      <p class="heard" role="status">
        {landings && `Which piece? ${landings.map(({ face }) => set.name(face, seats)).join(", ")}`}
      </p>
      {choices.length > 0 && !landings && (
        <Choices
          choices={choices}
          values={values}
          onChoose={(play) => settle({ state: AT_REST, play })}
          onLeave={() => (state.value = AT_REST)}
        />
      )}
      {carried.value && (
        <Ghost view={view} set={set} spot={carried.value.spot} x={carried.value.x} y={carried.value.y} />
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
  readonly taken: Spot | null;
  readonly map: HeatMap | null;
  readonly cursor: number | null;
  readonly goals: readonly number[];
  readonly badges: ReturnType<typeof badges>;
  readonly onPress: (spot: Spot) => void;
  /** Null where the pointer leaves. */
  readonly onHover: (cell: number | null) => void;
}

/** What is pressed: a clear shape over every cell, with a name. On a large board, over those alone with which something can be done. */
function Hits(props: HitsProps): VNode {
  const { id, view, set, seats, flipped, live, taken, map, goals, badges: shown, onPress, onHover } = props;
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
          taken: cellOf(taken) === index,
          source: taken === null && live.has(`c${index}`),
          target: goals.includes(index),
          value: badge?.text ?? valueText(map, index),
        });
        return (
          <g
            key={cell.name}
            id={`${id}-${index}`}
            class={live.has(`c${index}`) ? "hit live" : "hit"}
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
  return value === undefined || map === null ? null : value === null ? "no way" : `${value} ${map.unit}`;
}

interface ChoicesProps {
  readonly choices: readonly MoveDocument[];
  readonly values: MoveValues | null;
  readonly onChoose: (move: MoveDocument) => void;
  readonly onLeave: () => void;
}

/** Several moves look the same on the board: which one? */
function Choices({ choices, values, onChoose, onLeave }: ChoicesProps): VNode {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div class="choices" role="group" aria-label="Which of these moves?">
      <span>Which one?</span>
      {choices.map((move, index) => (
        <button type="button" key={move.text} ref={index === 0 ? first : null} onClick={() => onChoose(move)}>
          {move.text}
          {values?.get(move.text) && <small> {values.get(move.text)?.label}</small>}
        </button>
      ))}
      <button type="button" class="quiet" onClick={onLeave}>
        none
      </button>
    </div>
  );
}
