// Where a thread begins: as in cli/gamelore.js, the compile cache must be on before the first file with types.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./worker.ts");
