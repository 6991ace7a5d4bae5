/** `gamelore bench arimaa-judge` and its options. */
import { benchArimaaJudge } from "./arimaa-judge.ts";
import { integer, type Bench } from "./bench.ts";

export const arimaaJudge: Bench = {
  name: "arimaa-judge",
  summary: "Arimaa: what players lose by their turns, in the opinion of another player or engine",
  options: [
    {
      name: "judge",
      kind: "text",
      default: "best(nodes=2000000, threads=1)",
      summary: "a player with scores, for example 'aei(command=sharp-aei 6, ms=60000)'",
    },
    {
      name: "players",
      kind: "text",
      default: "best(nodes=150000, threads=1);best(nodes=150000, threads=1, eval=fitted)",
      summary: "players, separated by semicolons; all are compared with the first",
    },
    {
      name: "file",
      kind: "text",
      default: null,
      summary: 'a position a line, or JSON with "position", as `gamelore arimaa score` writes it',
    },
    integer("positions", 2, 100_000, 100, "number of positions, spread over the file"),
  ],
  run: async ({ judge, players, file, positions }, report, signal) => ({
    ...(await benchArimaaJudge(
      {
        judge: String(judge),
        players: String(players).split(";"),
        file: String(file ?? ""),
        positions: Number(positions),
      },
      report,
      signal,
    )),
  }),
};
