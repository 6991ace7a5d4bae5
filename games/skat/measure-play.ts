/**
 * Statistics of games with one player in all three seats: deals passed in, games won by the declarer, by kind of game.
 *
 *   node games/skat/measure-play.ts PLAYER DEALS [SEED]
 */
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { game } from "./game.ts";
import { kindOfGame } from "./hand-features.ts";
import type { SkatRules } from "./rules.ts";
import { readState } from "./state.ts";
import { HAND } from "./value.ts";

const SEED_STEP = 1_000_003;

class Count {
  games = 0;
  won = 0;

  add(won: boolean): void {
    this.games++;
    this.won += Number(won);
  }

  toString(): string {
    return `${this.won} of ${this.games} won (${((100 * this.won) / Math.max(1, this.games)).toFixed(1)} %)`;
  }
}

async function main([text = "best", deals = "100", seed = "1"]: readonly string[]): Promise<void> {
  const rules = unwrap(await game.open({})) as SkatRules;
  const players = await Promise.all([0, 1, 2].map((seat) => makePlayer(rules, text, Number(seed) + seat)));
  const [all, byKind] = [new Count(), new Map<string, Count>()];
  let [passed, overbid, score] = [0, 0, 0];
  for (let deal = 0; deal < Number(deals); deal++) {
    let last = randomOpening(rules, 32, Number(seed) * SEED_STEP + deal);
    await playGame(rules, players, { start: last, onPly: (position) => (last = position) });
    const end = rules.settled(last);
    const { contract } = readState(last);
    if (!end || !contract) {
      passed++;
      continue;
    }
    const kind = `${kindOfGame(contract.game)}${contract.flags & HAND ? " hand" : ""}`;
    const count = byKind.get(kind) ?? new Count();
    byKind.set(kind, count);
    for (const each of [all, count]) each.add(end.won);
    overbid += Number(end.overbid);
    score += end.score;
  }
  process.stdout.write(
    [
      `${text} in all seats, ${deals} deals, seed ${seed}`,
      `passed in: ${passed} (${((100 * passed) / Number(deals)).toFixed(1)} %); overbid: ${overbid}`,
      `declarers: ${all}; ${(score / Number(deals)).toFixed(1)} game points per deal`,
      ...[...byKind].map(([kind, count]) => `  ${kind}: ${count}`).toSorted(),
      "",
    ].join("\n"),
  );
  await Promise.all(players.map((player) => player.close()));
  await rules.close();
}

await main(process.argv.slice(2));
