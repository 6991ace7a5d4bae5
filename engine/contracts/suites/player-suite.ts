/** What every player must hold to: legal moves within limits, the same for the same seed, and an ear for its signal. */
import assert from "node:assert/strict";
import { GameloreError, unwrap } from "../errors.ts";
import { type Actor, CHANCE, type Move, type Position, type Rules } from "../game.ts";
import { parseOptions } from "../options.ts";
import { type ChooseOptions, type Choice, type Limits, parsePlayerText, type Player } from "../player.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";
import { pick, randomNumbers } from "./random-play.ts";

export interface PlayerSubject {
  readonly rules: Rules;
  /** The player, as a match names it. */
  readonly text: string;
  /** A limit under which it answers soon. */
  readonly quick: Limits;
  /** The same player's text for a thought that would take far longer than any test: what an abort must end. */
  readonly deepText: string;
  readonly deep: Limits;
  /** Whom it chooses for, where several move at once. */
  readonly actor?: Actor;
  /** Positions in which one player is to move, or the `actor` with others. */
  readonly positions: readonly Position[];
  readonly ended: Position;
}

const SEED = 11;
/** Enough for a busy machine, far below what an unheeded signal would take. */
const SETTLES_MS = 500;
const THINKING_MS = 60;
/** A limit of time is kept roughly; this is for machines with other work. */
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

function checkChoice(subject: PlayerSubject, position: Position, { move, info: thought }: Choice): void {
  const { rules } = subject;
  const where = rules.formatPosition(position);
  assert.ok(legalMoves(subject, position).includes(move), `${move} is not legal in ${where}`);
  assert.ok(thought.value === null || Number.isFinite(thought.value), `value ${thought.value} in ${where}`);
  assert.ok(thought.nodes >= 0 && thought.milliseconds >= 0, `nodes or milliseconds below 0 in ${where}`);
  assert.ok(thought.unit !== "", `a value without a unit in ${where}`);
  assert.ok(thought.pv.length === 0 || thought.pv[0] === move, `the line does not begin with the move in ${where}`);
  // A line has the moves of one player after another: where several move at once, it ends with the player's own.
  if (rules.actors(position).length > 1)
    assert.ok(thought.pv.length <= 1, `a line of ${thought.pv.length} in ${where}`);
  else checkLine(subject, position, thought.pv);
}

function checkLine(subject: PlayerSubject, position: Position, line: readonly Move[]): void {
  const { rules } = subject;
  let at = position;
  for (const [ply, next] of line.entries()) {
    assert.ok(
      rules.actors(at).length === 1 && legalMoves(subject, at).includes(next),
      `ply ${ply + 1} of the line is not legal in ${rules.formatPosition(position)}`,
    );
    at = rules.play(at, [next]);
  }
}

/** A player may look once at the position and at every legal move before it heeds a limit of nodes: else it could not choose. */
function checkLimits(limits: Limits, { info: thought }: Choice, legal: number, where: string): void {
  const within = (asked: number | undefined, used: number | null, what: string): void =>
    assert.ok(
      asked === undefined || used === null || used <= asked,
      `${used} ${what} where ${asked} were allowed, in ${where}`,
    );
  within(limits.nodes && Math.max(limits.nodes, legal + 1), thought.nodes, "nodes");
  within(limits.depth, thought.depth, "plies of depth");
}

function askingOf({ actor }: PlayerSubject): ChooseOptions {
  return { actor };
}

async function chosen(subject: PlayerSubject, text: string): Promise<Move[]> {
  return using(subject, text, async (player) => {
    const moves: Move[] = [];
    for (const position of subject.positions)
      moves.push((await player.choose(position, subject.quick, askingOf(subject))).move);
    return moves;
  });
}

/** What becomes of a choice whose signal fires, and how long it takes from then on. */
async function settled(subject: PlayerSubject, player: Player, abortAfterMs: number): Promise<number> {
  const position = subject.positions[0] as Position;
  const aborter = new AbortController();
  if (abortAfterMs === 0) aborter.abort();
  let abortedAt = performance.now();
  const choice = player.choose(position, subject.deep, { ...askingOf(subject), signal: aborter.signal });
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
  "chooses legal moves, and says what it thought": (subject) =>
    using(subject, subject.text, async (player) => {
      for (const position of subject.positions) {
        const before = position.slice();
        checkChoice(subject, position, await player.choose(position, subject.quick, askingOf(subject)));
        assert.deepEqual(position, before, "choosing changes the position");
      }
    }),

  "plays against itself to the end, or as long as one likes": (subject) =>
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

  "keeps to limits of nodes, depth and playouts": (subject) =>
    using(subject, subject.text, async (player) => {
      for (const limits of LIMITS) {
        for (const position of subject.positions) {
          const choice = await player.choose(position, limits, askingOf(subject));
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

  "keeps to a limit of time": (subject) =>
    using(subject, subject.deepText, async (player) => {
      // The first choice may have to start threads.
      await player.choose(subject.positions[0] as Position, { ...subject.deep, milliseconds: 1 }, askingOf(subject));
      const started = performance.now();
      const limits = { ...subject.deep, milliseconds: TIME_LIMIT_MS };
      checkChoice(
        subject,
        subject.positions[0] as Position,
        await player.choose(subject.positions[0] as Position, limits, askingOf(subject)),
      );
      const took = performance.now() - started;
      assert.ok(took < TIME_LIMIT_MS + TIME_SLACK_MS, `${took.toFixed()} ms where ${TIME_LIMIT_MS} ms were allowed`);
    }),

  "the same seed chooses the same moves": async (subject) => {
    assert.deepEqual(await chosen(subject, subject.text), await chosen(subject, subject.text));
  },

  "answers at once, or is interrupted, where the signal has fired already": (subject) =>
    using(subject, subject.deepText, async (player) => {
      await settled(subject, player, 1); // threads are started
      const took = await settled(subject, player, 0);
      assert.ok(took < SETTLES_MS, `settles ${took.toFixed()} ms after the signal`);
    }),

  "answers at once, or is interrupted, when the signal fires": (subject) =>
    using(subject, subject.deepText, async (player) => {
      const took = await settled(subject, player, THINKING_MS);
      assert.ok(took < SETTLES_MS, `settles ${took.toFixed()} ms after the signal`);
      // And it can be asked again.
      checkChoice(
        subject,
        subject.positions[0] as Position,
        await player.choose(subject.positions[0] as Position, subject.quick, askingOf(subject)),
      );
    }),

  "refuses a game that has ended": (subject) =>
    using(subject, subject.text, (player) =>
      assert.rejects(
        player.choose(subject.ended, subject.quick, askingOf(subject)),
        (error) => {
          assert.ok(error instanceof GameloreError, `an ended game fails without a GameloreError: ${String(error)}`);
          return true;
        },
        "an ended game is played on",
      ),
    ),

  "its text makes the same player again": async (subject) => {
    const text = await using(subject, subject.text, async (player) => player.text);
    assert.equal(
      await using(subject, text, async (player) => player.text),
      text,
      "the text of the player made from the text",
    );
    assert.deepEqual(
      await chosen(subject, text),
      await chosen(subject, subject.text),
      `${subject.text} and ${text} choose differently`,
    );
  },

  "can be closed: unused, used, twice, and while it thinks": async (subject) => {
    const position = pick(subject.positions, randomNumbers(SEED));
    await using(subject, subject.text, async () => {});
    await using(subject, subject.text, async (player) => {
      await player.choose(position, subject.quick, askingOf(subject));
      await player.close();
    });
    const player = await create(subject, subject.deepText, SEED);
    const thinking = player.choose(position, subject.deep, askingOf(subject)).then(
      (choice) => checkChoice(subject, position, choice),
      (error: unknown) => assert.ok(error instanceof GameloreError && error.code === "interrupted", String(error)),
    );
    const closing = performance.now();
    await player.close();
    assert.ok(performance.now() - closing < SETTLES_MS, "close waits for the thought to end");
    await thinking;
  },
};

export interface PlayerSuiteOptions {
  readonly skip?: Skips;
}

export function playerSuite(subject: () => Promise<PlayerSubject>, options: PlayerSuiteOptions = {}): void {
  registerChecks("player contract", playerChecks, subject, options.skip);
}
