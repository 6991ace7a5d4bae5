/** Uploaded rulesheets: checked, opened once to see whether they can be played, and stored under a digest of their text. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { writeAtomically, writeFully } from "../../engine/tables/atomic-write.ts";
import { readRegularFile } from "../../engine/platform/node/regular-file.ts";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { makeFolder } from "../../engine/platform/node/make-folder.ts";
import { checkRulesheet } from "../../gdl/language/check.ts";
import { gdlGame } from "../../gdl/game.ts";
import { headingOf } from "../../gdl/language/heading.ts";
import type { GameSummary } from "../../service/api.ts";
import type { RulesheetDocument, RulesheetRequest } from "../../service/library-documents.ts";
import type { GameSource } from "../game-source.ts";
import { gameSummary } from "../../service/documents/game.ts";
import { storeSummary } from "./sheet-summaries.ts";

const FILE = /^([0-9a-f]{16})\.kif$/;
const MAX_STORED = 200;
const MAX_FINDINGS = 200;
/** Findings of the checker about names that nothing defines. */
const UNDEFINED = /^no (?:rule derives|"init" or "next" makes|"legal" allows)/;

function folder(): string {
  return join(dataFolder(), "rulesheets");
}

export function storedRulesheets(): GameSource[] {
  return names().flatMap((name) => {
    try {
      return [{ id: `sheet-${name.replace(".kif", "")}`, rulesheet: readRegularFile(join(folder(), name)) }];
    } catch {
      // One bad file does not hide the others.
      return [];
    }
  });
}

function names(): string[] {
  try {
    return readdirSync(folder()).filter((name) => FILE.test(name));
  } catch {
    return [];
  }
}

/** Adds a heading to a rulesheet that has none, or that the user gave another name. */
function sourceOf({ text, name, title = "" }: RulesheetRequest): GameSource {
  const own = titleOf(title);
  const heading = headingOf(text);
  const isRenamed = own !== null && own !== heading?.title;
  const hash = createHash("sha256").update(text);
  const digest = (isRenamed ? hash.update(own) : hash).digest("hex").slice(0, 16);
  const id = `sheet-${digest}`;
  if (heading && !isRenamed) return { id, rulesheet: text };
  const shown = own ?? titleOf(name) ?? `Rulesheet ${digest.slice(0, 6)}`;
  // An empty line ends the comment that is the heading.
  return {
    id,
    rulesheet: `; ${shown}: ${heading?.summary ?? "an uploaded rulesheet"}.\n${heading ? "\n" : ""}${text}`,
  };
}

/** A name as a title; null if it does not begin with a letter. */
function titleOf(name: string): string | null {
  const plain = name
    .replace(/\.\w+$/, "")
    .replaceAll(/[^\p{L}\p{N} -]+/gu, " ")
    .trim()
    .slice(0, 50);
  return /^[a-z]/i.test(plain) ? plain.charAt(0).toUpperCase() + plain.slice(1) : null;
}

export interface UploadedRulesheet {
  readonly document: RulesheetDocument;
  /** Null if it cannot be played. */
  readonly source: GameSource | null;
}

/** The checker's findings, and the new game; a playable rulesheet is stored. */
export async function uploadRulesheet(request: RulesheetRequest): Promise<UploadedRulesheet> {
  const findings: RulesheetDocument["findings"] = checkRulesheet(request.text)
    .slice(0, MAX_FINDINGS)
    .map(({ severity, at, message }) => ({ severity, line: at.line, column: at.column, message }));
  const source = sourceOf(request);
  const text = source.rulesheet as string;
  const heading = headingOf(text) ?? { title: source.id, summary: "" };
  const refused = (more: RulesheetDocument["findings"] = []): UploadedRulesheet => ({
    document: { game: null, ...heading, findings: [...findings, ...more] },
    source: null,
  });
  if (findings.some(({ severity }) => severity === "error")) return refused();
  let summary: GameSummary;
  try {
    const game = unwrap(gdlGame(source.id, text));
    const rules = unwrap(await game.open({}));
    summary = gameSummary(rules, "general");
    await rules.close();
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    // The cause is more often a mistyped name than what fails because of it.
    const cause = findings.find(({ message }) => UNDEFINED.test(message));
    const { line, column } = cause ?? { line: 1, column: 1 };
    const what = error.message.replace(`${source.id}: `, "");
    const message = cause ? `${what}; probable cause: ${cause.message}` : what;
    return refused([{ severity: "error", line, column, message }]);
  }
  await store(source);
  // The list of games need not open it again.
  await storeSummary(summary);
  return { document: { game: source.id, ...heading, findings }, source };
}

async function store({ id, rulesheet = "" }: GameSource): Promise<void> {
  const name = `${id.replace("sheet-", "")}.kif`;
  if (names().includes(name)) return;
  if (names().length >= MAX_STORED)
    throw new GameloreError("too-large", `${MAX_STORED} rulesheets are already stored; delete some from ${folder()}`);
  makeFolder(folder());
  const bytes = Buffer.from(rulesheet);
  await writeAtomically(join(folder(), name), { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0));
}
