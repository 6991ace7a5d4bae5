/** `gamelore arimaa fit`, `score` and `fit-scores`: fit the weights of the evaluation to recorded games, or to positions that a search scored. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { integerOption, type CommandOutput, type CommandInput } from "../../../engine/contracts/command.ts";
import { GameloreError, unwrap } from "../../../engine/contracts/errors.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { game } from "../game.ts";
import { SIDE } from "../layout.ts";
import { parseRecord, type RecordedTurn } from "../records.ts";
import type { ArimaaRules } from "../rules.ts";
import { playMoves } from "../turns.ts";
import { FIT_DEFAULTS, fitWeights, type PlayedTurn } from "./fit.ts";
import { fitScores } from "./fit-scores.ts";
import { fitStep } from "./fit-step.ts";
import { scorePositions } from "./score-positions.ts";
import { STEP_LEFT } from "./terms.ts";
import { handmadeWeights, weightsOf } from "./weights.ts";

/** A game of a JSON Lines file. */
interface RatedGame {
  readonly turns: readonly (readonly [string, string])[];
  readonly goldRating?: number;
  readonly silverRating?: number;
}

/** A scored position of a JSON Lines file. */
interface ScoreLine {
  readonly position: string;
  readonly score: number;
}

/** Fewer positions than this say nothing. */
const LEAST_SCORED = 20;
const DEFAULT_RATING = 1700;
/** Positions searched for the value of a step. */
const SEARCHED = 300;

export async function runFitCommand({ words, options }: CommandInput): Promise<CommandOutput> {
  const [file = ""] = words;
  const least = integerOption({ options }, "rating", DEFAULT_RATING);
  const rounds = integerOption({ options }, "rounds", FIT_DEFAULTS.rounds);
  const games = readGames(file);
  const rules = unwrap(await game.open({})) as ArimaaRules;
  try {
    const played = games.flatMap((one, i) => turnsOf(rules, one, least, `${file}, line ${i + 1}`));
    if (played.length < 10)
      throw new GameloreError(
        "bad-usage",
        `${file} has ${played.length} turns of players rated ${least} or more; expected at least 10`,
      );
    const report = (line: string): void => void process.stderr.write(`${line}\n`);
    const fitted = fitWeights(rules.board, played, handmadeWeights(), { ...FIT_DEFAULTS, rounds }, report);
    const every = Math.max(1, Math.floor(played.length / SEARCHED));
    const searched = played.filter((_, i) => i % every === 0).map((turn) => turn.before);
    fitted.weights[STEP_LEFT] = await fitStep(rules.board, searched, fitted.weights, report);
    const [before, after] = fitted.likelihood.map(({ heldOut }) => heldOut.toFixed(3));
    const document = {
      about: `${fitted.groups} turns of players rated ${least} or more, ${rounds} rounds`,
      weights: [...fitted.weights],
    };
    const out = options["out"];
    if (typeof out === "string") writeFileSync(out, `${JSON.stringify(document)}\n`);
    return {
      lines: [
        `${document.about}: log-likelihood of turns held out ${before} before, ${after} after`,
        `value of a step left: ${fitted.weights[STEP_LEFT]} thousandths of a rabbit, from searches of ${searched.length} positions`,
        typeof out === "string" ? `written to ${out}` : "not written; use --out FILE to write the weights",
      ],
      document,
    };
  } finally {
    await rules.close();
  }
}

/** `gamelore arimaa score`: scores positions of recorded games, and ones after turns that the evaluation likes. */
export async function runScoreCommand({ words, options }: CommandInput): Promise<CommandOutput> {
  const [file = ""] = words;
  const out = options["out"];
  if (typeof out !== "string")
    throw new GameloreError("bad-usage", "--out FILE is missing: the file for the scored positions");
  const seed = integerOption({ options }, "seed", 1);
  const games = readGames(file);
  const rules = unwrap(await game.open({})) as ArimaaRules;
  try {
    const positions = games.flatMap((one, i) =>
      recordOf(rules, one, `${file}, line ${i + 1}`).map(({ before }) => before),
    );
    writeFileSync(out, "");
    let count = 0;
    for await (const { position, score } of scorePositions(
      rules.board,
      positions,
      weightsOf("strategic"),
      new SeededRandom(seed),
    )) {
      const line: ScoreLine = { position: rules.formatPosition(position), score };
      appendFileSync(out, `${JSON.stringify(line)}\n`);
      if (++count % 1000 === 0) process.stderr.write(`${count} positions scored\n`);
    }
    return {
      lines: [`${count} positions of ${games.length} games scored, written to ${out}`],
      document: { positions: count, games: games.length },
    };
  } finally {
    await rules.close();
  }
}

/** `gamelore arimaa fit-scores`: fits the weights to positions that a search scored. */
export async function runFitScoresCommand({ words, options }: CommandInput): Promise<CommandOutput> {
  const [file = ""] = words;
  const lines = readLines(
    file,
    (line: Partial<ScoreLine>): line is ScoreLine => typeof line.position === "string" && Number.isFinite(line.score),
    'a position as JSON with "position", its text, and "score", for the side to move in thousandths of a rabbit',
  );
  const rules = unwrap(await game.open({})) as ArimaaRules;
  try {
    const scored = lines.map(({ position, score }, i) => {
      const parsed = rules.parsePosition(position);
      if (!parsed.ok) throw new GameloreError("bad-usage", `${file}, line ${i + 1}: ${parsed.error.message}`);
      return { position: parsed.value, score };
    });
    if (scored.length < LEAST_SCORED)
      throw new GameloreError("bad-usage", `${file} has ${scored.length} positions; expected at least ${LEAST_SCORED}`);
    const { weights, positions, errors } = fitScores(rules.board, scored, weightsOf("strategic"));
    const document = { about: `${positions} scored positions`, weights: [...weights] };
    const out = options["out"];
    if (typeof out === "string") writeFileSync(out, `${JSON.stringify(document)}\n`);
    return {
      lines: [
        `${document.about}: root mean square error ${Math.round(errors.before)} before, ${Math.round(errors.heldOut)} for positions held out (thousandths of a rabbit)`,
        typeof out === "string" ? `written to ${out}` : "not written; use --out FILE to write the weights",
      ],
      document,
    };
  } finally {
    await rules.close();
  }
}

function readGames(file: string): RatedGame[] {
  return readLines(
    file,
    (line: Partial<RatedGame>): line is RatedGame => Array.isArray(line.turns),
    'a game as JSON with "turns", a list of label and text',
  );
}

function readLines<Line>(file: string, isLine: (read: Partial<Line>) => read is Line, expected: string): Line[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `"${file}" cannot be read`, { cause });
  }
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, i) => {
      try {
        const read = JSON.parse(line) as Partial<Line>;
        if (isLine(read)) return read;
      } catch {
        // Reported below.
      }
      throw new GameloreError("bad-usage", `${file}, line ${i + 1}: expected ${expected}`);
    });
}

/** The turns of a game after the setups. */
function recordOf(rules: ArimaaRules, { turns }: RatedGame, where: string): readonly RecordedTurn[] {
  const record = parseRecord(rules.board, turns.map((turn) => turn.join(" ")).join("\n"));
  if (!record.ok) throw new GameloreError("bad-usage", `${where}: ${record.error.message}`);
  return record.value.turns.slice(2);
}

function turnsOf(rules: ArimaaRules, one: RatedGame, least: number, where: string): PlayedTurn[] {
  return recordOf(rules, one, where).flatMap(({ before, moves }) => {
    const rating = before[SIDE] === 0 ? one.goldRating : one.silverRating;
    const after = playMoves(rules.board, before, moves);
    return rating !== undefined && rating >= least && rules.result(after) === null ? [{ before, after }] : [];
  });
}
