/** Matches from a position: players receive a rulesheet that starts there. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { randomOpening } from "../../engine/arena/play-game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { playerNumbers } from "../../engine/contracts/position.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { jointMove, legalOf, playStep } from "./steps.ts";
import { closeAll, HIDE, LAMPS, openSheet, startPlayer, THREE, TIC_TAC_TOE } from "./ggp.fixture.ts";
import { serveMatch } from "./serve-match.ts";
import { rulesheetFrom } from "./start-position.ts";

afterEach(closeAll);

const sheetOf = (name: string): string => readFileSync(new URL(`../rulesheets/${name}.kif`, import.meta.url), "utf8");

/** Its initial state is given by rules, one of which is an instance. */
const BY_RULES = `
  (role a) (row 1) (row 2) (row 3)
  (<= (INIT (free ?x)) (row ?x)) (<= (init (at 1)) (row 1))
  (<= (legal a (take ?x)) (true (free ?x)))
  (<= (next (at ?x)) (does a (take ?x)))
  (<= (next (free ?x)) (true (free ?x)) (not (does a (take ?x))))
  (<= left (true (free ?x)))
  (<= terminal (not left))
  (<= (goal a 100) (true (at 3))) (<= (goal a 0) (not (true (at 3))))
`;

describe("the rulesheet of a position", () => {
  test.for([
    ["tic-tac-toe", TIC_TAC_TOE, 3],
    ["simultaneous moves", HIDE, 1],
    ["one role", LAMPS, 2],
    ["an initial state by rules", BY_RULES, 2],
    ["connect four", sheetOf("connect-four"), 5],
    ["breakthrough", sheetOf("breakthrough"), 4],
    ["pentago", sheetOf("pentago"), 3],
  ] as const)("starts there and continues as the game does: %s", async ([, sheet, plies]) => {
    const rules = await openSheet(sheet);
    const start = randomOpening(rules, plies, 5);
    const sent = await openSheet(rulesheetFrom(sheet, rules, start));
    let [ours, theirs] = [start, sent.initial()];
    const random = new SeededRandom(3);
    while (rules.result(ours) === null) {
      expect(sent.formatPosition(theirs)).toBe(rules.formatPosition(ours));
      const names: string[] = [];
      for (const role of playerNumbers(rules.players)) {
        const legal = [...legalOf(rules, ours, role).keys()].sort();
        expect([...legalOf(sent, theirs, role).keys()].sort()).toEqual(legal);
        names.push(random.pick(legal));
      }
      ours = playStep(rules, ours, jointMove(rules, ours, names) ?? []);
      theirs = playStep(sent, theirs, jointMove(sent, theirs, names) ?? []);
    }
    expect(sent.result(theirs)).toEqual(rules.result(ours));
  });

  test("chance and percepts are refused", async () => {
    for (const name of ["pig", "kriegspiel-tic-tac-toe"]) {
      const rules = await openSheet(sheetOf(name));
      expect(() => rulesheetFrom(sheetOf(name), rules, rules.initial())).toThrow(/omit --opening/);
    }
  });
});

test("players play from the position, and the record starts there", async () => {
  const rules = await openSheet(THREE);
  const start = rules.play(rules.initial(), [rules.moves(rules.initial(), rules.actors(rules.initial())[0]!)[0]!]);
  const players = await Promise.all([1, 2, 3].map((seed) => startPlayer({ seed })));
  const match = await serveMatch(rules, {
    id: "m",
    rulesheet: rulesheetFrom(THREE, rules, start),
    seats: players.map(({ address }) => ({ kind: "remote", address })),
    startClock: 10,
    playClock: 2,
    seed: 1,
    start,
  });
  expect(match.start).toBe(rules.formatPosition(start));
  expect(match.steps).toHaveLength(2);
  expect(match.errors).toEqual(players.map(() => ({ late: 0, lost: 0, illegal: 0 })));
  expect(unwrap(rules.parsePosition(match.start))).toEqual(start);
});
