/**
 * The process of an external engine, with a line protocol. It is not trusted: it may flood, stall, die at any point or leave children
 * behind. Its output is read only while an answer is expected, so unsolicited output stays in the pipe and not in our memory.
 */
import { isMissing } from "../../engine/contracts/file-errors.ts";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { GameloreError, PlayerFault } from "../../engine/contracts/errors.ts";
import { groupCpuSeconds } from "./group-cpu.ts";
import { LineReader } from "./lines.ts";
import type { EngineLog } from "./engine-log.ts";

/** Output accepted while waiting for one answer. */
const MAX_ANSWER_BYTES = 16_000_000;
/** Time between the exit of the process and the end of its output, in either order: a child may hold the pipe open. */
const DRAIN_MS = 300;
const MAX_STDERR_CHARACTERS = 4_096;
/** Debian's folders of chess programs, often not on the PATH. */
const GAME_FOLDERS = ["/usr/games", "/usr/local/games"];

interface Waiter {
  /** Returns whether the line is the answer. */
  readonly onLine: (line: string) => boolean;
  readonly fail: (why: string) => void;
  readonly interrupt: () => void;
  bytes: number;
}

const running = new Set<EngineProcess>();
let isHooked = false;

/** Kills the started programs however this process ends. */
function killOnExit(): void {
  if (isHooked) return;
  isHooked = true;
  process.on("exit", () => running.forEach((each) => each.kill()));
}

export class EngineProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #log: EngineLog;
  readonly #reader = new LineReader();
  readonly #exited: Promise<void>;
  /** Lines read after the last answer. */
  #pending: string[] = [];
  #waiter: Waiter | null = null;
  /** How the process exited. */
  #exit: string | null = null;
  #hasClosedOutput = false;
  #isClosed = false;
  /** Why no further output is possible. */
  #failure: string | null = null;

  constructor([program, ...words]: readonly [string, ...string[]], log: EngineLog) {
    killOnExit();
    // Its own process group: Ctrl-C in the terminal does not reach it, and its children can be killed with it.
    const isPosix = process.platform !== "win32";
    const env = isPosix ? { ...process.env, PATH: [process.env["PATH"], ...GAME_FOLDERS].join(":") } : process.env;
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"], detached: isPosix, env });
    this.#child = child;
    this.#log = log;
    running.add(this);
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk)).on("error", () => {});
    child.stdout.on("end", () => this.#endOfOutput());
    child.stdout.pause();
    this.#logStderr(child.stderr);
    this.#exited = new Promise((resolve) => {
      child.on("error", (error) => {
        this.#end(isMissing(error) ? `the program ${program} does not exist` : `cannot be started: ${error.message}`);
        if (child.pid === undefined) resolve();
      });
      child.on("exit", (status, signal) => {
        this.#exit = signal === null ? `exited with status ${status}` : `killed by ${signal}`;
        this.#endSoon();
        resolve();
      });
    });
    void this.#exited.then(() => {
      running.delete(this);
      this.kill();
    });
  }

  send(line: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${line}\n`);
  }

  log(text: string): void {
    this.#log.write(this.#child.pid, text);
  }

  /** CPU time of the program and its children. */
  cpuSeconds(): number | null {
    const { pid } = this.#child;
    return pid === undefined ? null : groupCpuSeconds(pid);
  }

  /**
   * Passes lines to `onLine` until it accepts one as the answer. Fails with `late` after the time, with `lost` if no answer is possible any
   * more, and with `interrupted` by the signal.
   */
  wait(onLine: (line: string) => boolean, milliseconds: number, what: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", interrupt);
        this.#waiter = null;
        this.#child.stdout.pause();
      };
      const fail = (error: GameloreError): void => {
        done();
        if (error instanceof PlayerFault) this.log(`${error.fault}: ${error.message}`);
        reject(error);
      };
      const interrupt = (): void => fail(new GameloreError("interrupted", "interrupted"));
      const timer = setTimeout(() => fail(late(what, milliseconds)), milliseconds);
      const waiter: Waiter = {
        onLine: (line) => {
          const isAnswer = onLine(line);
          if (isAnswer) {
            done();
            resolve();
          }
          return isAnswer;
        },
        fail: (why) => fail(new PlayerFault("lost", `${what}: ${why}`)),
        interrupt,
        bytes: 0,
      };
      if (signal?.aborted || this.#isClosed) return interrupt();
      signal?.addEventListener("abort", interrupt, { once: true });
      this.#waiter = waiter;
      this.#dispatch(this.#pending.splice(0));
      if (this.#waiter !== waiter) return;
      if (this.#failure !== null) waiter.fail(this.#failure);
      else this.#child.stdout.resume();
    });
  }

  /** Sends quit; kills the process after the grace period. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#waiter?.interrupt();
    this.send("quit");
    this.#child.stdin.end();
    // Drains the pipe, so that a process that still writes can exit.
    this.#child.stdout.removeAllListeners("data").resume();
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.#exited;
    clearTimeout(timer);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  /** Kills the process and its children. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill("SIGKILL");
      else process.kill(-pid, "SIGKILL");
    } catch {
      // The group has already exited.
    }
  }

  #read(chunk: Buffer): void {
    const waiter = this.#waiter;
    if (waiter) waiter.bytes += chunk.length;
    const lines = this.#reader.push(chunk);
    if (lines === null) return this.#flood("a line that is too long");
    if (waiter && waiter.bytes > MAX_ANSWER_BYTES) return this.#flood(`more than ${MAX_ANSWER_BYTES / 1e6} MB`);
    this.#dispatch(lines);
  }

  #dispatch(lines: readonly string[]): void {
    for (const [i, line] of lines.entries()) {
      if (!this.#waiter) {
        this.#pending.push(...lines.slice(i));
        return;
      }
      this.#waiter.onLine(line);
    }
  }

  #flood(what: string): void {
    this.#child.stdout.removeAllListeners("data").pause();
    this.#end(`output flood: ${what} while waiting for an answer`);
    this.kill();
  }

  #endOfOutput(): void {
    this.#dispatch(this.#reader.end());
    this.#hasClosedOutput = true;
    this.#endSoon();
  }

  /** Exit and end of output come in either order; the second has `DRAIN_MS`. */
  #endSoon(): void {
    const end = (): void => this.#end(this.#exit ?? "closed its output");
    if (this.#hasClosedOutput && this.#exit !== null) end();
    else setTimeout(end, DRAIN_MS).unref();
  }

  #end(why: string): void {
    this.#failure ??= why;
    this.#waiter?.fail(this.#failure);
  }

  #logStderr(stderr: Readable): void {
    let rest = "";
    stderr.setEncoding("utf8").on("error", () => {});
    stderr.on("data", (text: string) => {
      const lines = (rest + text).split(/[\r\n]+/);
      rest = (lines.pop() as string).slice(-MAX_STDERR_CHARACTERS);
      for (const line of lines) if (line !== "") this.log(line.slice(0, MAX_STDERR_CHARACTERS));
    });
    stderr.on("end", () => {
      if (rest !== "") this.log(rest);
    });
  }
}

function late(what: string, milliseconds: number): PlayerFault {
  return new PlayerFault("late", `${what}: no answer within ${(milliseconds / 1000).toFixed(1)} s`);
}
