/**
 * `Rules` of a rulesheet. In GDL every role moves in every step; here the actors are the roles with more than one legal move, or if there
 * are none the role to move (forced-turns.ts). The role `random` of GDL-II is chance. If it and players choose in the same step, the players
 * act first, then chance: it does not know their moves, and they do not know its move.
 */
import { bytesKey } from "#platform/bytes-key";
import { fail, GameloreError, ok, type Result } from "../engine/contracts/errors.ts";
import type { EvaluatorSpec } from "../engine/contracts/catalogue.ts";
import type { Game, OpenGame } from "../engine/contracts/game.ts";
import { CHANCE, type Actor, type Move, type Position, type Scores } from "../engine/contracts/position.ts";
import type { HistoryRules } from "../engine/contracts/rules.ts";
import type { PlayerKind } from "../engine/contracts/player.ts";
import type { View } from "../engine/contracts/view.ts";
import type { KernelPool } from "../engine/kernel/pool.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { presetKind } from "../engine/search/preset.ts";
import { randomKind } from "../engine/search/random.ts";
import { gdlAlphabetaKind, takesTurns } from "./alphabeta/player.ts";
import { chanceRoleOf } from "./chance-role.ts";
import { boardOf, drawnView, handsOf, type BoardShape } from "./board-view.ts";
import { ForcedTurns } from "./forced-turns.ts";
import { Interpreter } from "./interpreter/interpreter.ts";
import { interpreterUctKind } from "./interpreter/player.ts";
import { PropnetReasoner } from "./propnet/propnet-reasoner.ts";
import { playoutEvaluator } from "./playouts/playout-evaluator.ts";
import { MAX_STEPS, type Facts } from "./reasoner.ts";
import type { GdlSearchContext } from "./search-context.ts";
import { positionCodec, type PositionCodec } from "./position-codec.ts";
import { gdlHybridKind } from "./hybrid/player.ts";
import { gdlUctKind } from "./uct/player.ts";

/** A move is its role times this plus its number among the moves of the role. */
const ROLE_STEP = 2 ** 24;
const BEST_GOAL = 100;
/** The strongest settings against UCT without features (docs/results). */
const BEST = { gifl: 1_000, choice: "scaled", others: 1 } as const;

/** UCT as in paper 002: one simulation at a time, no proofs, a new tree for every move, one node per simulation. */
const PLAIN = { lanes: 1, threshold: 1, proofs: "no", reuse: "no", expansion: "playout" } as const;
/** The paper's learning player: it differs from plain UCT only in its playouts. */
const PAPER = { ...PLAIN, gifl: 500, learner: "paper", defences: "one", cost: 1e6 } as const;

/** States of random games that show whose turn it is; the interpreter is slow. */
const PROPNET_STATES = 200;
const INTERPRETER_STATES = 40;

/** Size of the position cache. */
const CACHE_SIZE = 4;

interface ReasonedState {
  readonly facts: Facts;
  /** The moves of the players if chance chooses after them in the same step. */
  readonly pending: readonly number[] | null;
  readonly legal: readonly (readonly number[])[];
}

export class GdlRules implements OpenGame {
  readonly game: Game;
  readonly options = {};
  readonly variant = "";
  readonly players: readonly string[];
  readonly history: HistoryRules = { repetition: "allowed", repetitionCount: 3, plyLimit: MAX_STEPS };
  readonly table = null;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[];
  readonly whyNoEvaluators?: string;
  /** Plain UCT: `best` would first learn features. */
  readonly analyser?: () => string;
  /** Of a game with a propnet. */
  readonly context: GdlSearchContext | null;
  readonly #reasoner: PropnetReasoner | Interpreter;
  /** The number of the role `random`. */
  readonly #chanceRole: number | null;
  readonly #codec: PositionCodec;
  readonly #board: BoardShape | null;
  /** Facts that are drawn as hands. */
  readonly #hands: readonly string[];
  readonly #forcedTurns: ForcedTurns;
  #pool: KernelPool | null = null;
  /** LRU cache by the bytes of a position. */
  readonly #cache = new Map<string, ReasonedState>();

  constructor(game: Game, reasoner: PropnetReasoner | Interpreter) {
    this.game = game;
    this.#reasoner = reasoner;
    this.#chanceRole = chanceRoleOf(reasoner.roles);
    this.players = reasoner.roles.slice(0, this.#chanceRole ?? reasoner.roles.length);
    this.#codec = positionCodec(reasoner);
    this.#board = boardOf(this.#codec.facts);
    this.#hands = this.#board ? [] : handsOf(this.#texts(reasoner.initial()), this.players);
    const isPropnet = reasoner instanceof PropnetReasoner;
    this.#forcedTurns = new ForcedTurns(reasoner, isPropnet ? PROPNET_STATES : INTERPRETER_STATES);
    const context = reasoner instanceof PropnetReasoner ? this.#context(reasoner) : null;
    this.context = context;
    this.playerKinds = [...(context ? searchKinds(context) : this.#interpreterKinds()), randomKind(this)];
    this.evaluators = context ? [playoutEvaluator(context)] : [];
    if (context) this.analyser = () => "uct";
    else
      this.whyNoEvaluators =
        "the rulesheet is too large for a propnet, and the interpreter is too slow for random playouts";
  }

  initial(): Position {
    return this.#codec.encode(this.#reasoner.initial());
  }

  actors(position: Position): readonly Actor[] {
    const { facts, legal, pending } = this.#reason(position);
    if (pending) return [CHANCE];
    if (this.#reasoner.isTerminal(facts)) return [];
    const choosing = [...legal.keys()].filter((role) => (legal[role]?.length ?? 0) > 1);
    const players = choosing.filter((role) => role !== this.#chanceRole);
    if (players.length > 0) return players as Actor[];
    const role = choosing[0] ?? this.#forcedTurns.roleToMove(facts, legal);
    return [role === this.#chanceRole ? CHANCE : (role as Actor)];
  }

  moves(position: Position, actor: Actor): readonly Move[] {
    const role = actor === CHANCE ? (this.#chanceRole ?? CHANCE) : actor;
    return (this.#reason(position).legal[role] ?? []).map((move) => moveOf(role, move));
  }

  chanceProbabilities(position: Position): readonly number[] {
    if (this.#chanceRole === null || this.actors(position)[0] !== CHANCE) return [];
    const moves = this.moves(position, CHANCE);
    return moves.map(() => 1 / moves.length);
  }

  play(position: Position, moves: readonly Move[]): Position {
    return this.step(position, moves).position;
  }

  /** The next position, and the move of each role if that completes the step: not if chance still has to choose. */
  step(position: Position, moves: readonly Move[]): { position: Position; made: readonly number[] | null } {
    const { facts, legal, pending } = this.#reason(position);
    const made = legal.map((own, role) => {
      const chosen = moves.find((move) => Math.floor(move / ROLE_STEP) === role);
      const move = chosen === undefined ? (pending?.[role] ?? own[0]) : chosen % ROLE_STEP;
      if (move === undefined) throw new GameloreError("bad-rules", `${this.#reasoner.roles[role]} has no legal move`);
      return move;
    });
    const chance = this.#chanceRole;
    if (chance !== null && !pending && (legal[chance]?.length ?? 0) > 1 && this.actors(position)[0] !== CHANCE)
      return { position: this.#codec.withPending(position, made), made: null };
    return { position: this.#codec.encode(this.#reasoner.next(facts, made)), made };
  }

  result(position: Position): Scores | null {
    const { facts } = this.#reason(position);
    if (!this.#reasoner.isTerminal(facts)) return null;
    return this.players.map((_, role) => (this.#reasoner.goals(facts)[role] ?? 0) / BEST_GOAL);
  }

  /** Facts in braces; then, if chance chooses after the players in the same step, their moves. */
  formatPosition(position: Position): string {
    const texts = Array.from(this.#codec.decode(position), (fact) => this.#reasoner.factText(fact)).sort();
    const pending = this.#codec.pending(position);
    const moves = pending?.map((move, role) => this.#reasoner.moveText(move, role)) ?? [];
    return `{${texts.join(" ")}}${moves.length > 0 ? ` (${moves.join(" ")})` : ""}`;
  }

  /** Rejects states in which a role has no legal move. */
  parsePosition(text: string): Result<Position> {
    const [, inner, moves] = /^\{([^{}]*)\}(?: \((.*)\))?$/s.exec(text) ?? [];
    if (inner === undefined) return fail("bad-position", `"${text}" is not a position; expected facts in braces`);
    const facts = new Set<number>();
    for (const fact of inner.match(FACT) ?? []) {
      const number = this.#codec.factOf(fact);
      if (number === undefined) return fail("bad-position", `"${fact}" is not a fact of this game`);
      facts.add(number);
    }
    const position = this.#codec.encode(Int32Array.from(facts).sort());
    if (this.formatPosition(position) !== `{${inner}}`)
      return fail("bad-position", `expected the facts in order, with single spaces: ${this.formatPosition(position)}`);
    const { facts: state, legal } = this.#reason(position);
    const blocked = legal.findIndex((own) => own.length === 0);
    if (blocked >= 0 && !this.#reasoner.isTerminal(state))
      return fail("bad-position", `${this.#reasoner.roles[blocked]} has no legal move there`);
    return moves === undefined ? ok(position) : this.#withMoves(position, moves);
  }

  /** The position in which the players have made these moves and chance is still to choose. */
  #withMoves(position: Position, text: string): Result<Position> {
    const { legal } = this.#reason(position);
    const texts = text.match(FACT) ?? [];
    const made = this.players.map((_, role) =>
      legal[role]?.find((move) => this.#reasoner.moveText(move, role) === texts[role]),
    );
    const actors = this.actors(position);
    const isPending = actors.length > 0 && actors[0] !== CHANCE && (legal[this.#chanceRole ?? -1]?.length ?? 0) > 1;
    if (!isPending || texts.length !== made.length || !made.every((move) => move !== undefined))
      return fail("bad-position", `(${text}) are not moves of the players before a move of chance`);
    return ok(this.#codec.withPending(position, made));
  }

  /** With the name of the role if there are several actors. */
  formatMove(position: Position, move: Move): string {
    const role = Math.floor(move / ROLE_STEP);
    const text = this.#reasoner.moveText(move % ROLE_STEP, role);
    const player = this.players[role];
    return player !== undefined && this.actors(position).length > 1 ? `${player}: ${text}` : text;
  }

  parseMove(position: Position, text: string): Result<Move> {
    const parsed = moveOfText(this, position, text);
    if (parsed.ok) return parsed;
    const legal = this.actors(position).flatMap((actor) => this.moves(position, actor));
    const isForced = legal.length === 1 && this.#isForcedMoveOfAnyRole(position, spaced(text));
    return isForced ? ok(legal[0] as Move) : parsed;
  }

  /** Games stored by former versions have the first role's move where no role has a choice. */
  #isForcedMoveOfAnyRole(position: Position, text: string): boolean {
    return this.#reason(position).legal.some(
      (own, role) => own.length === 1 && this.#reasoner.moveText(own[0] as number, role) === text,
    );
  }

  view(position: Position): View {
    const [actor = CHANCE] = this.actors(position);
    return { ...this.viewWithoutTurn(position), turn: actor === CHANCE ? null : actor };
  }

  viewWithoutTurn(position: Position): View {
    const facts = this.#texts(this.#codec.decode(position)).sort();
    return drawnView(this.#board, facts, this.players, null, null, this.#hands);
  }

  #texts(facts: Int32Array): string[] {
    return Array.from(facts, (fact) => this.#reasoner.factText(fact));
  }

  perft(position: Position, depth: number): number {
    if (depth === 0) return 1;
    const lists = this.actors(position).map((actor) => this.moves(position, actor));
    if (lists.length === 0) return 0;
    const count = (joint: readonly Move[]): number => {
      const list = lists[joint.length];
      if (list === undefined) return this.perft(this.play(position, joint), depth - 1);
      return list.reduce((sum, move) => sum + count([...joint, move]), 0);
    };
    return count([]);
  }

  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = null;
  }

  /** Decodes a position and computes its legal moves, cached because callers query a position several times. */
  #reason(position: Position): ReasonedState {
    const bytes = bytesKey(position);
    const known = this.#cache.get(bytes);
    if (known) {
      this.#cache.delete(bytes);
      this.#cache.set(bytes, known);
      return known;
    }
    const facts = this.#codec.decode(position);
    const reasoned = { facts, legal: this.#reasoner.legal(facts), pending: this.#codec.pending(position) };
    this.#cache.set(bytes, reasoned);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= CACHE_SIZE) break;
      this.#cache.delete(oldest);
    }
    return reasoned;
  }

  #interpreterKinds(): readonly PlayerKind[] {
    const interpreter = this.#reasoner;
    if (!(interpreter instanceof Interpreter)) return [];
    const uct = interpreterUctKind({
      rules: this,
      interpreter,
      facts: (position) => this.#codec.decode(position),
      moveOf,
    });
    return [presetKind("best", "the only search of games that are too large for a propnet", uct, {}), uct];
  }

  #context(reasoner: PropnetReasoner): GdlSearchContext {
    const { placed } = reasoner;
    return {
      rules: this,
      kernel: placed.kernel,
      reasoner,
      learners: new Map(),
      pool: () => (this.#pool ??= placed.kernel.startPool(threadCount(), () => [])),
      facts: (position) => this.#codec.decode(position),
      moveOf,
      pvOfActors: (position, pv) => this.#pvOfActors(position, pv),
    };
  }

  #pvOfActors(position: Position, pv: readonly Move[]): readonly Move[] {
    // Most variations need no replay.
    if (!pv.some((move) => move < ROLE_STEP && this.#forcedTurns.isIdle(0, move))) return pv;
    let at = position;
    return pv.map((move) => {
      const [actor, ...others] = this.actors(at);
      const legal = actor === undefined || others.length > 0 ? [] : this.moves(at, actor);
      const made = legal.length === 1 ? (legal[0] as Move) : move;
      at = this.play(at, [made]);
      return made;
    });
  }
}

export function moveOf(role: number, move: number): Move {
  return (role * ROLE_STEP + move) as Move;
}

/** The role of a move, and its number among the moves of the role. */
export function roleMove(move: Move): { readonly role: number; readonly number: number } {
  return { role: Math.floor(move / ROLE_STEP), number: move % ROLE_STEP };
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A legal move by its text. The outer parentheses are optional if that is unambiguous. */
export function moveOfText(
  rules: Pick<OpenGame, "actors" | "moves" | "formatMove">,
  position: Position,
  text: string,
): Result<Move> {
  const legal = rules.actors(position).flatMap((actor) => rules.moves(position, actor));
  const normalized = spaced(text);
  const found = legal.filter((each) => {
    const full = rules.formatMove(position, each);
    return full === text || full === normalized || full.replace(/^(.*: )?\((.*)\)$/, "$1$2") === normalized;
  });
  if (found.length === 1) return ok(found[0] as Move);
  const some = legal.slice(0, 8).map((each) => rules.formatMove(position, each));
  const expected =
    legal.length > 0 ? `expected one of ${some.join(", ")}${legal.length > 8 ? " …" : ""}` : "the game has ended";
  return fail("bad-move", `"${text}" is not a move here; ${expected}`);
}

function searchKinds(context: GdlSearchContext): readonly PlayerKind[] {
  const uct = gdlUctKind(context);
  const plain = presetKind(
    "plain-uct",
    "UCT as in paper 002: sequential, without proofs, with a new tree for every move",
    uct,
    PLAIN,
  );
  // Features are learned for roles that choose.
  if (chanceRoleOf(context.reasoner.roles) !== null)
    return [presetKind("best", "UCT with chance nodes", uct, {}), uct, plain];
  const hybrid = takesTurns(context) ? gdlHybridKind(context) : null;
  return [
    hybrid
      ? presetKind("best", "UCT and alpha-beta with features that are learned before the first move", hybrid, {})
      : presetKind("best", "UCT that learns features of the game before its first move", uct, BEST),
    ...(hybrid ? [hybrid] : []),
    uct,
    plain,
    presetKind("gifl", "plain UCT with learned features in its playouts, as in paper 002", uct, PAPER),
    ...(takesTurns(context) ? [gdlAlphabetaKind(context)] : []),
  ];
}

/** A word or a list nested at most four deep, which is enough for the facts of rulesheets. */
const FACT = /\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)|[^\s()]+/g;
