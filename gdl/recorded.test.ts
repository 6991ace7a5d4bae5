/** Play that an independent reasoner recorded, of public rulesheets: the same facts, legal moves, ends and goals. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Reasoner } from "./reasoner.ts";
import {
  factTexts,
  interpreterOf,
  legalTexts,
  movesOf,
  netReasonerOf,
  recordedNames,
  recordedPlayouts,
  recordedRules,
  type RecordedPlayout,
} from "./reasoner.fixture.ts";

/** Rulesheets that are still too large for a net and for the interpreter. */
const TOO_LARGE: readonly string[] = ["chess.v0", "laikLee_hex.v0", "mummymaze1p.v0", "slaughter.v0", "sudoku.v0"];
/** The interpreter is slow: it follows the first steps only. */
const INTERPRETED_STEPS = 4;

function replay(reasoner: Reasoner, playout: RecordedPlayout, steps: number): void {
  let state = reasoner.initial();
  expect(reasoner.roles).toEqual(playout.roles);
  expect(factTexts(reasoner, state)).toEqual(playout.init);
  for (const step of playout.steps.slice(0, steps)) {
    const facts = factTexts(reasoner, state);
    expect(createHash("sha1").update(facts.join("\n")).digest("hex").slice(0, 16)).toBe(step.h);
    expect(reasoner.isTerminal(state)).toBe(false);
    expect(legalTexts(reasoner, state)).toEqual(step.legal);
    state = reasoner.next(state, movesOf(reasoner, state, step.move));
  }
  if (playout.steps.length > steps) return;
  expect(factTexts(reasoner, state)).toEqual(playout.final);
  expect(reasoner.isTerminal(state)).toBe(playout.terminal);
  expect(reasoner.goals(state)).toEqual(playout.goals);
}

if (recordedNames.length === 0) console.info("skipped: recorded play of public rulesheets (../shared/gdl is not here)");

console.info(`not played yet, too large: ${TOO_LARGE.join(", ")}`);

describe.skipIf(recordedNames.length === 0)("recorded play", () => {
  test("there are 210 rulesheets", () => expect(recordedNames).toHaveLength(210));

  test.for(recordedNames.filter((name) => !TOO_LARGE.includes(name)))("%s by its net", { timeout: 240_000 }, (name) => {
    const reasoner = netReasonerOf(recordedRules(name));
    const [first] = recordedPlayouts(name);
    replay(reasoner, first as RecordedPlayout, Number.POSITIVE_INFINITY);
  });

  test.for(recordedNames.filter((name) => !TOO_LARGE.includes(name)))(
    "%s interpreted",
    { timeout: 240_000 },
    (name) => {
      const reasoner = interpreterOf(recordedRules(name));
      const last = recordedPlayouts(name).at(-1);
      replay(reasoner, last as RecordedPlayout, INTERPRETED_STEPS);
    },
  );
});
