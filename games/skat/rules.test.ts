/** The contract's suite: random games from the deal to the last trick, in both variants. */
import { describe } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { game } from "./game.ts";

/** Contracts that random bidding rarely reaches. */
const POSITIONS: readonly string[] = [
  "play CJSJCAS7/HJC8DAH7/DJC9D7S8 declarer=middlehand game=grand trick=forehand:",
  "play CJS7H7D7/CAC8DAHA/CKC9D9S8 declarer=rearhand game=null+ouvert trick=rearhand:",
  "name CJSJHJDJCACTCKCQC9C8/SASTSKSQS9S8S7HAHTHK/DADTDKDQD9D8D7HQH9H8 skat=H7C7 bids=24/24p/0p",
];

describe.each(["no", "yes"])("must-trump %s", (mustTrump) => {
  gameSuite(async () => unwrap(await game.open({ "must-trump": mustTrump })), {
    seeds: [1, 2, 3, 4],
    positions: POSITIONS,
    perftDepth: 1,
  });
});
