/**
 * A program of somebody else, spoken to by lines. It is expected to do anything: to flood, to stall, to die at any point, to leave
 * children behind. Its output is read only while an answer is waited for, so what it says unasked waits in the pipe and not in our memory.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { GameloreError, PlayerFault } from "../../engine/contracts/errors.ts";
import { LineReader } from "./lines.ts";
import type { PeerLog } from "./peer-log.ts";

/** What may come while one answer is waited for. */
const MAX_ANSWER_BYTES = 16_000_000;
/** How long the end of the output is waited for when the process has ended (a child of its may hold it open), and the other way round. */
const LAST_WORDS_MS = 300;
const COMPLAINT_LETTERS = 4_096;
/** Where Debian installs chess programs; not on everybody's path. */
const GAME_FOLDERS = ["/usr/games", "/usr/local/games"];

interface Waiter {
  /** Whether the line was the answer. */
  readonly take: (line: string) => boolean;
  readonly lose: (why: string) => void;
  readonly interrupt: () => void;
  bytes: number;
}

const running = new Set<Program>();
let isGuarded = false;

/** However this process ends, the programs it has started do not outlive it. */
function guard(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.on("exit", () => running.forEach((program) => program.kill()));
}

export class Program {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #log: PeerLog;
  readonly #reader = new LineReader();
  readonly #gone: Promise<void>;
  /** Lines that were read with the last answer. */
  #early: string[] = [];
  #waiter: Waiter | null = null;
  /** How the process has ended. */
  #exit: string | null = null;
  #hasSaidAll = false;
  #isClosed = false;
  /** Why nothing more will come. */
  #over: string | null = null;

  constructor([program, ...words]: readonly [string, ...string[]], log: PeerLog) {
    guard();
    // In a group of its own: Ctrl-C in the terminal is for us to pass on, and what it starts can be ended with it.
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
    this.#keepComplaints(child.stderr);
    this.#gone = new Promise((resolve) => {
      child.on("error", ({ message }) => {
        this.#end(`it cannot be started: ${message}`);
        if (child.pid === undefined) resolve();
      });
      child.on("exit", (status, signal) => {
        this.#exit = signal === null ? `it ended with exit status ${status}` : `it was ended by ${signal}`;
        this.#endSoon();
        resolve();
      });
    });
    void this.#gone.then(() => {
      running.delete(this);
      this.kill();
    });
  }

  send(line: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${line}\n`);
  }

  note(text: string): void {
    this.#log.write(this.#child.pid, text);
  }

  /**
   * Hands lines on until one is the answer. Fails with `late` after the time, with `lost` where no answer can come any more, and with
   * `interrupted` by the signal.
   */
  wait(take: (line: string) => boolean, milliseconds: number, what: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", interrupt);
        this.#waiter = null;
        this.#child.stdout.pause();
      };
      const fail = (error: GameloreError): void => {
        done();
        if (error instanceof PlayerFault) this.note(`${error.fault}: ${error.message}`);
        reject(error);
      };
      const interrupt = (): void => fail(new GameloreError("interrupted", "interrupted"));
      const timer = setTimeout(() => fail(late(what, milliseconds)), milliseconds);
      const waiter: Waiter = {
        take: (line) => {
          const isAnswer = take(line);
          if (isAnswer) {
            done();
            resolve();
          }
          return isAnswer;
        },
        lose: (why) => fail(new PlayerFault("lost", `${what}: ${why}`)),
        interrupt,
        bytes: 0,
      };
      if (signal?.aborted || this.#isClosed) return interrupt();
      signal?.addEventListener("abort", interrupt, { once: true });
      this.#waiter = waiter;
      this.#hand(this.#early.splice(0));
      if (this.#waiter !== waiter) return;
      if (this.#over !== null) waiter.lose(this.#over);
      else this.#child.stdout.resume();
    });
  }

  /** Asks it to quit; what has not ended by itself after the grace is killed. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#waiter?.interrupt();
    this.send("quit");
    this.#child.stdin.end();
    // Who still writes is not held up by nobody reading.
    this.#child.stdout.removeAllListeners("data").resume();
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.#gone;
    clearTimeout(timer);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  /** At once, with all that it has started. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill("SIGKILL");
      else process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended, and left nobody behind.
    }
  }

  #read(chunk: Buffer): void {
    const waiter = this.#waiter;
    if (waiter) waiter.bytes += chunk.length;
    const lines = this.#reader.push(chunk);
    if (lines === null) return this.#flood("a line without end");
    if (waiter && waiter.bytes > MAX_ANSWER_BYTES) return this.#flood(`more than ${MAX_ANSWER_BYTES / 1e6} MB`);
    this.#hand(lines);
  }

  #hand(lines: readonly string[]): void {
    for (const [i, line] of lines.entries()) {
      if (!this.#waiter) {
        this.#early.push(...lines.slice(i));
        return;
      }
      this.#waiter.take(line);
    }
  }

  #flood(what: string): void {
    this.#child.stdout.removeAllListeners("data").pause();
    this.#end(`it floods: ${what} where an answer was expected`);
    this.kill();
  }

  #endOfOutput(): void {
    this.#hand(this.#reader.end());
    this.#hasSaidAll = true;
    this.#endSoon();
  }

  /** The end of the process and that of its output come in any order; the one is waited for after the other, but not for long. */
  #endSoon(): void {
    const end = (): void => this.#end(this.#exit ?? "it closed its output");
    if (this.#hasSaidAll && this.#exit !== null) end();
    else setTimeout(end, LAST_WORDS_MS).unref();
  }

  #end(why: string): void {
    this.#over ??= why;
    this.#waiter?.lose(this.#over);
  }

  #keepComplaints(stderr: Readable): void {
    let rest = "";
    stderr.setEncoding("utf8").on("error", () => {});
    stderr.on("data", (text: string) => {
      const lines = (rest + text).split(/[\r\n]+/);
      rest = (lines.pop() as string).slice(-COMPLAINT_LETTERS);
      for (const line of lines) if (line !== "") this.note(line.slice(0, COMPLAINT_LETTERS));
    });
    stderr.on("end", () => {
      if (rest !== "") this.note(rest);
    });
  }
}

function late(what: string, milliseconds: number): PlayerFault {
  return new PlayerFault("late", `${what}: nothing in ${(milliseconds / 1000).toFixed(1)} s`);
}
