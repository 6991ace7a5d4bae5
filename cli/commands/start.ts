/** `gamelore start`: what a newcomer gets first: the starter table, then a game; without a terminal, a short demonstration. */
import type { Command } from "commander";
import { playGame } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game, Rules } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { tablesFolder } from "../../engine/tables/folder.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { drawBoard } from "../board.ts";
import { buildTable } from "../build-table.ts";
import { interruptible } from "../command.ts";
import { endText } from "../end-text.ts";
import { tableForValues } from "../open-table.ts";
import { Session } from "../session.ts";
import { thoughtText } from "../thought-text.ts";
import { formatNumber, formatSeconds, painterFor } from "../terminal.ts";

const STARTER = { game: "chinese-checkers", options: { side: 7 }, player: "alphabeta(depth=6)", opponent: "greedy" };

export function startCommand(program: Command, games: readonly Game[]): void {
  program
    .command("start")
    .description("builds the starter table in seconds and lets you play; without a terminal, shows a short game")
    .addHelpText("after", "\nExamples:\n  gamelore start\n  gamelore start < /dev/null")
    .action(async () => {
      const game = games.find((each) => each.id === STARTER.game);
      if (!game) throw new GameloreError("unknown-game", `the starter game ${STARTER.game} is not there`);
      const rules = unwrap(await game.open({ ...defaultsOf(game.options), ...STARTER.options }));
      try {
        await interruptible(async (signal) => {
          await buildStarterTable(rules, signal);
          if (process.stdin.isTTY && process.stdout.isTTY) await letPersonPlay(rules, signal);
          else await demonstrate(rules, signal);
        });
      } finally {
        await rules.close();
      }
    });
}

async function buildStarterTable(rules: Rules, signal: AbortSignal): Promise<void> {
  const store = new TableStore(tablesFolder());
  const offer = rules.table;
  if (!offer || store.has(offer.identity)) return;
  process.stdout.write(`Building ${offer.identity.name}: ${offer.summary} …\n`);
  const built = await buildTable(store, offer, { threads: threadCount(), resume: offer.command, signal });
  process.stdout.write(
    `${formatNumber(built.identity.entries)} exact values in ${formatSeconds(built.solveSeconds)}.\n`,
  );
}

async function letPersonPlay(rules: Rules, signal: AbortSignal): Promise<void> {
  const opponent = await makePlayer(rules, STARTER.player, 1);
  process.stdout.write(
    "You are x, at the bottom; bring your six pieces into the corner at the top. Pieces roll to a free neighbour or jump in chains over others.\n",
  );
  const session = new Session({
    rules,
    seats: [null, opponent],
    adviser: opponent,
    table: await tableForValues(rules),
    start: rules.initial(),
    seed: 1,
    resume: (position) => `npm run gamelore -- play ${rules.game.id} --side 7 --position "${position}"`,
    signal,
  });
  await session.run();
  await opponent.close();
}

async function demonstrate(rules: Rules, signal: AbortSignal): Promise<void> {
  const paint = painterFor(process.stdout);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const players = [await makePlayer(rules, STARTER.player, 1), await makePlayer(rules, STARTER.opponent, 1)];
  say(`No terminal to play in, so here is a game: x is ${players[0]?.text} with the table, o is ${players[1]?.text}.`);
  let before = rules.initial();
  let last = before;
  const record = await playGame(rules, players, {
    signal,
    onPly: (position, [move], [choice]) => {
      const mover = rules.players[rules.actors(before)[0] as number];
      if (move !== undefined && choice)
        say(
          `  ${mover} ${rules.formatMove(before, move).padEnd(6)} ${mover === "x" ? thoughtText(rules, before, choice) : ""}`.trimEnd(),
        );
      before = position;
      last = position;
    },
  });
  say(`\n${drawBoard(rules.view(last), {}, paint).join("\n")}\n`);
  say(`${endText(rules, record.scores, record.ending)} ${record.plies} plies.`);
  say(`To play yourself, run it in a terminal: npm start`);
  await Promise.all(players.map((player) => player.close()));
}
