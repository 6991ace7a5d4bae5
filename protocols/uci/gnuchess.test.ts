/** GNU Chess as a player. */
import { afterAll, describe, expect, test, vi } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playGame } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { ChooseOptions, Choice, Player, SearchInfo } from "../../engine/contracts/player.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { chessWithEngines } from "./player-kind.ts";
import { canTestProgram } from "../../engine/contracts/suites/needs.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-gnuchess-"));
vi.stubEnv("GAMELORE_HOME", home);
const rules = unwrap(await chessWithEngines.open({})) as ChessRules;
afterAll(async () => {
  await rules.close();
  rmSync(home, { recursive: true, force: true });
});

async function withGnuchess<T>(more: string, act: (player: Player) => Promise<T>): Promise<T> {
  const player = await makePlayer(rules, `uci(command=gnuchess --uci, ${more})`, 1);
  try {
    return await act(player);
  } finally {
    await player.close();
  }
}

describe.runIf(canTestProgram("gnuchess"))("GNU Chess", () => {
  const start = (fen: string): Position => unwrap(rules.parsePosition(fen));

  test("mates the random player, and reports depth and nodes of every move", async () => {
    const random = await makePlayer(rules, "random", 4);
    const infos: SearchInfo[] = [];
    const record = await withGnuchess("depth=3", (gnuchess) =>
      playGame(rules, [gnuchess, random], {
        onPly: (_position, _moves, [choice]) => void (choice && infos.push(choice.info)),
      }),
    );
    expect(record).toMatchObject({ ending: "rules", scores: [1, 0] });
    const own = infos.filter((_, ply) => ply % 2 === 0);
    for (const { depth, nodes } of own) {
      expect(depth).toBe(3);
      expect(nodes).toBeGreaterThan(3);
    }
    expect(own.at(-1)).toMatchObject({ value: 29_999 });
  });

  test("searches more nodes at a greater depth", async () => {
    const nodes = (depth: number): Promise<number> =>
      withGnuchess(`depth=${depth}`, async (player) => (await player.choose(rules.initial(), {})).info.nodes);
    expect(await nodes(6)).toBeGreaterThan(2 * (await nodes(3)));
  });

  test("reports a mate in two", async () => {
    // The rook ladder: 1. Ra7 and 2. Rb8 mates, or vice versa.
    const { info } = await withGnuchess("depth=5", (player) =>
      player.choose(start("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), {}),
    );
    expect(info).toMatchObject({ value: 29_997, unit: "pawns" });
  });

  test("sees a draw by repetition in the history", async () => {
    // White is a queen and two rooks behind. The knight has gone to and fro, and going back once more repeats a position.
    const history = ["Nc3", "Kh8", "Nb1", "Kg8", "Nc3", "Kh8"].reduce<Position[]>(
      (all, text) => {
        const now = all.at(-1) as Position;
        return [...all, rules.play(now, [unwrap(rules.parseMove(now, text))])];
      },
      [start("r4rk1/q4ppp/8/8/8/8/5PPP/1N4K1 w - - 0 1")],
    );
    const position = history.pop() as Position;
    const choose = (options: ChooseOptions): Promise<Choice> =>
      withGnuchess("depth=2", (player) => player.choose(position, {}, options));
    expect((await choose({})).info.value).toBeLessThan(-8);
    const { move, info } = await choose({ history });
    expect(info.value).toBe(0);
    expect(rules.formatMove(position, move)).toBe("Nb1");
  });
});
