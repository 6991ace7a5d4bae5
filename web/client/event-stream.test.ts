import fc from "fast-check";
import { expect, test } from "vitest";
import { eventParser } from "./event-stream.ts";

const stream = ': hello\n\nevent: thinking\ndata: {"milliseconds":5}\n\nevent: chosen\ndata: {"move":\ndata: "a1"}\n\n';

test("events are parsed however the text is split", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 80 }), (sizes) => {
      const parse = eventParser();
      const events = [];
      let at = 0;
      for (const size of [...sizes, stream.length]) {
        events.push(...parse(stream.slice(at, at + size)));
        at += size;
      }
      expect(events).toEqual([
        { event: "thinking", data: '{"milliseconds":5}' },
        { event: "chosen", data: '{"move":\n"a1"}' },
      ]);
    }),
    { seed: 11 },
  );
});
