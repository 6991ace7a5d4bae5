/** An external UCI engine as a player. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { ChooseOptions, Choice, Candidate, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import { tighter } from "../../engine/search/parameters.ts";
import { reportInfo } from "../../engine/search/info-reporter.ts";
import { formatUci, parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { firstWord, shortened } from "../external/line-text.ts";
import type { AnswerTime, SessionSpec } from "../external/session.ts";
import { extended, historyTo, positionMessage, type GameHistory } from "./game-history.ts";
import { SearchReport, type UciInfo } from "./info-text.ts";
import type { OptionSetting } from "../external/option-settings.ts";
import { findOption, type DeclaredOption } from "./option-text.ts";
import { Peer } from "./peer.ts";
import { valueOfScore } from "./score.ts";

export interface RemoteSpec extends SessionSpec {
  /** Limits of a move. `DEFAULT_MS` applies if neither these nor those of `choose` set one. */
  readonly limits: Limits;
  /** Timeout of a search without a time limit. */
  readonly patienceMs: number;
  /** Options set at the start; the engine must have all of them. */
  readonly settings: readonly OptionSetting[];
}

export const DEFAULT_MS = 1_000;
/** Defaults for engines that have these options: reproducible games, and one core per engine. */
const DEFAULT_SETTINGS: readonly OptionSetting[] = [
  { name: "OwnBook", value: "false" },
  { name: "Threads", value: "1" },
];
/** Texts that engines send instead of a move. */
const NO_MOVE: readonly string[] = ["(none)", "none", "0000", "null", ""];

export async function remotePlayer(
  text: string,
  rules: ChessRules,
  spec: RemoteSpec,
  signal?: AbortSignal,
): Promise<Player> {
  const peer = await Peer.start(
    spec,
    (declared) => [...defaultSettings(declared, spec.settings), ...spec.settings],
    signal,
  );
  return new RemotePlayer(text, rules, peer, spec);
}

function defaultSettings(declared: readonly DeclaredOption[], given: readonly OptionSetting[]): OptionSetting[] {
  const isGiven = (name: string): boolean => given.some((each) => each.name.toLowerCase() === name.toLowerCase());
  return DEFAULT_SETTINGS.filter(({ name }) => findOption(declared, name) && !isGiven(name));
}

class RemotePlayer implements Player {
  readonly text: string;
  readonly #rules: ChessRules;
  readonly #peer: Peer;
  readonly #spec: RemoteSpec;
  /** The game as sent to the engine, with its last move. */
  #history: GameHistory | null = null;
  /** An engine runs one search at a time. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(text: string, rules: ChessRules, peer: Peer, spec: RemoteSpec) {
    this.text = text;
    this.#rules = rules;
    this.#peer = peer;
    this.#spec = spec;
  }

  choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    const choice = this.#busy.then(() => this.#choose(position, limits, options));
    this.#busy = choice.catch(() => {});
    return choice;
  }

  cpuSeconds(): number | null {
    return this.#peer.cpuSeconds();
  }

  close(): Promise<void> {
    return this.#peer.close();
  }

  async #choose(
    position: Position,
    limits: Limits,
    { signal, history: earlier, onInfo, searchMoves }: ChooseOptions,
  ): Promise<Choice> {
    const rules = this.#rules;
    const peer = this.#peer;
    if (rules.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    const { history, continues } = historyTo(rules.board, this.#history, position, earlier);
    await peer.settle(signal);
    if (!continues) peer.newGame();
    this.#history = history;
    await peer.setPosition(positionMessage(history), signal);
    const report = new SearchReport();
    const began = performance.now();
    const soFar = (): SearchInfo | null =>
      report.nodes === null ? null : this.#info(report, position, null, performance.now() - began);
    const go = goMessage(this.#limits(limits), searchMoves);
    const answer = await reportInfo(onInfo, soFar, () => peer.go(go, this.#answerTime(limits), report, signal));
    const move = this.#read(position, answer.text);
    this.#history = extended(history, move, rules.board.play(position, move));
    return { move, info: this.#info(report, position, move, answer.milliseconds) };
  }

  /** The tighter of the player's own limits and those of the call. */
  #limits(given: Limits): Limits {
    const own = this.#spec.limits;
    const depth = tighter(own.depth, given.depth);
    const nodes = tighter(own.nodes, given.nodes);
    const milliseconds = tighter(own.milliseconds, given.milliseconds);
    if (depth === undefined && nodes === undefined && milliseconds === undefined) return { milliseconds: DEFAULT_MS };
    return {
      ...(depth === undefined ? {} : { depth }),
      ...(nodes === undefined ? {} : { nodes }),
      ...(milliseconds === undefined ? {} : { milliseconds }),
    };
  }

  #answerTime(given: Limits): AnswerTime {
    const { milliseconds } = this.#limits(given);
    if (milliseconds === undefined) return { stopMs: null, lateMs: this.#spec.patienceMs };
    return { stopMs: milliseconds, lateMs: milliseconds + this.#spec.graceMs };
  }

  #read(position: Position, text: string): Move {
    const [word] = firstWord(text);
    const move = parseUci(word, this.#rules.moves(position));
    if (move.ok) return move.value;
    const why = NO_MOVE.includes(word.toLowerCase()) ? "no move, although legal moves exist" : move.error.message;
    throw this.#peer.fault(`bestmove ${shortened(text)} in ${this.#rules.formatPosition(position)}: ${why}`);
  }

  /** `move` is null before the bestmove. */
  #info(report: SearchReport, position: Position, move: Move | null, milliseconds: number): SearchInfo {
    const first = report.pvs.get(1);
    const pv = first ? this.#movesOf(position, first.pv) : [];
    const score = first?.score ?? null;
    const candidates = report.pvs.size > 1 ? this.#candidates(report, position) : undefined;
    return {
      value: score === null ? null : valueOfScore(score),
      unit: "pawns",
      pv: move === null || pv[0] === move ? pv : [move],
      nodes: Math.max(1, report.nodes ?? 1),
      milliseconds,
      depth: report.depth,
      ...(report.hashfull === null ? {} : { hashfull: report.hashfull }),
      ...(candidates ? { candidates } : {}),
    };
  }

  /** The root moves of an engine with MultiPV, best first. */
  #candidates(report: SearchReport, position: Position): Candidate[] {
    const infos = [...report.pvs.entries()].sort(([a], [b]) => a - b).map(([, info]) => info);
    return infos.flatMap((info: UciInfo) => {
      const [move] = this.#movesOf(position, info.pv.slice(0, 1));
      if (move === undefined || info.score === null) return [];
      return [{ kind: "move", text: this.#rules.formatMove(position, move), value: valueOfScore(info.score) }];
    });
  }

  /** The legal prefix of a PV. */
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

function goMessage({ depth, nodes, milliseconds }: Limits, searchMoves: readonly Move[] | undefined): string {
  return [
    "go",
    ...(depth === undefined ? [] : [`depth ${depth}`]),
    ...(nodes === undefined ? [] : [`nodes ${nodes}`]),
    ...(milliseconds === undefined ? [] : [`movetime ${Math.max(1, Math.floor(milliseconds))}`]),
    ...(searchMoves ? [`searchmoves ${searchMoves.map(formatUci).join(" ")}`] : []),
  ].join(" ");
}
