/** Checks of games in which something is hidden; of others they have nothing to say. */
import assert from "node:assert/strict";
import type { HiddenInformation } from "../hidden.ts";
import { about, steps } from "./play-checks.ts";
import type { Checks } from "./register.ts";
import { type GameSubject, randomNumbers, type Step } from "./random-play.ts";

const SEED = 11;

/** Every position of the games with every player who looks at it. */
function* views(
  subject: GameSubject,
): Generator<Step & { readonly hidden: HiddenInformation; readonly player: number }> {
  const { rules } = subject;
  if (!rules.hidden) return;
  for (const step of steps(subject)) {
    for (const player of rules.players.keys()) yield { ...step, hidden: rules.hidden, player };
  }
}

export const hiddenChecks: Checks<GameSubject> = {
  "an observation tells who acts and the player's own moves, and to observe it again changes nothing": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves, hidden, player } of views(subject)) {
      const where = `seen by ${rules.players[player]} ${about(rules, position)}`;
      const before = position.slice();
      const seen = hidden.observe(position, player);
      assert.deepEqual(position, before, `observing changed the position ${where}`);
      assert.equal(seen.length, position.length, `an observation of another size ${where}`);
      assert.deepEqual(hidden.observe(seen, player), seen, `observed again it is another ${where}`);
      assert.deepEqual(rules.actors(seen), actors, `others act ${where}`);
      rules.formatPosition(seen);
      rules.view(seen);
      const own = actors.indexOf(player);
      if (own < 0) continue;
      assert.deepEqual(rules.moves(seen, player), moves[own], `other moves ${where}`);
      for (const move of moves[own] ?? []) {
        const text = rules.formatMove(position, move);
        assert.equal(rules.formatMove(seen, move), text, `a move has another text ${where}`);
        assert.deepEqual(rules.parseMove(seen, text), { ok: true, value: move }, `${text} is not read ${where}`);
      }
    }
  },

  "what is drawn for what is hidden is a position that looks the same to the player": (subject) => {
    const { rules } = subject;
    const random = randomNumbers(SEED);
    for (const { position, actors, hidden, player } of views(subject)) {
      const where = `seen by ${rules.players[player]} ${about(rules, position)}`;
      const seen = hidden.observe(position, player);
      const drawn = hidden.sample(seen, player, random);
      assert.deepEqual(hidden.observe(drawn, player), seen, `it looks different ${where}`);
      assert.deepEqual(rules.actors(drawn), actors, `others act ${where}`);
      const text = rules.formatPosition(drawn);
      assert.deepEqual(rules.parsePosition(text), { ok: true, value: drawn }, `${text} is no position ${where}`);
    }
  },
};
