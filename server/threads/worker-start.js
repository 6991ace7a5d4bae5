// The entry point of every worker thread: the compile cache must be enabled before the first TypeScript file is loaded (as in cli/gamelore.js).
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

enableCompileCache();
await import(workerData.program);
