/** Where Gamelore keeps its data on this machine. */
import { homedir } from "node:os";
import { posix, win32 } from "node:path";

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/** `$GAMELORE_HOME`, or the platform's folder for a user's data. */
export function dataFolder(surroundings: Surroundings = here()): string {
  const { env, platform, home } = surroundings;
  const path = platform === "win32" ? win32 : posix;
  const chosen = env["GAMELORE_HOME"];
  if (chosen) return path.resolve(chosen);
  if (platform === "win32") return path.join(env["LOCALAPPDATA"] || path.join(home, "AppData", "Local"), "gamelore");
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "gamelore");
  const shared = env["XDG_DATA_HOME"];
  // The XDG specification: a relative path is to be ignored.
  return path.join(shared && path.isAbsolute(shared) ? shared : path.join(home, ".local", "share"), "gamelore");
}

/** The folder of the tables within it. */
export function tablesFolder(surroundings: Surroundings = here()): string {
  return (surroundings.platform === "win32" ? win32 : posix).join(dataFolder(surroundings), "tables");
}

function here(): Surroundings {
  return { env: process.env, platform: process.platform, home: homedir() };
}
