/** Cards of a move that is composed of several. */
import type { Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { MoveDocument } from "../../service/api.ts";
import type { CardParts } from "../board/rows.tsx";
import { buttonMoves } from "../board/state.ts";
import { combine, MANY } from "./combinations.ts";

/** Null if the moves are not composed of parts. */
export function useCardParts(moves: readonly MoveDocument[], chosen: Signal<readonly string[]>): CardParts | null {
  const listed = useMemo(() => buttonMoves(moves), [moves]);
  const parts = listed.length > MANY ? combine(listed, chosen.value) : null;
  const owner = listed[0]?.actor;
  if (!parts || owner === undefined) return null;
  const onToggle = (part: string): void => {
    const { value } = chosen;
    chosen.value = value.includes(part) ? value.filter((each) => each !== part) : [...value, part];
  };
  return { owner, chosen: chosen.value, open: parts.open, onToggle };
}
