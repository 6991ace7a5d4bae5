// Entry point of the GPU's process. As in cli/gamelore.js, the compile cache must be enabled before the first TypeScript import.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./gpu-program.ts");
