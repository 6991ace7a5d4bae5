/** Probes a position of chess: the exact value of every move. Builds the tables of three pieces first, which takes a second. */
import { openGame, probe, solve } from "gamelore";

const POSITION = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";

const game = await openGame("chess");
await solve(game, { pieces: 3 });
const { value, moves } = await probe(game, POSITION, { pieces: 3 });
console.log(`${POSITION}: ${value.text}`);
for (const { text, after } of moves) console.log(`  ${text.padEnd(5)} ${after.text}`);
await game.close();
