/** Reads a table: the fewest moves that three pieces need across a board of 25 cells, entry by entry. */
import { openGame, openTable, solve, type Rank } from "gamelore";

const game = await openGame("chinese-checkers", { side: 5, pieces: 3 });
const { entries, histogram } = await solve(game);
console.log(`${entries} entries`);
for (const [distance, count] of histogram.entries()) if (count > 0) console.log(`  ${distance} moves: ${count}`);

// Ranks number the entries; the table converts them to positions and back.
const { table, close } = await openTable(game);
let sum = 0;
for (let rank = 0; rank < table.identity.entries; rank++) sum += table.get(rank as Rank);
console.log(`mean ${(sum / entries).toFixed(3)} moves`);
close();
await game.close();
