import type { Command } from "commander";
export function explainCommand(_parent: Command): void {}
