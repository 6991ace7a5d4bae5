/** A table of outcomes on a GPU, in the CPU's memory in the end: of a game with one section. */
import type { SolvedTable, SolveOptions, TableIdentity } from "../../contracts/table.ts";
import type { GpuDevice } from "./device.ts";
import { outcomeCheckpoint } from "./outcome-checkpoint.ts";
import type { RetrogradeGame } from "./retrograde-game.ts";
import { solveRetrograde } from "./retrograde.ts";

export async function solveTableOnGpu(
  gpu: GpuDevice,
  game: RetrogradeGame,
  identity: TableIdentity,
  options: SolveOptions,
): Promise<SolvedTable> {
  const { entries } = identity;
  const { checkpoint, ...others } = options;
  const began = performance.now();
  const solved = await solveRetrograde(gpu, game, {
    ...others,
    ...(checkpoint ? { checkpoint: outcomeCheckpoint(checkpoint, entries, options.say) } : {}),
  });
  const gpuSeconds = (performance.now() - began) / 1_000;
  const bytes = new Uint8Array(entries);
  await solved.table.download(bytes, 0, entries);
  solved.release();
  const { plies, deviceBytes, histograms } = solved;
  const statistics = { states: entries, plies, gpuSeconds, deviceBytes };
  return { identity, bytes, histogram: histograms[0] as readonly number[], statistics, release: () => {} };
}
