/** The rules and what is known of hidden hands, against a second, slow implementation. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position, Rules } from "../../engine/contracts/game.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { combinations } from "../../engine/index/combinations.ts";
import { game } from "./game.ts";
import { ALL, ReferenceDominoes, type ReferenceVariant } from "./reference.fixture.ts";
import { readState } from "./state.ts";
import { readTile, tilesIn, tileText } from "./tiles.ts";

const opened: Rules[] = [];
afterAll(async () => {
  for (const rules of opened) await rules.close();
});

async function open(variant: ReferenceVariant): Promise<Rules> {
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

/** Plays both side by side at random; looks after every move. */
function sideBySide(rules: Rules, plain: ReferenceDominoes, seed: number, look: (position: Position) => void): void {
  const random = randomNumbers(seed);
  let position = rules.initial();
  look(position);
  while (plain.next !== null) {
    const move = pick(plain.moves(), random);
    position = rules.play(position, [unwrap(rules.parseMove(position, move))]);
    plain.play(move);
    look(position);
  }
}

const sorted = (tiles: readonly string[]): string[] => tiles.toSorted();

describe.for(VARIANTS)("%o", (variant) => {
  test("every move, hand, chain and result of 150 random games is the plain game's", async () => {
    const rules = await open(variant);
    for (let seed = 1; seed <= 150; seed++) {
      const plain = new ReferenceDominoes(variant);
      sideBySide(rules, plain, seed, (position) => {
        const state = readState(position);
        const moves = rules.actors(position).flatMap((actor) => rules.moves(position, actor));
        expect(sorted(moves.map((move) => rules.formatMove(position, move)))).toEqual(plain.moves());
        expect(state.hands.map((hand) => sorted(tilesIn(hand).map(tileText)))).toEqual(plain.hands.map(sorted));
        expect(state.chain.map(({ left, right }) => `${left}${right}`)).toEqual(plain.chain);
        expect(rules.result(position)?.[0] ?? null).toBe(plain.result());
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
  test("the hands that a player may hold are those that some course of the game explains", async () => {
    const rules = await open(variant);
    let compared = 0;
    let excluded = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const plain = new ReferenceDominoes(variant);
      sideBySide(rules, plain, seed, (position) => {
        // While nothing has been laid, and once the game has ended, the record says nothing.
        if (plain.chain.length === 0 || plain.next === null) return;
        for (const player of [0, 1] as const) {
          const draws = plain.events.filter(({ kind, player: who }) => kind === "draw" && who === player).length;
          const unseen = [...plain.hands[player], ...plain.stock];
          if (draws > 3 || plain.hands[player].length > 3) continue;
          const levels = levelsOf(rules, position, player);
          const { slots } = readState(position).knowledge[player];
          const tiles = unseen.map((tile) => ALL.indexOf(tile));
          const random = randomNumbers(seed);
          for (const chosen of combinations(tiles, plain.hands[player].length)) {
            if (random() > 0.05) continue;
            const hand = chosen.map((index) => ALL[index] as string);
            const fits = slots.every(
              (_, level) =>
                hand.filter((tile) => (levels[readTile(tile) as number] as number) >= level).length <=
                slots.slice(level).reduce((sum, count) => sum + count, 0),
            );
            const may = plain.mayHold(player, hand);
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

function levelsOf(rules: Rules, position: Position, player: number): readonly number[] {
  return (rules as Rules & { board: { levels(p: Position, n: number): readonly number[] } }).board.levels(
    position,
    player,
  );
}
