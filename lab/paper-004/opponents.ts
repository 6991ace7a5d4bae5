/** Bots of the paper's time, if they are on this machine: in the folder that GAMELORE_OPPONENTS names, or in ../shared/opponents. */
import { join } from "node:path";

const FOLDER = process.env["GAMELORE_OPPONENTS"] ?? join(import.meta.dirname, "../../../shared/opponents");

/** The community's sample bot by depth in steps, and fairy (2005), behind an adapter from AEI. */
export function bot(name: string): string {
  return `aei(command="${join(FOLDER, "arimaa/bot-aei")}" ${name}, ms=60000)`;
}
