/** Line splitting and commands. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { splitCommand } from "./command-text.ts";
import { LineReader, MAX_LINE } from "./lines.ts";

describe("lines", () => {
  test("do not depend on chunk boundaries or line terminators", () => {
    const text = "aei\r\nisready\rgo\n\n  \nmakemove Ra1n é\nrest";
    const expected = ["aei", "isready", "go", "makemove Ra1n é", "rest"];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60 }), (sizes) => {
        const reader = new LineReader();
        const lines: string[] = [];
        let rest = Buffer.from(text);
        for (const size of sizes) {
          lines.push(...(reader.push(rest.subarray(0, size)) as string[]));
          rest = rest.subarray(size);
        }
        expect([...lines, ...reader.end()]).toEqual(expected);
      }),
      { seed: 6, numRuns: 50 },
    );
  });

  test("that never end stop the reader", () => {
    const reader = new LineReader();
    expect(reader.push(Buffer.alloc(MAX_LINE, "x"))).toEqual([]);
    expect(reader.push(Buffer.from("x"))).toBeNull();
  });

  test("that are too long can be skipped instead: each is reported once, and the lines around it are read", () => {
    const long = "x".repeat(MAX_LINE + 1);
    const bytes = Buffer.from(`uci\n${long}\nisready\n${long}${long}\ngo\n${long}`);
    for (const size of [1_000, 70_000, 1_000_000]) {
      let reports = 0;
      const reader = new LineReader(() => reports++);
      const lines: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        lines.push(...(reader.push(bytes.subarray(at, at + size)) as string[]));
      expect([...lines, ...reader.end()]).toEqual(["uci", "isready", "go"]);
      expect(reports).toBe(3);
    }
  });
});

test.for([
  ["./bot", ["./bot"]],
  ["  ./bot  --fast\t-n 3 ", ["./bot", "--fast", "-n", "3"]],
  ["'/a b/bot' \"x 'y' z\" '' k='v w'", ["/a b/bot", "x 'y' z", "", "k=v w"]],
  ["sh -c 'cd bots && ./bot | tee $HOME/x'", ["sh", "-c", "cd bots && ./bot | tee $HOME/x"]],
  [String.raw`C:\bots\bot.exe`, [String.raw`C:\bots\bot.exe`]],
] as const)("the command %s is split without a shell", ([text, words]) =>
  expect(unwrap(splitCommand(text, "aei(command=./bot)"))).toEqual(words),
);

test.for([
  ["", /expected a program, as in aei\(command=\.\/bot\)/],
  ["  ", /expected a program, as in aei\(command=\.\/bot\)/],
  ["'' x", /expected a program, as in aei\(command=\.\/bot\)/],
  ["bot 'x", /unbalanced quotation mark '/],
] as const)("the command %j is refused", ([text, why]) => {
  const command = splitCommand(text, "aei(command=./bot)");
  expect(command.ok).toBe(false);
  if (!command.ok) expect(command.error.message).toMatch(why);
});
