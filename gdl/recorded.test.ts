/** Games of public rulesheets recorded by an independent reasoner: equal facts, legal moves, terminal states and goals. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chanceLast } from "./chance-role.ts";
import type { Reasoner } from "./reasoner.ts";
import {
  factTexts,
  interpreterOf,
  propnetOf,
  canTestPublicRulesheets,
  recordedNames,
  recordedPlayouts,
  recordedRules,
  type RecordedPlayout,
} from "./reasoner.fixture.ts";

/** Too large for a propnet. */
const TOO_LARGE: readonly string[] = ["chess.v0", "laikLee_hex.v0", "mummymaze1p.v0", "slaughter.v0", "sudoku.v0"];

function replay(reasoner: Reasoner, playout: RecordedPlayout): void {
  let state = reasoner.initial();
  // Recorded in the order of the rulesheet; reasoners list the role random last.
  const order = chanceLast([...playout.roles.keys()], (role) => playout.roles[role] as string);
  const reordered = <T>(list: readonly T[]): T[] => order.map((role) => list[role] as T);
  expect(reasoner.roles).toEqual(reordered(playout.roles));
  expect(factTexts(reasoner, state)).toEqual(playout.init);
  for (const step of playout.steps) {
    const facts = factTexts(reasoner, state);
    expect(createHash("sha1").update(facts.join("\n")).digest("hex").slice(0, 16)).toBe(step.h);
    expect(reasoner.isTerminal(state)).toBe(false);
    const legal = reasoner.legal(state);
    const texts = legal.map((moves, role) => moves.map((move) => reasoner.moveText(move, role)));
    expect(texts.map((each) => each.toSorted())).toEqual(reordered(step.legal));
    const made = reordered(step.move);
    const moves = legal.map((each, role) => each[(texts[role] as string[]).indexOf(made[role] as string)] as number);
    state = reasoner.next(state, moves);
  }
  expect(factTexts(reasoner, state)).toEqual(playout.final);
  expect(reasoner.isTerminal(state)).toBe(playout.terminal);
  expect(reasoner.goals(state)).toEqual(reordered(playout.goals));
}

describe.runIf(canTestPublicRulesheets)("recorded games", () => {
  test("there are 210 rulesheets", () => expect(recordedNames).toHaveLength(210));

  test.for(recordedNames.filter((name) => !TOO_LARGE.includes(name)))(
    "%s with the propnet",
    { timeout: 240_000 },
    (name) => {
      const reasoner = propnetOf(recordedRules(name));
      const [first] = recordedPlayouts(name);
      replay(reasoner, first as RecordedPlayout);
    },
  );

  test.for(recordedNames)("%s with the interpreter", { timeout: 240_000 }, (name) => {
    replay(interpreterOf(recordedRules(name)), recordedPlayouts(name).at(-1) as RecordedPlayout);
  });
});
