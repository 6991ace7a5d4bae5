/** Whoever plays the first move of every analysis holds his own against the default opponent with the same limits. */
import { expect, test } from "vitest";
import { makePlayer } from "../engine/arena/players.ts";
import { unwrap } from "../engine/contracts/errors.ts";
import { parseOptions } from "../engine/contracts/options.ts";
import { FIRST, type Move, type PlayerNumber } from "../engine/contracts/position.ts";
import { loadServedGame } from "../server/game-source.ts";
import { Analyser } from "./analyser.ts";
import { strongestOf } from "./documents/game.ts";
import { replayOrThrow } from "./documents/replay.ts";

const NO_TABLES = {
  has: () => false,
  isUnfinished: () => false,
  open: () => {
    throw new Error("no tables");
  },
};

/** The same limits for both sides: nodes, or playouts where the searcher counts those. */
const GAMES = [
  {
    id: "chinese-checkers",
    options: { side: "5", pieces: "3" },
    openings: [["e4-e3"], ["d5-d4"], ["e4-d4"], ["d5-c5"], ["e4-e3", "a2-a3"], ["d5-d4", "b1-b2"]],
    limits: { nodes: 4_000, playouts: 300 },
    plies: 200,
  },
  {
    id: "connect-four",
    options: {},
    openings: [["(drop 1)"], ["(drop 2)"], ["(drop 6)"], ["(drop 7)"], ["(drop 3)", "(drop 5)"]],
    limits: { nodes: 50_000, playouts: 600 },
    plies: 42,
  },
  {
    id: "arimaa",
    options: {},
    openings: [
      ["99of9", "99of9"],
      ["fritzlein", "99of9"],
      ["99of9", "fritzlein"],
    ],
    limits: { nodes: 12000 },
    plies: 1_500,
  },
];

test.each(GAMES)("$id", { timeout: 240_000 }, async ({ id, options, openings, limits, plies: most }) => {
  const { game } = await loadServedGame({ id });
  const rules = unwrap(await game.open(unwrap(parseOptions(game.options, options))));
  const analyser = new Analyser(rules, { sources: async () => ({ probeSources: [] }) }, NO_TABLES);
  const strongest = strongestOf(rules, {
    hasTable: () => false,
    mayPlay: ({ startsProgram }) => startsProgram !== true,
  });
  // On several threads Arimaa's nodes depend on the load, and so would the games.
  const text = id === "arimaa" ? `${strongest}(threads=1)` : strongest;
  let [points, games] = [0, 0];
  for (const opening of openings)
    for (const seat of [0, 1] as PlayerNumber[]) {
      const opponent = await makePlayer(rules, text, 3);
      const moves: string[] = [...opening];
      let replayed = replayOrThrow(rules, { start: null, moves });
      for (
        ;
        replayed.end === null && moves.length < most;
        replayed = replayOrThrow(rules, { start: null, moves }, replayed)
      ) {
        const { position, actors, forbidden, plies } = replayed;
        if (actors[0] === seat) {
          const { lines } = await analyser.analyse(replayed, { seat: null, player: FIRST, lines: 1, limits });
          const line = lines[0]?.moves ?? [];
          expect(line.length).toBeGreaterThan(0);
          // In Arimaa a line is a whole turn.
          moves.push(...(id === "arimaa" ? line : line.slice(0, 1)));
        } else {
          const history = plies.map(({ before }) => before);
          const { move } = await opponent.choose(position, limits, { forbidden, history });
          moves.push(rules.formatMove(position, move as Move));
        }
      }
      expect(replayed.end).not.toBeNull();
      points += replayed.end?.scores[seat] ?? 0;
      games++;
      await opponent.close();
    }
  await analyser.close();
  await rules.close();
  // Equal players share the points, but of six games one may win four; a hint that misleads loses nearly all games.
  expect(points / games).toBeGreaterThan(0.3);
});
