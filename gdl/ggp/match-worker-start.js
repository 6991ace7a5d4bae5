// Entry point of a match thread: as in cli/gamelore.js, the compile cache must be enabled before the first TypeScript file.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./match-worker.ts");
