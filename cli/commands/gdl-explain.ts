/** `gamelore gdl explain`: the derivation of a fact, legal move, goal or terminal, or why it fails. */
import type { Command } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { Explainer, type Explanation, type Proof } from "../../gdl/interpreter/explain.ts";
import type { Failure } from "../../gdl/interpreter/failure.ts";
import { addJson, oneLine, printResult } from "../command.ts";
import { parsedRulesheet } from "../read-rulesheet.ts";
import { painterFor } from "../terminal.ts";

interface ExplainGiven {
  readonly position?: string;
  readonly moves?: string;
  readonly json?: boolean;
}

const MAX_FACTS = 1_000_000;
const INDENT = "    ";

export function explainCommand(parent: Command): void {
  const command = parent
    .command("explain")
    .argument("<rulesheet>", "a rulesheet file, or the name of a bundled one")
    .argument("<sentence>", "a fact of the state, a move, or a sentence such as terminal or (goal x 100)")
    .description("shows how a sentence is derived in a position, or where each rule for it fails")
    .option("--position <FACTS>", "the position, as facts in braces (default: the initial position)")
    .option("--moves <MOVES>", "moves to play first, of the roles that have a choice")
    .addHelpText(
      "after",
      `
Examples:
  gamelore gdl explain tic-tac-toe "(legal x (take 1 1))"
  gamelore gdl explain tic-tac-toe "(take 2 2)" --moves "(take 2 2)"
  gamelore gdl explain game.kif terminal --position "{(cell 1 1 x) (control o)}"
  gamelore gdl explain tic-tac-toe "(goal ?player 100)" --moves "(take 1 1) (take 2 1) (take 1 2) (take 2 2) (take 1 3)"

Exit status 1 if the sentence does not hold.`,
    );
  addJson(command).action((file: string, sentence: string, given: ExplainGiven) => {
    const sheet = parsedRulesheet(file);
    let explainer: Explainer;
    try {
      explainer = new Explainer(sheet, { maxFacts: MAX_FACTS });
    } catch (error) {
      if (!(error instanceof GameloreError)) throw error;
      throw new GameloreError(error.code, `${file}: ${error.message}`);
    }
    if (given.position !== undefined) unwrap(explainer.setPosition(given.position));
    if (given.moves !== undefined) unwrap(explainer.play(given.moves));
    const explanations = unwrap(explainer.explain(sentence));
    printResult(given.json, { file, position: explainer.position, explanations }, explanations.flatMap(linesFor));
    if (!explanations.some(({ holds }) => holds)) process.exitCode = 1;
  });
}

function linesFor({ sentence, proof, failures }: Explanation): string[] {
  if (proof) return proofLines(proof, "");
  const none = failures.length === 0 ? [`${INDENT}no rule derives a sentence of this form`] : [];
  return [oneLine(`${sentence} does not hold`), ...failures.flatMap(failureLines), ...none];
}

function proofLines({ fact, because, line, bindings, conditions }: Proof, indent: string): string[] {
  const paint = painterFor(process.stdout);
  const from = [
    ...(because === null ? [] : [because]),
    ...(line === null ? [] : [`line ${line}`]),
    ...bindings.map(({ name, value }) => `${name} = ${value}`),
  ].join(", ");
  return [
    `${indent}${oneLine(fact)}${paint("dim", oneLine(`  ${from}`))}`,
    ...conditions.flatMap((each) => proofLines(each, indent + INDENT)),
  ];
}

function failureLines({ line, held, fails, bindings }: Failure): string[] {
  const paint = painterFor(process.stdout);
  const values = bindings.map(({ name, value }) => `${name} = ${value}`).join(", ");
  return [
    `${INDENT}${oneLine(`line ${line}`)}${paint("dim", oneLine(values === "" ? "" : `, ${values}`))}`,
    ...held.map((each) => `${INDENT}${INDENT}${oneLine(each)}${paint("dim", "  holds")}`),
    `${INDENT}${INDENT}${oneLine(fails)}${paint("red", "  fails")}`,
  ];
}
