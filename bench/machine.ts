/** The machine and its load: context for every figure. */
import { availableParallelism, cpus, loadavg } from "node:os";

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** Average number of running processes over the last minute, before the benchmark added its own. */
  readonly load: number;
  readonly node: string;
}

export function machineNow(): Machine {
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    load: loadavg()[0] ?? 0,
    node: process.version,
  };
}

export function describeMachine({ processor, cores, load, node }: Machine): string {
  return `${processor}, ${cores} cores, load ${load.toFixed(2)} before the run, Node ${node}`;
}
