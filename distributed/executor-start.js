// Entry point of a worker's child process. As in cli/gamelore.js, the compile cache must be enabled before the first TypeScript import.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./executor.ts");
