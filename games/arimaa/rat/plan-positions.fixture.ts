/** Positions in which plans must and must not apply, from `plans.positions`. */
import { readFileSync } from "node:fs";
import { PLAN_NAMES, type PlanName } from "./plan.ts";

export interface PlanPosition {
  readonly name: string;
  /** The side and 64 squares. */
  readonly text: string;
  readonly fires: readonly PlanName[];
  readonly not: readonly PlanName[];
}

export function readPlanPositions(path: URL): PlanPosition[] {
  const found: { name: string; text: string; fires: PlanName[]; not: PlanName[] }[] = [];
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    const [word = "", ...rest] = line.replace(/^#.*$/, "").trim().split(" ");
    const text = rest.join(" ");
    const last = found.at(-1);
    if (word === "") continue;
    if (word === "position") found.push({ name: text, text: "", fires: [], not: [] });
    else if (last && (word === "g" || word === "s")) last.text = `${word} ${text.replaceAll("/", "")}`;
    else if (last && (word === "fires" || word === "not")) last[word].push(...text.split(", ").map(planName));
    else throw new Error(`plans.positions:${index + 1}: "${line}"`);
  }
  return found;
}

function planName(text: string): PlanName {
  const name = PLAN_NAMES.find((each) => each === text);
  if (!name) throw new Error(`plans.positions: unknown plan "${text}"`);
  return name;
}
