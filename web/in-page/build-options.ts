/** What the build of a page with the engine in it needs. */
import type { UserConfig } from "vite";
import { serviceWorker } from "../offline/plugin.ts";

/** Workers are modules, so that each game is a file of its own within them. */
export const inPageBuild: Pick<UserConfig, "worker" | "plugins"> = {
  worker: { format: "es" },
  plugins: [serviceWorker()],
};
