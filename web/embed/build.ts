/** Builds `gamelore/browser`: ES modules that work with and without a bundler, kernels and worker as files next to them, and one style sheet. */
import { build, type Plugin } from "vite";

/** Every rule is limited to boards: the page has its own `.cell` and `.last`. */
function scoped(): Plugin {
  return {
    name: "scoped-styles",
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
        const css = String(file.source).replaceAll(":root", ":scope");
        file.source = `@scope (.gamelore-board) {\n${css}\n}\n`;
      }
    },
  };
}

export async function buildEmbedding(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: "./",
    logLevel: "error",
    worker: { format: "es" },
    plugins: [scoped()],
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      target: "es2023",
      modulePreload: false,
      rollupOptions: {
        input: `${import.meta.dirname}/entry.ts`,
        preserveEntrySignatures: "strict",
        output: {
          entryFileNames: "gamelore.js",
          assetFileNames: ({ names }) => (names[0]?.endsWith(".css") ? "style.css" : "assets/[name]-[hash][extname]"),
        },
      },
    },
  });
}
