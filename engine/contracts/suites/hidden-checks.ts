/** Checks for games with hidden information; others pass trivially. */
import type { HiddenInformation } from "../hidden.ts";
import { playerNumbers, type PlayerNumber } from "../position.ts";
import { inPosition, steps } from "./play-checks.ts";
import type { Checks } from "./register.ts";
import { assertDeepEqual, assertEqual } from "./lazy-assert.ts";
import { type GameSubject, randomNumbers, type Step } from "./random-play.ts";

const SEED = 11;

/** Every position of the games, for every observing player. */
function* views(
  subject: GameSubject,
): Generator<Step & { readonly hidden: HiddenInformation; readonly player: PlayerNumber }> {
  const { rules } = subject;
  if (!rules.hidden) return;
  for (const step of steps(subject)) {
    for (const player of playerNumbers(rules.players)) yield { ...step, hidden: rules.hidden, player };
  }
}

export const hiddenChecks: Checks<GameSubject> = {
  "an observation has the actors and the player's own moves, and observing is idempotent": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves, hidden, player } of views(subject)) {
      const where = `seen by ${rules.players[player]} ${inPosition(rules, position)}`;
      const before = position.slice();
      const seen = hidden.observe(position, player);
      assertDeepEqual(position, before, () => `observing modifies the position ${where}`);
      assertEqual(seen.length, position.length, () => `the observation has a different size ${where}`);
      assertDeepEqual(hidden.observe(seen, player), seen, () => `observing is not idempotent ${where}`);
      assertDeepEqual(rules.actors(seen), actors, () => `different actors ${where}`);
      rules.formatPosition(seen);
      rules.view(seen);
      const own = actors.indexOf(player);
      if (own < 0) continue;
      assertDeepEqual(rules.moves(seen, player), moves[own], () => `different moves ${where}`);
      for (const move of moves[own] ?? []) {
        const text = rules.formatMove(position, move);
        assertEqual(rules.formatMove(seen, move), text, () => `a move has a different text ${where}`);
        assertDeepEqual(rules.parseMove(seen, text), { ok: true, value: move }, () => `${text} is not parsed ${where}`);
      }
    }
  },

  "a determinization is a position of the player's information set": (subject) => {
    const { rules } = subject;
    const random = randomNumbers(SEED);
    for (const { position, actors, hidden, player } of views(subject)) {
      const where = `seen by ${rules.players[player]} ${inPosition(rules, position)}`;
      const seen = hidden.observe(position, player);
      const sampled = hidden.sample(seen, player, random);
      assertDeepEqual(hidden.observe(sampled, player), seen, () => `different observation ${where}`);
      assertDeepEqual(rules.actors(sampled), actors, () => `different actors ${where}`);
      const text = rules.formatPosition(sampled);
      assertDeepEqual(
        rules.parsePosition(text),
        { ok: true, value: sampled },
        () => `${text} is not a position ${where}`,
      );
    }
  },
};
