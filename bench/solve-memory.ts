/** Peak memory of the fast solver, measured in a separate process that solves one table. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { game } from "../games/chinese-checkers/game.ts";
import { startProgress } from "./progress.ts";

export interface SolveMemory {
  readonly threads: number;
  readonly tableBytes: number;
  readonly peakBytes: number;
  /** Memory before solving: Node and the program. */
  readonly baseBytes: number;
  /** Peak above the table's own size. */
  readonly aboveTableBytes: number;
}

const SELF = fileURLToPath(import.meta.url);

export async function solveMemory(
  side: number,
  pieces: number,
  threads: number,
  signal?: AbortSignal,
): Promise<SolveMemory> {
  try {
    // Like the CLI: with the compile cache, no memory is spent on stripping types.
    const env = { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() };
    const options = signal ? { signal, env } : { env };
    const solving = promisify(execFile)(process.execPath, [SELF, ...[side, pieces, threads].map(String)], options);
    solving.child.stderr?.pipe(process.stderr, { end: false });
    const { stdout } = await solving;
    return JSON.parse(stdout) as SolveMemory;
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}

/** On Linux `maxRSS` includes the parent's peak; VmHWM is reset by exec. */
function peakBytes(): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (kilobytes !== undefined) return 1_024 * Number(kilobytes);
  } catch {
    // Not Linux.
  }
  return 1_024 * process.resourceUsage().maxRSS;
}

if (process.argv[1] === SELF) {
  const [side = 0, pieces = 0, threads = 1] = process.argv.slice(2).map(Number);
  const spec = unwrap(game.table({ side, pieces, goal: null }));
  const baseBytes = peakBytes();
  const advance = startProgress("peak memory of the fast solver");
  const solved = await spec.solve({ threads, onProgress: ({ phase, done }) => advance(done, phase) });
  const peak = peakBytes();
  const tableBytes = solved.bytes.length;
  const memory: SolveMemory = { threads, tableBytes, peakBytes: peak, baseBytes, aboveTableBytes: peak - tableBytes };
  process.stdout.write(JSON.stringify(memory));
}
