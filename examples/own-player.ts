/**
 * A player of your own, matched against the strongest player. It also works on the command line:
 * gamelore match tic-tac-toe playouts best --plugin examples/own-player.ts
 */
import { match, openGame, type Plugin } from "gamelore";

const plugin: Plugin = {
  players: [
    {
      name: "playouts",
      summary: "plays each move to the end at random ten times, and chooses the best",
      create:
        (rules, random) =>
        (position, { player, moves }) => {
          const playout = (from: typeof position): number => {
            let at = from;
            for (let end = rules.result(at); ; end = rules.result(at)) {
              if (end) return end[player] ?? 0;
              at = rules.play(
                at,
                rules.actors(at).map((actor) => random.pick(rules.moves(at, actor))),
              );
            }
          };
          const value = (move: (typeof moves)[number]): number =>
            Array.from({ length: 10 }, () => playout(rules.play(position, [move]))).reduce((sum, one) => sum + one);
          const values = moves.map(value);
          return moves[values.indexOf(Math.max(...values))] ?? random.pick(moves);
        },
    },
  ],
};
export default plugin;

if (import.meta.main) {
  const game = await openGame("tic-tac-toe", {}, { plugins: [plugin] });
  for (const opponent of ["random", "best"]) {
    const { standing } = await match(game, "playouts", opponent, { pairs: 5, limits: { milliseconds: 50 } });
    console.log(`against ${opponent}: ${standing.wins} won, ${standing.draws} drawn, ${standing.losses} lost`);
  }
  await game.close();
}
