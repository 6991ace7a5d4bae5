/** Where Gamelore stores its data on this machine. */
import { homedir } from "node:os";
import { posix, win32 } from "node:path";

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/** `$GAMELORE_HOME`, or the platform's folder for a user's data. */
export function dataFolder(environment: Environment = here()): string {
  const { env, platform, home } = environment;
  const path = platform === "win32" ? win32 : posix;
  const chosen = env["GAMELORE_HOME"];
  if (chosen) return path.resolve(chosen);
  if (platform === "win32") return path.join(env["LOCALAPPDATA"] || path.join(home, "AppData", "Local"), "gamelore");
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "gamelore");
  const shared = env["XDG_DATA_HOME"];
  // XDG specification: a relative path is ignored.
  return path.join(shared && path.isAbsolute(shared) ? shared : path.join(home, ".local", "share"), "gamelore");
}

export function tablesFolder(environment: Environment = here()): string {
  return (environment.platform === "win32" ? win32 : posix).join(dataFolder(environment), "tables");
}

function here(): Environment {
  return { env: process.env, platform: process.platform, home: homedir() };
}
