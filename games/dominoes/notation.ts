/**
 * Text of positions. Fields are separated by "/": hand of A, hand of B, stock, chain, turn, then optional fields.
 * `12 66 / ?6 / ?14 / 33 35 / A / …`: hands and stock are tiles, "-" for none, "?6" for six hidden tiles.
 */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { DEALING, DRAWING, ENDED, LEVELS, SLOT_LEVELS } from "./constants.ts";
import { type ChainItem, type Knowledge, nothingKnown, type State } from "./state.ts";
import { ALL_TILES, countIn, readTile, tileOf, tilesIn, tileText } from "./tiles.ts";

export const PLAYERS: readonly string[] = ["A", "B"];
const PHASES: Readonly<Record<string, number>> = {
  A: 0,
  B: 1,
  deal: DEALING,
  "A draws": DRAWING,
  "B draws": DRAWING + 1,
  "end A": ENDED,
  "end B": ENDED + 1,
};
const NOTHING = "-";

function formatTiles(set: number, hidden: number): string {
  if (hidden > 0) return `?${hidden}`;
  return tilesIn(set).map(tileText).join(" ") || NOTHING;
}

function formatChainItem({ left, right, part }: ChainItem): string {
  return part ? `${left}..${right}` : `${left}${right}`;
}

export function formatState(state: State): string {
  const { hands, counts, stock, stockCount, unseen, chain } = state;
  const phase = Object.keys(PHASES).find((name) => PHASES[name] === state.phase) ?? "";
  const fields = [
    ...hands.map((hand, player) => formatTiles(hand, hand === 0 ? (counts[player] as number) : 0)),
    formatTiles(stock, stock === 0 ? stockCount : 0),
    chain.map(formatChainItem).join(" ") || NOTHING,
    phase,
  ];
  if (state.openingTile !== null) fields.push(`began ${tileText(state.openingTile)}`);
  if (state.hasDrawn) fields.push("drawn");
  PLAYERS.forEach((name, player) => {
    const text = formatKnowledge(state.knowledge[player] as Knowledge);
    if (text !== null) fields.push(`${name} ${text}`);
  });
  if (unseen !== 0 && chain.some(({ part }) => part)) fields.push(`unseen ${formatTiles(unseen, 0)}`);
  return fields.join(" / ");
}

/** `0102000.1 3+2`: levels of the numbers and of the opening, then the slots of each level; null if nothing is known. */
function formatKnowledge({ levels, slots }: Knowledge): string | null {
  const top = Math.max(...levels);
  if (top === 0) return null;
  return `${levels.slice(0, 7).join("")}.${levels[7]} ${slots.slice(0, top + 1).join("+")}`;
}

function parseKnowledge(text: string): Knowledge | null {
  const match = /^([0-8]{7})\.([0-8]) (\d{1,2}(?:\+\d{1,2}){1,8})$/.exec(text);
  if (!match) return null;
  const levels = [...(match[1] as string), match[2] as string].map(Number);
  const given = (match[3] as string).split("+").map(Number);
  const top = Math.max(...levels);
  // Every level up to the top is used.
  const closed = Array.from({ length: top }, (_, level) => levels.includes(level + 1)).every(Boolean);
  if (!closed || top === 0 || given.length !== top + 1 || levels.length !== LEVELS) return null;
  return { levels, slots: [...given, ...new Array<number>(SLOT_LEVELS - given.length).fill(0)] };
}

interface Tiles {
  readonly set: number;
  readonly count: number;
  readonly hidden: boolean;
}

function parseTiles(text: string, what: string): Result<Tiles> {
  if (text === NOTHING) return ok({ set: 0, count: 0, hidden: false });
  const unseen = /^\?([1-9]\d?)$/.exec(text);
  if (unseen) return ok({ set: 0, count: Number(unseen[1]), hidden: true });
  let set = 0;
  for (const word of text.split(" ")) {
    const tile = readTile(word);
    if (tile === null)
      return fail("bad-position", `${what}: "${word}" is not a tile; expected two numbers from 0 to 6, for example 36`);
    if ((set >>> tile) & 1) return fail("bad-position", `${what}: ${tileText(tile)} occurs twice`);
    set |= 1 << tile;
  }
  return ok({ set: set >>> 0, count: countIn(set), hidden: false });
}

function parseChain(text: string): Result<ChainItem[]> {
  if (text === NOTHING) return ok([]);
  const items: ChainItem[] = [];
  for (const word of text.split(" ")) {
    const match = /^([0-6])(\.\.)?([0-6])$/.exec(word);
    if (!match)
      return fail("bad-position", `chain: "${word}" is not a tile; expected, for example, 36, or only the ends: 3..6`);
    const item = { left: Number(match[1]), right: Number(match[3]), part: match[2] !== undefined };
    const before = items.at(-1);
    if (before && before.right !== item.left)
      return fail("bad-position", `chain: ${word} does not match ${formatChainItem(before)} on its left`);
    items.push(item);
  }
  if (items.filter(({ part }) => part).length > 1)
    return fail("bad-position", "chain: at most one part may be given by its ends");
  return ok(items);
}

interface Extras {
  openingTile: number | null;
  hasDrawn: boolean;
  knowledge: [Knowledge | null, Knowledge | null];
  unseen: number | null;
}

function parseExtras(fields: readonly string[]): Result<Extras> {
  const extras: Extras = { openingTile: null, hasDrawn: false, knowledge: [null, null], unseen: null };
  for (const field of fields) {
    const space = field.indexOf(" ");
    const [word, rest] = space < 0 ? [field, ""] : [field.slice(0, space), field.slice(space + 1)];
    const player = PLAYERS.indexOf(word);
    const unknown = fail<Extras>(
      "bad-position",
      `unknown field "${field}"; expected, for example, "began 66", "drawn", "A 0100000.1 5+2" or "unseen 01 02"`,
    );
    if (field === "drawn") extras.hasDrawn = true;
    else if (word === "began") {
      extras.openingTile = readTile(rest);
      if (extras.openingTile === null) return unknown;
    } else if (word === "unseen") {
      const tiles = parseTiles(rest, "unseen");
      if (!tiles.ok) return tiles;
      if (tiles.value.hidden) return unknown;
      extras.unseen = tiles.value.set;
    } else if (player >= 0) {
      const knowledge = parseKnowledge(rest);
      if (!knowledge) return unknown;
      extras.knowledge[player as 0 | 1] = knowledge;
    } else return unknown;
  }
  return ok(extras);
}

const FORM =
  'expected hands, stock, chain and turn, for example "12 66 / 03 / - / 3..6 / A", or without a stock "12 66 / 03 / 3..6 / A"';

/** Parses a text without checking that the position is possible. */
export function parseState(text: string): Result<State> {
  const fields = text.split("/").map((field) => field.trim().replace(/\s+/g, " "));
  // The short form of endgames omits the empty stock.
  if (fields.length === 4) fields.splice(2, 0, NOTHING);
  if (fields.length < 5) return fail("bad-position", `${fields.length} fields; ${FORM}`);
  const [first = "", second = "", third = "", fourth = "", turn = "", ...rest] = fields;
  const a = parseTiles(first, "hand of A");
  const b = parseTiles(second, "hand of B");
  const stock = parseTiles(third, "stock");
  const chain = parseChain(fourth);
  const extras = parseExtras(rest);
  for (const part of [a, b, stock, chain, extras]) if (!part.ok) return part;
  if (!a.ok || !b.ok || !stock.ok || !chain.ok || !extras.ok) return fail("bad-position", FORM);
  const phase = Object.hasOwn(PHASES, turn) ? PHASES[turn] : undefined;
  if (phase === undefined)
    return fail("bad-position", `turn: "${turn}" is not one of ${Object.keys(PHASES).join(", ")}`);
  const seen = seenTiles([a.value, b.value, stock.value], chain.value);
  if (!seen.ok) return seen;
  const unseen = unseenTiles([a.value, b.value], stock.value, chain.value, seen.value, extras.value.unseen);
  if (!unseen.ok) return unseen;
  const { openingTile, hasDrawn, knowledge } = extras.value;
  return ok({
    hands: [a.value.set, b.value.set],
    stock: stock.value.set,
    unseen: unseen.value,
    phase,
    counts: [a.value.count, b.value.count],
    stockCount: stock.value.count,
    hasDrawn,
    openingTile,
    chain: chain.value,
    knowledge: [knowledge[0] ?? nothingKnown(a.value.count), knowledge[1] ?? nothingKnown(b.value.count)],
  });
}

/** All visible tiles; an error if one occurs twice. */
function seenTiles(places: readonly Tiles[], chain: readonly ChainItem[]): Result<number> {
  const laid = chain.filter(({ part }) => !part).map(({ left, right }) => tileOf(left, right));
  let seen = 0;
  for (const tile of [...places.flatMap(({ set }) => tilesIn(set)), ...laid]) {
    if ((seen >>> tile) & 1) return fail("bad-position", `the tile ${tileText(tile)} occurs twice`);
    seen |= 1 << tile;
  }
  return ok(seen >>> 0);
}

/** The hidden tiles. All 28 tiles must be accounted for, unless part of the chain is unknown. */
function unseenTiles(
  hands: readonly [Tiles, Tiles],
  stock: Tiles,
  chain: readonly ChainItem[],
  seen: number,
  given: number | null,
): Result<number> {
  const hidden = [...hands, stock].filter((place) => place.hidden).reduce((sum, { count }) => sum + count, 0);
  const [a, b] = hands;
  if (a.hidden && b.hidden) return fail("bad-position", "at least one hand must be visible");
  if (hidden > 0 && !stock.hidden && stock.count > 0)
    return fail("bad-position", "stock: with a hidden hand the stock must be hidden too, for example ?14");
  if (stock.hidden && !a.hidden && !b.hidden && a.count > 0 && b.count > 0)
    return fail("bad-position", "stock: with both hands visible the stock must be visible too");
  const parts = chain.some(({ part }) => part);
  if (given !== null && (!parts || hidden === 0))
    return fail("bad-position", "unseen: only allowed if part of the chain is unknown and a hand is hidden");
  const rest = parts ? (given ?? 0) : (ALL_TILES & ~seen) >>> 0;
  const count = countIn(rest);
  if ((rest & seen) !== 0) return fail("bad-position", "unseen: contains a visible tile");
  if (count !== hidden) {
    const why = parts
      ? `unseen: ${plural(count, "tile")}, but ${hidden} are hidden`
      : `${count} tiles are neither in a hand, in the stock nor in the chain, but ${hidden} are hidden`;
    return fail("bad-position", `${why}; if the chain is not fully known, give its ends, for example 3..6`);
  }
  return ok(rest);
}

/** Whether tiles of these levels fit the slots: for each level there must be enough slots at or above it. */
function fitsSlots(levels: readonly number[], { slots }: Knowledge): boolean {
  return slots.every(
    (_, level) => levels.filter((each) => each >= level).length <= slots.slice(level).reduce((sum, n) => sum + n, 0),
  );
}

/** Why the knowledge of a hand is inconsistent; null if it is consistent. `levels`: of all tiles. */
export function knowledgeError(state: State, player: number, levels: readonly number[]): string | null {
  const knowledge = state.knowledge[player] as Knowledge;
  const name = PLAYERS[player] as string;
  const count = state.counts[player] as number;
  const slots = knowledge.slots.reduce((sum, n) => sum + n, 0);
  if (slots !== count) return `${name}: ${plural(slots, "tile")} by level, but the hand has ${count}`;
  const hand = state.hands[player] as number;
  const of = (set: number): number[] => tilesIn(set).map((tile) => levels[tile] as number);
  if (hand !== 0) return fitsSlots(of(hand), knowledge) ? null : `${name}: the hand contains a tile that was excluded`;
  const rest = of(state.unseen);
  let filled = 0;
  for (const [level, n] of knowledge.slots.entries()) {
    filled += n;
    if (rest.filter((each) => each <= level).length < filled)
      return `${name}: no hand of ${count} hidden tiles is consistent with what it has shown`;
  }
  return null;
}
