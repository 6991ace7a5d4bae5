/** Checks of notation and view: formatted text round-trips, and invalid text is rejected. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { GameloreError, type Result } from "../errors.ts";
import type { OpenGame } from "../game.ts";
import { CHANCE, type Position, type Move } from "../position.ts";
import { inPosition, someSteps, steps } from "./play-checks.ts";
import type { Checks } from "./register.ts";
import { assertDeepEqual, assertEqual, assertOk } from "./lazy-assert.ts";
import { type GameSubject, spread, type Step } from "./random-play.ts";

const RUNS = { seed: 20_200, numRuns: 150 } as const;
/** Moves of other positions tried in a position. */
const FOREIGN_MOVES = 60;

/** Words that are members of every object, and may be mistaken for those of a map. */
const MEMBERS = ["__proto__", "constructor", "toString", "hasOwnProperty"];

/** Text of any code points. `fc.string` of them builds a map of all Unicode, which takes seconds. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const codePoints = fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff), fc.nat(0x10_ffff)), { maxLength });
  return codePoints.map((list) => String.fromCodePoint(...list));
}

/** A text with one local change: realistic invalid input. */
function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .record({
      text: fc.constantFrom(...texts),
      at: fc.nat(),
      cut: fc.nat(3),
      insert: anyText(3),
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
  return fc.oneof(anyText(40), mutated(texts), swapped, fc.constantFrom(...MEMBERS));
}

/** A parser must return a value or an error with a code, and never throw. */
function parsed<T>(parse: () => Result<T>, text: string): Result<T> {
  let result: Result<T>;
  try {
    result = parse();
  } catch (error) {
    throw new Error(`${JSON.stringify(text)} throws: ${String(error)}`, { cause: error });
  }
  if (!result.ok) {
    assertOk(
      result.error instanceof GameloreError,
      () => `${JSON.stringify(text)} is rejected without a GameloreError`,
    );
    assertOk(result.error.message.length > 0, () => `${JSON.stringify(text)} is rejected without a message`);
  }
  return result;
}

function checkPositionText(rules: OpenGame, position: Position): void {
  const text = rules.formatPosition(position);
  const back = rules.parsePosition(text);
  assertOk(back.ok, () => `${JSON.stringify(text)} cannot be parsed: ${back.ok ? "" : back.error.message}`);
  assertDeepEqual(back.value, position, () => `${JSON.stringify(text)} is parsed as a different position`);
  assertEqual(
    rules.formatPosition(back.value),
    text,
    () => `${JSON.stringify(text)} is formatted differently after parsing`,
  );
}

function legalMoves({ moves }: Step): Set<Move> {
  return new Set(moves.flat());
}

export const textChecks: Checks<GameSubject> = {
  "position text round-trips": (subject) => {
    for (const { position } of steps(subject)) checkPositionText(subject.rules, position);
  },

  "invalid position text is rejected, and accepted text round-trips": (subject) => {
    const { rules } = subject;
    const texts = [...someSteps(subject)].map(({ position }) => rules.formatPosition(position));
    fc.assert(
      fc.property(garbage(texts), (text) => {
        const result = parsed(() => rules.parsePosition(text), text);
        if (!result.ok) return;
        checkPositionText(rules, result.value);
        const ended = rules.result(result.value) !== null;
        assertEqual(
          ended,
          rules.actors(result.value).length === 0,
          () => `result and actors disagree after parsing ${JSON.stringify(text)}`,
        );
      }),
      RUNS,
    );
  },

  "move text is unique and round-trips": (subject) => {
    const { rules } = subject;
    for (const { position, moves } of steps(subject)) {
      for (const list of moves) {
        const texts = list.map((move) => rules.formatMove(position, move));
        assertEqual(
          new Set(texts).size,
          list.length,
          () => `two moves have the same text ${inPosition(rules, position)}`,
        );
        list.forEach((move, i) => {
          const text = texts[i] as string;
          const back = rules.parseMove(position, text);
          assertOk(
            back.ok,
            () =>
              `${JSON.stringify(text)} cannot be parsed ${inPosition(rules, position)}: ${back.ok ? "" : back.error.message}`,
          );
          assertEqual(
            back.value,
            move,
            () => `${JSON.stringify(text)} is parsed as a different move ${inPosition(rules, position)}`,
          );
        });
      }
    }
  },

  "illegal moves are rejected as bad-move": (subject) => {
    const { rules } = subject;
    const some = [...someSteps(subject)];
    const texts = new Set(
      some.flatMap(({ position, moves }) => moves.flat().map((move) => rules.formatMove(position, move))),
    );
    let rejected = 0;
    for (const step of some) {
      const own = new Set([...legalMoves(step)].map((move) => rules.formatMove(step.position, move)));
      const foreign = [...texts].filter((text) => !own.has(text));
      for (const text of spread(foreign, FOREIGN_MOVES)) {
        const result = parsed(() => rules.parseMove(step.position, text), text);
        assertOk(!result.ok, () => `${text} is parsed as a move ${inPosition(rules, step.position)}`);
        assertEqual(result.error.code, "bad-move", () => `${text} ${inPosition(rules, step.position)}`);
        rejected++;
      }
    }
    assert.ok(rejected > 0, "no move of one position is illegal in another: nothing was checked");
  },

  "invalid move text is rejected as bad-move, and accepted text is a legal move": (subject) => {
    const { rules } = subject;
    for (const game of subject.games) {
      for (const step of spread(game, 2)) {
        const own = step.moves.flat().map((move) => rules.formatMove(step.position, move));
        const legal = legalMoves(step);
        const property = fc.property(garbage([...own, "0", "move"]), (text) => {
          const result = parsed(() => rules.parseMove(step.position, text), text);
          if (result.ok)
            assertOk(
              legal.has(result.value),
              () => `${JSON.stringify(text)} is parsed as an illegal move ${inPosition(rules, step.position)}`,
            );
          else assert.equal(result.error.code, "bad-move", JSON.stringify(text));
        });
        fc.assert(property, RUNS);
      }
    }
  },

  "move steps connect cells of the view and differ between moves; heat maps have a value for each cell": (subject) => {
    const { rules } = subject;
    for (const { position, moves } of someSteps(subject)) {
      const where = inPosition(rules, position);
      const cells = new Set(rules.view(position).cells.map(({ name }) => name));
      for (const list of rules.moveSteps ? moves : []) {
        const steps = list.map((move) => rules.moveSteps?.(position, move) ?? []);
        for (const { from, to } of steps.flat())
          assertOk(cells.has(from) && cells.has(to) && from !== to, () => `a step from ${from} to ${to} ${where}`);
        const texts = steps.map((each) =>
          each
            .map(({ from, to }) => `${from}-${to}`)
            .toSorted()
            .join(),
        );
        assertEqual(new Set(texts).size, list.length, () => `two moves have the same steps ${where}`);
      }
      const maps = rules.heatMaps?.(position) ?? [];
      assertEqual(
        new Set(maps.map(({ name }) => name)).size,
        maps.length,
        () => `two heat maps have the same name ${where}`,
      );
      for (const { name, values } of maps)
        assertEqual(values.length, cells.size, () => `heat map "${name}" has ${values.length} values ${where}`);
    }
  },

  "the view has pieces on uniquely named cells, and the player to move": (subject) => {
    const { rules } = subject;
    for (const { position, actors } of someSteps(subject)) {
      const view = rules.view(position);
      const where = inPosition(rules, position);
      assertEqual(
        new Set(view.cells.map(({ name }) => name)).size,
        view.cells.length,
        () => `two cells have the same name ${where}`,
      );
      assertEqual(
        new Set(view.cells.map(({ x, y }) => `${x} ${y}`)).size,
        view.cells.length,
        () => `two cells have the same coordinates ${where}`,
      );
      for (const { cell, owner, letter } of view.pieces) {
        assertOk(view.cells[cell] !== undefined, () => `a piece on cell ${cell}, which does not exist, ${where}`);
        assertOk(
          owner === null || rules.players[owner] !== undefined,
          () => `a piece of player ${owner}, who does not exist, ${where}`,
        );
        assertEqual([...letter].length, 1, () => `"${letter}" is not one letter ${where}`);
      }
      const movers: (number | null)[] = actors.filter((actor) => actor !== CHANCE);
      assertOk(
        (movers.length === 1 ? movers : [null, ...movers]).includes(view.turn),
        () => `turn of ${view.turn} ${where}`,
      );
      const back = rules.parsePosition(rules.formatPosition(position));
      assertOk(back.ok, () => `cannot be parsed ${where}`);
      assertDeepEqual(rules.view(back.value), view, () => `different view after parsing ${where}`);
    }
  },
};
