/** The player `random` as an engine, without the rest of the CLI, for a fast start. The argument is its seed. */
import { enableCompileCache } from "node:module";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";

enableCompileCache();
const [{ makePlayer }, { unwrap }, { game }, { serveAei }] = await Promise.all([
  import("../../engine/arena/players.ts"),
  import("../../engine/contracts/errors.ts"),
  import("../../games/arimaa/game.ts"),
  import("./serve.ts"),
]);
const rules = unwrap(await game.open({ setup: "free" })) as ArimaaRules;
const player = makePlayer(rules, "random", Number(process.argv[2]));
await serveAei({ rules, player, name: "Fixture", version: "1", input: process.stdin, output: process.stdout });
await rules.close();
