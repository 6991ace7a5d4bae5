/** Checks of a game's text and picture: what is written can be read again, and nothing else can. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { GameloreError, type Result } from "../errors.ts";
import { CHANCE, type Position, type Rules } from "../game.ts";
import { about, someSteps, steps } from "./play-checks.ts";
import type { Checks } from "./register.ts";
import { type GameSubject, spread, type Step } from "./random-play.ts";

const RUNS = { seed: 20_200, numRuns: 150 } as const;
/** Foreign moves tried in a position. */
const FOREIGN_MOVES = 60;

/** A text with one place changed: the garbage that people really send. */
function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .record({
      text: fc.constantFrom(...texts),
      at: fc.nat(),
      cut: fc.nat(3),
      insert: fc.string({ unit: "binary", maxLength: 3 }),
    })
    .map(({ text, at, cut, insert }) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + insert + text.slice(place + cut);
    });
}

function garbage(texts: readonly string[]): fc.Arbitrary<string> {
  const swapped = fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.nat()).map(([text, i, j]) => {
    const letters = [...text];
    const [a, b] = [i % letters.length, j % letters.length];
    [letters[a], letters[b]] = [letters[b] as string, letters[a] as string];
    return letters.join("");
  });
  return fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), mutated(texts), swapped);
}

/** What a parser gives for text from outside: a value, or an error with a code; never an exception. */
function parsed<T>(parse: () => Result<T>, text: string): Result<T> {
  let result: Result<T>;
  try {
    result = parse();
  } catch (error) {
    throw new Error(`${JSON.stringify(text)} is not refused but throws: ${String(error)}`, { cause: error });
  }
  if (!result.ok) {
    assert.ok(result.error instanceof GameloreError, `${JSON.stringify(text)} is refused without a GameloreError`);
    assert.ok(result.error.message.length > 0, `${JSON.stringify(text)} is refused without a word`);
  }
  return result;
}

function checkPositionText(rules: Rules, position: Position): void {
  const text = rules.formatPosition(position);
  const back = rules.parsePosition(text);
  assert.ok(back.ok, `${JSON.stringify(text)} cannot be read again: ${back.ok ? "" : back.error.message}`);
  assert.deepEqual(back.value, position, `${JSON.stringify(text)} is read as another position`);
  assert.equal(rules.formatPosition(back.value), text, `${JSON.stringify(text)} is written differently when read`);
}

function legalMoves({ moves }: Step): Set<number> {
  return new Set(moves.flat());
}

export const textChecks: Checks<GameSubject> = {
  "a position's text is read as the same position, and written the same again": (subject) => {
    for (const { position } of steps(subject)) checkPositionText(subject.rules, position);
  },

  "text that is no position is refused, and what is read is one": (subject) => {
    const { rules } = subject;
    const texts = [...someSteps(subject)].map(({ position }) => rules.formatPosition(position));
    fc.assert(
      fc.property(garbage(texts), (text) => {
        const result = parsed(() => rules.parsePosition(text), text);
        if (!result.ok) return;
        checkPositionText(rules, result.value);
        const ended = rules.result(result.value) !== null;
        assert.equal(
          ended,
          rules.actors(result.value).length === 0,
          `result and actors disagree after reading ${JSON.stringify(text)}`,
        );
      }),
      RUNS,
    );
  },

  "a move's text is its own, and read as the same move": (subject) => {
    const { rules } = subject;
    for (const { position, moves } of steps(subject)) {
      for (const list of moves) {
        const texts = list.map((move) => rules.formatMove(position, move));
        assert.equal(new Set(texts).size, list.length, `two moves have one text ${about(rules, position)}`);
        list.forEach((move, i) => {
          const text = texts[i] as string;
          const back = rules.parseMove(position, text);
          assert.ok(
            back.ok,
            `${JSON.stringify(text)} cannot be read ${about(rules, position)}: ${back.ok ? "" : back.error.message}`,
          );
          assert.equal(back.value, move, `${JSON.stringify(text)} is read as another move ${about(rules, position)}`);
        });
      }
    }
  },

  "moves that are not legal here are refused as bad-move": (subject) => {
    const { rules } = subject;
    const some = [...someSteps(subject)];
    const texts = new Set(
      some.flatMap(({ position, moves }) => moves.flat().map((move) => rules.formatMove(position, move))),
    );
    let refused = 0;
    for (const step of some) {
      const own = new Set([...legalMoves(step)].map((move) => rules.formatMove(step.position, move)));
      const foreign = [...texts].filter((text) => !own.has(text));
      for (const text of spread(foreign, FOREIGN_MOVES)) {
        const result = parsed(() => rules.parseMove(step.position, text), text);
        assert.ok(!result.ok, `${text} is read as a move ${about(rules, step.position)}`);
        assert.equal(result.error.code, "bad-move", `${text} ${about(rules, step.position)}`);
        refused++;
      }
    }
    assert.ok(refused > 0, "no move of one position is illegal in another: nothing was tried");
  },

  "text that is no move is refused as bad-move, and what is read is legal": (subject) => {
    const { rules } = subject;
    for (const walk of subject.walks) {
      for (const step of spread(walk, 2)) {
        const own = step.moves.flat().map((move) => rules.formatMove(step.position, move));
        const legal = legalMoves(step);
        const property = fc.property(garbage([...own, "0", "move"]), (text) => {
          const result = parsed(() => rules.parseMove(step.position, text), text);
          if (result.ok)
            assert.ok(
              legal.has(result.value),
              `${JSON.stringify(text)} is read as an illegal move ${about(rules, step.position)}`,
            );
          else assert.equal(result.error.code, "bad-move", JSON.stringify(text));
        });
        fc.assert(property, RUNS);
      }
    }
  },

  "steps of moves lead between cells of the view, and differ from move to move; heat maps have a value for each cell": (
    subject,
  ) => {
    const { rules } = subject;
    for (const { position, moves } of someSteps(subject)) {
      const where = about(rules, position);
      const cells = new Set(rules.view(position).cells.map(({ name }) => name));
      for (const list of rules.moveSteps ? moves : []) {
        const steps = list.map((move) => rules.moveSteps?.(position, move) ?? []);
        for (const { from, to } of steps.flat())
          assert.ok(cells.has(from) && cells.has(to) && from !== to, `a step from ${from} to ${to} ${where}`);
        const texts = steps.map((each) =>
          each
            .map(({ from, to }) => `${from}-${to}`)
            .toSorted()
            .join(),
        );
        assert.equal(new Set(texts).size, list.length, `two moves have the same steps ${where}`);
      }
      const maps = rules.heatMaps?.(position) ?? [];
      assert.equal(new Set(maps.map(({ name }) => name)).size, maps.length, `two heat maps have one name ${where}`);
      for (const { name, values } of maps)
        assert.equal(values.length, cells.size, `heat map "${name}" has ${values.length} values ${where}`);
    }
  },

  "the view shows pieces on cells with names of their own, and whose turn it is": (subject) => {
    const { rules } = subject;
    for (const { position, actors } of someSteps(subject)) {
      const view = rules.view(position);
      const where = about(rules, position);
      assert.equal(
        new Set(view.cells.map(({ name }) => name)).size,
        view.cells.length,
        `two cells have one name ${where}`,
      );
      assert.equal(
        new Set(view.cells.map(({ x, y }) => `${x} ${y}`)).size,
        view.cells.length,
        `two cells lie at one place ${where}`,
      );
      for (const { cell, owner, letter } of view.pieces) {
        assert.ok(view.cells[cell] !== undefined, `a piece on cell ${cell}, which is not there, ${where}`);
        assert.ok(
          owner === null || rules.players[owner] !== undefined,
          `a piece of player ${owner}, who is not there, ${where}`,
        );
        assert.equal([...letter].length, 1, `"${letter}" is not one letter ${where}`);
      }
      const movers: (number | null)[] = actors.filter((actor) => actor !== CHANCE);
      assert.ok(
        (movers.length === 1 ? movers : [null, ...movers]).includes(view.turn),
        `turn of ${view.turn} ${where}`,
      );
      const back = rules.parsePosition(rules.formatPosition(position));
      assert.ok(back.ok, `cannot be read again ${where}`);
      assert.deepEqual(rules.view(back.value), view, `another view of the position when read again ${where}`);
    }
  },
};
