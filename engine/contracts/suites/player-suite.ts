/** Contract tests for players: legal moves, limits, determinism by seed, abort signals. */
import assert from "node:assert/strict";
import { GameloreError, unwrap } from "../errors.ts";
import type { OpenGame } from "../game.ts";
import { type Actor, CHANCE, type Move, type Position } from "../position.ts";
import { parseOptions } from "../options.ts";
import { type ChooseOptions, type Choice, type Limits, parsePlayerText, type Player } from "../player.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";
import { pick, randomNumbers } from "./random-play.ts";

export interface PlayerSubject {
  readonly rules: OpenGame;
  /** The player's text. */
  readonly text: string;
  /** Limits of a fast search. */
  readonly quick: Limits;
  /** The same player's text for a search far longer than any test, for checks of abort. */
  readonly deepText: string;
  readonly deep: Limits;
  /** The choosing player, for simultaneous moves. */
  readonly actor?: Actor;
  /** Positions with one actor, or with `actor` among several. */
  readonly positions: readonly Position[];
  readonly ended: Position;
}

const SEED = 11;
/** Enough for a busy machine, far less than a search that ignores the signal. */
const SETTLES_MS = 500;
const ABORT_AFTER_MS = 60;
/** Time limits are approximate; the slack is for busy machines. */
const TIME_LIMIT_MS = 80;
const TIME_SLACK_MS = 400;
const LIMITS: readonly Limits[] = [
  { nodes: 1 },
  { nodes: 500 },
  { depth: 1 },
  { depth: 2 },
  { playouts: 1 },
  { playouts: 40 },
  { depth: 2, nodes: 200 },
];

function create({ rules }: PlayerSubject, text: string, seed: number): Promise<Player> {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`the game has no player "${name}"`);
  return kind.create(unwrap(parseOptions(kind.parameters, parameters)), seed);
}

async function using<T>(subject: PlayerSubject, text: string, act: (player: Player) => Promise<T>): Promise<T> {
  const player = await create(subject, text, SEED);
  try {
    return await act(player);
  } finally {
    await player.close();
  }
}

function legalMoves({ rules, actor }: PlayerSubject, position: Position): readonly Move[] {
  const actors = rules.actors(position);
  const [only, ...others] = actors;
  if (actor !== undefined && actors.includes(actor)) return rules.moves(position, actor);
  assert.ok(only !== undefined && others.length === 0, "the check needs positions in which one player moves");
  return rules.moves(position, only);
}

function checkChoice(subject: PlayerSubject, position: Position, { move, info }: Choice): void {
  const { rules } = subject;
  const where = rules.formatPosition(position);
  assert.ok(legalMoves(subject, position).includes(move), `${move} is not legal in ${where}`);
  assert.ok(info.value === null || Number.isFinite(info.value), `value ${info.value} in ${where}`);
  assert.ok(info.nodes >= 0 && info.milliseconds >= 0, `nodes or milliseconds below 0 in ${where}`);
  assert.ok(info.unit !== "", `a value without a unit in ${where}`);
  assert.ok(info.pv.length === 0 || info.pv[0] === move, `the PV does not start with the chosen move in ${where}`);
  // A PV contains moves of single players: with simultaneous moves it ends after the player's own.
  if (rules.actors(position).length > 1) assert.ok(info.pv.length <= 1, `a PV of ${info.pv.length} in ${where}`);
  else checkPv(subject, position, info.pv);
}

function checkPv(subject: PlayerSubject, position: Position, pv: readonly Move[]): void {
  const { rules } = subject;
  let at = position;
  for (const [ply, next] of pv.entries()) {
    assert.ok(
      rules.actors(at).length === 1 && legalMoves(subject, at).includes(next),
      `ply ${ply + 1} of the PV is not legal in ${rules.formatPosition(position)}`,
    );
    at = rules.play(at, [next]);
  }
}

/** A player may visit the root and every child once regardless of a node limit: otherwise it could not choose. */
function checkLimits(limits: Limits, { info }: Choice, legal: number, where: string): void {
  const within = (limit: number | undefined, used: number | null, what: string): void =>
    assert.ok(limit === undefined || used === null || used <= limit, `${used} ${what}, limit ${limit}, in ${where}`);
  within(limits.nodes && Math.max(limits.nodes, legal + 1), info.nodes, "nodes");
  within(limits.depth, info.depth, "plies of depth");
}

function optionsOf({ actor }: PlayerSubject): ChooseOptions {
  return { actor };
}

async function chosen(subject: PlayerSubject, text: string): Promise<Move[]> {
  return using(subject, text, async (player) => {
    const moves: Move[] = [];
    for (const position of subject.positions)
      moves.push((await player.choose(position, subject.quick, optionsOf(subject))).move);
    return moves;
  });
}

/** Milliseconds from the abort until the choice settles. */
async function settled(subject: PlayerSubject, player: Player, abortAfterMs: number): Promise<number> {
  const position = subject.positions[0] as Position;
  const aborter = new AbortController();
  if (abortAfterMs === 0) aborter.abort();
  let abortedAt = performance.now();
  const choice = player.choose(position, subject.deep, { ...optionsOf(subject), signal: aborter.signal });
  const timer = setTimeout(() => {
    abortedAt = performance.now();
    aborter.abort();
  }, abortAfterMs);
  try {
    checkChoice(subject, position, await choice);
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    assert.equal(error.code, "interrupted", error.message);
  } finally {
    clearTimeout(timer);
  }
  return performance.now() - abortedAt;
}

export const playerChecks: Checks<PlayerSubject> = {
  "chooses legal moves with valid search info": (subject) =>
    using(subject, subject.text, async (player) => {
      for (const position of subject.positions) {
        const before = position.slice();
        checkChoice(subject, position, await player.choose(position, subject.quick, optionsOf(subject)));
        assert.deepEqual(position, before, "choosing modifies the position");
      }
    }),

  "plays against itself": (subject) =>
    using(subject, subject.text, async (player) => {
      const random = randomNumbers(SEED);
      let position = subject.rules.initial();
      for (let ply = 0; ply < 60 && subject.rules.result(position) === null; ply++) {
        if (subject.rules.actors(position)[0] === CHANCE) {
          position = subject.rules.play(position, [pick(subject.rules.moves(position, CHANCE), random)]);
          continue;
        }
        const moves: Move[] = [];
        for (const actor of subject.rules.actors(position)) {
          const choice = await player.choose(position, subject.quick, { actor });
          checkChoice({ ...subject, actor }, position, choice);
          moves.push(choice.move);
        }
        position = subject.rules.play(position, moves);
      }
    }),

  "respects limits of nodes, depth and playouts": (subject) =>
    using(subject, subject.text, async (player) => {
      for (const limits of LIMITS) {
        for (const position of subject.positions) {
          const choice = await player.choose(position, limits, optionsOf(subject));
          checkChoice(subject, position, choice);
          checkLimits(
            limits,
            choice,
            legalMoves(subject, position).length,
            `${subject.rules.formatPosition(position)} with ${JSON.stringify(limits)}`,
          );
        }
      }
    }),

  "respects a time limit": (subject) =>
    using(subject, subject.deepText, async (player) => {
      // The first choice may start threads.
      await player.choose(subject.positions[0] as Position, { ...subject.deep, milliseconds: 1 }, optionsOf(subject));
      const started = performance.now();
      const limits = { ...subject.deep, milliseconds: TIME_LIMIT_MS };
      checkChoice(
        subject,
        subject.positions[0] as Position,
        await player.choose(subject.positions[0] as Position, limits, optionsOf(subject)),
      );
      const took = performance.now() - started;
      assert.ok(took < TIME_LIMIT_MS + TIME_SLACK_MS, `${took.toFixed()} ms, limit ${TIME_LIMIT_MS} ms`);
    }),

  "the same seed chooses the same moves": async (subject) => {
    assert.deepEqual(await chosen(subject, subject.text), await chosen(subject, subject.text));
  },

  "returns immediately or rejects with interrupted if the signal has already fired": (subject) =>
    using(subject, subject.deepText, async (player) => {
      await settled(subject, player, 1); // starts threads
      const took = await settled(subject, player, 0);
      assert.ok(took < SETTLES_MS, `settles ${took.toFixed()} ms after the signal`);
    }),

  "returns immediately or rejects with interrupted when the signal fires": (subject) =>
    using(subject, subject.deepText, async (player) => {
      const took = await settled(subject, player, ABORT_AFTER_MS);
      assert.ok(took < SETTLES_MS, `settles ${took.toFixed()} ms after the signal`);
      // It can be used again.
      checkChoice(
        subject,
        subject.positions[0] as Position,
        await player.choose(subject.positions[0] as Position, subject.quick, optionsOf(subject)),
      );
    }),

  "rejects a position in which the game has ended": (subject) =>
    using(subject, subject.text, (player) =>
      assert.rejects(
        player.choose(subject.ended, subject.quick, optionsOf(subject)),
        (error) => {
          assert.ok(
            error instanceof GameloreError,
            `a terminal position fails without a GameloreError: ${String(error)}`,
          );
          return true;
        },
        "a move is chosen in a terminal position",
      ),
    ),

  "its text creates an equivalent player": async (subject) => {
    const text = await using(subject, subject.text, async (player) => player.text);
    assert.equal(
      await using(subject, text, async (player) => player.text),
      text,
      "the text of the player created from the text",
    );
    assert.deepEqual(
      await chosen(subject, text),
      await chosen(subject, subject.text),
      `${subject.text} and ${text} choose differently`,
    );
  },

  "can be closed: unused, used, twice, and during a search": async (subject) => {
    const position = pick(subject.positions, randomNumbers(SEED));
    await using(subject, subject.text, async () => {});
    await using(subject, subject.text, async (player) => {
      await player.choose(position, subject.quick, optionsOf(subject));
      await player.close();
    });
    const player = await create(subject, subject.deepText, SEED);
    const pending = player.choose(position, subject.deep, optionsOf(subject)).then(
      (choice) => checkChoice(subject, position, choice),
      (error: unknown) => assert.ok(error instanceof GameloreError && error.code === "interrupted", String(error)),
    );
    const closing = performance.now();
    await player.close();
    assert.ok(performance.now() - closing < SETTLES_MS, "close waits for the search to end");
    await pending;
  },
};

export interface PlayerSuiteOptions {
  readonly skip?: Skips;
}

export function playerSuite(subject: () => Promise<PlayerSubject>, options: PlayerSuiteOptions = {}): void {
  registerChecks("player contract", playerChecks, subject, options.skip);
}
