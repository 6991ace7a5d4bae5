/** Jobs after a restart: restored, bounded, whatever files are in the folder. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { thisProcess } from "../../engine/tables/owner.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import { LIMITS } from "../http/limits.ts";
import { openTestBench, until, type TestBench } from "../workbench.fixture.ts";
import { openWorkbench } from "../workbench.ts";
import { JobFiles } from "./job-files.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gamelore-jobs-"));
  folders.push(folder);
  return folder;
}

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

function job(number: number, change: Partial<JobDocument> = {}): JobDocument {
  return {
    id: idOf(number),
    kind: "lab",
    title: `job ${number}`,
    request: { kind: "lab", experiment: `e${number}`, setting: "quick" },
    state: "running",
    progress: { phase: "games", done: 0.5, note: "" },
    secondsLeft: 3,
    started: new Date(1e12 + 1_000 * number).toISOString(),
    ended: null,
    live: null,
    result: null,
    error: null,
    resumable: true,
    ...change,
  };
}

const done = (number: number): JobDocument => job(number, { state: "done", ended: new Date(2e12).toISOString() });
/** An unused process id. */
const GONE = { ...thisProcess(), pid: 2 ** 31 - 2 };

function put(folder: string, owner: object, each: JobDocument): void {
  writeFileSync(join(folder, `${each.id}.json`), JSON.stringify({ owner, job: each }));
}

test("ended jobs are restored as they were; stale running ones become interrupted and resumable", async () => {
  const folder = newFolder();
  const files = new JobFiles(folder);
  expect(files.load()).toEqual([]);
  files.save(done(1));
  await files.close();
  put(folder, GONE, job(2));
  // Job 3 belongs to a living server; job 4 to another host that wrote recently; job 5 to one that has been silent.
  put(folder, { ...thisProcess(), pid: process.ppid, start: "" }, job(3));
  put(folder, { ...GONE, host: "elsewhere" }, job(4));
  put(folder, { ...GONE, host: "elsewhere" }, job(5));
  utimesSync(join(folder, `${idOf(5)}.json`), 1e9, 1e9);
  const past = new JobFiles(folder).load();
  expect(past.map(({ title, state }) => `${title} ${state}`)).toEqual([
    "job 1 done",
    "job 2 interrupted",
    "job 5 interrupted",
  ]);
  expect(past[0]).toEqual(done(1));
  expect(past[1]).toMatchObject({
    resumable: true,
    ended: expect.any(String),
    error: expect.stringContaining("server stopped"),
  });
});

test("the number is limited, and foreign or broken files are skipped", async () => {
  const folder = newFolder();
  const most = LIMITS.jobsRemembered;
  for (let i = 1; i <= most + 5; i++) put(folder, GONE, done(i));
  writeFileSync(join(folder, `${idOf(900)}.json`), '{"owner":');
  writeFileSync(
    join(folder, `${idOf(901)}.json`),
    JSON.stringify({ owner: GONE, job: { ...done(901), state: "odd" } }),
  );
  writeFileSync(join(folder, `${idOf(902)}.json`), JSON.stringify({ owner: GONE, job: done(903) }));
  writeFileSync(join(folder, "notes.txt"), "mine");
  const files = new JobFiles(folder);
  expect(files.load().map(({ id }) => id)).toEqual(Array.from({ length: most }, (_, i) => idOf(i + 6)));
  expect(readdirSync(folder)).toHaveLength(most + 4);
  files.save(done(1_000));
  files.keepOnly([idOf(1_000), ...Array.from({ length: most - 1 }, (_, i) => idOf(i + 7))]);
  await files.close();
  expect(readdirSync(folder)).toHaveLength(most + 4);
  expect(readdirSync(folder)).not.toContain(`${idOf(6)}.json`);
});

test("an unwritable folder is not an error", async () => {
  const files = new JobFiles("/proc/nowhere/jobs");
  files.save(job(1));
  files.save(done(1));
  await files.close();
  expect(files.load()).toEqual([]);
});

const MATCH = { kind: "match", game: "tic-tac-toe", variant: {}, pairs: 400, limits: {}, seed: 1 } as const;

test("a restarted server has the earlier jobs and resumes an interrupted one", async () => {
  let bench: TestBench = await openTestBench();
  const list = async (): Promise<JobDocument[]> =>
    (await bench.json<{ jobs: JobDocument[] }>(bench.get("/api/jobs"))).jobs;
  const start = (more: object): Promise<JobDocument> => bench.json(bench.post("/api/jobs", { ...MATCH, ...more }));
  await start({ players: ["random", "random"], pairs: 1 });
  await until(async () => (await list())[0]?.state === "done");
  const players = ["uct(playouts=2000)", "random"];
  await start({ players });
  await until(async () => ((await list())[1]?.progress?.done ?? 0) > 0);
  await bench.close();

  const { folder } = bench;
  bench = { ...bench, ...(await openWorkbench({ hosts: ["localhost"], folders: { page: folder, kernels: folder } })) };
  bench.get = async (path) => bench.app.request(`http://localhost${path}`, { headers: { host: "localhost" } });
  const [first, second, ...more] = await list();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ state: "done", result: expect.stringMatching(/^\/matches\/\d+$/) });
  expect(second).toMatchObject({ state: "interrupted", resumable: true, request: { players } });
  const games = Math.round((second?.progress?.done ?? 0) * 2 * MATCH.pairs);
  expect(games).toBeGreaterThan(0);
  const again = await bench.app.request("http://localhost/api/jobs", {
    method: "POST",
    headers: { host: "localhost", "content-type": "application/json" },
    body: JSON.stringify(second?.request),
  });
  expect(again.status).toBe(201);
  // Stored games are not played again.
  await until(async () => ((await list())[2]?.progress?.done ?? 0) > 0);
  expect(Math.round(((await list())[2]?.progress?.done ?? 0) * 2 * MATCH.pairs)).toBeGreaterThan(games);
  await bench.remove();
  folders.push(folder);
});

test("a job from before its game was renamed gets the current id; a later job keeps its id", async () => {
  const folder = newFolder();
  const request = {
    kind: "match",
    game: "chess",
    variant: {},
    players: ["uct", "random"],
    pairs: 1,
    limits: {},
    seed: 1,
  };
  const match = (number: number): JobDocument => ({
    ...done(number),
    kind: "match",
    title: "chess: uct against random",
    request: request as JobDocument["request"],
  });
  put(folder, GONE, match(1));
  const writer = new JobFiles(folder);
  writer.save(match(2));
  await writer.close();
  expect(new JobFiles(folder).load().map(({ title, request }) => [title, "game" in request && request.game])).toEqual([
    ["chess-gdl: uct against random", "chess-gdl"],
    ["chess: uct against random", "chess"],
  ]);
});
