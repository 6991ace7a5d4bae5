import { defineConfig } from "vitest/config";
import type { ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "engine/**/*.test.ts",
      "examples/**/*.test.ts",
      "games/**/*.test.ts",
      "cli/**/*.test.ts",
      "bench/**/*.test.ts",
      "gdl/**/*.test.ts",
      "lab/**/*.test.ts",
      "service/**/*.test.ts",
      "server/**/*.test.ts",
      "protocols/**/*.test.ts",
      "docs/**/*.test.ts",
      "web/**/*.test.ts",
      "*.test.ts",
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By itself vitest leaves a core free; most of the tests wait for programs that they have started.
    maxWorkers: "100%",
    // Test files share the modules of their worker: importing them anew costs more than many tests.
    isolate: false,
  },
});

export default config;
