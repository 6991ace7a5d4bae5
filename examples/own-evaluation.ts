/** An evaluation of your own, used by the player minimax: material in chess. */
import { openGame, play, type Plugin } from "gamelore";

const VALUES: Readonly<Record<string, number>> = { P: 1, N: 3, B: 3, R: 5, Q: 9 };

const plugin: Plugin = {
  evaluations: [
    {
      name: "material",
      unit: "pawns",
      games: ["chess"],
      create: (rules) => (position, player) =>
        rules
          .view(position)
          .pieces.reduce(
            (sum, { owner, letter }) => sum + (owner === player ? 1 : -1) * (VALUES[letter.toUpperCase()] ?? 0),
            0,
          ),
    },
  ],
};
export default plugin;

if (import.meta.main) {
  const game = await openGame("chess", {}, { plugins: [plugin] });
  const { moves, scores } = await play(game, ["minimax(eval=material, depth=2)", "random"], { seed: 7 });
  console.log(`${moves.length} plies: ${moves.join(" ")}`);
  console.log(`score of the evaluation: ${scores[0]}`);
  await game.close();
}
