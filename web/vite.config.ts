/** Builds the page from web/ to build/web, with content hashes in the file names. */
import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { inPageBuild } from "./in-page/build-options.ts";

const config: UserConfig = defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  ...inPageBuild,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("../build/web", import.meta.url)),
    emptyOutDir: true,
    // data: URLs would need a weaker content security policy.
    assetsInlineLimit: 0,
    target: "es2023",
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    // As the server sends them: cross-origin isolation, for shared memory.
    headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
    proxy: { "/api": process.env["GAMELORE_SERVER"] ?? "http://127.0.0.1:8127" },
  },
});

export default config;
