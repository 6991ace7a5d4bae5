/** A game in the terminal: a person against a player, or a person watching players. */
import { createInterface, type Interface } from "node:readline/promises";
import { endText } from "../engine/arena/end-text.ts";
import { sampleChanceMove, observationFor } from "../engine/arena/play-game.ts";
import type { Draft } from "../engine/contracts/draft.ts";
import { GameloreError, PlayerFault, type Result } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { arePlayers, type Move, type Position, type Scores, type PlayerNumber } from "../engine/contracts/position.ts";
import type { Choice, ForbiddenPositions, Player, SearchInfo } from "../engine/contracts/player.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { editDraft, positionOf } from "./draft-entry.ts";
import { InfoLine } from "./info-line.ts";
import { candidateLines, type EstimateOption, infoText } from "./info-text.ts";
import { moveHelp, readMoveLine, withoutName } from "./move-entry.ts";
import { replayPlies, type Ply } from "./plies.ts";
import { SessionOutput } from "./session-output.ts";
import type { TerminalAnalysis } from "./terminal-analysis.ts";
import { HIDDEN_MOVE, visibleText } from "../service/documents/position.ts";
import type { AnalysedGame } from "../service/documents/replay.ts";

const VALUES_SHOWN = 8;
/** With hidden information there is no analysis: a hint shows the estimate of the player that gives it. */
const ADVICE: EstimateOption = { showsEstimate: true };

const HELP = [
  "  values    the exact value of every legal move, or the best lines of a search",
  "  hint      the strongest move",
  "  plans     the plans or features it considers for you, with reasons, and the values of the moves",
  "  undo      take back your last move and the reply",
  "  position  the position as text",
  "  quit      leave; prints the command that resumes the game",
];

interface SessionOptions {
  readonly rules: OpenGame;
  /** For each seat a player, or null for the person. */
  readonly seats: readonly (Player | null)[];
  /** Gives hints. */
  readonly adviser: Player;
  readonly analysis: TerminalAnalysis;
  readonly start: Position;
  /** For chance moves. */
  readonly seed: number;
  /** The command that resumes from a position. */
  readonly resume: (position: string) => string;
  readonly signal: AbortSignal;
}

/** A move and its announcement. */
interface Chosen {
  readonly move: Move;
  readonly announcement: string | null;
}

const NOTHING_TO_UNDO = "You have no move to take back.";
const LEFT = "left";
const TAKEN_BACK = "taken back";

export class Session {
  readonly #options: SessionOptions;
  readonly #output: SessionOutput;
  readonly #plies: Ply[];
  readonly #lines: Interface = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  });
  readonly #random: SeededRandom;
  /** A person sees the analysis, which is the only source of values then; a spectator sees the players' own estimates. */
  readonly #estimate: EstimateOption;
  #closed = false;
  /** The rest of a line with several moves, for the ply after this many. */
  #rest: { text: string; plies: number } | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#output = new SessionOutput(options.rules, options.analysis);
    this.#random = new SeededRandom(options.seed);
    this.#plies = [{ position: options.start }];
    this.#estimate = { showsEstimate: !options.seats.includes(null) };
  }

  /** Plays until the game ends or the person leaves; returns the scores, or null. */
  async run(): Promise<Scores | null> {
    const input = this.#lines[Symbol.asyncIterator]();
    const { rules, seats, signal } = this.#options;
    signal.addEventListener("abort", () => this.#lines.close(), { once: true });
    // readline intercepts Ctrl-C; forward it to the process's listeners, even during a search.
    this.#lines.on("SIGINT", () => process.emit("SIGINT"));
    this.#lines.on("close", () => (this.#closed = true));
    try {
      while (true) {
        const { end } = replayPlies(this.#options.rules, this.#plies);
        if (end) {
          this.#show();
          this.#output.print(this.#output.paint("bold", endText(rules, end.scores, end.ending)));
          return end.scores;
        }
        const movers = rules.actors(this.#now().position);
        if (!arePlayers(movers)) {
          this.#playChance();
          continue;
        }
        const chosen: Chosen[] = [];
        let other: typeof LEFT | typeof TAKEN_BACK | null = null;
        for (const mover of movers) {
          const player = seats[mover] ?? null;
          const answer = player ? await this.#playerMove(player, mover) : await this.#promptForMove(input, mover);
          if (typeof answer === "object") chosen.push(answer);
          else {
            other = answer;
            break;
          }
        }
        if (other === LEFT) return this.#leave();
        if (other === TAKEN_BACK) continue;
        // Simultaneous moves are announced after all have been chosen.
        for (const { announcement } of chosen) if (announcement !== null) this.#output.print(announcement);
        this.#play(chosen.map(({ move }) => move));
      }
    } finally {
      this.#lines.close();
    }
  }

  #now(): Ply {
    return this.#plies.at(-1) as Ply;
  }

  #forbidden(): ForbiddenPositions | undefined {
    return replayPlies(this.#options.rules, this.#plies).history.forbidden;
  }

  /** The position as the person sees it; a spectator sees everything. */
  #seen(position: Position): Position {
    const { rules, seats } = this.#options;
    const person = seats.indexOf(null) as PlayerNumber;
    return person < 0 ? position : observationFor(rules, position, person);
  }

  /** Plays a chance move. With hidden information it is not announced. */
  #playChance(): void {
    const { rules } = this.#options;
    const { position } = this.#now();
    const move = sampleChanceMove(rules, position, this.#random);
    if (!rules.hidden) this.#output.print(`chance: ${this.#output.paint("bold", rules.formatMove(position, move))}`);
    this.#play([move]);
  }

  async #playerMove(player: Player, mover: PlayerNumber): Promise<Chosen | typeof LEFT> {
    const { rules, signal } = this.#options;
    const position = this.#now().position;
    const choice = await this.#choiceOf(player, observationFor(rules, position, mover), mover);
    if (!choice || signal.aborted) return LEFT;
    const formatted = this.#moveText(position, mover, choice.move);
    // Simultaneous moves are written with the player's name.
    const text = this.#output.paint("bold", withoutName(formatted, rules.players[mover] ?? ""));
    // A player's search info would reveal its hidden information.
    const info = rules.hidden
      ? ""
      : `  ${this.#output.paint("dim", infoText(rules, position, choice, this.#estimate))}`;
    return { move: choice.move, announcement: `${this.#output.nameOf(mover)} plays ${text}${info}` };
  }

  /** The text of another player's move as the person may know it. */
  #moveText(position: Position, mover: PlayerNumber, move: Move): string {
    const { rules, seats } = this.#options;
    const person = seats.indexOf(null) as PlayerNumber;
    if (!rules.hidden || person < 0) return rules.formatMove(this.#seen(position), move);
    const actors = rules.actors(position);
    if (actors.length > 1) return HIDDEN_MOVE;
    const after = rules.play(position, [move]);
    return visibleText(rules, rules.hidden, { actors: [mover], moves: [move], before: position, after }, person);
  }

  /** Null if the player was stopped before it had a move, or has failed: the game is then left, not lost. */
  async #choiceOf(player: Player, seen: Position, mover: PlayerNumber): Promise<Choice | null> {
    const { rules, signal } = this.#options;
    const line = new InfoLine(player.text, this.#estimate);
    // A player's search info would reveal its hidden information, or its simultaneous move.
    const simultaneous = rules.actors(this.#now().position).length > 1 && this.#options.seats.includes(null);
    const onInfo = rules.hidden || simultaneous ? undefined : (info: SearchInfo): void => line.show(info);
    try {
      const past = rules.hidden ? undefined : this.#plies.slice(0, -1).map(({ position }) => position);
      return await player.choose(
        seen,
        {},
        { signal, actor: mover, forbidden: this.#forbidden(), history: past, onInfo },
      );
    } catch (error) {
      if (error instanceof PlayerFault) this.#output.warn(`${player.text} failed: ${error.message}`);
      else if (!(signal.aborted && error instanceof GameloreError && error.code === "interrupted")) throw error;
      return null;
    } finally {
      line.end();
    }
  }

  /** Prompts until a move is made or taken back, or the person leaves. */
  async #promptForMove(
    input: AsyncIterator<string>,
    mover: PlayerNumber,
  ): Promise<Chosen | typeof LEFT | typeof TAKEN_BACK> {
    const { rules } = this.#options;
    const position = this.#now().position;
    const draft = rules.draft?.(position) ?? null;
    if (draft) return this.#promptForDraft(input, mover, draft);
    const rest = this.#rest;
    this.#rest = null;
    if (rest && rest.plies === this.#plies.length) {
      const move = this.#readMove(position, mover, rest.text);
      if (move.ok) return { move: move.value, announcement: null };
      this.#output.warn(move.error.message);
    } else if (rest) this.#output.warn(`"${rest.text}" was not played: your turn is over`);
    this.#show();
    await this.#output.showExactValues(this.#analysed(position), VALUES_SHOWN);
    while (true) {
      this.#prompt(`${this.#output.nameOf(mover)} to move (? for help): `);
      const next = await input.next();
      if (next.done) return LEFT;
      const text = next.value.trim();
      const word = text.toLowerCase();
      if (word === "") continue;
      if (word === "quit" || word === "q" || word === "exit") return LEFT;
      if (word === "?" || word === "help") this.#output.print([moveHelp(rules, position, mover), ...HELP].join("\n"));
      else if (word === "values" || word === "moves")
        await this.#output.showAnalysis(this.#analysed(position), this.#options.signal);
      else if (word === "position") this.#output.print(rules.formatPosition(this.#seen(position)));
      else if (rules.heatMaps && /^heat\b/.test(word)) {
        if (this.#output.selectHeatMap(word, this.#seen(position))) this.#show();
      } else if (word === "hint") await this.#hint(position, mover);
      else if (word === "plans") await this.#plans(position, mover);
      else if (word === "undo") {
        if (this.#undo(mover)) return TAKEN_BACK;
        this.#output.print(NOTHING_TO_UNDO);
      } else {
        const move = this.#readMove(position, mover, text);
        if (move.ok) return { move: move.value, announcement: null };
        this.#output.warn(move.error.message);
      }
    }
  }

  /** Edits a draft; when it is done, plays all of its moves but the last and returns the last. */
  async #promptForDraft(
    input: AsyncIterator<string>,
    mover: PlayerNumber,
    first: Draft,
  ): Promise<Chosen | typeof LEFT | typeof TAKEN_BACK> {
    const { rules } = this.#options;
    const { draft, end } = await editDraft(rules, mover, first, HELP.slice(1), {
      readLine: async () => {
        this.#prompt(`${this.#output.nameOf(mover)} to move (? for help): `);
        const next = await input.next();
        return next.done ? null : next.value;
      },
      print: (text) => this.#output.print(text),
      warn: (text) => this.#output.warn(text),
      show: (view) => this.#output.showView(view, this.#seen(this.#now().position)),
      hint: (position) => this.#hint(position, mover),
    });
    if (end === "undo") {
      if (!this.#undo(mover)) this.#output.print(NOTHING_TO_UNDO);
      return TAKEN_BACK;
    }
    this.#plies[this.#plies.length - 1] = { position: end === "left" ? positionOf(rules, mover, draft) : draft.base };
    if (end === "left") return LEFT;
    for (const move of draft.moves.slice(0, -1)) this.#play([move]);
    return { move: draft.moves.at(-1) as Move, announcement: null };
  }

  /** The first move of a line. The rest of the line is stored for the same player's next move in a row. */
  #readMove(position: Position, mover: PlayerNumber, text: string): Result<Move> {
    const { move, rest } = readMoveLine(this.#options.rules, position, mover, text, this.#forbidden());
    if (move.ok && rest !== "") this.#rest = { text: rest, plies: this.#plies.length + 1 };
    return move;
  }

  /** After the end of input, buffered lines may remain, but readline accepts no prompt. */
  #prompt(text: string): void {
    if (this.#closed) return void process.stdout.write(text);
    this.#lines.setPrompt(text);
    this.#lines.prompt();
  }

  /** The person's view of the game, for an analysis. */
  #analysed(position: Position): AnalysedGame {
    const { rules } = this.#options;
    const plies = this.#plies.slice(0, -1).map(({ position: before }) => ({ before }));
    return {
      rules,
      position: this.#seen(position),
      actors: rules.actors(position),
      forbidden: this.#forbidden(),
      plies,
    };
  }

  /** The first move of the analysis; with hidden information, the choice of the strongest player. */
  async #hint(position: Position, mover: PlayerNumber): Promise<void> {
    const { rules, adviser, analysis, signal } = this.#options;
    if (!rules.hidden) {
      const game = this.#analysed(position);
      const { lines, source } = await analysis.answer(game, signal);
      const [best] = lines;
      if (best && !signal.aborted) {
        const why = `${best.evaluation.text}, ${source.text}`;
        return this.#output.print(
          `hint: ${this.#output.paint("bold", withoutName(best.moves[0] as string, rules.players[mover] ?? ""))}  ${this.#output.paint("dim", why)}`,
        );
      }
    }
    const choice = await this.#choiceOf(adviser, this.#seen(position), mover);
    if (!choice) return;
    this.#output.print(
      `hint: ${this.#output.paint("bold", withoutName(rules.formatMove(position, choice.move), rules.players[mover] ?? ""))}  ${this.#output.paint("dim", infoText(rules, position, choice, ADVICE))}`,
    );
  }

  async #plans(position: Position, mover: PlayerNumber): Promise<void> {
    const choice = await this.#choiceOf(this.#options.adviser, this.#seen(position), mover);
    if (!choice) return;
    const candidates = choice.info.candidates ?? [];
    if (candidates.length === 0) return this.#output.print("This player does not report candidates.");
    const plans = this.#options.rules.hidden ? candidates : candidates.filter(({ kind }) => kind !== "move");
    if (plans.length > 0) this.#output.print(candidateLines(plans, choice.info.unit).join("\n"));
    // The values of moves come from the analysis alone: never two values for one position.
    if (plans.length < candidates.length)
      await this.#output.showAnalysis(this.#analysed(position), this.#options.signal);
  }

  #undo(mover: PlayerNumber): boolean {
    const { rules } = this.#options;
    for (let i = this.#plies.length - 2; i >= 0; i--) {
      if (!rules.actors((this.#plies[i] as Ply).position).includes(mover)) continue;
      this.#plies.length = i + 1;
      return true;
    }
    return false;
  }

  #play(moves: readonly Move[]): void {
    const { rules } = this.#options;
    const { position } = this.#now();
    const steps = rules.moveSteps && moves.flatMap((move) => rules.moveSteps?.(position, move) ?? []);
    const [from, to] = steps
      ? [steps.map((step) => step.from), steps.map((step) => step.to)]
      : moves.length === 1
        ? rules.formatMove(position, moves[0] as Move).split("-")
        : [];
    this.#plies.push({ position: rules.play(position, moves), from, to });
  }

  #show(): void {
    const { position, from, to } = this.#now();
    this.#output.showBoard(this.#seen(position), { from, to });
  }

  #leave(): null {
    const { rules, resume } = this.#options;
    this.#output.print(`\nYou left the game; resume with:\n  ${resume(rules.formatPosition(this.#now().position))}`);
    return null;
  }
}
