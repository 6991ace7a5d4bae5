/** Rulesheets that people bring: checked, opened once to see whether they can be played, and kept under a digest of their text. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { writeAtomically, writeFully } from "../../engine/tables/atomic-write.ts";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { makeFolder } from "../../engine/platform/node/make-folder.ts";
import { checkRulesheet } from "../../gdl/language/check.ts";
import { gdlGame } from "../../gdl/game.ts";
import { headingOf } from "../../gdl/language/heading.ts";
import type { RulesheetDocument, RulesheetRequest } from "../../service/api.ts";
import type { GameSource } from "../game-source.ts";
import { gameSummary } from "../../service/documents/game.ts";

const FILE = /^([0-9a-f]{16})\.kif$/;
const MOST_KEPT = 200;
const FINDINGS_SHOWN = 200;

function folder(): string {
  return join(dataFolder(), "rulesheets");
}

/** Those that were brought before. */
export function keptRulesheets(): GameSource[] {
  return names().map((name) => ({
    id: `sheet-${name.replace(".kif", "")}`,
    rulesheet: readFileSync(join(folder(), name), "utf8"),
  }));
}

function names(): string[] {
  try {
    return readdirSync(folder()).filter((name) => FILE.test(name));
  } catch {
    return [];
  }
}

/** The source that a rulesheet has: with a heading, where it has none of its own. */
function sourceOf({ text, name }: RulesheetRequest): GameSource {
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const id = `sheet-${digest}`;
  if (headingOf(text)) return { id, rulesheet: text };
  const plain = name
    .replace(/\.\w+$/, "")
    .replaceAll(/[^\p{L}\p{N} -]+/gu, " ")
    .trim()
    .slice(0, 50);
  const title = /^[a-z]/i.test(plain)
    ? plain.charAt(0).toUpperCase() + plain.slice(1)
    : `Rulesheet ${digest.slice(0, 6)}`;
  return { id, rulesheet: `; ${title}: a rulesheet that was brought.\n${text}` };
}

export interface BroughtRulesheet {
  readonly document: RulesheetDocument;
  /** Null where it cannot be played. */
  readonly source: GameSource | null;
}

/** What the checker says, and whether it can be played; one that can is kept. */
export async function bringRulesheet(request: RulesheetRequest): Promise<BroughtRulesheet> {
  const findings: RulesheetDocument["findings"] = checkRulesheet(request.text)
    .slice(0, FINDINGS_SHOWN)
    .map(({ severity, at, message }) => ({ severity, line: at.line, column: at.column, message }));
  const source = sourceOf(request);
  const text = source.rulesheet as string;
  const heading = headingOf(text) ?? { title: source.id, summary: "" };
  const refused = (more: RulesheetDocument["findings"] = []): BroughtRulesheet => ({
    document: { game: null, ...heading, findings: [...findings, ...more] },
    source: null,
  });
  if (findings.some(({ severity }) => severity === "error")) return refused();
  try {
    const game = unwrap(gdlGame(source.id, text));
    const rules = unwrap(await game.open({}));
    gameSummary(rules, "general");
    await rules.close();
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    return refused([{ severity: "error", line: 1, column: 1, message: error.message }]);
  }
  await keep(source);
  return { document: { game: source.id, ...heading, findings }, source };
}

async function keep({ id, rulesheet = "" }: GameSource): Promise<void> {
  const name = `${id.replace("sheet-", "")}.kif`;
  if (names().includes(name)) return;
  if (names().length >= MOST_KEPT)
    throw new GameloreError("too-large", `${MOST_KEPT} rulesheets are kept already; remove some from ${folder()}`);
  makeFolder(folder());
  const bytes = Buffer.from(rulesheet);
  await writeAtomically(join(folder(), name), { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0));
}
