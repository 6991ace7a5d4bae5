/** A table that is built in the page on request, on the browser's GPU or on the CPU; the browser keeps it for games in the page. */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { formatSeconds } from "../../engine/contracts/quantities.ts";
import {
  type Device,
  ON_CPU,
  type SolveProgress,
  type TableSetSpec,
  type TableSpec,
} from "../../engine/contracts/table.ts";
import { cpuInstead } from "../../engine/solve/gpu/choose-device.ts";
import { valueCounts } from "../../engine/tables/value-counts.ts";
import type { OptionParams } from "../../service/api.ts";
import { parseParams } from "../../service/game-service.ts";
import type { BuildUpdate } from "../client/api-client.ts";
import type { PreparedTable } from "./messages.ts";
import { cacheWritten, ensureTables, REQUESTED } from "./tables.ts";

const COUNTS_EVERY_MS = 500;

interface Control {
  readonly signal: AbortSignal;
  readonly onUpdate: (update: BuildUpdate) => void;
}

export async function buildInPage(
  game: Game,
  params: OptionParams,
  device: Device,
  { signal, onUpdate }: Control,
): Promise<readonly PreparedTable[]> {
  const values = parseParams(game.tableOptions, params);
  const set: TableSetSpec | null = game.tableSet ? unwrap(game.tableSet(values)) : null;
  const specs: readonly TableSpec[] = set ? set.tables : [unwrap(game.table(values))];
  const name = set?.name ?? specs[0]?.identity.name ?? "";
  let solvedOn: string = ON_CPU;
  const options = {
    signal,
    limits: REQUESTED,
    say: (note: string) => onUpdate({ note }),
    onDevice: (used: string) => void (solvedOn = used),
    onProgress: progressOf(name, specs[0], onUpdate),
  };
  const built = await ensureTables(specs, set, { ...options, device: (set ?? specs[0])?.gpu ? device : "cpu" }).catch(
    async (error: unknown) => {
      if (!(error instanceof GameloreError) || error.code !== "gpu-missing") throw error;
      const tables = await ensureTables(specs, set, { ...options, device: "cpu" });
      solvedOn = cpuInstead(error.message);
      return tables;
    },
  );
  await cacheWritten();
  const seconds = Math.max(...built.map(({ milliseconds }) => milliseconds)) / 1_000;
  const isNew = built.some(({ from }) => from === "solved");
  onUpdate({ note: isNew ? `solved on ${solvedOn} in ${formatSeconds(seconds)}` : "already kept by this browser" });
  return built;
}

/** Progress, and the histogram so far. */
function progressOf(
  name: string,
  spec: TableSpec | undefined,
  onUpdate: Control["onUpdate"],
): (progress: SolveProgress) => void {
  let counted = Number.NEGATIVE_INFINITY;
  return ({ phase, done, counts }) => {
    onUpdate({ progress: { phase, done, note: name } });
    if (!counts || !spec || performance.now() - counted < COUNTS_EVERY_MS) return;
    counted = performance.now();
    onUpdate({ live: { kind: "histogram", counts: valueCounts(counts(), spec.identity.value) } });
  };
}
