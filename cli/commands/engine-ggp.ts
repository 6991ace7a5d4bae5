/** `gamelore engine ggp`: a player of general games, over HTTP. */
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
  readonly player?: string;
  readonly name: string;
  readonly matches: number;
  readonly memory: number;
  readonly seed: number;
  readonly json?: boolean;
}

export function ggpCommand(parent: Command): void {
  const ggp = parent
    .command("ggp")
    .description("a player of general games on the GGP protocol, over HTTP, until Ctrl-C")
    .option("--port <N>", "where it listens; 0 for any free port", wholeNumber("port", 0, 65_535), PORT)
    .option("--host <HOST>", "the address it listens on; any but this machine's own is open to others", "127.0.0.1")
    .option("--player <PLAYER>", "who plays, as in 'uct(c=0.5)' (default: the strongest that the game offers)")
    .option("--name <NAME>", "the name it tells", "gamelore")
    .option("--matches <N>", "matches played at once; one more is told: busy", wholeNumber("matches", 1, 64), MATCHES)
    .option("--memory <MB>", "what a thread of a match may take", wholeNumber("memory", 64, 65_536), MEGABYTES)
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine ggp
  gamelore engine ggp --port 9148 --player 'uct(c=0.5)' --name mine
  gamelore engine ggp --host 0.0.0.0          anyone who reaches this machine may start matches
  curl -d '(INFO)' http://127.0.0.1:${PORT}

The rulesheet of a match is read on a thread of its own, with --memory and the clocks as its limits; a move is answered before the play
clock has run out, a legal one whenever the rules are known by then.`,
    );
  addSeed(addJson(ggp)).action(async (given: GgpGiven) => {
    if (!/^[^\s();"]+$/.test(given.name))
      throw new GameloreError("bad-usage", `--name "${given.name}": expected one word without parentheses`);
    await checkPlayer(given.player);
    await interruptible((signal) => serve(given, signal));
  });
}

/** A player that no game offers is told now, not in the first match. */
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
  const { port, host, name, matches, memory, seed } = given;
  const log = (line: string): void => void process.stderr.write(`${oneLine(line)}\n`);
  const player = new GgpPlayer({ name, matches, player: given.player ?? null, seed, megabytes: memory, log });
  const server = await servePlayer(player, port, host);
  if (!LOOPBACK.includes(host))
    log(`gamelore: warning: ${host} can be reached from other machines; whoever reaches it may start matches here`);
  if (given.json) process.stdout.write(`${JSON.stringify({ url: server.url, name, matches }, null, 2)}\n`);
  else process.stdout.write(`${name} plays on ${server.url}, up to ${matches} matches at once; Ctrl-C ends it\n`);
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  await server.close();
}
