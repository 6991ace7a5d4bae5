/** `gamelore gdl diff`: a semantic diff of two rulesheets. */
import type { Command } from "commander";
import { areDifferent, compareRulesheets, ruleText, type Difference } from "../../gdl/language/diff.ts";
import type { Rule } from "../../gdl/language/rulesheet.ts";
import { addJson, oneLine, printResult } from "../command.ts";
import { parsedRulesheet } from "../read-rulesheet.ts";
import { formatNumber, painterFor, plural } from "../terminal.ts";

export function diffCommand(parent: Command): void {
  const command = parent
    .command("diff")
    .argument("<first>", "a rulesheet file, or the name of a bundled one")
    .argument("<second>", "another")
    .description("compares the rules of two rulesheets and lists the rules that only one of them has")
    .addHelpText(
      "after",
      `
Examples:
  gamelore gdl diff old.kif new.kif
  gamelore gdl diff breakthrough mine.kif --json

Ignores layout, comments, the order of rules and conditions, the names of variables, and "or" written as
several rules. Exit status 1 if there are differences.`,
    );
  addJson(command).action((first: string, second: string, given: { readonly json?: boolean }) => {
    const difference = compareRulesheets(parsedRulesheet(first), parsedRulesheet(second));
    const different = areDifferent(difference);
    const document = {
      first,
      second,
      different,
      onlyInFirst: difference.onlyInFirst.map(ruleDocument),
      onlyInSecond: difference.onlyInSecond.map(ruleDocument),
      shared: difference.shared,
      roles: difference.roles,
    };
    printResult(given.json, document, linesFor(first, second, difference));
    if (different) process.exitCode = 1;
  });
}

function ruleDocument(rule: Rule): object {
  return { line: rule.at.line, column: rule.at.column, rule: ruleText(rule) };
}

/** Rules of the same name are grouped, so that a changed rule is next to its old form. */
function linesFor(first: string, second: string, { onlyInFirst, onlyInSecond, shared, roles }: Difference): string[] {
  const paint = painterFor(process.stdout);
  const [lost, gained] = [Map.groupBy(onlyInFirst, nameOf), Map.groupBy(onlyInSecond, nameOf)];
  const line = (file: string, sign: string, rule: Rule): string =>
    paint(sign === "-" ? "red" : "green", oneLine(`${sign} ${file}:${rule.at.line}: ${ruleText(rule)}`));
  return [
    ...[...new Set([...lost.keys(), ...gained.keys()])].flatMap((name) => [
      ...(lost.get(name) ?? []).map((rule) => line(first, "-", rule)),
      ...(gained.get(name) ?? []).map((rule) => line(second, "+", rule)),
    ]),
    ...(roles ? [`different order of roles: ${roles.first.join(", ")} became ${roles.second.join(", ")}`] : []),
    `${plural(shared, "rule")} in both, ${formatNumber(onlyInFirst.length)} only in ${first}, ${formatNumber(onlyInSecond.length)} only in ${second}`,
  ];
}

/** The relation of a rule's head, with the fact or move for legal, next and the like. */
function nameOf({ head }: Rule): string {
  const [last] = head.arguments.slice(-1);
  return last?.kind === "compound" ? `${head.name} ${last.name}` : head.name;
}
