/** The player behind an engine: options set by a GUI, and players that cannot be created. */
import { afterAll, describe, expect, test } from "vitest";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import type { OptionSpec } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { playerText } from "../../engine/search/parameters.ts";
import { openChess } from "../../games/chess/game.ts";
import { formatUci } from "../../games/chess/moves.ts";
import { playerKindsOf } from "../../games/chess/players.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { rules, choice, open, playing } from "./engine.fixture.ts";
import { uciKind } from "./player-kind.ts";
import { TextPlayerSource } from "./player-source.ts";

afterAll(() => rules.close());

describe("options of the player", () => {
  /** Chess with a player kind that has the parameters of a search, and a preset of it. */
  const withKinds = async (made: string[]): Promise<ChessRules> => {
    const parameters: readonly OptionSpec[] = [
      { name: "ms", summary: "", kind: "integer", min: 1, max: 9_000, default: null },
      { name: "tt", summary: "", kind: "integer", min: 1, max: 64, default: 8 },
      { name: "syzygy", summary: "", kind: "text", default: null },
    ];
    const kind: PlayerKind = {
      name: "searching",
      summary: "",
      parameters,
      create: async (given) => {
        made.push(playerText("searching", parameters, given));
        if (given["syzygy"] === "/nowhere") throw new GameloreError("table-missing", "no tables in /nowhere");
        return playing((call) => choice(call, formatUci(rules.moves(call.position)[0] as Move)));
      },
    };
    const best = { ...kind, name: "best", presetOf: "searching", text: () => "searching(ms=1000, tt=16)" };
    return unwrap(openChess({}, (own) => [kind, best, uciKind(own), ...playerKindsOf(own)]));
  };

  test("options of the player are declared with its values", async () => {
    const own = await withKinds([]);
    const players = new TextPlayerSource(own, "best", 3);
    const { send } = open(players);
    expect((await send(["uci"])).filter((line) => line.startsWith("option")).slice(3)).toEqual([
      "option name Hash type spin default 16 min 1 max 64",
      "option name SyzygyPath type string default <empty>",
      "option name Player type string default searching(tt=16)",
    ]);
    expect(await send(["setoption name Threads value 2", "setoption name Hash value 65"])).toEqual([
      "info string setoption: Threads: the player searching(tt=16) has no such parameter",
      'info string setoption: Hash: tt: "65" is not a whole number from 1 to 64',
    ]);
    await players.close();
    await own.close();
  });

  test("a player is re-created when an option is set or a new game starts; the GUI sets the limits of a preset", async () => {
    const made: string[] = [];
    const own = await withKinds(made);
    const { send } = open(new TextPlayerSource(own, "best", 3));
    const go = ["position startpos", "go depth 1"];
    await send(["isready"], "readyok");
    await send(["ucinewgame", ...go], "bestmove");
    expect(made).toEqual(["searching(tt=16)"]);
    await send(["ucinewgame", "setoption name Hash value 32", "isready"], "readyok");
    await send(go, "bestmove");
    expect(made.at(-1)).toBe("searching(tt=32)");
    await send(["setoption name Player value searching(ms=50)", ...go], "bestmove");
    expect(made.at(-1)).toBe("searching(ms=50, tt=32)");
    await own.close();
  });

  test("options that prevent the creation of a player are ignored with a warning", async () => {
    const made: string[] = [];
    const own = await withKinds(made);
    const { send } = open(new TextPlayerSource(own, "searching", 3));
    await send(["isready"], "readyok");
    const lines = await send(
      ["setoption name Hash value 32", "setoption name SyzygyPath value /nowhere", "isready"],
      "readyok",
    );
    expect(lines).toEqual(["info string SyzygyPath /nowhere is ignored: no tables in /nowhere", "readyok"]);
    expect(made.at(-1)).toBe("searching(tt=32)");
    await send(["position startpos", "go depth 1"], "bestmove");
    await own.close();
  });

  test("unknown players and players that start programs are rejected", async () => {
    const own = await withKinds([]);
    const players = new TextPlayerSource(own, "random", 3);
    const { send } = open(players);
    expect(
      await send(["setoption name Player value kasparov", "setoption name Player value uci(command=touch x)"]),
    ).toEqual([
      expect.stringMatching(/^info string setoption: Player: no player "kasparov" in chess; players: searching/),
      expect.stringMatching(/Player: "uci\(command=touch x\)" starts a program; only --player may name it$/),
    ]);
    expect((await send(["position startpos", "go"], "bestmove")).at(-1)).toMatch(/^bestmove [a-h][12][a-h][34]$/);
    await players.close();
    await own.close();
  });
});
