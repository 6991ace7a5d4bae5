/** Options of `gamelore probe chess` for Syzygy tables. The reader is imported on demand. */
import type { Result } from "../../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../../engine/contracts/options.ts";
import type { Prober } from "../../../engine/contracts/table.ts";

export const SYZYGY_OPTIONS: readonly OptionSpec[] = [
  {
    name: "syzygy",
    kind: "text",
    default: null,
    summary: "the folder of Syzygy tables (.rtbw, .rtbz) to read; several separated as in PATH",
  },
];

export async function openSyzygy(options: OptionValues): Promise<Result<Prober>> {
  const { SyzygyProber } = await import("./prober.ts");
  return SyzygyProber.open(String(options["syzygy"]));
}
