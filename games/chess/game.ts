/** Chess. */
import { fail, ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { OPTIONS, readStart } from "./options.ts";
import { ChessRules } from "./rules.ts";
import { SYZYGY_OPTIONS, SyzygyProber } from "./syzygy/prober.ts";

export const game: Game = {
  id: "chess",
  title: "Chess",
  summary: "two players capture, promote and castle by the laws of chess; who mates the other king wins",
  example: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  examplePlayers: ["random", "random", "random"],
  options: OPTIONS,
  presets: {},
  tableOptions: [],
  table: () => fail("bad-usage", "chess has no tables"),
  externalTables: {
    options: SYZYGY_OPTIONS,
    open: async (values) => SyzygyProber.open(String(values["syzygy"])),
  },
  open: async (options) => {
    const start = readStart(options);
    return start.ok ? ok(new ChessRules(game, options, start.value)) : start;
  },
};
