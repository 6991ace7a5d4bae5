/** `gamelore engine ggp`: a general game player, over HTTP. */
import { plural } from "../../engine/contracts/quantities.ts";
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { canonicalText } from "../../engine/arena/players.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { gdlGame } from "../../gdl/game.ts";
import { servePlayer } from "../../gdl/ggp/player-server.ts";
import { GgpPlayer } from "../../gdl/ggp/player.ts";
import { rulesheetPath } from "../../games/games.ts";
import { addJson, addSeed, interruptible, oneLine, wholeNumber } from "../command.ts";

const PORT = 9147;
const LOOPBACK: readonly string[] = ["127.0.0.1", "::1", "localhost"];
const MATCHES = 4;
const MEGABYTES = 2_048;

interface GgpGiven {
  readonly port: number;
  readonly host: string;
  readonly cors?: string;
  readonly allowHost?: readonly string[];
  readonly player?: string;
  readonly name: string;
  readonly matches: number;
  readonly memory: number;
  readonly ponder: boolean;
  readonly seed: number;
  readonly json?: boolean;
}

export function ggpCommand(parent: Command): void {
  const ggp = parent
    .command("ggp")
    .description("a general game player that speaks the GGP protocol over HTTP, until Ctrl-C")
    .option("--port <N>", "port to listen on; 0 for any free port", wholeNumber("port", 0, 65_535), PORT)
    .option("--host <HOST>", "address to listen on; any but a loopback address is open to other machines", "127.0.0.1")
    .option("--cors <ORIGIN>", "web pages of this origin may use the player; * for all (default: none)")
    .option("--allow-host <NAME...>", "further names by which clients address this machine")
    .option("--player <PLAYER>", "the player, for example 'uct(c=0.5)' (default: the strongest of the game)")
    .option("--name <NAME>", "the name it reports", "gamelore")
    .option(
      "--matches <N>",
      "matches played in parallel; further requests get: busy",
      wholeNumber("matches", 1, 64),
      MATCHES,
    )
    .option("--memory <MB>", "memory limit of a match's thread", wholeNumber("memory", 64, 65_536), MEGABYTES)
    .option("--no-ponder", "do not search while other players think")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine ggp
  gamelore engine ggp --port 9148 --player 'uct(c=0.5)' --name mine
  gamelore engine ggp --host 0.0.0.0          any machine that can connect may start matches
  curl -d '(INFO)' http://127.0.0.1:${PORT}

The rulesheet of a match is processed on a separate thread, limited by --memory and the clocks. A move is sent before the play clock
runs out; it is legal if the rules have been processed by then.`,
    );
  addSeed(addJson(ggp)).action(async (given: GgpGiven) => {
    if (!/^[^\s();"]+$/.test(given.name))
      throw new GameloreError("bad-usage", `--name "${given.name}": expected one word without parentheses`);
    await checkPlayer(given.player);
    await interruptible((signal) => serve(given, signal));
  });
}

/** Reports an unknown player now, not in the first match. */
async function checkPlayer(player: string | undefined): Promise<void> {
  if (player === undefined) return;
  const file = rulesheetPath("tic-tac-toe") as string;
  const rules = unwrap(await unwrap(gdlGame("a general game", readFileSync(file, "utf8"))).open({}));
  try {
    canonicalText(rules, player);
  } finally {
    await rules.close();
  }
}

async function serve(given: GgpGiven, signal: AbortSignal): Promise<void> {
  const { port, host, cors, allowHost = [], name, matches, memory, ponder, seed } = given;
  const log = (line: string): void => void process.stderr.write(`${oneLine(line)}\n`);
  const player = new GgpPlayer({ name, matches, player: given.player ?? null, seed, ponder, megabytes: memory, log });
  const server = await servePlayer(player, port, host, { origin: cors ?? null, hosts: allowHost });
  if (!LOOPBACK.includes(host))
    log(`gamelore: warning: ${host} is reachable from other machines, which can start matches here`);
  if (given.json) process.stdout.write(`${JSON.stringify({ url: server.url, name, matches }, null, 2)}\n`);
  else
    process.stdout.write(
      `${name} listens on ${server.url}, up to ${plural(matches, "match", "matches")} in parallel; stop with Ctrl-C\n`,
    );
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  await server.close();
}
