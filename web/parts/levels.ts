/** Named levels of play in front of the players' texts, derived from the players a game has. Pure. */
import type { GameDocument } from "../../service/api.ts";

export const LEVELS = ["easy", "medium", "strong", "best"] as const;
export type Level = (typeof LEVELS)[number];

type Weakened = Exclude<Level, "best">;
type Limits = Readonly<Record<Weakened, number>>;

/** Players without search, weakest first. */
const WITHOUT_SEARCH = ["greedy", "simple"];
/** Instead of a player that learns. */
const WITHOUT_LEARNING = "uct";

/** The parameters that limit a search, in the order in which they are preferred; a level has the same strength on every machine if possible. */
const LIMITS: readonly (readonly [string, Limits])[] = [
  ["samples", { easy: 1, medium: 4, strong: 12 }],
  ["playouts", { easy: 100, medium: 1000, strong: 10_000 }],
  ["depth", { easy: 1, medium: 2, strong: 4 }],
  ["steps", { easy: 1, medium: 4, strong: 8 }],
  ["ms", { easy: 5, medium: 50, strong: 300 }],
];

type Choices = Pick<GameDocument, "best" | "playerKinds">;

/** The player of each level as text. */
export function levelsOf(document: Choices): Readonly<Record<Level, string>> {
  const easy = WITHOUT_SEARCH.find((name) => document.playerKinds.some((kind) => kind.name === name));
  return {
    easy: easy ?? weakened(document, "easy"),
    medium: weakened(document, "medium"),
    strong: weakened(document, "strong"),
    best: document.best,
  };
}

/** The level of a player's text; null if it is none of them. */
export function levelOf(document: Choices, text: string): Level | null {
  const levels = levelsOf(document);
  return LEVELS.find((level) => levels[level] === text) ?? null;
}

function weakened({ best, playerKinds }: Choices, level: Weakened): string {
  const [, name = best, parameters = ""] = /^([\w-]+)\s*(?:\((.*)\))?$/.exec(best) ?? [];
  const kind = playerKinds.find((each) => each.name === name);
  // Learning features takes time before the first move, and makes the player stronger.
  const learns = kind?.parameters.some((spec) => spec.name === "gifl") ?? false;
  const plain = learns && level !== "strong" ? playerKinds.find((each) => each.name === WITHOUT_LEARNING) : undefined;
  const base = plain ?? kind;
  const limit = LIMITS.find(([parameter]) => base?.parameters.some((spec) => spec.name === parameter));
  if (!base || !limit) return best;
  const [parameter, values] = limit;
  const own = base === kind ? parameters.split(/,\s*/).filter((each) => each !== "" && !isLimit(each)) : [];
  return `${base.name}(${[`${parameter}=${values[level]}`, ...own].join(", ")})`;
}

function isLimit(parameter: string): boolean {
  return LIMITS.some(([name]) => parameter.startsWith(`${name}=`));
}

/** What a level means, for the form. */
export const LEVEL_SUMMARIES: Readonly<Record<Level, string>> = {
  easy: "for a first game",
  medium: "looks a little ahead",
  strong: "looks far ahead",
  best: "the strongest player of this game",
};
