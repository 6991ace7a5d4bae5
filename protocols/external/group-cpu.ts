/** CPU time of a process group, from Linux's /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Ticks per second in /proc, fixed by the kernel's interface to user space. */
const TICKS = 100;
/** Fields of /proc/PID/stat after the program's name, which is in brackets. */
const GROUP = 2;
/** User and system time of the process, then of its children that have exited. */
const TIMES: readonly number[] = [11, 12, 13, 14];

/** In seconds, with children that have exited; null where /proc does not tell, or when all have exited. */
export function groupCpuSeconds(group: number): number | null {
  try {
    const ticks = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => ticksIn(name, group) ?? []);
    return ticks.length === 0 ? null : ticks.reduce((sum, each) => sum + each, 0) / TICKS;
  } catch {
    return null;
  }
}

/** Null for a process of another group, or one that has just exited. */
function ticksIn(pid: string, group: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[GROUP]) === group ? TIMES.reduce((sum, field) => sum + Number(fields[field]), 0) : null;
  } catch {
    return null;
  }
}
