/** The suites themselves: fixtures that keep the contracts pass, and for every check there is a broken one that fails it. */
import { describe, expect, test } from "vitest";
import { fail, ok } from "../errors.ts";
import type { HiddenInformation } from "../hidden.ts";
import { CHANCE, type Rules } from "../game.ts";
import type { Table } from "../table.ts";
import { type EvaluatorSubject, evaluatorChecks, evaluatorSuite } from "./evaluator-suite.ts";
import { cardDuel, diceRace, HEAP, hiddenBet, takeAway } from "./fixtures.ts";
import { gameChecks, gameSubject, gameSuite } from "./game-suite.ts";
import { heapEvaluatorSubject, heapPlayerSubject, heapTableSubject, type PlayerFaults } from "./heap-fixtures.ts";
import { playerChecks, playerSuite } from "./player-suite.ts";
import { type Checks, checkSkips, selectChecks } from "./register.ts";
import { tableChecks, tableSuite } from "./table-suite.ts";

describe("a race with dice for three", () => gameSuite(async () => diceRace(), { perftDepth: 3 }));
describe("a card duel of two, who play at once", () => gameSuite(async () => cardDuel(2)));
describe("a card duel of three", () => gameSuite(async () => cardDuel(3)));
describe("a bet on a hidden card", () => gameSuite(async () => hiddenBet(), { perftDepth: 3 }));
describe("a heap from which two take in turn", () => {
  gameSuite(async () => takeAway(), { perftDepth: 4 });
  tableSuite(async () => heapTableSubject());
  evaluatorSuite(async () => heapEvaluatorSubject());
  playerSuite(async () => heapPlayerSubject());
});

/** The message of a check's failure; null where it holds. */
async function failureOf<Subject>(checks: Checks<Subject>, name: string, subject: Subject): Promise<string | null> {
  try {
    await checks[name]?.(subject);
    return null;
  } catch (error) {
    // A check that stumbles has not found anything.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    return (error as Error).message;
  }
}

/** Every check is failed by the subject that is broken for it; the sound ones above pass. */
function eachCheckFails<Subject>(
  checks: Checks<Subject>,
  broken: Readonly<Record<string, () => Promise<Subject>>>,
): void {
  test("there is a broken subject for every check", () => {
    expect(Object.keys(broken).toSorted()).toEqual(Object.keys(checks).toSorted());
  });
  // At once, since players that do not listen are waited for.
  test.concurrent.for(Object.keys(checks))("%s: can fail", async (name) => {
    const message = await failureOf(checks, name, await (broken[name] as () => Promise<Subject>)());
    expect(message).not.toBeNull();
  });
}

describe("game checks", () => {
  const breaking = (make: () => Rules, fault: (rules: Rules) => Partial<Rules>) => async () =>
    gameSubject(async () => {
      const rules = make();
      return { ...rules, ...fault(rules) };
    });
  eachCheckFails(gameChecks, {
    "actors are players, or chance alone, each once": breaking(cardDuelOfTwo, (rules) => ({
      actors: (position) => (rules.result(position) === null ? [0, 2] : []),
    })),
    "every actor has moves, distinct and in a fixed order": breaking(takeAway, () => ({ moves: () => [1, 1] })),
    "chances are those of the moves of chance and sum to 1": breaking(diceRace, (rules) => ({
      chanceProbabilities: (position) => rules.chanceProbabilities(position).map((chance) => chance * 0.99),
    })),
    "a game has a result exactly where nobody acts": breaking(takeAway, (rules) => ({
      result: (position) => rules.result(position) ?? (position[0] === HEAP ? [0.5, 0.5] : null),
    })),
    "scores are one for each player and sum to what there is to win": breaking(takeAway, (rules) => ({
      result: (position) => rules.result(position) && [1, 1],
    })),
    "no call changes the position it is given": breaking(takeAway, (rules) => ({
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
    "a copy of the bytes is the same position, also to another instance of the rules": breaking(takeAway, (rules) => {
      const seen = new WeakSet<Uint8Array>();
      return {
        moves: (position, actor) => (seen.has(position) ? rules.moves(position, actor) : (seen.add(position), [1])),
      };
    }),
    "perft counts the sequences that playing all moves gives": breaking(takeAway, (rules) => ({
      perft: (position, depth) => rules.perft(position, depth) + (depth > 1 ? 1 : 0),
    })),
    "a position's text is read as the same position, and written the same again": breaking(takeAway, () => ({
      parsePosition: (text) => ok(Uint8Array.of(Number.parseInt(text, 10), 0)),
    })),
    "text that is no position is refused, and what is read is one": breaking(takeAway, () => ({
      parsePosition: (text) => ok(Uint8Array.from(text.split(" ").map((part) => JSON.parse(part) as number))),
    })),
    "a move's text is its own, and read as the same move": breaking(takeAway, () => ({ formatMove: () => "take" })),
    "moves that are not legal here are refused as bad-move": breaking(takeAway, () => ({
      parseMove: (_, text) => ok(Number(text)),
    })),
    "text that is no move is refused as bad-move, and what is read is legal": breaking(takeAway, () => ({
      parseMove: () => fail("bad-position", "what?"),
    })),
    "steps of moves lead between cells of the view, and differ from move to move; heat maps have a value for each cell":
      breaking(takeAway, () => ({ moveSteps: () => [{ from: "nowhere", to: "else" }] })),
    "the view shows pieces on cells with names of their own, and whose turn it is": breaking(takeAway, (rules) => ({
      view: (position) => ({ ...rules.view(position), pieces: [{ cell: HEAP, owner: 0, letter: "i" }] }),
    })),
    "an observation tells who acts and the player's own moves, and to observe it again changes nothing": breaking(
      hiddenBet,
      (rules) => ({ hidden: { ...(rules.hidden as HiddenInformation), observe: (position) => position.with(2, 3) } }),
    ),
    "what is drawn for what is hidden is a position that looks the same to the player": breaking(
      hiddenBet,
      (rules) => ({
        hidden: { ...(rules.hidden as HiddenInformation), sample: (seen) => seen.slice() },
      }),
    ),
  });

  test("chance may not move together with a player", async () => {
    const subject = await breaking(cardDuelOfTwo, (rules) => ({
      actors: (position) => (rules.result(position) === null ? [0, CHANCE] : []),
    }))();
    expect(await failureOf(gameChecks, "actors are players, or chance alone, each once", subject)).toMatch(
      /chance moves with others/,
    );
  });

  test("scores are not taken as good where no game ended", async () => {
    const subject = await gameSubject(async () => takeAway(), { plies: 2 });
    expect(
      await failureOf(gameChecks, "scores are one for each player and sum to what there is to win", subject),
    ).toMatch(/came to its end/);
  });
});

function cardDuelOfTwo(): Rules {
  return cardDuel(2);
}

describe("table checks", () => {
  const breaking = (fault: (table: Table) => Partial<Table>) => async () => heapTableSubject(fault);
  const probing = (change: (moves: { score: number }[]) => unknown) =>
    breaking((table) => ({
      probe: (position) => {
        const probe = table.probe(position);
        return probe.ok ? ok({ ...probe.value, moves: change([...probe.value.moves] as never) as never }) : probe;
      },
    }));
  eachCheckFails(tableChecks, {
    "rank and unrank are each other's inverse": breaking((table) => ({
      unrank: (index) => table.unrank(HEAP - index),
    })),
    "every entry is what its definition says": breaking((table) => ({
      get: (index) => (index === 13 ? 0 : table.get(index)),
    })),
    "a probe's value is that of the position's entry": breaking((table) => ({ get: (index) => 1 - table.get(index) })),
    "a probe has every legal move once": probing((moves) => moves.slice(1)),
    "a move is worth what the position after it is worth": probing((moves) =>
      moves.map((move) => ({ ...move, after: { score: 1, exact: true } })),
    ),
    "the best moves come first": probing((moves) => moves.toReversed()),
    "a position's text is read as the same position": breaking(() => ({
      parsePosition: () => ok(Uint8Array.of(3, 0)),
    })),
    "probing leaves the position as it was": breaking((table) => ({
      probe: (position) => {
        const probe = table.probe(position.slice());
        position[0] = 0;
        return probe;
      },
    })),
    "entries that are not there are refused": breaking((table) => ({
      unrank: (index) => Uint8Array.of(index, table.identity.entries),
    })),
    "what lies outside the loaded part is said to be so": breaking(() => ({ probe: () => fail("bad-position", "no") })),
  });
});

describe("evaluator checks", () => {
  const breaking = (fault: Partial<EvaluatorSubject["evaluator"]>) => async () => heapEvaluatorSubject(fault);
  let calls = 0;
  eachCheckFails(evaluatorChecks, {
    "values are finite numbers": breaking({ evaluate: (position) => 1 / (position[0] as number) }),
    "the values of two opponents sum to 0": breaking({ evaluate: (position) => position[0] as number }),
    "a value does not depend on what was evaluated before": breaking({ evaluate: () => calls++ }),
    "a copy of a position has the same value, and evaluation leaves it as it was": breaking({
      evaluate: (position) => (position[0] = 1),
    }),
  });
});

describe("player checks", () => {
  const breaking = (faults: PlayerFaults) => async () => heapPlayerSubject(faults);
  eachCheckFails(playerChecks, {
    "chooses legal moves, and says what it thought": breaking({ pv: [1, 2, 3, 4] }),
    "plays against itself to the end, or as long as one likes": breaking({ move: 3 }),
    "keeps to limits of nodes, depth and playouts": breaking({ nodes: 501 }),
    "keeps to a limit of time": breaking({ late: true }),
    "the same seed chooses the same moves": breaking({ unseeded: true }),
    "answers at once, or is interrupted, where the signal has fired already": breaking({ deaf: true, late: true }),
    "answers at once, or is interrupted, when the signal fires": breaking({ deaf: true, late: true }),
    "refuses a game that has ended": breaking({ playsOn: true }),
    "its text makes the same player again": breaking({ text: "somebody" }),
    "can be closed: unused, used, twice, and while it thinks": breaking({ closeFails: true }),
  });
});

describe("skips", () => {
  const checks = { one: () => {}, two: () => {} };
  test("leave out what they name, and say nothing of the rest", () => {
    expect(selectChecks(checks, { two: "has no two" })).toEqual({ run: ["one"], skipped: ["two"] });
  });
  test("of a check that is not there are an error", () => {
    expect(() => checkSkips(checks, { three: "why not" })).toThrow(/no check "three".*one; two/);
  });
});
