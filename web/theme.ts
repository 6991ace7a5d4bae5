/** The colour theme: light, dark, or the system's. */
import { signal, type Signal } from "@preact/signals";
import { readText, writeText } from "./session/storage.ts";

export type Theme = "system" | "light" | "dark";
const KEY = "gamelore.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme: Signal<Theme> = signal("system");

export function nextTheme(): void {
  setTheme(THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme);
}

function setTheme(next: Theme): void {
  theme.value = next;
  writeText(KEY, next);
  document.documentElement.dataset["theme"] = next;
}

export function restoreTheme(): void {
  const kept = readText(KEY);
  setTheme(THEMES.find((each) => each === kept) ?? "system");
}
