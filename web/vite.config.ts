/** The page, built from web/ to build/web; names of files carry a hash of what is in them. */
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
    // Data in addresses would need a looser content security policy.
    assetsInlineLimit: 0,
    target: "es2023",
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    // As the server has them: without these, no memory is shared with the threads of the page.
    headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
    proxy: { "/api": process.env["GAMELORE_SERVER"] ?? "http://127.0.0.1:8127" },
  },
});

export default config;
