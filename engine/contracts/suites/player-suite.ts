/** Contract tests for players: legal moves, limits, determinism by seed, abort signals. */
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { GameloreError, unwrap } from "../errors.ts";
import type { OpenGame } from "../game.ts";
import { type Actor, CHANCE, type Move, type Position } from "../position.ts";
import { parseOptions } from "../options.ts";
import { type ChooseOptions, type Choice, type Limits, parsePlayerText, type Player } from "../player.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";
import { assertDeepEqual, assertOk } from "./lazy-assert.ts";
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
  /** Plies of the game against itself. */
  readonly selfPlayPlies?: number;
  /** After this time a search is taken to ignore its limit or signal. */
  readonly patienceMs?: number;
}

const SEED = 11;
const SELF_PLAY_PLIES = 60;
/** Enough for any busy machine. */
const PATIENCE_MS = 30_000;
/** CPU time on every core, which does not depend on other load; far less than a search that ignores its limit or signal uses. */
const CPU_MS = 500 * availableParallelism();
const ABORT_AFTER_MS = 60;
const TIME_LIMIT_MS = 80;
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
  assertOk(legalMoves(subject, position).includes(move), () => `${move} is not legal in ${where}`);
  assertOk(info.value === null || Number.isFinite(info.value), () => `value ${info.value} in ${where}`);
  assertOk(info.nodes >= 0 && info.milliseconds >= 0, () => `nodes or milliseconds below 0 in ${where}`);
  assertOk(info.unit !== "", () => `a value without a unit in ${where}`);
  assertOk(info.pv.length === 0 || info.pv[0] === move, () => `the PV does not start with the chosen move in ${where}`);
  // A PV contains moves of single players: with simultaneous moves it ends after the player's own.
  if (rules.actors(position).length > 1) assertOk(info.pv.length <= 1, () => `a PV of ${info.pv.length} in ${where}`);
  else checkPv(subject, position, info.pv);
}

function checkPv(subject: PlayerSubject, position: Position, pv: readonly Move[]): void {
  const { rules } = subject;
  let at = position;
  for (const [ply, next] of pv.entries()) {
    assertOk(
      rules.actors(at).length === 1 && legalMoves(subject, at).includes(next),
      () => `ply ${ply + 1} of the PV is not legal in ${rules.formatPosition(position)}`,
    );
    at = rules.play(at, [next]);
  }
}

/** A player may visit the root and every child once regardless of a node limit: otherwise it could not choose. */
function checkLimits(limits: Limits, { info }: Choice, legal: number, where: string): void {
  const within = (limit: number | undefined, used: number | null, what: string): void =>
    assertOk(
      limit === undefined || used === null || used <= limit,
      () => `${used} ${what}, limit ${limit}, in ${where}`,
    );
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

/** The result of a search that a limit, a signal or closing ends; fails if nothing ends it. */
async function settles<T>({ patienceMs = PATIENCE_MS }: PlayerSubject, what: string, search: Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const timer = new AbortController();
  const late = sleep(patienceMs, null, { signal: timer.signal }).then(
    () => assert.fail(`${what}: the search continues after ${patienceMs} ms`),
    () => search,
  );
  const result = await Promise.race([search, late]).finally(() => timer.abort());
  const { user, system } = process.cpuUsage(before);
  const used = (user + system) / 1_000;
  assertOk(used < CPU_MS, () => `${what}: the search used ${used.toFixed()} ms of CPU time more`);
  return result;
}

/** Searches until the signal fires. */
async function abort(subject: PlayerSubject, player: Player, afterMs: number): Promise<void> {
  const position = subject.positions[0] as Position;
  const aborter = new AbortController();
  if (afterMs === 0) aborter.abort();
  const choice = player.choose(position, subject.deep, { ...optionsOf(subject), signal: aborter.signal }).then(
    (chosen) => checkChoice(subject, position, chosen),
    (error: unknown) => {
      if (!(error instanceof GameloreError)) throw error;
      assert.equal(error.code, "interrupted", error.message);
    },
  );
  await Promise.race([choice, sleep(afterMs)]);
  aborter.abort();
  await settles(subject, "after the signal", choice);
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
      const { selfPlayPlies: plies = SELF_PLAY_PLIES } = subject;
      let position = subject.rules.initial();
      for (let ply = 0; ply < plies && subject.rules.result(position) === null; ply++) {
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
      const position = subject.positions[0] as Position;
      const limited = (milliseconds: number): Promise<Choice> =>
        player.choose(position, { ...subject.deep, milliseconds }, optionsOf(subject));
      // The first choice may start threads.
      await settles(subject, "after 1 ms", limited(1));
      checkChoice(subject, position, await settles(subject, "after the time limit", limited(TIME_LIMIT_MS)));
    }),

  "the same seed chooses the same moves": async (subject) => {
    assert.deepEqual(await chosen(subject, subject.text), await chosen(subject, subject.text));
  },

  "returns immediately or rejects with interrupted if the signal has already fired": (subject) =>
    using(subject, subject.deepText, async (player) => {
      await abort(subject, player, 1); // starts threads
      await abort(subject, player, 0);
    }),

  "returns immediately or rejects with interrupted when the signal fires": (subject) =>
    using(subject, subject.deepText, async (player) => {
      await abort(subject, player, ABORT_AFTER_MS);
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
          assertOk(
            error instanceof GameloreError,
            () => `a terminal position fails without a GameloreError: ${String(error)}`,
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
    assertDeepEqual(
      await chosen(subject, text),
      await chosen(subject, subject.text),
      () => `${subject.text} and ${text} choose differently`,
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
    await settles(subject, "after closing", player.close());
    await pending;
  },
};

export interface PlayerSuiteOptions {
  readonly skip?: Skips;
}

export function playerSuite(subject: () => Promise<PlayerSubject>, options: PlayerSuiteOptions = {}): void {
  registerChecks("player contract", playerChecks, subject, options.skip);
}
