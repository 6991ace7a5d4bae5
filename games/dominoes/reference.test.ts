/** The rules and the knowledge of hidden hands, against the reference implementation. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { combinations } from "../../engine/index/combinations.ts";
import { game } from "./game.ts";
import { ALL, ReferenceDominoes, type ReferenceVariant } from "./reference.fixture.ts";
import { readState } from "./state.ts";
import { readTile, tilesIn, tileText } from "./tiles.ts";

const opened: OpenGame[] = [];
afterAll(async () => {
  for (const rules of opened) await rules.close();
});

async function open(variant: ReferenceVariant): Promise<OpenGame> {
  const texts = Object.fromEntries(Object.entries(variant).map(([name, value]) => [name, String(value)]));
  const rules = unwrap(await game.open(unwrap(parseOptions(game.options, texts))));
  opened.push(rules);
  return rules;
}

const BASE: ReferenceVariant = { hand: 7, stock: "until", keep: 0, begins: "double", blocked: "pips" };
const VARIANTS: readonly ReferenceVariant[] = [
  BASE,
  { ...BASE, blocked: "draw", begins: "strongest" },
  { ...BASE, stock: "block" },
  { ...BASE, stock: "one", begins: "own" },
  { ...BASE, stock: "one", begins: "free", keep: 2, hand: 5 },
  { ...BASE, hand: 11, keep: 2 },
  { ...BASE, hand: 3, begins: "strongest" },
];

/** Plays random moves in both implementations; calls `check` after every move. */
function sideBySide(
  rules: OpenGame,
  reference: ReferenceDominoes,
  seed: number,
  check: (position: Position) => void,
): void {
  const random = randomNumbers(seed);
  let position = rules.initial();
  check(position);
  while (reference.next !== null) {
    const move = pick(reference.moves(), random);
    position = rules.play(position, [unwrap(rules.parseMove(position, move))]);
    reference.play(move);
    check(position);
  }
}

const sorted = (tiles: readonly string[]): string[] => tiles.toSorted();

describe.for(VARIANTS)("%o", (variant) => {
  test("every move, hand, chain and result of 150 random games agrees with the reference", async () => {
    const rules = await open(variant);
    for (let seed = 1; seed <= 150; seed++) {
      const reference = new ReferenceDominoes(variant);
      sideBySide(rules, reference, seed, (position) => {
        const state = readState(position);
        const moves = rules.actors(position).flatMap((actor) => rules.moves(position, actor));
        expect(sorted(moves.map((move) => rules.formatMove(position, move)))).toEqual(reference.moves());
        expect(state.hands.map((hand) => sorted(tilesIn(hand).map(tileText)))).toEqual(reference.hands.map(sorted));
        expect(state.chain.map(({ left, right }) => `${left}${right}`)).toEqual(reference.chain);
        expect(rules.result(position)?.[0] ?? null).toBe(reference.result());
      });
    }
  });
});

describe.for([
  { ...BASE, hand: 2 },
  { ...BASE, hand: 3, begins: "strongest" },
  { ...BASE, hand: 3, begins: "own", stock: "one" },
  { ...BASE, hand: 3, begins: "free", keep: 2 },
  { ...BASE, hand: 4, stock: "block" },
] as const satisfies readonly ReferenceVariant[])("%o", (variant) => {
  test("the hands that fit the knowledge are exactly those consistent with some course of the game", async () => {
    const rules = await open(variant);
    let compared = 0;
    let excluded = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const reference = new ReferenceDominoes(variant);
      sideBySide(rules, reference, seed, (position) => {
        // With an empty chain, and after the end, there is no knowledge.
        if (reference.chain.length === 0 || reference.next === null) return;
        for (const player of [0, 1] as const) {
          const draws = reference.events.filter(({ kind, player: who }) => kind === "draw" && who === player).length;
          const unseen = [...reference.hands[player], ...reference.stock];
          if (draws > 3 || reference.hands[player].length > 3) continue;
          const levels = levelsOf(rules, position, player);
          const { slots } = readState(position).knowledge[player];
          const tiles = unseen.map((tile) => ALL.indexOf(tile));
          const random = randomNumbers(seed);
          for (const chosen of combinations(tiles, reference.hands[player].length)) {
            if (random() > 0.05) continue;
            const hand = chosen.map((index) => ALL[index] as string);
            const fits = slots.every(
              (_, level) =>
                hand.filter((tile) => (levels[readTile(tile) as number] as number) >= level).length <=
                slots.slice(level).reduce((sum, count) => sum + count, 0),
            );
            const may = reference.mayHold(player, hand);
            expect(fits, `${hand.join(" ")} of ${player} in ${rules.formatPosition(position)}`).toBe(may);
            compared++;
            if (!may) excluded++;
          }
        }
      });
    }
    expect(compared).toBeGreaterThan(300);
    expect(excluded).toBeGreaterThan(100);
  });
});

function levelsOf(rules: OpenGame, position: Position, player: number): readonly number[] {
  return (rules as OpenGame & { board: { levels(p: Position, n: number): readonly number[] } }).board.levels(
    position,
    player,
  );
}
