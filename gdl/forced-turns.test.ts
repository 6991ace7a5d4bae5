/** The role to move where no role has a choice: the role with control moves, although every role has one legal move. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePlayer } from "../engine/arena/players.ts";
import { unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Actor, Move, Position } from "../engine/contracts/position.ts";
import { randomNumbers } from "../engine/contracts/suites/random-play.ts";
import { gdlGame } from "./game.ts";
import { canTestPublicRulesheets, recordedRules } from "./reasoner.fixture.ts";

const ours = (name: string): string => readFileSync(join(import.meta.dirname, `rulesheets/${name}.kif`), "utf8");

async function open(id: string, text: string): Promise<OpenGame> {
  return unwrap(await unwrap(gdlGame(id, text)).open({}));
}

function after(rules: OpenGame, ...moves: readonly string[]): Position {
  return moves.reduce((at, text) => rules.play(at, [unwrap(rules.parseMove(at, text))]), rules.initial());
}

const actorNames = (rules: OpenGame, position: Position): readonly (string | undefined)[] =>
  rules.actors(position).map((actor) => rules.players[actor]);

/** States of random games with their facts, until a number of games has ended. */
function* statesOf(rules: OpenGame, games: number): Generator<Position> {
  const random = randomNumbers(3);
  for (let game = 0; game < games; game++) {
    let position = rules.initial();
    while (rules.actors(position).length > 0) {
      yield position;
      const joint = rules.actors(position).map((actor) => {
        const own = rules.moves(position, actor);
        return own[Math.floor(random() * own.length)] as Move;
      });
      position = rules.play(position, joint);
    }
  }
}

/** Every actor is the one that the rulesheet names in a fact; returns how many of the states of the second role were forced. */
function checkControl(rules: OpenGame, games: number, control = /\(control (\S+)\)/): number {
  let forced = 0;
  for (const position of statesOf(rules, games)) {
    const named = control.exec(rules.formatPosition(position))?.[1];
    expect(actorNames(rules, position)).toEqual([named]);
    expect(rules.view(position).turn).toBe(rules.actors(position)[0]);
    const [actor] = rules.actors(position);
    if (actor !== 0 && rules.moves(position, actor as Actor).length === 1) forced++;
  }
  return forced;
}

describe("the role with control moves", () => {
  test.for(["amazons-small", "checkers", "knightazons", "lose-checkers", "othello", "pawn-whopping"])(
    "%s, also if it has one move",
    async (name) => {
      const rules = await open(name, ours(name));
      expect(checkControl(rules, 12)).toBeGreaterThan(0);
      await rules.close();
    },
  );

  test.for(["breakthrough-small", "connect-four", "hex", "nine-board-tic-tac-toe", "pentago", "tic-tac-toe", "ttcc4"])(
    "%s",
    async (name) => {
      const rules = await open(name, ours(name));
      checkControl(rules, 4);
      await rules.close();
    },
  );

  test("quarto: the second role's fact has two names", async () => {
    const rules = await open("quarto", ours("quarto"));
    checkControl(rules, 10, /\((?:chooses|puts) (\S+)\)/);
    await rules.close();
  });

  test.runIf(canTestPublicRulesheets).for(["checkersSmall.v1", "connectFour.v0", "checkers-mustjump.v1"])(
    "%s",
    async (name) => {
      const rules = await open(name, recordedRules(name));
      checkControl(rules, 4);
      await rules.close();
    },
  );
});

describe("chess", () => {
  test("Black moves out of a check that leaves one move", { timeout: 60_000 }, async () => {
    const rules = await open("chess-gdl", ours("chess-gdl"));
    // 1. e4 d6 2. Bc4 h5 3. Qxh5 Bg4 4. Qxf7+
    const position = after(
      rules,
      "(move 5 2 5 4)",
      "(move 4 7 4 6)",
      "(move 6 1 3 4)",
      "(move 8 7 8 5)",
      "(move 4 1 8 5)",
      "(move 3 8 7 4)",
      "(move 8 5 6 7)",
    );
    expect(actorNames(rules, position)).toEqual(["black"]);
    expect(rules.view(position).turn).toBe(1);
    const moves = rules.moves(position, rules.actors(position)[0] as Actor);
    expect(moves.map((move) => rules.formatMove(position, move))).toEqual(["(move 5 8 4 7)"]);
    // A game stored by a former version has the first role's move here.
    expect(unwrap(rules.parseMove(position, "noop"))).toBe(moves[0]);
    await rules.close();
  });
});

test.for(["alphabeta(depth=4, eval=mobility)", "uct(playouts=3000)"])(
  "%s: a principal variation has the moves of the actors, also through forced steps",
  async (text) => {
    const rules = await open("lose-checkers", ours("lose-checkers"));
    const player = await makePlayer(rules, text, 1);
    let forced = 0;
    let count = 0;
    for (const position of statesOf(rules, 1)) {
      if (count++ % 3 > 0) continue;
      const { info } = await player.choose(position, {});
      let at = position;
      for (const move of info.pv) {
        const [actor] = rules.actors(at);
        const own = rules.moves(at, actor as Actor);
        expect(own).toContain(move);
        if (actor === 1 && own.length === 1) forced++;
        at = rules.play(at, [move]);
      }
    }
    expect(forced).toBeGreaterThan(0);
    await player.close?.();
    await rules.close();
  },
);
