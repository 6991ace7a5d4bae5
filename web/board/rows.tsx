/** Rows beside the board: hands, tricks, chains, stocks, captured pieces. */
import type { VNode } from "preact";
import type { Spot } from "../../service/api.ts";
import type { View, ViewRow } from "../../engine/contracts/view.ts";
import { OutcomeSign } from "./badge.tsx";
import { cardText } from "./card-text.ts";
import { Card, Domino, itemKind, type ItemKind, itemName } from "./cards.tsx";
import type { PieceSet } from "./pieces/piece-set.ts";
import { spotKey } from "./spots.ts";
import { isTrick } from "./trick.ts";
import type { Badge } from "./values.ts";

/** More face-down items than this are shown as a stack with a count. */
const SHOWN_FACE_DOWN = 14;
const SHOWN_OF_NOBODY = 5;

/** The parts of a move of several cards, by the cards' texts. */
export interface CardParts {
  readonly owner: number;
  readonly chosen: readonly string[];
  /** Parts that can be chosen or taken back. */
  readonly open: ReadonlySet<string>;
  readonly onToggle: (part: string) => void;
}

export interface RowMarks {
  readonly selected: Spot | null;
  /** Keys of the spots that can be pressed. */
  readonly live: ReadonlySet<string>;
  readonly badges: readonly Badge[];
  readonly parts?: CardParts | null;
}

export interface RowsProps {
  readonly view: View;
  readonly set: PieceSet;
  readonly seats: readonly string[];
  /** Row indexes. */
  readonly which: readonly number[];
  readonly marks: RowMarks | null;
  readonly onPress?: (spot: Spot) => void;
}

/** Above the board: rows of others; below: common rows, then the viewer's own. */
export function arrangeRows(view: View, viewpoint: number): { readonly above: number[]; readonly below: number[] } {
  const numbers = (view.rows ?? []).map((_, number) => number);
  const owner = (number: number): number | null => view.rows?.[number]?.owner ?? null;
  const others = numbers.filter((number) => owner(number) !== null && owner(number) !== viewpoint);
  const common = numbers.filter((number) => owner(number) === null);
  const own = numbers.filter((number) => owner(number) === viewpoint);
  return { above: others, below: [...common, ...own] };
}

export function Rows({ view, set, seats, which, marks, onPress }: RowsProps): VNode | null {
  if (which.length === 0) return null;
  const signs = (view.rows ?? []).flatMap((row) => row.items).filter((item) => item !== null);
  const usual = signs[0] === undefined ? "card" : itemKind(signs[0]);
  return (
    <div class="rows">
      {which.map((number) => {
        const row = view.rows?.[number];
        return (
          row && (
            <Row
              key={number}
              {...{ row, number, set, seats, marks, usual }}
              {...(onPress ? { onPress } : {})}
              turn={view.turn !== null && row.owner === view.turn}
            />
          )
        );
      })}
    </div>
  );
}

interface RowProps {
  readonly row: ViewRow;
  readonly number: number;
  readonly set: PieceSet;
  readonly seats: readonly string[];
  readonly marks: RowMarks | null;
  readonly usual: ItemKind;
  readonly turn: boolean;
  readonly onPress?: (spot: Spot) => void;
}

function Row({ row, number, set, seats, marks, usual, turn, onPress }: RowProps): VNode {
  const down = row.items.filter((item) => item === null).length;
  const heap = down > (row.owner === null ? SHOWN_OF_NOBODY : SHOWN_FACE_DOWN);
  const kind = row.items.find((item) => item !== null);
  const look = kind ? itemKind(kind) : usual;
  return (
    <div
      class={`row ${look}s${turn ? " turn" : ""}${isTrick(row) ? " trick" : ""}`}
      role="group"
      aria-label={`${row.name}: ${row.items.length}`}
    >
      <span class={`row-name ${row.owner === null ? "" : set.side(row.owner)}`}>{row.name}</span>
      <span class="items">
        {row.items.length === 0 && <span class="none">none</span>}
        {row.items.map((item, index) =>
          item === null && heap ? null : (
            <Item
              key={`${index}${item}`}
              {...{ item, row, set, seats, marks, usual }}
              spot={{ row: number, item: index }}
              {...(onPress ? { onPress } : {})}
            />
          ),
        )}
        {heap && (
          <span class="heap">
            <Look item={null} row={row} set={set} usual={usual} /> × {down}
          </span>
        )}
      </span>
    </div>
  );
}

interface ItemProps extends Omit<RowProps, "number" | "turn"> {
  readonly item: string | null;
  readonly spot: Spot;
}

function Item({ item, row, set, seats, marks, usual, spot, onPress }: ItemProps): VNode {
  const key = spotKey(spot);
  const live = marks?.live.has(key) ?? false;
  const badge = marks?.badges.find((candidate) => spotKey(candidate.spot) === key);
  const look = <Look item={item} row={row} set={set} usual={usual} />;
  const name =
    item === null
      ? "face down"
      : itemKind(item) === "piece"
        ? set.name({ letter: item, owner: row.owner }, seats)
        : itemName(item);
  const parts = marks?.parts?.owner === row.owner ? marks.parts : null;
  const part = item === null ? "" : cardText(item);
  if (parts?.open.has(part))
    return (
      <button
        type="button"
        class={`item live${parts.chosen.includes(part) ? " selected" : ""}`}
        data-spot={key}
        aria-label={name}
        aria-pressed={parts.chosen.includes(part)}
        onClick={() => parts.onToggle(part)}
      >
        {look}
      </button>
    );
  if (!live)
    return (
      <span class="item" role="img" aria-label={name} data-spot={key}>
        {look}
      </span>
    );
  return (
    <button
      type="button"
      class={`item live${marks?.selected && spotKey(marks.selected) === key ? " selected" : ""}`}
      data-spot={key}
      aria-label={badge ? `${name}: ${badge.text}` : name}
      aria-pressed={marks?.selected ? spotKey(marks.selected) === key : undefined}
      onClick={() => onPress?.(spot)}
    >
      {look}
      {badge && (
        <span class={`tag ${badge.outcome ?? "estimate"}${badge.best ? " best" : ""}`}>
          <OutcomeSign outcome={badge.outcome} />
          {badge.label}
        </span>
      )}
    </button>
  );
}

function Look({
  item,
  row,
  set,
  usual,
}: {
  readonly item: string | null;
  readonly row: ViewRow;
  readonly set: PieceSet;
  readonly usual: ItemKind;
}): VNode {
  const kind = item === null ? usual : itemKind(item);
  if (kind === "card") return <Card sign={item} />;
  if (kind === "domino") return <Domino sign={item} upright={row.owner !== null} />;
  if (kind === "piece" && item !== null)
    return (
      <svg class="small-piece" viewBox="-50 -50 100 100" aria-hidden="true">
        {set.draw({ letter: item, owner: row.owner })}
      </svg>
    );
  return <span class="word">{item ?? "▒"}</span>;
}
