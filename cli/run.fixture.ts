/**
 * Test fixture: runs the command, with a separate data folder per test file. Commands that neither read input nor receive signals
 * run inside the test's process, which saves starting one; all others are processes.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { main } from "./main.ts";

const COMMAND = fileURLToPath(new URL("gamelore.js", import.meta.url));
const POLL_MS = 3;
/** A command that hangs is killed, so that its test fails and no process remains. */
const HANGS_MS = 110_000;
const LONGEST_WAIT_MS = 25_600;

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Commands that may read standard input or keep the process busy. */
const PROCESS_ONLY: readonly string[] = ["play", "engine", "serve", "start", "bench"];
/** One command at a time may run inside the test's process. */
let inside = false;

/** A data folder and the command that uses it. */
export class Home {
  readonly folder: string = mkdtempSync(join(tmpdir(), "gamelore-cli-"));

  async run(words: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const isHelp = words.includes("--help");
    const asProcess = options.input !== undefined || options.env !== undefined || PROCESS_ONLY.includes(words[0] ?? "");
    if (!inside && (isHelp || !asProcess)) return this.#runInside(words);
    const running = this.start(words, options);
    running.type(options.input ?? "");
    running.endInput();
    return running.ended;
  }

  /** Runs a command that must be refused before it reads input or serves. */
  async refuse(words: readonly string[]): Promise<Outcome> {
    return this.#runInside(words);
  }

  async #runInside(words: readonly string[]): Promise<Outcome> {
    const { argv, env, exitCode } = process;
    const streams = [process.stdout, process.stderr] as const;
    const writes = streams.map((stream) => stream.write);
    const printed = ["", ""];
    inside = true;
    process.argv = [...argv.slice(0, 1), COMMAND, ...words];
    process.env = this.#environment({});
    process.exitCode = undefined;
    for (const [i, stream] of streams.entries())
      stream.write = ((chunk: string | Uint8Array) => {
        printed[i] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
        return true;
      }) as typeof stream.write;
    try {
      const status = (await main(words)) ?? Number(process.exitCode ?? 0);
      return { status, stdout: printed[0] as string, stderr: printed[1] as string };
    } finally {
      for (const [i, stream] of streams.entries()) stream.write = writes[i] as typeof stream.write;
      Object.assign(process, { argv, env, exitCode });
      inside = false;
    }
  }

  /** Runs a shell command line in which `gamelore` is the command. */
  async runLine(line: string, input: string = ""): Promise<Outcome> {
    const script = `gamelore() { "${process.execPath}" "${COMMAND}" "$@"; }\n${line}`;
    const running = new Running("sh", ["-c", script], this.#environment({}));
    running.type(input);
    running.endInput();
    return running.ended;
  }

  start(words: readonly string[], options: RunOptions = {}): Running {
    return new Running(process.execPath, [COMMAND, ...words], this.#environment(options.env ?? {}));
  }

  /**
   * Presses Ctrl-C while a command works. One that does not handle the signal yet is killed by it, and is started again with more
   * time, as is one whose output shows that it has not done enough.
   */
  async interrupt(words: readonly string[], enough: RegExp = /(?:)/): Promise<Outcome> {
    let last = "";
    for (let wait = 400; wait <= LONGEST_WAIT_MS; wait *= 2) {
      const running = this.start(words);
      await sleep(wait);
      if (running.outcome !== null) throw new Error(`the command ended early: ${running.stdout}${running.stderr}`);
      const outcome = await running.signal("SIGINT");
      if (outcome.status !== null && enough.test(outcome.stderr)) return outcome;
      last = outcome.stderr;
    }
    throw new Error(`interrupted after ${LONGEST_WAIT_MS} ms, it printed nothing that matches ${enough}: ${last}`);
  }

  /** Paths of all files, relative to the folder. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      .toSorted();
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): Buffer {
    return readFileSync(this.path(file));
  }

  /** Waits until a file with a matching name exists. */
  async appears(name: RegExp, process: Running): Promise<void> {
    while (!this.files().some((file) => name.test(file))) {
      if (process.outcome !== null) throw new Error(`${name} did not appear: ${process.outcome.stderr}`);
      await sleep(POLL_MS);
    }
  }

  /** Processes that still use this folder, if the system reports them. */
  processes(): number[] {
    return numbersIn("/proc").filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`GAMELORE_HOME=${this.folder}\0`);
      } catch {
        return false;
      }
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The environment of the test runner (colours, loaders) is not inherited. */
  #environment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    return { PATH, HOME, GAMELORE_HOME: this.folder, ...extra };
  }
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

export class Running {
  readonly ended: Promise<Outcome>;
  readonly #child: ChildProcess;
  outcome: Outcome | null = null;
  stdout = "";
  stderr = "";

  constructor(program: string, words: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn(program, words, { env, timeout: HANGS_MS, killSignal: "SIGKILL" });
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    // A command may exit before it has read all input.
    child.stdin.on("error", () => {});
    this.#child = child;
    this.ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => {
        this.outcome = { status, stdout: this.stdout, stderr: this.stderr };
        resolve(this.outcome);
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  /** Waits until a text has been printed. */
  async prints(text: string): Promise<void> {
    while (!this.stdout.includes(text)) {
      if (this.outcome !== null) throw new Error(`"${text}" was not printed: ${this.stdout}${this.stderr}`);
      await sleep(POLL_MS);
    }
  }

  async signal(signal: NodeJS.Signals): Promise<Outcome> {
    this.#child.kill(signal);
    return this.ended;
  }
}

/** Progress is shown after two seconds, which a command may take on a busy machine. */
function withoutProgress(outcome: Outcome): Outcome {
  return { ...outcome, stderr: outcome.stderr.replaceAll(/^[^\n]*: \d+ % [^\n]*\n/gm, "") };
}

/** An error: the exit status, one line on stderr, nothing on stdout. */
export function expectRefusal(outcome: Outcome, why: RegExp | string, status: number = 2): void {
  const { stdout, stderr, status: given } = withoutProgress(outcome);
  expect({ status: given, stdout, stderr }).toEqual({
    status,
    stdout: "",
    stderr: expect.stringMatching(/^gamelore: [^\n]+\n$/),
  });
  expect(stderr).toMatch(why);
}

/** The JSON document of a successful command. */
export function documentOf(outcome: Outcome): unknown {
  expect(withoutProgress(outcome)).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(outcome.stdout);
}
