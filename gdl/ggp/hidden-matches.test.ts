/** Matches with chance and percepts (GDL-II) over real sockets. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { closeAll, openSheet, reply, say, startFake, startPlayer, type TestPlayer } from "./ggp.fixture.ts";
import { serveMatch, type SeatSpec, type ServedMatch } from "./serve-match.ts";

afterEach(closeAll);

const sheetOf = (name: string): string =>
  readFileSync(new URL(`../rulesheets/${name}.kif`, import.meta.url), "utf8").replaceAll(/;.*/g, "");

/** The Monty Hall problem: who switches doors wins in two of three games. Chance is not the last role. */
const MONTY_HALL = `
  (role random) (role guest) (door 1) (door 2) (door 3) (stage hide) (stage open) (stage decide) (stage over)
  (<= (base (at ?s)) (stage ?s)) (<= (base (car ?d)) (door ?d)) (<= (base (chosen ?d)) (door ?d)) (<= (base (shown ?d)) (door ?d))
  (<= (input random (place ?d ?e)) (door ?d) (door ?e)) (<= (input random (show ?d)) (door ?d)) (input random noop)
  (<= (input guest (choose ?d)) (door ?d)) (input guest noop) (input guest keep) (input guest switch)
  (init (at hide))
  (<= (legal random (place ?d ?d)) (true (at hide)) (door ?d))
  (<= (legal guest (choose ?d)) (true (at hide)) (door ?d))
  (<= (legal random (show ?d)) (true (at open)) (door ?d) (not (true (car ?d))) (not (true (chosen ?d))))
  (<= (legal guest noop) (true (at open)))
  (<= (legal random noop) (true (at decide)))
  (<= (legal guest keep) (true (at decide))) (<= (legal guest switch) (true (at decide)))
  (<= (next (at open)) (true (at hide))) (<= (next (at decide)) (true (at open))) (<= (next (at over)) (true (at decide)))
  (<= (next (car ?d)) (does random (place ?d ?e))) (<= (next (car ?d)) (true (car ?d)))
  (<= (next (shown ?d)) (does random (show ?d))) (<= (next (shown ?d)) (true (shown ?d)))
  (<= (next (chosen ?d)) (does guest (choose ?d)))
  (<= (next (chosen ?d)) (true (chosen ?d)) (not (does guest switch)))
  (<= (next (chosen ?d)) (does guest switch) (door ?d) (not (true (chosen ?d))) (not (true (shown ?d))))
  (<= (sees guest (opened ?d)) (does random (show ?d)))
  (<= terminal (true (at over)))
  (<= found (true (car ?d)) (true (chosen ?d)))
  (<= (goal guest 100) found) (<= (goal guest 0) (not found))
`;

/** A die is thrown in each of three rounds while the player guesses; everybody sees everything. */
const GUESS = `
  (role random) (role guest) (side 1) (side 2) (side 3) (follows 0 1) (follows 1 2) (follows 2 3)
  (init (round 0)) (init (points 0))
  (<= (legal random (throw ?s)) (side ?s)) (<= (legal guest (guess ?s)) (side ?s))
  (<= (next (round ?n)) (true (round ?m)) (follows ?m ?n))
  (<= hit (does random (throw ?s)) (does guest (guess ?s)))
  (<= (next (points ?n)) (true (points ?m)) hit (follows ?m ?n))
  (<= (next (points ?m)) (true (points ?m)) (not hit))
  (<= terminal (true (round 3)))
  (<= (goal guest 100) (true (points 3))) (<= (goal guest 50) (true (points 2))) (<= (goal guest 20) (true (points 1)))
  (<= (goal guest 0) (true (points 0)))
`;

const CLOCKS = { startClock: 10, playClock: 2 } as const;

function serve(rules: OpenGame, rulesheet: string, seats: readonly SeatSpec[], seed: number): Promise<ServedMatch> {
  return serveMatch(rules, { id: "m", rulesheet, seats, ...CLOCKS, seed });
}

async function replayed({ rules, match }: { rules: OpenGame; match: ServedMatch }): Promise<readonly number[] | null> {
  let position = rules.initial();
  for (const ply of match.moves)
    position = rules.play(
      position,
      ply.split("&").map((text) => unwrap(rules.parseMove(position, text))),
    );
  return rules.result(position);
}

const endOf = ({ log }: TestPlayer): Promise<void> => expect.poll(() => log.at(-1)).toMatch(/^m: ended/);

describe("our server and our player", () => {
  test.for([
    ["kuhn-poker", sheetOf("kuhn-poker"), 2],
    ["kriegspiel-tic-tac-toe", sheetOf("kriegspiel-tic-tac-toe"), 2],
    ["pig, without percepts", sheetOf("pig"), 2],
    ["a die thrown while the player guesses", GUESS, 1],
    ["the Monty Hall problem", MONTY_HALL, 1],
  ] as const)("%s", async ([, sheet, roles]) => {
    const players = await Promise.all(Array.from({ length: roles }, (_, i) => startPlayer({ seed: i + 3 })));
    const rules = await openSheet(sheet);
    const seats = players.map(({ address }): SeatSpec => ({ kind: "remote", address }));
    const match = await serve(rules, sheet, seats, 5);
    expect(match.errors).toEqual(players.map(() => ({ late: 0, lost: 0, illegal: 0 })));
    expect(match.steps.every((step) => step.length === roles + (sheet.includes("(role random)") ? 1 : 0))).toBe(true);
    expect(await replayed({ rules, match })).toEqual(match.scores);
    for (const tested of players) {
      await endOf(tested);
      // A player may not learn the result, but never a wrong one.
      expect([`m: ended: ${match.goals.join(" ")}`, "m: ended, with a result that the player cannot know"]).toContain(
        tested.log.at(-1),
      );
    }
  });
});

test("messages contain the player's own move and percepts only", async () => {
  const messages: string[] = [];
  const address = await startFake((socket, message) => {
    messages.push(message.replace(/^(\(START m \w+).*/s, "$1"));
    if (message.startsWith("(START")) reply(socket, "ready");
    else if (/\(played second bet\)/.test(message)) reply(socket, "call");
    else if (message.startsWith("(PLAY m 1 ")) reply(socket, "check");
    else reply(socket, message.startsWith("(PLAY") ? "noop" : "done");
  });
  const sheet = sheetOf("kuhn-poker");
  const match = await serve(
    await openSheet(sheet),
    sheet,
    [
      { kind: "remote", address },
      { kind: "local", player: "random" },
    ],
    2,
  );
  const [, dealt = ""] = /^noop noop \(deal (\w+) /.exec(match.steps[0]?.join(" ") ?? "") ?? [];
  const answer = match.steps[2]?.[1] as string;
  const expected = [
    "(START m first",
    "(PLAY m 0 NIL NIL)",
    `(PLAY m 1 noop ((dealt ${dealt})))`,
    "(PLAY m 2 check ((played first check)))",
    ...(answer === "bet" ? ["(PLAY m 3 noop ((played second bet)))", "(STOP m 4 call ((played first call)))"] : []),
    ...(answer === "check" ? ["(STOP m 3 noop ((played second check)))"] : []),
  ];
  expect(["bet", "check"]).toContain(answer);
  expect(messages).toEqual(expected);
});

describe("our player by its messages", () => {
  const START = `(START m guest (${MONTY_HALL}) 10 2)`;

  test("switches doors in the Monty Hall problem", async () => {
    const tested = await startPlayer({ player: "uct(playouts=12000)" });
    for (const shown of [1, 2, 3]) {
      expect(await say(tested, START.replace("m", `m${shown}`))).toBe("ready");
      const chosen = await say(tested, `(PLAY m${shown} 0 NIL NIL)`);
      expect(chosen).toMatch(/^\(choose [123]\)$/);
      // The server chose another door instead, as after an illegal answer.
      const other = `(choose ${(shown % 3) + 1})`;
      expect(await say(tested, `(PLAY m${shown} 1 ${other} ())`)).toBe("noop");
      const message = `(PLAY m${shown} 2 NOOP ((OPENED ${shown})))`;
      expect(await say(tested, message)).toBe("switch");
      // A repeated message has the same answer.
      expect(await say(tested, message)).toBe("switch");
      expect(await say(tested, `(STOP m${shown} 3 switch ())`)).toBe("done");
    }
    expect(tested.log.filter((line) => line.includes("ARBITRARY"))).toEqual([]);
  });

  test("after a lost message its percepts are unknown, and play goes on", async () => {
    const tested = await startPlayer({ player: "uct(playouts=300)" });
    await say(tested, START);
    const chosen = await say(tested, "(PLAY m 0 NIL NIL)");
    expect(await say(tested, "(PLAY m 2 noop ((opened 9)))")).not.toBe("busy");
    expect(tested.log.some((line) => line.includes("a step was lost"))).toBe(true);
    expect(chosen).toMatch(/^\(choose/);
  });

  test("a step is lost between two messages", async () => {
    const tested = await startPlayer({ player: "uct(playouts=300)" });
    await say(tested, START);
    const chosen = await say(tested, "(PLAY m 0 NIL NIL)");
    const shown = ["1", "2", "3"].find((door) => !chosen.includes(door)) as string;
    // The message with the own choice was lost; the answer before it is assumed.
    expect(await say(tested, `(PLAY m 2 noop ((opened ${shown})))`)).toMatch(/^(keep|switch)$/);
  });

  test("chance is the server's role", async () => {
    const tested = await startPlayer();
    expect(await say(tested, START.replace("guest", "random"))).toBe("busy");
    expect(tested.log.join()).toContain("the role random is chance, which the server plays");
  });
});
