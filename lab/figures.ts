/** Slow figures: measured once by `lab run` and stored in a file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import { writeAtomically, writeFully } from "../engine/tables/atomic-write.ts";
import { dataFolder } from "../engine/platform/node/folders.ts";
import type { OpenVariants } from "./variants.ts";
import { cellName, type Experiment, type Setting } from "./experiment.ts";

export class Figures {
  readonly #path: string;
  readonly #values: Map<string, number>;

  constructor(path: string = join(dataFolder(), "lab", "figures.json")) {
    this.#path = path;
    this.#values = new Map(Object.entries(read(path)));
  }

  get(id: string, setting: Setting, cell: string): number | null {
    return this.#values.get(keyOf(id, setting, cell)) ?? null;
  }

  async set(id: string, setting: Setting, cell: string, value: number): Promise<void> {
    // Another process may have measured others meanwhile.
    for (const [key, theirs] of Object.entries(read(this.#path))) this.#values.set(key, theirs);
    this.#values.set(keyOf(id, setting, cell), value);
    const sorted = Object.fromEntries([...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const bytes = Buffer.from(`${JSON.stringify(sorted, null, 2)}\n`);
    await writeAtomically(this.#path, { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0));
  }
}

function keyOf(id: string, setting: Setting, cell: string): string {
  return `${id} ${setting} ${cell}`;
}

/** Empty without a file. */
function read(path: string): Record<string, number> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return {};
  }
  try {
    const values: unknown = JSON.parse(text);
    if (
      typeof values !== "object" ||
      values === null ||
      Object.values(values).some((value) => typeof value !== "number")
    )
      throw new Error("expected numbers by name");
    return values as Record<string, number>;
  } catch (cause) {
    throw new GameloreError(
      "store-damaged",
      `${path} is damaged (${(cause as Error).message}); remove it to measure the figures again`,
      { cause },
    );
  }
}

interface FigureOptions {
  readonly setting: Setting;
  readonly only?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for a figure that cannot be measured here, for example because a program is missing; the others are still measured. */
  readonly onProblem?: ((line: string) => void) | undefined;
  readonly variants?: OpenVariants | undefined;
  readonly onProgress?: (done: number, of: number, cell: string) => void;
}

/** Measures missing figures one by one and stores each immediately. Returns the number of cells. */
export async function measureFigures(
  experiments: readonly Experiment[],
  figures: Figures,
  { setting, only = "", signal, variants, onProgress, onProblem }: FigureOptions,
): Promise<number> {
  const cells = experiments.flatMap(({ id, cells: own }) =>
    own.flatMap((cell) => {
      const measurement = cell.measure[setting];
      const name = cellName(cell);
      return measurement?.kind === "figure" && name.toLowerCase().includes(only.toLowerCase())
        ? [{ id, name, compute: measurement.compute }]
        : [];
    }),
  );
  const missing = cells.filter(({ id, name }) => figures.get(id, setting, name) === null);
  for (const [i, { id, name, compute }] of missing.entries()) {
    throwIfAborted(signal);
    onProgress?.(i, missing.length, `${id} ${name}`);
    const value = await compute(signal, variants).catch((error: unknown) => {
      if (!(error instanceof GameloreError) || error.code !== "bad-player") throw error;
      onProblem?.(`${id} ${name}: skipped: ${error.message}`);
      return null;
    });
    if (value !== null) await figures.set(id, setting, name, value);
  }
  return cells.length;
}
