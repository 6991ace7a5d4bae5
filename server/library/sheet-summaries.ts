/** Summaries of uploaded rulesheets, kept across restarts: opening a rulesheet may take seconds. */
import { join } from "node:path";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { readRegularFile } from "../../engine/platform/node/regular-file.ts";
import { writeAtomically, writeFully } from "../../engine/tables/atomic-write.ts";
import { gameloreVersion } from "../../games/games.ts";
import type { GameSummary } from "../../service/api.ts";
import { GameSummarySchema } from "../http/schemas.ts";

/** Another version may summarize otherwise. */
const { version, build } = gameloreVersion();
const MADE_BY = `${version}+${build}`;

/** Beside the rulesheet, whose name is a digest of its text. */
function pathOf(id: string): string {
  return join(dataFolder(), "rulesheets", `${id.replace("sheet-", "")}.summary.json`);
}

/** Null if there is none, or not of this version. */
export function storedSummary(id: string): GameSummary | null {
  try {
    const { madeBy, summary } = JSON.parse(readRegularFile(pathOf(id))) as { madeBy: unknown; summary: unknown };
    const read = GameSummarySchema.safeParse(summary);
    return madeBy === MADE_BY && read.success && read.data.id === id ? read.data : null;
  } catch {
    return null;
  }
}

/** Failing to keep it costs time only. */
export async function storeSummary(summary: GameSummary): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ madeBy: MADE_BY, summary }));
  await writeAtomically(pathOf(summary.id), { bytesNeeded: bytes.length }, (output) =>
    writeFully(output, bytes, 0),
  ).catch(() => {});
}
