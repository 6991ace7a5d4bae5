/** A game, and one of its variants, as documents. */
import { pickByChance } from "../../engine/arena/play-game.ts";
import { canonicalText, tablesOf } from "../../engine/arena/players.ts";
import { CHANCE, type Position, type Rules } from "../../engine/contracts/game.ts";
import type { TableIdentity } from "../../engine/contracts/table.ts";
import type { View } from "../../engine/contracts/view.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import { observed } from "./position.ts";
import type { GameDocument, GameSummary, PlayerKindDocument } from "../api.ts";

export interface GameAround {
  readonly kind: GameSummary["kind"];
  /** The rules in words, as Markdown. */
  readonly rules: string;
  readonly hasTable: (identity: TableIdentity) => boolean;
  /** Whether a client may name this kind of player. */
  readonly mayPlay: (kind: Rules["playerKinds"][number]) => boolean;
}

export function gameSummary(rules: Rules, kind: GameSummary["kind"]): GameSummary {
  const { id, title, summary } = rules.game;
  const { players: seats } = rules;
  return { id, title, summary, players: seats.length, seats, kind, picture: pictureOf(rules, kind) };
}

/** Moves after which most games show what they are like. */
const PICTURED_MOVES = 12;
const PICTURED_SEED = 7;

/** A position some random moves into the game, as the first player sees it; one that the game itself gives as an example is better. */
function pictureOf(rules: Rules, kind: GameSummary["kind"]): View {
  // Of a rulesheet, the example is the first position, and working it out takes long.
  const example = kind === "room" && rules.game.example !== undefined ? rules.parsePosition(rules.game.example) : null;
  return rules.view(observed(rules, example?.ok ? example.value : afterSomeMoves(rules), 0));
}

function afterSomeMoves(rules: Rules): Position {
  const random = new SeededRandom(PICTURED_SEED);
  const seen: Position[] = [rules.initial()];
  let moves = 0;
  while (moves < PICTURED_MOVES) {
    const position = seen.at(-1) as Position;
    const actors = rules.actors(position);
    if (actors.length === 0) return seen[Math.floor(seen.length / 2)] as Position;
    if (actors[0] !== CHANCE) moves++;
    const made = actors.map((actor) =>
      actor === CHANCE ? pickByChance(rules, position, random) : random.pick(rules.moves(position, actor)),
    );
    seen.push(rules.play(position, made));
  }
  return seen.at(-1) as Position;
}

export function gameDocument(rules: Rules, around: GameAround): GameDocument {
  const { game } = rules;
  const initial = rules.initial();
  const kinds = rules.playerKinds.filter(around.mayPlay);
  return {
    ...gameSummary(rules, around.kind),
    variant: rules.variant,
    options: game.options,
    values: rules.options,
    presets: game.presets,
    playerKinds: kinds.map(({ name, summary, parameters, presetOf }): PlayerKindDocument => ({
      name,
      summary,
      parameters,
      ...(presetOf === undefined ? {} : { presetOf }),
    })),
    best: strongestOf(rules, around),
    tableOptions: game.tableOptions,
    initial: rules.formatPosition(initial),
    positionFormat: rules.game.positionFormat ?? null,
    gameFormat: rules.gameText?.name ?? null,
    hidden: rules.hidden !== undefined,
    chance: movesByChance(rules),
    tray: rules.tray ?? null,
    rules: around.rules,
  };
}

/** The strongest whose tables are there. A game calls its strongest player «best»; where it has none, the kind it names last stands in. */
export function strongestOf(rules: Rules, { hasTable, mayPlay }: Pick<GameAround, "hasTable" | "mayPlay">): string {
  const names = rules.playerKinds.filter(mayPlay).map(({ name }) => name);
  const ranked = ["best", "alphabeta", "uct", "greedy"].filter((name) => names.includes(name));
  const ready = [...ranked, ...names.toReversed()]
    .flatMap((name) => [name, ...withoutTables(rules, name)])
    .find((text) => tablesOf(rules, text).every(({ identity }) => hasTable(identity)));
  return canonicalName(rules, ready ?? "random");
}

/** The player told to do without its tables, where a number of it can say so. */
function withoutTables(rules: Rules, name: string): string[] {
  const parameters = rules.playerKinds.find((kind) => kind.name === name)?.parameters ?? [];
  return parameters
    .filter((spec) => spec.kind === "integer" && spec.min === 0)
    .map((spec) => `${name}(${spec.name}=0)`)
    .filter((text) => tablesOf(rules, text).length === 0);
}

/** A preset is called by its own name: that is what a person chooses. */
function canonicalName(rules: Rules, name: string): string {
  const kind = rules.playerKinds.find((each) => each.name === name);
  return kind?.presetOf === undefined ? canonicalText(rules, name) : name;
}

/** Whether chance ever moves: at the start, or after one of the first moves. */
function movesByChance(rules: Rules): boolean {
  const initial = rules.initial();
  const actors = rules.actors(initial);
  if (actors[0] === CHANCE) return true;
  if (actors.length !== 1) return false;
  const [actor = 0] = actors;
  return rules
    .moves(initial, actor)
    .slice(0, 3)
    .some((move) => rules.actors(rules.play(initial, [move]))[0] === CHANCE);
}
