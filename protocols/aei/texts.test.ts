/** AEI texts: time for a turn, time controls, messages that synchronize an engine. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { canTestRecordedGames, recordedGames } from "../../games/arimaa/facts.fixture.ts";
import { game } from "../../games/arimaa/game.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { STATE_BYTES } from "../../games/arimaa/layout.ts";
import { parseRecord } from "../../games/arimaa/records.ts";
import { parseTurn, playMoves } from "../../games/arimaa/turns.ts";
import { newClock, turnTime, type Clock } from "./clock.ts";
import { isExpressible, syncMessages } from "./sync-messages.ts";
import { parseControllerMessage } from "./message.ts";
import { positionText, readPositionText } from "./position-text.ts";
import { parseTimeControl } from "./time-control-text.ts";
import { fallbackTurn } from "./fallback-turn.ts";

const rules = unwrap(await game.open({ setup: "free" })) as ArimaaRules;
const { board } = rules;
afterAll(() => rules.close());

test("no line makes the parser throw", () => {
  fc.assert(
    fc.property(fc.string(), (line) => void parseControllerMessage(line)),
    { seed: 7 },
  );
});

describe("the time for a turn", () => {
  const ms = (given: Partial<Clock>, side = 0, played = 0): number | undefined =>
    turnTime({ ...newClock(), ...given }, side, played)?.milliseconds;

  test.for([
    ["no clock", {}, undefined],
    ["seconds per turn, less the margin", { tcmove: 10 }, 9_500],
    ["plus a tenth of the reserve", { tcmove: 10, tcreserve: 100 }, 19_000],
    ["the reserve set by the server takes precedence", { tcmove: 10, tcreserve: 100, greserve: 0 }, 9_500],
    ["at most the longest turn", { tcmove: 10, tcreserve: 100, tcturntime: 5 }, 4_750],
    ["only the longest turn", { tcturntime: 4 }, 3_800],
    ["only a reserve", { tcreserve: 100 }, 4_750],
    ["less the time already used", { tcmove: 10, moveused: 4 }, 5_700],
    ["more used than available", { tcmove: 10, moveused: 40 }, 1],
    ["the minimum margin for a second", { tcmove: 1 }, 850],
    ["half of a very short time", { tcmove: 0.2 }, 100],
    ["a margin of at most 1.5 s", { tcmove: 600 }, 598_500],
    ["only a time for the game", { tctotal: 400 }, 9_500],
  ] as const)("%s", ([, given, expected]) => expect(ms(given)).toBe(expected));

  test("is that of the side to move, and fits a timer", () => {
    expect(ms({ tcmove: 10, greserve: 0, sreserve: 50 }, 1)).toBe(14_250);
    expect(ms({ tcmove: 1e9 })).toBeLessThan(2 ** 31 - 2_000);
    expect(ms({ tcmove: 10, tctotal: 100 }, 0, 96)).toBe(1_850);
  });

  test("is never less than 1 ms nor more than what is left", () => {
    const seconds = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(seconds, seconds, seconds, seconds, (tcmove, greserve, tcturntime, moveused) => {
        const time = turnTime({ ...newClock(), tcmove, greserve, tcturntime, moveused }, 0, 0);
        if (!time) return;
        expect(time.milliseconds).toBeGreaterThanOrEqual(1);
        const most = Math.min(tcmove + greserve, tcturntime || Number.POSITIVE_INFINITY) - moveused;
        if (tcmove + greserve > 0) expect(time.milliseconds).toBeLessThanOrEqual(Math.max(1, 1000 * most));
      }),
      { seed: 8 },
    );
  });
});

describe("time control notation", () => {
  const numbers = (text: string): readonly number[] => {
    const { tcmove, tcreserve, tcpercent, tcmax, tctotal, tcturns, tcturntime } = unwrap(parseTimeControl(text));
    return [tcmove, tcreserve, tcpercent, tcmax, tctotal, tcturns, tcturntime];
  };

  test.for([
    ["2/2/100/10/8", [120, 120, 100, 600, 28_800, 0, 0]],
    ["60s/5m/100/0/8h/4m", [60, 300, 100, 0, 28_800, 0, 240]],
    ["15s/90s/100/2m/2h", [15, 90, 100, 120, 7_200, 0, 0]],
    ["0:30/1:30/50", [30, 90, 50, 0, 0, 0, 0]],
    ["3/5//10/80t/:45", [180, 300, 100, 600, 0, 80, 45]],
    ["1d12h/0/0", [129_600, 0, 0, 0, 0, 0, 0]],
    ["1/1/100/5/2:30", [60, 60, 100, 300, 9_000, 0, 0]],
  ] as const)("%s", ([text, expected]) => expect(numbers(text)).toEqual(expected));

  test.for(["", "5", "a/b", "1/2/x", "1/2/100/3/4/5/6", "1/2/100/-3", "9999999999/1", "1/2/100/0/t", "1s2/3"])(
    "%j is refused",
    (text) => {
      const read = parseTimeControl(text);
      expect(read.ok).toBe(false);
      if (!read.ok) expect(read.error.message).toMatch(/expected/);
    },
  );
});

describe("messages that synchronize an engine", () => {
  const start = unwrap(rules.parsePosition("g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR"));
  const after = (from: Position, text: string): Position =>
    playMoves(board, from, unwrap(parseTurn(board, from, text)));

  /** The engine's position after the messages. */
  function follow(current: Position | null, messages: readonly string[]): Position {
    let now = current;
    for (const message of messages) {
      const [word = "", ...rest] = message.split(" ");
      if (word === "newgame") now = new Uint8Array(STATE_BYTES);
      else if (word === "makemove") now = after(now as Position, rest.join(" "));
      else if (word === "setposition") now = unwrap(readPositionText(board, rest.join(" ")));
      else throw new Error(message);
    }
    return now as Position;
  }

  test("none if the position is current, the turn if there is one, otherwise a new game", () => {
    const moved = after(start, "Ee2n Ee3n");
    const replied = after(moved, "ed7s");
    expect(syncMessages(board, start, start, "gs")).toEqual([]);
    expect(syncMessages(board, moved, replied, "gs")).toEqual(["makemove ed7s"]);
    expect(syncMessages(board, null, new Uint8Array(STATE_BYTES), "gs")).toEqual(["newgame"]);
    expect(syncMessages(board, null, start, "gs").map((each) => each.split(" ")[0])).toEqual([
      "newgame",
      "makemove",
      "makemove",
    ]);
    const jump = syncMessages(board, start, replied, "gs");
    expect(jump).toEqual(["newgame", `setposition ${positionText(replied)}`]);
    expect(syncMessages(board, start, moved, "wb").at(-1)).toMatch(/^makemove /);
    expect(syncMessages(board, null, moved, "wb").at(-1)).toMatch(/^setposition b \[rrrddrrr/);
    expect(Buffer.compare(follow(start, jump), replied)).toBe(0);
  });

  test("partial turns and setups cannot be expressed; the fallback turn completes them", () => {
    const half = rules.play(start, [unwrap(rules.parseMove(start, "Ee2n"))]);
    const placed = rules.play(rules.initial(), [unwrap(rules.parseMove(rules.initial(), "Ra1"))]);
    expect([start, rules.initial(), half, placed].map(isExpressible)).toEqual([true, true, false, false]);
    expect(fallbackTurn(board, half)).toHaveLength(1);
    expect(fallbackTurn(board, placed)).toHaveLength(15);
    const end = playMoves(board, half, fallbackTurn(board, half));
    const other = playMoves(
      board,
      half,
      fallbackTurn(board, half, (each) => Buffer.compare(each, end) === 0),
    );
    expect(Buffer.compare(other, end)).not.toBe(0);
    expect(fallbackTurn(board, half, () => true)).toHaveLength(1);
  });

  test.runIf(canTestRecordedGames)("each side can follow recorded games by the messages", () => {
    let turns = 0;
    for (const recorded of recordedGames().slice(0, 12)) {
      const text = recorded.turns.map(([label, steps]) => `${label} ${steps}`).join("\n");
      const record = unwrap(parseRecord(board, text));
      for (const side of [0, 1]) {
        let current: Position | null = null;
        for (const [i, { before, moves }] of record.turns.entries()) {
          if (i % 2 !== side) continue;
          const messages = syncMessages(board, current, before, "gs");
          expect(messages.some((each) => each.startsWith("setposition"))).toBe(false);
          expect(Buffer.compare(follow(current, messages), before)).toBe(0);
          current = playMoves(board, before, moves);
          turns++;
        }
      }
    }
    expect(turns).toBeGreaterThan(500);
  });
});
