/**
 * `Rules` of a rulesheet with percepts (`sees` of GDL-II): a player knows its own moves and percepts, the initial state, who acts, and its legal moves.
 * When the game has ended, everything is visible.
 */
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import { fail, GameloreError, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import {
  CHANCE,
  type Actor,
  type Move,
  type PlayerNumber,
  type Position,
  type Scores,
} from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import type { View } from "../../engine/contracts/view.ts";
import { presetKind } from "../../engine/search/preset.ts";
import { randomKind } from "../../engine/search/random.ts";
import { formatExpression, parseExpressions } from "../language/expressions.ts";
import { positionCodec, type PositionCodec } from "../position-codec.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Facts } from "../reasoner.ts";
import { moveOf, moveOfText, roleMove, type GdlRules } from "../rules.ts";
import type { GdlSearchContext } from "../search-context.ts";
import { allJoints } from "../joint-moves.ts";
import { drawn, historyOf, InformationSets, type PossibleState } from "./information-sets.ts";
import { determinizedUctKind } from "./player.ts";
import { PlayCodec, type Play, type Step } from "./record.ts";

/** Steps of the own history in a view. */
const SHOWN_STEPS = 6;

/** A possible position for an observer: its state, and the moves of the players if chance is still to choose. */
interface Candidate {
  readonly state: PossibleState;
  readonly position: Position;
  readonly weight: number;
}

/** An own move, and the percepts after it; null if they are not known. */
export interface OwnStep {
  readonly move: number;
  readonly percepts: readonly number[] | null;
}

/** An observation; or if the game has ended, the scores, if they are known. */
export type Knowledge =
  | { readonly observation: Position }
  | { readonly observation: null; readonly scores: Scores | null };

export class HiddenGdlRules implements OpenGame {
  readonly game: Game;
  readonly options = {};
  readonly variant = "";
  readonly players: readonly string[];
  readonly history: HistoryRules;
  readonly hidden: HiddenInformation;
  readonly table = null;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[] = [];
  readonly whyNoEvaluators = "random playouts from the true state would reveal hidden information";
  /** The game with full information. */
  readonly #open: GdlRules;
  readonly #reasoner: PropnetReasoner;
  readonly #states: PositionCodec;
  readonly #codec: PlayCodec;
  readonly #sets: InformationSets;

  constructor(game: Game, open: GdlRules, context: GdlSearchContext) {
    const { reasoner } = context;
    this.game = game;
    this.#open = open;
    this.#reasoner = reasoner;
    this.players = open.players;
    this.#states = positionCodec(reasoner);
    this.#codec = new PlayCodec({
      roles: reasoner.roles.length,
      players: open.players.length,
      moves: Math.max(...reasoner.propnet.roles.map(({ moves }) => moves.length)),
      percepts: reasoner.propnet.percepts.length,
      state: open.initial().length,
    });
    this.#sets = new InformationSets(reasoner);
    this.history = { ...open.history, plyLimit: Math.min(open.history.plyLimit ?? Infinity, this.#codec.maxSteps) };
    this.hidden = {
      observe: (position, player) => this.#observe(position, player),
      sample: (observation, player, random) => this.#sample(observation, player, random),
    };
    const uct = determinizedUctKind(this, context, (position) => this.#codec.decode(position).current);
    this.playerKinds = [presetKind("best", "UCT over determinizations", uct, {}), uct, randomKind(this)];
  }

  initial(): Position {
    return this.#position(this.#open.initial(), this.#open.initial(), []);
  }

  actors(position: Position): readonly Actor[] {
    const { observer, current, actors } = this.#codec.decode(position);
    if (observer === null) return this.#open.actors(current);
    return actors.length > 0 ? actors : [observer];
  }

  moves(position: Position, actor: Actor): readonly Move[] {
    const { observer, current, legal } = this.#codec.decode(position);
    if (observer === null) return this.#open.moves(current, actor);
    return observer === actor ? legal.map((move) => moveOf(observer, move)) : [];
  }

  chanceProbabilities(position: Position): readonly number[] {
    const { observer, current } = this.#codec.decode(position);
    return observer === null ? this.#open.chanceProbabilities(current) : [];
  }

  play(position: Position, moves: readonly Move[]): Position {
    const { observer, start, current, steps } = this.#codec.decode(position);
    if (observer !== null) throw new GameloreError("bad-position", "an observation cannot be played on");
    const { position: next, made } = this.#open.step(current, moves);
    return this.#position(start, next, made ? [...steps, this.#stepOf(this.#states.decode(current), made)] : steps);
  }

  result(position: Position): Scores | null {
    const { observer, current } = this.#codec.decode(position);
    return observer === null ? this.#open.result(current) : null;
  }

  /** The facts at the start, then the moves of all roles in each step; of an observation, the own moves and percepts. */
  formatPosition(position: Position): string {
    const play = this.#codec.decode(position);
    const start = this.#open.formatPosition(play.start);
    if (play.observer !== null)
      return [`${start} as ${this.players[play.observer]}`, ...this.#ownHistory(play)].join("; ");
    const joint = (made: readonly number[]): string =>
      ` (${made.map((move, role) => this.#reasoner.moveText(move, role)).join(" ")})`;
    const pending = this.#states.pending(play.current);
    return [start, ...play.steps.map(({ made }) => joint(made)), ...(pending ? [joint(pending)] : [])].join("");
  }

  parsePosition(text: string): Result<Position> {
    const [, facts, rest = ""] = /^(\{[^{}]*\})(.*)$/s.exec(text) ?? [];
    if (facts === undefined)
      return fail("bad-position", `"${text}" is not a position; expected facts in braces, then the moves of each step`);
    const start = this.#open.parsePosition(facts);
    if (!start.ok) return start;
    const expressions = parseExpressions(rest);
    if (!expressions.ok) return fail("bad-position", expressions.error.message);
    let position = this.#position(start.value, start.value, []);
    for (const step of expressions.value) {
      const texts = step.kind === "list" ? step.items.map(formatExpression) : [];
      for (let done = 0; done < texts.length;) {
        const actors = this.actors(position);
        const isChance = actors[0] === CHANCE;
        const moves = actors.map((actor) => {
          const role = isChance ? this.players.length : actor;
          return this.moves(position, actor).find((each) => this.#text(each) === texts[role]);
        });
        if (actors.length === 0 || !moves.every((move) => move !== undefined)) break;
        const before = this.#codec.decode(position).steps.length;
        position = this.play(position, moves);
        done = this.#codec.decode(position).steps.length > before ? texts.length : done + this.players.length;
      }
    }
    return this.formatPosition(position) === text
      ? ok(position)
      : fail(
          "bad-position",
          `the moves do not follow from the facts, or are not written as in ${this.formatPosition(position)}`,
        );
  }

  formatMove(position: Position, move: Move): string {
    const text = this.#text(move);
    const player = this.players[roleMove(move).role];
    return player !== undefined && this.actors(position).length > 1 ? `${player}: ${text}` : text;
  }

  parseMove(position: Position, text: string): Result<Move> {
    return moveOfText(this, position, text);
  }

  view(position: Position): View {
    const play = this.#codec.decode(position);
    if (play.observer === null) return this.#open.view(play.current);
    const [actor = CHANCE] = play.actors;
    const known = this.#open.viewWithoutTurn(this.#states.encode(this.#knownFacts(play)));
    const notes = [...(known.notes ?? []), ...this.#ownHistory(play).slice(-SHOWN_STEPS)];
    return { ...known, notes, turn: actor === CHANCE ? null : actor };
  }

  perft(position: Position, depth: number): number {
    return this.#open.perft(this.#codec.decode(position).current, depth);
  }

  close(): Promise<void> {
    return this.#open.close();
  }

  /** What a player perceived of the last step; empty before the first one. */
  percepts(position: Position, player: PlayerNumber): readonly string[] {
    return this.#perceptTexts(this.#codec.decode(position).steps.at(-1)?.percepts[player] ?? []);
  }

  /** The numbers of all possible percepts of a player, by text. */
  perceptNumbers(player: PlayerNumber): ReadonlyMap<string, number> {
    const { percepts } = this.#reasoner.propnet;
    const own = [...percepts.keys()].filter((number) => percepts[number]?.role === player);
    return new Map(own.map((number) => [this.#reasoner.perceptText(number), number]));
  }

  /** What a player knows that is only told its own moves and percepts; null if no state agrees with them. */
  knowledge(player: PlayerNumber, own: readonly OwnStep[]): Knowledge | null {
    const start = this.#open.initial();
    const steps = own.map(({ move, percepts }): Step => ({
      made: this.#reasoner.roles.map((_, role) => (role === player ? move : -1)),
      percepts: this.players.map((_, each) => (each === player ? percepts : null)),
    }));
    const found = this.#sets.find(this.#states.decode(start), player, steps);
    if (!found) return null;
    const positions = found.states.map(({ facts, weight }) => ({ position: this.#states.encode(facts), weight }));
    const going = positions.filter(({ position }) => this.#open.result(position) === null);
    if (going.length === 0) {
      const results = new Set(positions.map(({ position }) => this.#open.result(position)?.join()));
      const [first] = positions;
      return { observation: null, scores: first && results.size === 1 ? this.#open.result(first.position) : null };
    }
    // Rulesheets should let players know their legal moves; if one does not, the most probable ones are taken.
    const byLegal = Map.groupBy(going, ({ position }) => this.#legalOf(position, player).join());
    const weightOf = (list: typeof going): number => list.reduce((sum, { weight }) => sum + weight, 0);
    const likely = [...byLegal.values()].toSorted((a, b) => weightOf(b) - weightOf(a))[0] as typeof going;
    const first = (likely[0] as (typeof going)[number]).position;
    const acting = new Set(likely.map(({ position }) => this.#open.actors(position).join()));
    return {
      observation: this.#codec.encode({
        observer: player,
        start,
        current: new Uint8Array(start.length),
        steps,
        actors: acting.size === 1 ? this.#open.actors(first) : [],
        legal: this.#legalOf(first, player),
        pending: -1,
      }),
    };
  }

  #observe(position: Position, player: PlayerNumber): Position {
    const { observer, start, current, steps } = this.#codec.decode(position);
    if (observer !== null || this.#open.result(current) !== null) return position.slice();
    const actors = this.#open.actors(current);
    return this.#codec.encode({
      observer: player,
      start,
      current: new Uint8Array(current.length),
      steps: steps.map(({ made, percepts }) => ({
        made: made.map((move, role) => (role === player ? move : -1)),
        percepts: percepts.map((own, each) => (each === player ? own : null)),
      })),
      actors,
      legal: this.#legalOf(current, player),
      pending: this.#states.pending(current)?.[player] ?? -1,
    });
  }

  #sample(observation: Position, player: PlayerNumber, random: () => number): Position {
    const play = this.#codec.decode(observation);
    if (play.observer === null) return observation.slice();
    const { state, position } = drawn(this.#candidates(play, player).list, random);
    const steps: Step[] = [];
    let facts = this.#states.decode(play.start);
    for (const made of historyOf(state, random)) {
      steps.push(this.#stepOf(facts, made));
      facts = this.#reasoner.next(facts, made);
    }
    return this.#position(play.start, position, steps);
  }

  /** The possible positions that agree with who acts and with the legal moves of the player. */
  #candidates(play: Play, player: PlayerNumber): { list: readonly Candidate[]; isComplete: boolean } {
    const { states, isComplete } = this.#sets.after(this.#states.decode(play.start), player, play.steps);
    const actors = play.actors.join();
    const legal = play.legal.join();
    const list = states.flatMap((state) =>
      this.#positionsOf(state, player, play.pending)
        .filter(
          (position) =>
            this.#open.result(position) === null &&
            (actors === "" || this.#open.actors(position).join() === actors) &&
            this.#legalOf(position, player).join() === legal,
        )
        .map((position, _, all) => ({ state, position, weight: state.weight / all.length })),
    );
    if (list.length === 0)
      throw new GameloreError("bad-position", `no state was found that agrees with what ${this.players[player]} knows`);
    return { list, isComplete };
  }

  /** The state itself, or if chance is to choose in the same step, the state with each possible move of the others. */
  #positionsOf({ facts }: PossibleState, player: PlayerNumber, pending: number): Position[] {
    const position = this.#states.encode(facts);
    if (pending < 0) return [position];
    const lists = this.#reasoner.legal(facts).slice(0, this.players.length);
    if (!lists[player]?.includes(pending)) return [];
    return [...allJoints(lists.map((moves, role) => (role === player ? [pending] : moves)))].map((made) =>
      this.#states.withPending(position, made),
    );
  }

  /** The facts that hold in all possible states; none if there are too many states to know. */
  #knownFacts(play: Play): Facts {
    const { list, isComplete } = this.#candidates(play, play.observer as PlayerNumber);
    const [first, ...others] = list.map(({ state }) => state.facts);
    if (!first || !isComplete) return new Int32Array();
    return others.reduce((known, facts) => {
      const held = new Set(facts);
      return known.filter((fact) => held.has(fact));
    }, first);
  }

  #ownHistory({ observer, steps }: Play): string[] {
    const player = observer as PlayerNumber;
    return steps.map(({ made, percepts }, i) => {
      const own = percepts[player] ?? null;
      const seen = own?.length ? `seen ${this.#perceptTexts(own).join(" ")}` : "nothing seen";
      const move = this.#reasoner.moveText(made[player] as number, player);
      return `step ${i + 1}: ${move}, ${own ? seen : "what was seen is not known"}`;
    });
  }

  #legalOf(position: Position, player: PlayerNumber): number[] {
    return this.#open.moves(position, player).map((move) => roleMove(move).number);
  }

  #perceptTexts(percepts: readonly number[]): string[] {
    return percepts.map((percept) => this.#reasoner.perceptText(percept));
  }

  #stepOf(facts: Facts, made: readonly number[]): Step {
    return { made, percepts: this.#reasoner.percepts(facts, made).slice(0, this.players.length) };
  }

  #text(move: Move): string {
    const { role, number } = roleMove(move);
    return this.#reasoner.moveText(number, role);
  }

  #position(start: Position, current: Position, steps: readonly Step[]): Position {
    return this.#codec.encode({ observer: null, start, current, steps, actors: [], legal: [], pending: -1 });
  }
}
