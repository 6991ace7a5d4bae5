/** Proofs of outcomes: against an independent search of breakthrough, and against solved games. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Actor } from "../../engine/contracts/position.ts";
import { gdlGame } from "../game.ts";
import { positionCodec } from "../position-codec.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { propnetOf } from "../reasoner.fixture.ts";
import { GameSolver } from "../solve/game-solver.ts";
import { SolvedGameProber } from "../solve/prober.ts";
import { breakthrough, connectFour, pawnWhopping } from "../solve/small-games.fixture.ts";
import { isSolved, SOLVE_BOUNDS, solveFrom } from "../solve/solver.ts";
import { Prover, type ProvenOutcome, type Unproven } from "./prover.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");
const RUN = { milliseconds: 600_000 };

async function outcomeOfStart(text: string): Promise<ProvenOutcome | Unproven> {
  const reasoner = propnetOf(text);
  const prover = await Prover.open(reasoner, 2 ** 24);
  onTestFinished(() => prover.close());
  return prover.outcome(positionCodec(reasoner).encode(reasoner.initial()), RUN);
}

/** Whether the player to move wins breakthrough: a slow search on arrays of rows, the mover's pawns moving up. */
function moverWins(rows: readonly string[], known: Map<string, boolean>): boolean {
  const key = rows.join("/");
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  let wins = false;
  for (let y = 0; y < rows.length && !wins; y++)
    for (let x = 0; x < (rows[y] as string).length && !wins; x++) {
      if (rows[y]?.[x] !== "m") continue;
      for (const to of [x - 1, x, x + 1]) {
        const target = rows[y + 1]?.[to];
        if (target === undefined || target === "m" || (to === x && target === "o")) continue;
        if (y + 1 === rows.length - 1) wins = true;
        const next = rows.map((row, i) =>
          [...row].map((cell, j) => (i === y && j === x ? "." : i === y + 1 && j === to ? "m" : cell)).join(""),
        );
        if (!next.some((row) => row.includes("o"))) wins = true;
        // The opponent sees the board upside down, with the sides exchanged.
        const turned = next
          .toReversed()
          .map((row) => [...row].map((cell) => (cell === "m" ? "o" : cell === "o" ? "m" : ".")).join(""));
        wins ||= !moverWins(turned, known);
        if (wins) break;
      }
    }
  known.set(key, wins);
  return wins;
}

describe("breakthrough", () => {
  test.each([
    [2, 4],
    [3, 4],
    [4, 4],
    [2, 5],
    [3, 5],
    [2, 6],
  ])("on %i by %i squares is won by the player whom a slow search finds", async (width, height) => {
    const row = (letter: string): string => letter.repeat(width);
    const rows = [row("m"), row("m"), ...Array.from({ length: height - 4 }, () => row(".")), row("o"), row("o")];
    expect(await outcomeOfStart(breakthrough(width, height))).toBe(moverWins(rows, new Map()) ? 1 : -1);
  });
});

describe("every reachable state of a solved game", () => {
  test.each([
    ["tic-tac-toe", sheet("tic-tac-toe"), 7],
    ["connect four on 4 by 4", connectFour(4, 4), 1_501],
    ["pawn whopping on 3 by 6", pawnWhopping(3, 6), 23],
  ])("%s: has the outcome of retrograde analysis", async (_, text, step) => {
    const reasoner = propnetOf(text);
    const root = positionCodec(reasoner).encode(reasoner.initial());
    const solved = await solveFrom(reasoner, root, SOLVE_BOUNDS);
    if (!isSolved(solved)) throw new Error(solved.reason);
    const prover = await Prover.open(reasoner, 2 ** 24);
    onTestFinished(() => prover.close());
    let checked = 0;
    for (let index = 0; index < solved.statistics.states; index += step) {
      const { goals, plies } = solved.value(index);
      if (plies === 0) continue;
      const [first = 0, second = 0] = goals ?? [];
      const state = solved.state(index);
      if (reasoner.isTerminal(positionCodec(reasoner).decode(state))) continue;
      expect(await prover.outcome(state, RUN)).toBe(Math.sign(first - second));
      checked++;
    }
    expect(checked).toBeGreaterThan(20);
  });
});

test("a position whose states do not fit has proven outcomes of all moves", async () => {
  const game = unwrap(gdlGame("tic-tac-toe", sheet("tic-tac-toe")));
  const rules = unwrap(await game.open({}));
  const solver = new GameSolver(unwrap(game.reasoner()), rules.initial(), { ...SOLVE_BOUNDS, states: 100 });
  const prober = new SolvedGameProber(rules, solver);
  onTestFinished(() => prober.close());
  const start = unwrap(await prober.probe(rules.initial()));
  expect(start).toMatchObject({ table: "proof-number search", value: { text: "draw", outcome: "draw", exact: true } });
  expect(start.moves.map(({ after }) => after.outcome)).toEqual(Array.from({ length: 9 }, () => "draw"));
  // x in the corner, o on the edge beside it: x wins.
  const later = ["(take 1 1)", "(take 2 1)"].reduce(
    (position, text) => rules.play(position, [unwrap(rules.parseMove(position, text))]),
    rules.initial(),
  );
  expect(unwrap(await prober.probe(later)).value).toMatchObject({ text: "win", outcome: "win", parts: { goal: 100 } });
});

describe("a stored proof", () => {
  function emptyHome(): string {
    const folder = mkdtempSync(join(tmpdir(), "gamelore-proof-"));
    vi.stubEnv("GAMELORE_HOME", folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    return join(folder, "proofs");
  }

  /** Proves a game's start and stores the proof. */
  async function stored(text: string): Promise<{ reasoner: PropnetReasoner; root: Uint8Array; states: number }> {
    const reasoner = propnetOf(text);
    const root = positionCodec(reasoner).encode(reasoner.initial());
    const prover = await Prover.open(reasoner, 2 ** 22);
    await prover.outcome(root, RUN);
    expect(await prover.store([root])).toBe(0);
    expect(await prover.store([root], 1)).toBeGreaterThan(100);
    await prover.close();
    return { reasoner, root, states: prover.states };
  }

  test("is used by the next prover, and outcomes of later positions are the same", async () => {
    emptyHome();
    const { reasoner, root, states } = await stored(breakthrough(3, 5));
    const prover = await Prover.open(reasoner, 2 ** 22);
    onTestFinished(() => prover.close());
    expect(await prover.outcome(root, RUN)).toBe(-1);
    expect(prover.states).toBe(0);
    const solved = await solveFrom(reasoner, root, SOLVE_BOUNDS);
    if (!isSolved(solved)) throw new Error(solved.reason);
    for (let index = 1; index < 60; index++) {
      const [first = 0, second = 0] = solved.value(index).goals ?? [];
      expect(await prover.outcome(solved.state(index), RUN)).toBe(Math.sign(first - second));
    }
    expect(prover.states).toBeLessThan(states);
  });

  test("of a game with draws is not taken for a loss; positions are proven without enumerating the game", async () => {
    emptyHome();
    const { root, states } = await stored(sheet("tic-tac-toe"));
    expect(states).toBeGreaterThan(100);
    const game = unwrap(gdlGame("tic-tac-toe", sheet("tic-tac-toe")));
    const rules = unwrap(await game.open({}));
    expect(rules.initial()).toEqual(root);
    const prober = new SolvedGameProber(rules, new GameSolver(unwrap(game.reasoner()), root));
    onTestFinished(() => prober.close());
    expect(unwrap(await prober.probe(root))).toMatchObject({
      table: "proof-number search",
      value: { outcome: "draw", exact: true },
    });
  });

  test("of a position and its moves is found by a prober that had given up", async () => {
    emptyHome();
    const text = breakthrough(3, 5);
    const few = { ...SOLVE_BOUNDS, states: 100 };
    const probers = await Promise.all(
      [0, 1].map(async () => {
        const game = unwrap(gdlGame("breakthrough-3x5", text));
        const rules = unwrap(await game.open({}));
        const prober = new SolvedGameProber(rules, new GameSolver(unwrap(game.reasoner()), rules.initial(), few));
        onTestFinished(() => prober.close());
        return { rules, prober };
      }),
    );
    const [first, second] = probers as [(typeof probers)[0], (typeof probers)[0]];
    const start = first.rules.initial();
    // Without patience nothing is proven, but the whole game is known to be too large.
    await expect
      .poll(async () => (await first.prober.probe(start, undefined, 0), first.prober.isProvable(start)))
      .toBe(true);
    expect(first.prober.proofBounds).toEqual({ bytes: 2 ** 30, milliseconds: 1_800_000 });
    // After a move of white: black wins, and each of its moves has a proof of its own.
    const moves = first.rules.moves(start, first.rules.actors(start)[0] as Actor);
    const after = first.rules.play(start, [moves[0] as (typeof moves)[0]]);
    const seen: number[] = [];
    const proof = unwrap(await second.prober.prove(after, { onProgress: (states) => seen.push(states) }));
    expect(proof.outcome).toBe("win");
    const before = first.prober.revision;
    first.prober.refresh();
    expect(first.prober.revision).toBe(before + 1);
    const found = unwrap(await first.prober.probe(after));
    expect(found.value).toMatchObject({ outcome: "win", exact: true });
    expect(first.prober.isProvable(after)).toBe(false);
    // The stored proof has both positions.
    await second.prober.prove(start, {});
    expect(unwrap(await first.prober.probe(start)).value).toMatchObject({ outcome: "loss", exact: true });
  });

  test("that is damaged is an error", async () => {
    const folder = emptyHome();
    const { reasoner } = await stored(breakthrough(2, 5));
    const path = join(folder, readdirSync(folder)[0] as string);
    const bytes = readFileSync(path);
    const failure = { code: "table-damaged", message: `${path}: the stored proof is damaged; delete it` };
    for (const damaged of [
      bytes.subarray(0, -1),
      bytes.subarray(0, 20),
      Buffer.alloc(0),
      bytes.with(bytes.length - 9, 7),
    ]) {
      writeFileSync(path, damaged);
      await expect(Prover.open(reasoner, 2 ** 20)).rejects.toMatchObject(failure);
    }
  });
});

describe("no proof", () => {
  test("of endless play, of goals between, and beyond the time", async () => {
    const turns = `
      (role a) (role b) (init (at 0)) (init (control a))
      (<= (legal ?r (go ?n)) (true (control ?r)) (way ?n)) (way 1) (way 2)
      (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
      (<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b)))
      (<= (next (at 0)) (does ?r (go 1)))
      (<= (next (at 3)) (does ?r (go 2)))`;
    const endless = `${turns} (<= terminal (true (at 9))) (<= (goal ?r 50) (role ?r)) (<= (base (at 9)))`;
    expect(await outcomeOfStart(endless)).toBe("endless play");
    const between = `${turns} (<= terminal (true (at 3))) (goal a 70) (goal b 30)`;
    expect(await outcomeOfStart(between)).toBe("not supported");
    const reasoner = propnetOf(sheet("breakthrough"));
    const prover = await Prover.open(reasoner, 2 ** 20);
    onTestFinished(() => prover.close());
    const root = positionCodec(reasoner).encode(reasoner.initial());
    expect(await prover.outcome(root, { milliseconds: 50 })).toBe("not finished");
    await expect(prover.outcome(root, { ...RUN, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      code: "interrupted",
    });
  });
});
