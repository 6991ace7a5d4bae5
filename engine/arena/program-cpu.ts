/** CPU time of a match against external programs, so that "equal time" can be seen. */
import type { OnProgramCpu } from "./match-game.ts";

/** Seconds by player; null if unknown. */
export type CpuByPlayer = readonly [first: number | null, second: number | null];

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export class ProgramCpu {
  readonly #started: number = cpuSeconds();
  /** Of the players' programs; undefined for a player of this process. */
  readonly #programs: [number | null | undefined, number | null | undefined] = [undefined, undefined];

  readonly add: OnProgramCpu = (isFirst, seconds) => {
    const seat = isFirst ? 0 : 1;
    const sum = this.#programs[seat];
    this.#programs[seat] = sum === null || seconds === null ? null : (sum ?? 0) + seconds;
  };

  /** Null without programs. A player of this process has all of its CPU time, with the arena's own. */
  get byPlayer(): CpuByPlayer | null {
    const [first, second] = this.#programs;
    if (first === undefined && second === undefined) return null;
    const own = cpuSeconds() - this.#started;
    return [first === undefined ? own : first, second === undefined ? own : second];
  }
}
