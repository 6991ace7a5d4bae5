/** The workbench for tests: a server on a free port with an empty home, and a browser. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium } from "../in-page/chromium.fixture.ts";

const root = join(import.meta.dirname, "../..");
/** The longest wait of a test; the machine may be busy. */
const PATIENCE_MS = 60_000;
const VIEWPORT = { width: 1200, height: 900 };
/** Where the page stores whether values are shown. */
const VALUES_KEY = "gamelore.values";

interface WorkbenchOptions {
  readonly values?: boolean;
  /** Options of `gamelore serve`, and variables for it. */
  readonly serve?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Options of the browser. */
  readonly chromium?: readonly string[];
}

export class Workbench {
  readonly home: string = mkdtempSync(join(tmpdir(), "gamelore-page-"));
  /** Script errors and content policy violations. */
  readonly complaints: string[] = [];
  address = "";
  #server: ChildProcess | null = null;
  #browser: Browser | null = null;
  readonly #values: boolean;
  readonly #chromium: readonly string[];
  readonly #serve: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  /** What the server has printed. */
  output = "";
  /** A page that no test uses: starting a process for each and loading the page into it takes longer than most tests. */
  #idle: Page | null = null;
  /** Pages in contexts without options. */
  readonly #plain = new Set<Page>();

  /** Values are on unless a test has no use for them: the analysis of every position takes much of the machine. */
  constructor({ values = true, serve = [], env = {}, chromium = [] }: WorkbenchOptions = {}) {
    this.#values = values;
    this.#serve = serve;
    this.#env = env;
    this.#chromium = chromium;
  }

  async command(program: string, ...words: string[]): Promise<void> {
    await promisify(execFile)(process.execPath, [join(root, program), ...words], {
      env: { ...process.env, GAMELORE_HOME: this.home },
    });
  }

  async open(): Promise<void> {
    await this.command("web/build.ts");
    await Promise.all([
      this.start(),
      launchChromium(this.#chromium).then((browser) => {
        this.#browser = browser;
      }),
    ]);
  }

  /** Starts, or restarts at the same address. */
  async start(): Promise<void> {
    const port = this.address === "" ? "0" : new URL(this.address).port;
    const server = spawn(process.execPath, [join(root, "cli/gamelore.js"), "serve", "--port", port, ...this.#serve], {
      env: { ...process.env, ...this.#env, GAMELORE_HOME: this.home },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#server = server;
    this.address = await new Promise<string>((resolve, reject) => {
      let output = "";
      server.stdout.on("data", (text: Buffer) => {
        output += text.toString();
        this.output += text.toString();
        const found = /http:\/\/\S+/.exec(output)?.[0];
        if (found) resolve(found);
      });
      server.on("exit", (code) => reject(new Error(`the server exited with ${code}: ${output}`)));
    });
  }

  async kill(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await gone;
  }

  /** A page without anything stored. Options other than the size need a browser context of their own. */
  async page(hash: string, { viewport = VIEWPORT, ...options }: BrowserContextOptions = {}): Promise<Page> {
    const idle = this.#idle;
    const isPlain = Object.keys(options).length === 0;
    if (isPlain) this.#idle = null;
    const page = (isPlain && idle) || (await this.#newPage(options));
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(this.address + hash);
    return page;
  }

  async #newPage(options: BrowserContextOptions): Promise<Page> {
    // The service worker has its own tests.
    const context = await (this.#browser as Browser).newContext({
      viewport: VIEWPORT,
      reducedMotion: "reduce",
      serviceWorkers: "block",
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    // Fixed seeds: the same deals and moves every time.
    await context.addInitScript(() => {
      crypto.getRandomValues = (array) => {
        if (ArrayBuffer.isView(array)) new Uint8Array(array.buffer).fill(5);
        return array;
      };
    });
    if (!this.#values) await context.addInitScript((key) => (localStorage[key] ??= "off"), VALUES_KEY);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.complaints.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !/Failed to load resource|ERR_/.test(text))
        this.complaints.push(`${page.url()}: ${text}`);
    });
    if (Object.keys(options).length === 0) this.#plain.add(page);
    return page;
  }

  /** Ends what the pages are doing. One of them is kept for the next test, with nothing stored. */
  async closePages(): Promise<void> {
    const kept = [...this.#plain].find((page) => !page.isClosed()) ?? null;
    const others = (this.#browser?.contexts() ?? []).filter((context) => context !== kept?.context());
    await Promise.all(others.map((context) => context.close()));
    this.#plain.clear();
    if (!kept) return;
    // A document of the same origin without scripts: the page itself would store its state again when it is left.
    await kept.goto(new URL("/nothing", this.address).href);
    await kept.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    this.#plain.add(kept);
    this.#idle = kept;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.kill();
    rmSync(this.home, { recursive: true, force: true });
  }
}
