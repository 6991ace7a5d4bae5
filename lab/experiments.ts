/**
 * Finds the experiments: every module `table-…` and `counts-…` in a folder `paper-…` next to this file exports an `experiment`, or a table
 * under several conditions as `experiments`.
 */
import { globSync } from "node:fs";
import { SOURCE_EXTENSION } from "../engine/platform/node/source-file.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { didYouMean } from "../engine/contracts/did-you-mean.ts";
import type { Experiment } from "./experiment.ts";

export async function loadExperiments(): Promise<Experiment[]> {
  const files = globSync(`paper-*/{counts,table}-*${SOURCE_EXTENSION}`, { cwd: import.meta.dirname }).toSorted((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  const modules = await Promise.all(files.map((file) => import(new URL(file, import.meta.url).href)));
  return modules.flatMap((module: { experiment: Experiment } | { experiments: readonly Experiment[] }) =>
    "experiments" in module ? module.experiments : [module.experiment],
  );
}

/** The experiments with these ids, in the order of the list; all if `ids` is empty. */
export function chooseExperiments(all: readonly Experiment[], ids: readonly string[]): readonly Experiment[] {
  const names = all.map(({ id }) => id);
  for (const id of ids) {
    if (!names.includes(id))
      throw new GameloreError(
        "bad-usage",
        `unknown experiment "${id}"; expected one of ${names.join(", ")}${didYouMean(id, names)}`,
      );
  }
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
}
