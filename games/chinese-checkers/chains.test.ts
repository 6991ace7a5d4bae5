/** Chains of jumps: every hop is legal by the rules in words, and the chain is as short as a breadth-first search finds. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import type { Move, PlayerNumber } from "../../engine/contracts/position.ts";
import { game } from "./game.ts";

async function open(options: Record<string, number>): Promise<OpenGame> {
  return unwrap(await game.open({ ...defaultsOf(game.options), ...options }));
}

const at = (cell: string): [number, number] => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];

/** Whether a piece may jump from one cell to another over exactly one piece: by coordinates. */
function isJump(from: string, to: string, others: ReadonlySet<string>): boolean {
  const [[a, b], [c, d]] = [at(from), at(to)];
  const [da, db] = [c - a, d - b];
  const inLine = (da === 0) !== (db === 0) || da === -db;
  const middle = `${String.fromCharCode(97 + (a + c) / 2)}${(b + d) / 2 + 1}`;
  return inLine && Math.max(Math.abs(da), Math.abs(db)) === 2 && others.has(middle) && !others.has(to);
}

function isRoll(from: string, to: string): boolean {
  const [[a, b], [c, d]] = [at(from), at(to)];
  const step = [c - a, d - b].join();
  return ["1,0", "-1,0", "0,1", "0,-1", "1,-1", "-1,1"].includes(step);
}

/** Fewest jumps to every cell, by breadth-first search. */
function jumpsTo(from: string, cells: readonly string[], others: ReadonlySet<string>): Map<string, number> {
  const found = new Map([[from, 0]]);
  for (let jumps = 1, layer = [from]; layer.length > 0; jumps++) {
    layer = cells.filter((to) => !found.has(to) && layer.some((each) => isJump(each, to, others)));
    for (const cell of layer) found.set(cell, jumps);
  }
  return found;
}

describe.each([
  { side: 9, pieces: 6 },
  { side: 7, pieces: 6 },
  { side: 9, pieces: 10 },
])("%o", (options) => {
  test("every move is a roll or a shortest chain of legal jumps", async () => {
    const rules = await open(options);
    const random = randomNumbers(5);
    let longest = 0;
    for (let game = 0; game < 6; game++) {
      let position = rules.initial();
      for (let ply = 0; ply < 60 && rules.result(position) === null; ply++) {
        const { cells, pieces } = rules.view(position);
        const names = cells.map(({ name }) => name);
        const occupied = new Set(pieces.map(({ cell }) => names[cell] as string));
        const legal = rules.moves(position, (ply % 2) as PlayerNumber);
        for (const move of legal) {
          const text = rules.formatMove(position, move);
          const path = rules.movePath?.(position, move) ?? null;
          if (text === "pass") expect(path).toBeNull();
          if (path === null) continue;
          const chain = [path.from, ...(path.through ?? []), path.to];
          expect(`${path.from}-${path.to}`).toBe(text);
          if (chain.length === 2 && isRoll(path.from, path.to)) continue;
          const others = new Set([...occupied].filter((cell) => cell !== path.from));
          for (let i = 1; i < chain.length; i++)
            expect(isJump(chain[i - 1] as string, chain[i] as string, others), chain.join(" ")).toBe(true);
          expect(chain.length - 1).toBe(jumpsTo(path.from, names, others).get(path.to));
          longest = Math.max(longest, chain.length - 1);
        }
        position = rules.play(position, [legal[Math.floor(random() * legal.length)] as Move]);
      }
    }
    expect(longest).toBeGreaterThan(2);
    await rules.close();
  });
});
