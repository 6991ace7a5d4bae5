/** The view: hands, chain and stock as rows, public knowledge as notes. */
import type { View, ViewRow } from "../../engine/contracts/view.ts";
import { ENDED } from "./constants.ts";
import { PLAYERS } from "./notation.ts";
import type { ChainItem, Knowledge, State } from "./state.ts";
import { pipsIn, tilesIn, tileText } from "./tiles.ts";

function face(left: number, right: number): string {
  return `[${left}|${right}]`;
}

function faces(set: number, count: number): (string | null)[] {
  if (set === 0) return new Array<null>(count).fill(null);
  return tilesIn(set).map((tile) => face(Number(tileText(tile)[0]), Number(tileText(tile)[1])));
}

function chainFace({ left, right, part }: ChainItem): string {
  return part ? `[${left}|..|${right}]` : face(left, right);
}

export function viewOf(state: State): View {
  const hands = state.hands.map((hand, player): ViewRow => ({
    name: `hand of ${PLAYERS[player]}`,
    owner: player,
    items: faces(hand, state.counts[player] as number),
  }));
  return {
    shape: "square",
    cells: [],
    pieces: [],
    rows: [
      { name: "chain", owner: null, items: state.chain.map(chainFace) },
      ...hands,
      // The stock is shown face down, even if the position contains its tiles.
      { name: "stock", owner: null, items: new Array<null>(state.stockCount).fill(null) },
    ],
    notes: notesOf(state),
    turn: state.phase <= 1 ? state.phase : null,
  };
}

function notesOf(state: State): string[] {
  if (state.phase >= ENDED) {
    return [
      `pips left: ${PLAYERS.map((name, player) => `${name} ${pipsIn(state.hands[player] as number)}`).join(", ")}`,
    ];
  }
  return PLAYERS.flatMap((name, player) => {
    const { levels, slots } = state.knowledge[player] as Knowledge;
    const without = levels.slice(0, 7).flatMap((level, number) => (level > 0 ? [{ level, number }] : []));
    return without.length === 0 ? [] : [`${name} has no tile with ${lackText(without, slots)}`];
  });
}

/** Excluded numbers, each with the number of tiles drawn since. */
function lackText(without: readonly { level: number; number: number }[], slots: readonly number[]): string {
  return without
    .map(({ level, number }) => {
      const since = slots.slice(level).reduce((sum, count) => sum + count, 0);
      return since === 0 ? String(number) : `${number} (except ${since} drawn since)`;
    })
    .join(", ");
}
