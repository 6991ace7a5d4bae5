/** Hidden information: positions with the same observation give the same documents, and nothing hidden is in them. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import {
  SECOND,
  playerNumbers,
  FIRST,
  CHANCE,
  type Position,
  type PlayerNumber,
  type Move,
} from "../../engine/contracts/position.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { Player } from "../../engine/contracts/player.ts";
import type { SearchInfoDocument } from "../api.ts";
import { sampleChanceMove } from "../../engine/arena/play-game.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { findGame } from "../../games/games.ts";
import { gdlGameOfFile } from "../../gdl/game-file.ts";
import { choiceDocument } from "./choice.ts";
import { replayOrThrow } from "./replay.ts";
import { positionDocument, HIDDEN_MOVE } from "./position.ts";
import { exactValues } from "./values.ts";

const opened: OpenGame[] = [];
afterAll(() => Promise.all(opened.map((rules) => rules.close())));

async function open(id: string): Promise<OpenGame> {
  const game = unwrap(await findGame(id));
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  opened.push(rules);
  return rules;
}

/** A random game: its moves and positions. */
function randomGame(rules: OpenGame, seed: number, plies: number): { moves: string[]; positions: Position[] } {
  const random = new SeededRandom(seed);
  const positions = [rules.initial()];
  const moves: string[] = [];
  while (moves.length < plies) {
    const position = positions.at(-1) as Position;
    const [actor] = rules.actors(position);
    if (actor === undefined) break;
    const move =
      actor === CHANCE ? sampleChanceMove(rules, position, random) : random.pick(rules.moves(position, actor));
    moves.push(rules.formatMove(position, move));
    positions.push(rules.play(position, [move]));
  }
  return { moves, positions };
}

describe.each(["skat", "dominoes"])("%s", (id) => {
  test("positions with the same observation give a seat the same documents", async () => {
    const rules = await open(id);
    const { hidden } = rules;
    let compared = 0;
    for (const seed of [1, 2, 3]) {
      const { positions } = randomGame(rules, seed, 50);
      for (const [at, position] of positions.entries()) {
        if (at % 4 !== 0) continue;
        for (const seat of playerNumbers(rules.players)) {
          if (!hidden || rules.actors(position).length === 0) continue;
          const seen = hidden.observe(position, seat);
          const random = new SeededRandom(100 * seed + at);
          const other = hidden.sample(seen, seat, () => random.fraction());
          const documents = [];
          for (const each of [position, other]) {
            const played = replayOrThrow(rules, { start: rules.formatPosition(each), moves: [] });
            const values = await exactValues(played, seat, { probeSources: [] });
            documents.push(JSON.stringify([positionDocument(played, seat), values]));
          }
          expect(documents[1]).toBe(documents[0]);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  test("a seat sees the chance moves that concern it, an observer sees all", async () => {
    const rules = await open(id);
    const { moves } = randomGame(rules, 5, 32);
    const played = replayOrThrow(rules, { start: null, moves });
    const all = positionDocument(played, null).plies.map(({ text }) => text);
    expect(all).toEqual(moves);
    const dealt = played.plies.filter(({ actors }) => actors[0] === CHANCE).length;
    const views = playerNumbers(rules.players).map((seat) => positionDocument(played, seat).plies);
    for (const plies of views) {
      const known = plies.filter((ply) => ply.actors[0] === CHANCE && ply.text !== HIDDEN_MOVE);
      expect(known.length).toBeGreaterThan(0);
      expect(known.length).toBeLessThan(dealt);
    }
    // No card comes to two.
    for (const [at, text] of moves.entries()) {
      if (played.plies[at]?.actors[0] !== CHANCE) continue;
      expect(views.filter((plies) => plies[at]?.text === text).length).toBeLessThanOrEqual(1);
    }
  });
});

test("skat: the declarer's discards and the others' legal moves are hidden", async () => {
  const rules = await open("skat");
  const random = new SeededRandom(3);
  let position = rules.initial();
  while (rules.actors(position)[0] === CHANCE)
    position = rules.play(position, [sampleChanceMove(rules, position, random)]);
  const moves = ["18", "pass", "pass", "skat"];
  const after = replayOrThrow(rules, { start: rules.formatPosition(position), moves });
  const declarer = after.actors[0] as PlayerNumber;
  const others = playerNumbers(rules.players).filter((seat) => seat !== declarer);
  const down = positionDocument(after, declarer).moves[0]?.text as string;
  for (const seat of others) expect(positionDocument(after, seat).moves).toEqual([]);
  const put = replayOrThrow(rules, { start: rules.formatPosition(position), moves: [...moves, down] });
  expect(positionDocument(put, declarer).plies.at(-1)?.text).toBe(down);
  for (const seat of others) {
    const document = JSON.stringify(positionDocument(put, seat));
    expect(document).not.toContain(down);
    expect(positionDocument(put, seat).plies.at(-1)?.text).toBe("two cards down");
  }
});

test("search info goes to the player's own seat and to an observer", async () => {
  const rules = await open("skat");
  const start = "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:";
  const played = replayOrThrow(rules, { start, moves: [] });
  const info = { value: 0.5, unit: "points", pv: [], nodes: 1, milliseconds: 1, depth: 1 };
  const candidates = [{ kind: "move", text: "CJ" } as const];
  const player: Player = {
    text: "stub",
    choose: async (position, _limits, options) => {
      options?.onInfo?.({ ...info, candidates });
      return { move: rules.moves(position, FIRST)[0] as Move, info: { ...info, candidates } };
    },
    close: async () => {},
  };
  const infoFor = async (seat?: PlayerNumber | null): Promise<string> => {
    const documents: SearchInfoDocument[] = [];
    const onInfo = (document: SearchInfoDocument): void => void documents.push(document);
    documents.push((await choiceDocument(played, player, {}, undefined, { seat, onInfo })).info);
    return documents.map((document) => `${document.value} ${document.candidates.length}`).join(", ");
  };
  expect([await infoFor(null), await infoFor(FIRST), await infoFor(SECOND), await infoFor()]).toEqual([
    "0.5 1, 0.5 1",
    "0.5 1, 0.5 1",
    "null 0, null 0",
    "null 0, null 0",
  ]);
});

describe("kriegspiel tic-tac-toe, from a rulesheet with percepts", async () => {
  const rules = unwrap(await unwrap(gdlGameOfFile("gdl/rulesheets/kriegspiel-tic-tac-toe.kif")).open({}));
  opened.push(rules);
  const moves = ["(mark 2 2)", "(mark 1 1)", "(mark 1 1)", "(mark 3 3)"];

  test("a seat sees its own moves, and those of the other that it can infer", () => {
    const document = positionDocument(replayOrThrow(rules, { start: null, moves }), FIRST);
    // The rejected try has told the first player where the second mark is, but only afterwards.
    expect(document.plies.map(({ text }) => text)).toEqual([moves[0], HIDDEN_MOVE, moves[2], moves[3]]);
    const before = JSON.stringify(
      positionDocument(replayOrThrow(rules, { start: null, moves: moves.slice(0, 2) }), FIRST),
    );
    expect(before).not.toContain("(cell 1 1 o)");
    expect(positionDocument(replayOrThrow(rules, { start: null, moves: moves.slice(0, 2) }), SECOND).moves).toEqual([]);
  });

  test("whatever the other has marked, the documents of a seat are the same", () => {
    const documents = ["(mark 1 1)", "(mark 1 2)", "(mark 3 3)"].map((reply) =>
      JSON.stringify(positionDocument(replayOrThrow(rules, { start: null, moves: ["(mark 2 2)", reply] }), FIRST)),
    );
    expect(new Set(documents).size).toBe(1);
  });
});
