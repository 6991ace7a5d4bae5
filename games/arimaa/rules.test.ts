/** Arimaa in the game and player suites. */
import { afterAll, describe } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { game } from "./game.ts";

/** Endgames with few pieces, and a turn in progress. */
const SPARSE = [
  "g ...........r................R...............................e...",
  "s r..............R............C..................Mr...............",
  "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR Hb2n",
];

describe("free setup", () => {
  gameSuite(async () => unwrap(await game.open({})), { positions: SPARSE });
});

describe("a named setup", () => {
  gameSuite(async () => unwrap(await game.open({ setup: "99of9" })), { plies: 120, positions: SPARSE.slice(0, 2) });
});

describe("the player random", async () => {
  const rules = unwrap(await game.open({}));
  afterAll(() => rules.close());
  const played = [1, 2].flatMap((seed) => randomGame(rules, rules.initial(), seed, 60).map(({ position }) => position));
  playerSuite(async () => ({
    rules,
    text: "random",
    quick: { nodes: 1 },
    deepText: "random",
    deep: {},
    positions: played.filter((_, i) => i % 7 === 0),
    ended: unwrap(rules.parsePosition("s R......r..............................................e.........")),
  }));
});
