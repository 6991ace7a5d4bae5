/** Tests of the suites: valid fixtures pass, and every check fails for a fixture with a defect. */
import { describe, expect, test } from "vitest";
import { fail, ok } from "../errors.ts";
import type { HiddenInformation } from "../hidden.ts";
import type { OpenGame } from "../game.ts";
import { FIRST, CHANCE, type Move, type PlayerNumber } from "../position.ts";
import type { Rank, Table } from "../table.ts";
import { type EvaluatorSubject, evaluatorChecks, evaluatorSuite } from "./evaluator-suite.ts";
import { cardDuel, diceRace, HEAP, hiddenBet, takeAway } from "./fixtures.ts";
import { gameChecks, gameSubject, gameSuite } from "./game-suite.ts";
import { heapEvaluatorSubject, heapPlayerSubject, heapTableSubject, type PlayerDefects } from "./heap-fixtures.ts";
import { playerChecks, playerSuite } from "./player-suite.ts";
import { type Checks, checkSkips, selectChecks } from "./register.ts";
import { tableChecks, tableSuite } from "./table-suite.ts";

describe("dice race for three", () => gameSuite(async () => diceRace(), { perftDepth: 3 }));
describe("card duel of two, simultaneous moves", () => gameSuite(async () => cardDuel(2)));
describe("card duel of three", () => gameSuite(async () => cardDuel(3)));
describe("bet on a hidden card", () => gameSuite(async () => hiddenBet(), { perftDepth: 3 }));
describe("subtraction game", () => {
  gameSuite(async () => takeAway(), { perftDepth: 4 });
  tableSuite(async () => heapTableSubject());
  evaluatorSuite(async () => heapEvaluatorSubject());
  playerSuite(async () => heapPlayerSubject());
});

/** The message of a failing check; null if it passes. */
async function failureOf<Subject>(checks: Checks<Subject>, name: string, subject: Subject): Promise<string | null> {
  try {
    await checks[name]?.(subject);
    return null;
  } catch (error) {
    // A crashing check has not found anything.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    return (error as Error).message;
  }
}

/** Every check fails for the subject broken for it; the valid ones above pass. */
function eachCheckFails<Subject>(
  checks: Checks<Subject>,
  broken: Readonly<Record<string, () => Promise<Subject>>>,
): void {
  test("every check has a broken subject", () => {
    expect(Object.keys(broken).toSorted()).toEqual(Object.keys(checks).toSorted());
  });
  // Concurrent, because players that ignore signals take long.
  test.concurrent.for(Object.keys(checks))("%s: can fail", async (name) => {
    const message = await failureOf(checks, name, await (broken[name] as () => Promise<Subject>)());
    expect(message).not.toBeNull();
  });
}

describe("game checks", () => {
  const breaking = (make: () => OpenGame, defect: (rules: OpenGame) => Partial<OpenGame>) => async () =>
    gameSubject(async () => {
      const rules = make();
      return { ...rules, ...defect(rules) };
    });
  eachCheckFails(gameChecks, {
    "actors are players, or chance alone, each once": breaking(cardDuelOfTwo, (rules) => ({
      actors: (position) => (rules.result(position) === null ? [FIRST, 2 as PlayerNumber] : []),
    })),
    "every actor has moves, distinct and in a fixed order": breaking(takeAway, () => ({
      moves: () => [1 as Move, 1 as Move],
    })),
    "chance probabilities match the chance moves and sum to 1": breaking(diceRace, (rules) => ({
      chanceProbabilities: (position) => rules.chanceProbabilities(position).map((probability) => probability * 0.99),
    })),
    "a position has a result if and only if nobody acts": breaking(takeAway, (rules) => ({
      result: (position) => rules.result(position) ?? (position[0] === HEAP ? [0.5, 0.5] : null),
    })),
    "there is one score per player, and they sum to the total": breaking(takeAway, (rules) => ({
      result: (position) => rules.result(position) && [1, 1],
    })),
    "no call modifies its position": breaking(takeAway, (rules) => ({
      view: (position) => {
        const view = rules.view(position);
        position[1] = 1;
        return view;
      },
    })),
    "every joint move can be played, and leads to a position of the same size": breaking(diceRace, (rules) => ({
      play: (position, moves) =>
        position[1] === 0 ? rules.play(position, moves) : new Uint8Array([...rules.play(position, moves), 0]),
    })),
    "a copy of the bytes is the same position, also for another instance of the rules": breaking(takeAway, (rules) => {
      const seen = new WeakSet<Uint8Array>();
      return {
        moves: (position, actor) =>
          seen.has(position) ? rules.moves(position, actor) : (seen.add(position), [1 as Move]),
      };
    }),
    "perft equals the number of move sequences": breaking(takeAway, (rules) => ({
      perft: (position, depth) => rules.perft(position, depth) + (depth > 1 ? 1 : 0),
    })),
    "position text round-trips": breaking(takeAway, () => ({
      parsePosition: (text) => ok(Uint8Array.of(Number.parseInt(text, 10), 0)),
    })),
    "invalid position text is rejected, and accepted text round-trips": breaking(takeAway, () => ({
      parsePosition: (text) => ok(Uint8Array.from(text.split(" ").map((part) => JSON.parse(part) as number))),
    })),
    "move text is unique and round-trips": breaking(takeAway, () => ({ formatMove: () => "take" })),
    "illegal moves are rejected as bad-move": breaking(takeAway, () => ({
      parseMove: (_, text) => ok(Number(text) as Move),
    })),
    "invalid move text is rejected as bad-move, and accepted text is a legal move": breaking(takeAway, () => ({
      parseMove: () => fail("bad-position", "what?"),
    })),
    "move steps connect cells of the view and differ between moves; heat maps have a value for each cell": breaking(
      takeAway,
      () => ({ moveSteps: () => [{ from: "nowhere", to: "else" }] }),
    ),
    "the view has pieces on uniquely named cells, and the player to move": breaking(takeAway, (rules) => ({
      view: (position) => ({ ...rules.view(position), pieces: [{ cell: HEAP, owner: 0, letter: "i" }] }),
    })),
    "an observation has the actors and the player's own moves, and observing is idempotent": breaking(
      hiddenBet,
      (rules) => ({ hidden: { ...(rules.hidden as HiddenInformation), observe: (position) => position.with(2, 3) } }),
    ),
    "a determinization is a position of the player's information set": breaking(hiddenBet, (rules) => ({
      hidden: { ...(rules.hidden as HiddenInformation), sample: (seen) => seen.slice() },
    })),
  });

  test("chance may not act together with a player", async () => {
    const subject = await breaking(cardDuelOfTwo, (rules) => ({
      actors: (position) => (rules.result(position) === null ? [FIRST, CHANCE] : []),
    }))();
    expect(await failureOf(gameChecks, "actors are players, or chance alone, each once", subject)).toMatch(
      /chance acts together with others/,
    );
  });

  test("the check of scores fails if no game ends", async () => {
    const subject = await gameSubject(async () => takeAway(), { plies: 2 });
    expect(await failureOf(gameChecks, "there is one score per player, and they sum to the total", subject)).toMatch(
      /reached its end/,
    );
  });
});

function cardDuelOfTwo(): OpenGame {
  return cardDuel(2);
}

describe("table checks", () => {
  const breaking = (defect: (table: Table) => Partial<Table>) => async () => heapTableSubject(defect);
  const probing = (change: (moves: { score: number }[]) => unknown) =>
    breaking((table) => ({
      probe: (position) => {
        const probe = table.probe(position);
        return probe.ok ? ok({ ...probe.value, moves: change([...probe.value.moves] as never) as never }) : probe;
      },
    }));
  eachCheckFails(tableChecks, {
    "rank and unrank are each other's inverse": breaking((table) => ({
      unrank: (index) => table.unrank((HEAP - index) as Rank),
    })),
    "every entry equals its definition": breaking((table) => ({
      get: (index) => (index === 13 ? 0 : table.get(index)),
    })),
    "a probe returns the value of the position's entry": breaking((table) => ({
      get: (index) => 1 - table.get(index),
    })),
    "a probe has every legal move once": probing((moves) => moves.slice(1)),
    "the value of a move is the value of the position after it": probing((moves) =>
      moves.map((move) => ({ ...move, after: { score: 1, exact: true } })),
    ),
    "the best moves come first": probing((moves) => moves.toReversed()),
    "position text round-trips": breaking(() => ({
      parsePosition: () => ok(Uint8Array.of(3, 0)),
    })),
    "probing does not modify the position": breaking((table) => ({
      probe: (position) => {
        const probe = table.probe(position.slice());
        position[0] = 0;
        return probe;
      },
    })),
    "entries out of range are rejected": breaking((table) => ({
      unrank: (index) => Uint8Array.of(index, table.identity.entries),
    })),
    "probes outside the loaded part fail with not-in-table": breaking(() => ({
      probe: () => fail("bad-position", "no"),
    })),
  });
});

describe("evaluator checks", () => {
  const breaking = (defect: Partial<EvaluatorSubject["evaluator"]>) => async () => heapEvaluatorSubject(defect);
  let calls = 0;
  eachCheckFails(evaluatorChecks, {
    "values are finite numbers": breaking({ evaluate: (position) => 1 / (position[0] as number) }),
    "the values of two opponents sum to 0": breaking({ evaluate: (position) => position[0] as number }),
    "a value does not depend on what was evaluated before": breaking({ evaluate: () => calls++ }),
    "a copy of a position has the same value, and evaluation does not modify it": breaking({
      evaluate: (position) => (position[0] = 1),
    }),
  });
});

describe("player checks", () => {
  const breaking = (defects: PlayerDefects) => async () => heapPlayerSubject(defects);
  eachCheckFails(playerChecks, {
    "chooses legal moves with valid search info": breaking({ pv: [1, 2, 3, 4] as Move[] }),
    "plays against itself": breaking({ move: 3 as Move }),
    "respects limits of nodes, depth and playouts": breaking({ nodes: 501 }),
    "respects a time limit": breaking({ late: true }),
    "the same seed chooses the same moves": breaking({ unseeded: true }),
    "returns immediately or rejects with interrupted if the signal has already fired": breaking({
      ignoresSignal: true,
      late: true,
    }),
    "returns immediately or rejects with interrupted when the signal fires": breaking({
      ignoresSignal: true,
      late: true,
    }),
    "rejects a position in which the game has ended": breaking({ playsAfterEnd: true }),
    "its text creates an equivalent player": breaking({ text: "somebody" }),
    "can be closed: unused, used, twice, and during a search": breaking({ closeFails: true }),
  });
});

describe("skips", () => {
  const checks = { one: () => {}, two: () => {} };
  test("exclude the named checks only", () => {
    expect(selectChecks(checks, { two: "has no two" })).toEqual({ run: ["one"], skipped: ["two"] });
  });
  test("of an unknown check are an error", () => {
    expect(() => checkSkips(checks, { three: "why not" })).toThrow(/unknown check "three".*one; two/);
  });
});
