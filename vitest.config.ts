import { availableParallelism, tmpdir } from "node:os";
import { join, matchesGlob, relative } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import type { ViteUserConfigFnObject } from "vitest/config";

// Workers strip the types of a module once, not once each and in every run.
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "gamelore-compile-cache");
// Tests do not see the tables and games of the person who runs them.
process.env["GAMELORE_HOME"] = join(tmpdir(), `gamelore-test-home-${process.pid}`);

/**
 * Left out of `npm run test:quick`: tests that start programs or a browser, and those that take more than a second or two of CPU time
 * (solved tables compared with slow references, whole games, searches).
 */
export const SLOW: readonly string[] = [
  "bench/**",
  "cli/**",
  "docs/adding-a-game.test.ts",
  "distributed/**",
  "engine/jobs/{connection,task-queue}.test.ts",
  "engine/kernel/{build,pool}.test.ts",
  "engine/search/{expectimax,uct-chance}.test.ts",
  "engine/search/simultaneous/**",
  "engine/solve/outcome.test.ts",
  "engine/tables/{format,lock,write-table}.test.ts",
  "engine/arena/store*.test.ts",
  "games/arimaa/{facts,reference-rules}.test.ts",
  "games/arimaa/rat/{analysis,figure-2,player}.test.ts",
  "games/arimaa/rat/graphs/strategies.test.ts",
  "games/arimaa/rat/mining/**",
  "games/arimaa/search/**",
  "games/chess/{edb,search,syzygy,tables}/**",
  "games/chess/players.test.ts",
  "games/chinese-checkers/{one-side,one-side-gpu,one-side-solve,players,rules,two-side,two-side-gpu,two-side-solve}.test.ts",
  "games/chinese-dark-chess/{board,endgames,endgames-gpu,players,rules,won-tables}.test.ts",
  "games/dominoes/{endgame,players,rules}.test.ts",
  "games/skat/{bidder,players,rules,solver,symmetry}.test.ts",
  "games/thief-and-police/{players,rules}.test.ts",
  "games/thief-and-police/tables/**",
  "gdl/{alphabeta,ggp,uct,gifl,prove}/**",
  "gdl/{bad-input,game,recorded}.test.ts",
  "gdl/rulesheets/**",
  "examples/programs.test.ts",
  "library/**",
  "package/**",
  "protocols/*/{gnuchess,remote-player}.test.ts",
  "server/**",
  "service/documents/spots.test.ts",
  "web/{e2e,in-page}/**",
];

/** Started first, so that none of them runs alone at the end. */
const LONGEST: readonly string[] = [
  "gdl/recorded.test.ts",
  "web/{e2e,in-page}/**",
  "docs/adding-a-game.test.ts",
  "package/**",
  "{bench,cli,distributed,protocols}/**",
  "games/thief-and-police/tables/**",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const path = relative(import.meta.dirname, moduleId);
      const found = LONGEST.findIndex((glob) => matchesGlob(path, glob));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Tests of components: Node strips types but does not know JSX, which Vite has to transform. */
const COMPONENTS: readonly string[] = ["web/board/{names,promotions}.test.ts"];

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  const exclude = [...configDefaults.exclude, ...(mode === "quick" ? SLOW : [])];
  return {
    test: {
      // Enough for a busy machine; no test waits for it.
      testTimeout: 240_000,
      hookTimeout: 240_000,
      // One more than there are cores: many tests wait for programs that they have started.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongestFirst },
      // Test files share the modules of their worker: importing them anew costs more than many tests.
      isolate: false,
      // Continuous integration may share its cores: a browser or an engine that was too slow gets another try.
      retry: process.env["CI"] ? 1 : 0,
      projects: [
        {
          extends: true,
          test: {
            name: "node",
            include: [
              "{bench,cli,deploy,distributed,docs,engine,examples,games,gdl,lab,library,package,protocols,server,service,web}/**/*.test.ts",
              "*.test.ts",
            ],
            exclude: [...exclude, ...COMPONENTS],
            // Node runs TypeScript by itself, as it does for users.
            experimental: { viteModuleRunner: false },
          },
        },
        { extends: true, test: { name: "components", include: [...COMPONENTS], exclude } },
      ],
    },
  };
});

export default config;
