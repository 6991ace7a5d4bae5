/** Vite options for a page with the engine in it. */
import type { UserConfig } from "vite";
import { serviceWorker } from "../offline/plugin.ts";

/** Module workers, so that each game is a chunk of its own. */
export const inPageBuild: Pick<UserConfig, "worker" | "plugins"> = {
  worker: { format: "es" },
  plugins: [serviceWorker()],
};
