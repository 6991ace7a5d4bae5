/** The player `random` as an engine, without the rest of the CLI, for a fast start. The argument is its seed. */
import { enableCompileCache } from "node:module";
import type { ChessRules } from "../../games/chess/rules.ts";

enableCompileCache();
const [{ unwrap }, { game }, { TextPlayerSource }, { serveUci }] = await Promise.all([
  import("../../engine/contracts/errors.ts"),
  import("../../games/chess/game.ts"),
  import("./player-source.ts"),
  import("./serve.ts"),
]);
const rules = unwrap(await game.open({})) as ChessRules;
const players = new TextPlayerSource(rules, "random", Number(process.argv[2]));
await serveUci({ rules, players, name: "Fixture", input: process.stdin, output: process.stdout });
await players.close();
await rules.close();
