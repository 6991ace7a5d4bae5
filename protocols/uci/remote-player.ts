/** An engine of another person as a player of the arena. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { ChooseOptions, Choice, Candidate, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import { tighter } from "../../engine/search/parameters.ts";
import { tellWhile } from "../../engine/search/telling.ts";
import { formatUci, parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { firstWord, shortened } from "../program/line-text.ts";
import type { AnswerTime, SessionSpec } from "../program/session.ts";
import { extended, lineTo, positionMessage, type GameLine } from "./game-line.ts";
import { SearchReport, type UciInfo } from "./info-text.ts";

import { findOption, type DeclaredOption, type OptionSetting } from "./option-text.ts";
import { Peer } from "./peer.ts";
import { valueOfScore } from "./score.ts";

export interface RemoteSpec extends SessionSpec {
  /** For a move, at most. Where there is none of them, here and in a question's limits, `DEFAULT_MS` counts. */
  readonly limits: Limits;
  /** How long a search without a limit of time may take before the engine is taken to hang. */
  readonly patienceMs: number;
  /** Set at the start; an engine without one of these is refused. */
  readonly settings: readonly OptionSetting[];
}

export const DEFAULT_MS = 1_000;
/** Set where an engine has them and the player's text says nothing else: games shall be repeatable, and a core is for one engine. */
const USUAL: readonly OptionSetting[] = [
  { name: "OwnBook", value: "false" },
  { name: "Threads", value: "1" },
];
/** What engines answer that have no move. */
const NO_MOVE: readonly string[] = ["(none)", "none", "0000", "null", ""];

export async function remotePlayer(
  text: string,
  rules: ChessRules,
  spec: RemoteSpec,
  signal?: AbortSignal,
): Promise<Player> {
  const peer = await Peer.start(
    spec,
    (declared) => [...usualSettings(declared, spec.settings), ...spec.settings],
    signal,
  );
  return new RemotePlayer(text, rules, peer, spec);
}

function usualSettings(declared: readonly DeclaredOption[], asked: readonly OptionSetting[]): OptionSetting[] {
  const isAsked = (name: string): boolean => asked.some((each) => each.name.toLowerCase() === name.toLowerCase());
  return USUAL.filter(({ name }) => findOption(declared, name) && !isAsked(name));
}

class RemotePlayer implements Player {
  readonly text: string;
  readonly #rules: ChessRules;
  readonly #peer: Peer;
  readonly #spec: RemoteSpec;
  /** The game as the engine knows it, with its last move. */
  #known: GameLine | null = null;
  /** An engine thinks about one position at a time. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(text: string, rules: ChessRules, peer: Peer, spec: RemoteSpec) {
    this.text = text;
    this.#rules = rules;
    this.#peer = peer;
    this.#spec = spec;
  }

  choose(position: Position, limits: Limits, asking: ChooseOptions = {}): Promise<Choice> {
    const choice = this.#busy.then(() => this.#choose(position, limits, asking));
    this.#busy = choice.catch(() => {});
    return choice;
  }

  close(): Promise<void> {
    return this.#peer.close();
  }

  async #choose(
    position: Position,
    limits: Limits,
    { signal, history: past, onInfo: tell, searchMoves: only }: ChooseOptions,
  ): Promise<Choice> {
    const rules = this.#rules;
    const peer = this.#peer;
    if (rules.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    const { line, continues } = lineTo(rules.board, this.#known, position, past);
    await peer.settle(signal);
    if (!continues) peer.newGame();
    this.#known = line;
    await peer.setPosition(positionMessage(line), signal);
    const report = new SearchReport();
    const began = performance.now();
    const soFar = (): SearchInfo | null =>
      report.nodes === null ? null : this.#thought(report, position, null, performance.now() - began);
    const go = goMessage(this.#limits(limits), only);
    const answer = await tellWhile(tell, soFar, () => peer.go(go, this.#answerTime(limits), report, signal));
    const move = this.#read(position, answer.text);
    this.#known = extended(line, move, rules.board.play(position, move));
    return { move, info: this.#thought(report, position, move, answer.milliseconds) };
  }

  /** The tighter of the player's own limits and those of the question. */
  #limits(asked: Limits): Limits {
    const own = this.#spec.limits;
    const depth = tighter(own.depth, asked.depth);
    const nodes = tighter(own.nodes, asked.nodes);
    const milliseconds = tighter(own.milliseconds, asked.milliseconds);
    if (depth === undefined && nodes === undefined && milliseconds === undefined) return { milliseconds: DEFAULT_MS };
    return {
      ...(depth === undefined ? {} : { depth }),
      ...(nodes === undefined ? {} : { nodes }),
      ...(milliseconds === undefined ? {} : { milliseconds }),
    };
  }

  #answerTime(asked: Limits): AnswerTime {
    const { milliseconds } = this.#limits(asked);
    if (milliseconds === undefined) return { stopMs: null, lateMs: this.#spec.patienceMs };
    return { stopMs: milliseconds, lateMs: milliseconds + this.#spec.graceMs };
  }

  #read(position: Position, text: string): Move {
    const [word] = firstWord(text);
    const move = parseUci(word, this.#rules.moves(position));
    if (move.ok) return move.value;
    const why = NO_MOVE.includes(word.toLowerCase()) ? "no move, where there are legal ones" : move.error.message;
    throw this.#peer.fault(`bestmove ${shortened(text)} in ${this.#rules.formatPosition(position)}: ${why}`);
  }

  /** Before the answer `move` is null. */
  #thought(report: SearchReport, position: Position, move: Move | null, milliseconds: number): SearchInfo {
    const first = report.lines.get(1);
    const pv = first ? this.#movesOf(position, first.pv) : [];
    const score = first?.score ?? null;
    const considered = report.lines.size > 1 ? this.#considered(report, position) : undefined;
    return {
      value: score === null ? null : valueOfScore(score),
      unit: "pawns",
      pv: move === null || pv[0] === move ? pv : [move],
      // An engine that says nothing has looked at something all the same.
      nodes: Math.max(1, report.nodes ?? 1),
      milliseconds,
      depth: report.depth,
      ...(report.hashfull === null ? {} : { hashfull: report.hashfull }),
      ...(considered ? { candidates: considered } : {}),
    };
  }

  /** Of an engine with MultiPV: its lines, best first. */
  #considered(report: SearchReport, position: Position): Candidate[] {
    const lines = [...report.lines.entries()].sort(([a], [b]) => a - b).map(([, info]) => info);
    return lines.flatMap((info: UciInfo) => {
      const [move] = this.#movesOf(position, info.pv.slice(0, 1));
      if (move === undefined || info.score === null) return [];
      return [{ kind: "move", text: this.#rules.formatMove(position, move), value: valueOfScore(info.score) }];
    });
  }

  /** A line of play as far as it is legal. */
  #movesOf(position: Position, texts: readonly string[]): Move[] {
    const { board } = this.#rules;
    const moves: Move[] = [];
    let now = position;
    for (const text of texts) {
      const move = this.#rules.result(now) === null ? parseUci(text, board.legalMoves(now)) : null;
      if (!move?.ok) break;
      moves.push(move.value);
      now = board.play(now, move.value);
    }
    return moves;
  }
}

function goMessage({ depth, nodes, milliseconds }: Limits, only: readonly Move[] | undefined): string {
  return [
    "go",
    ...(depth === undefined ? [] : [`depth ${depth}`]),
    ...(nodes === undefined ? [] : [`nodes ${nodes}`]),
    ...(milliseconds === undefined ? [] : [`movetime ${Math.max(1, Math.floor(milliseconds))}`]),
    ...(only ? [`searchmoves ${only.map(formatUci).join(" ")}`] : []),
  ].join(" ");
}
