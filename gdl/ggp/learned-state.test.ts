/** What was learned survives a restart: it crosses a thread boundary and is continued. */
import { expect, test } from "vitest";
import { makePlayer } from "../../engine/arena/players.ts";
import { newLearner } from "../gifl/learned.ts";
import { sharedComparison } from "../hybrid/comparison.ts";
import { GdlRules } from "../rules.ts";
import { TIC_TAC_TOE } from "./ggp.fixture.ts";
import { learnedAmount, learnedState, restoreLearned } from "./learned-state.ts";
import { openRules } from "./open-match.ts";

test("a restarted thread continues with the features and the comparison of the one before", async () => {
  const before = await openRules(TIC_TAC_TOE);
  const player = await makePlayer(before, "uct(gifl=200, playouts=100)", 1);
  await player.prepare?.(before.initial(), {});
  if (!(before instanceof GdlRules) || !before.context) throw new Error("no propnet");
  const result = {
    alphabeta: { games: 4, points: 1.5 },
    pieces: { games: 2, points: 1 },
    cut: { games: 1, points: 1 },
  };
  sharedComparison(before.context).result = result;
  const learned = learnedState(before);
  expect(learnedAmount(before)).toBe(207);
  expect(learned?.learners.map(({ runs }) => runs)).toEqual([200]);

  const after = await openRules(TIC_TAC_TOE);
  if (!(after instanceof GdlRules) || !after.context) throw new Error("no propnet");
  restoreLearned(after, structuredClone(learned)!);
  expect(learnedState(after)).toEqual(learned);
  const [[key, learner] = []] = after.context.learners;
  expect(key).toBe(learned?.learners[0]?.key);
  // Continued learning gives what uninterrupted learning does.
  await learner?.learn({ runs: 400 });
  const whole = newLearner(before.context.reasoner, { learner: "usual" });
  await whole.learn({ runs: 400 });
  expect([...(learner?.features ?? [])]).toEqual([...whole.features]);
  expect(sharedComparison(after.context).result).toEqual(result);
  await player.close();
});
