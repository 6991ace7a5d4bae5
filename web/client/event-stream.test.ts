import fc from "fast-check";
import { expect, test } from "vitest";
import { eventReader } from "./event-stream.ts";

const stream = ': hello\n\nevent: thinking\ndata: {"milliseconds":5}\n\nevent: chosen\ndata: {"move":\ndata: "a1"}\n\n';

test("events are read however the text is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 80 }), (sizes) => {
      const read = eventReader();
      const events = [];
      let at = 0;
      for (const size of [...sizes, stream.length]) {
        events.push(...read(stream.slice(at, at + size)));
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
