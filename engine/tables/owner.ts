/** The process that owns a lock or a temporary file, and whether it is still alive, even if its pid was reused. */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

export interface Owner {
  readonly pid: number;
  /** Boot id and start time in ticks; empty if the system does not report them. */
  readonly start: string;
  readonly host: string;
}

export function thisProcess(): Owner {
  return { pid: process.pid, start: startOf(process.pid)?.start ?? "", host: hostname() };
}

export function isThisHost(host: string): boolean {
  return host === hostname();
}

/** Whether a process of this host is still running. */
export function isAlive(owner: Pick<Owner, "pid" | "start">): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it is running as another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const found = startOf(owner.pid);
  if (found === undefined) return true;
  return !found.zombie && (owner.start === "" || owner.start === found.start);
}

/** A temporary file name that contains its owner, so that another process can see whether it is stale. */
export function temporaryName(base: string): string {
  const { pid, start, host } = thisProcess();
  return `${base}.${hostTag(host)}-${pid}-${start}-${randomBytes(4).toString("hex")}.tmp`;
}

/** Whether the file is a temporary of `base` whose process on this host has died. */
export function isStaleTemporary(file: string, base: string): boolean {
  if (!file.startsWith(`${base}.`)) return false;
  const parts = /^([0-9a-f]{8})-([1-9][0-9]{0,9})-([0-9a-f.]*)-[0-9a-f]{8}\.tmp$/.exec(file.slice(base.length + 1));
  if (parts === null || parts[1] !== hostTag(hostname())) return false;
  return !isAlive({ pid: Number(parts[2]), start: parts[3] ?? "" });
}

function hostTag(host: string): string {
  return createHash("sha256").update(host).digest("hex").slice(0, 8);
}

function startOf(pid: number): { start: string; zombie: boolean } | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8);
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Field 2 is the command in parentheses and may contain anything; the rest starts at field 3, the state.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields[19];
    return ticks === undefined ? undefined : { start: `${boot}.${ticks}`, zombie: fields[0] === "Z" };
  } catch {
    return undefined;
  }
}
