/** The command line of a job: for the list of runs, and to go on without the server. */
import type { Device } from "../../engine/contracts/table.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import type { OptionParams } from "../../service/api.ts";
import type { JobRequest } from "../../service/job-documents.ts";

/** Of `gamelore`, without quotes; null for work that only the server does. Texts of clients are after `--`, or joined to the name of their option. */
export function commandOf(request: JobRequest): string[] | null {
  switch (request.kind) {
    case "solve":
      return ["solve", request.game, ...optionWords(request.options), ...deviceWords(request.device)];
    case "match":
    case "tournament": {
      const { kind, game, variant, players, pairs, limits, seed } = request;
      const words = [...optionWords(variant), ...limitWords(limits), `--pairs=${pairs}`, `--seed=${seed}`, "--build"];
      return [kind, game, ...words, "--", ...players];
    }
    case "prove":
      return null;
    case "lab":
      return ["lab", "run", request.experiment, `--setting=${request.setting}`, "--build"];
  }
}

function deviceWords(device?: Device): string[] {
  return device === undefined ? [] : [`--device=${device}`];
}

function optionWords(options: OptionParams): string[] {
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

function limitWords({ depth, nodes, playouts, milliseconds }: Limits): string[] {
  return Object.entries({ depth, nodes, playouts, ms: milliseconds }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}
