/** Lists of won positions say the same as the tables, without distances. */
import { expect, test } from "vitest";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { solveUpTo } from "./endgame-counts.ts";
import { readCaptures } from "./options.ts";
import { representativesUpTo } from "./tables.ts";
import { decodeList, encodeList, outcomeByLists, wonListOf } from "./won-list.ts";

test("every outcome of up to three pieces by the lists of a set and of its colours swapped, written and read again", async () => {
  const captures = readCaptures({});
  const { endgames } = await solveUpTo(3, captures, { threads: 2 });
  for (const set of representativesUpTo(3, captures)) {
    const [own, swapped] = [endgames.entries(set), endgames.entries(endgames.partnerOf(set))];
    const lists = [wonListOf(own, swapped), wonListOf(swapped, own)] as const;
    const read = lists.map((list) => decodeList(encodeList(list)));
    expect(read).toEqual(lists);
    for (let entry = 0; entry < own.length; entry += 7)
      expect(outcomeByLists(entry, ...lists)).toBe(readOutcome(own[entry] as number, "turns").kind);
  }
});

test("numbers of all sizes", () => {
  const list = { whiteToMove: Uint32Array.of(0, 127, 255, 16_639, 3_000_000), blackToMove: Uint32Array.of() };
  expect(decodeList(encodeList(list))).toEqual(list);
});
