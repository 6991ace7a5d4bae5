/** A game, and one of its variants, as documents. */
import { sampleChanceMove } from "../../engine/arena/play-game.ts";
import { canonicalText, tablesOf } from "../../engine/arena/players.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { parsePlayerText } from "../../engine/contracts/player.ts";
import { FIRST, CHANCE, type Position } from "../../engine/contracts/position.ts";
import type { TableIdentity } from "../../engine/contracts/table.ts";
import type { View } from "../../engine/contracts/view.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { observed } from "./position.ts";
import type { GameDocument, GameSummary, PlayerKindDocument } from "../api.ts";

interface GameContext {
  readonly kind: GameSummary["kind"];
  /** The rules as Markdown. */
  readonly rules: string;
  readonly hasTable: (identity: TableIdentity) => boolean;
  /** Whether a client may name this kind of player. */
  readonly mayPlay: (kind: OpenGame["playerKinds"][number]) => boolean;
}

export function gameSummary(rules: OpenGame, kind: GameSummary["kind"]): GameSummary {
  const { id, title, summary } = rules.game;
  const { players: seats } = rules;
  return { id, title, summary, players: seats.length, seats, kind, picture: pictureOf(rules, kind) };
}

/** Random moves played before the picture is taken. */
const PICTURE_MOVES = 12;
const PICTURE_SEED = 7;

/** The game's example position if it has one, else a position after some random moves, seen by the first player. */
function pictureOf(rules: OpenGame, kind: GameSummary["kind"]): View {
  // The example of a rulesheet is the initial position, and parsing it is slow.
  const example =
    kind === "native" && rules.game.example !== undefined ? rules.parsePosition(rules.game.example) : null;
  return rules.view(observed(rules, example?.ok ? example.value : afterSomeMoves(rules), FIRST));
}

function afterSomeMoves(rules: OpenGame): Position {
  const random = new SeededRandom(PICTURE_SEED);
  const seen: Position[] = [rules.initial()];
  let moves = 0;
  while (moves < PICTURE_MOVES) {
    const position = seen.at(-1) as Position;
    const actors = rules.actors(position);
    if (actors.length === 0) return seen[Math.floor(seen.length / 2)] as Position;
    if (actors[0] !== CHANCE) moves++;
    const joint = actors.map((actor) =>
      actor === CHANCE ? sampleChanceMove(rules, position, random) : random.pick(rules.moves(position, actor)),
    );
    seen.push(rules.play(position, joint));
  }
  return seen.at(-1) as Position;
}

export function gameDocument(rules: OpenGame, context: GameContext): GameDocument {
  const { game } = rules;
  const initial = rules.initial();
  const kinds = rules.playerKinds.filter(context.mayPlay);
  return {
    ...gameSummary(rules, context.kind),
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
    best: strongestOf(rules, context),
    tableOptions: game.tableOptions,
    initial: rules.formatPosition(initial),
    positionFormat: rules.game.positionFormat ?? null,
    gameFormat: rules.gameText?.name ?? null,
    hidden: rules.hidden !== undefined,
    chance: hasChance(rules),
    tray: rules.tray ?? null,
    rules: context.rules,
  };
}

/** The strongest player whose tables are built. A game calls its strongest player "best"; if it has none, its last player kind is used. */
export function strongestOf(rules: OpenGame, { hasTable, mayPlay }: Pick<GameContext, "hasTable" | "mayPlay">): string {
  const names = rules.playerKinds.filter(mayPlay).map(({ name }) => name);
  const ranked = ["best", "alphabeta", "uct", "greedy"].filter((name) => names.includes(name));
  const ready = [...ranked, ...names.toReversed()]
    .flatMap((name) => [name, ...withoutTables(rules, name)])
    .find((text) => tablesOf(rules, text).every(({ identity }) => hasTable(identity)));
  return canonicalName(rules, ready ?? "random");
}

/** The player that analyses: the game's choice, else its strongest player, without a time limit of its own and not on all threads. */
export function analyserOf(
  rules: OpenGame,
  position: Position,
  hasTable: GameContext["hasTable"],
  milliseconds: number,
): string {
  const text =
    rules.analyser?.(position) ??
    strongestOf(rules, { hasTable, mayPlay: ({ startsProgram }) => startsProgram !== true });
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((each) => each.name === name);
  const has = (parameter: string): boolean => kind?.parameters.some((spec) => spec.name === parameter) ?? false;
  const given = Object.entries({
    ...parameters,
    ...(has("ms") && { ms: milliseconds }),
    // A thread is left for the evaluation graph and other clients.
    ...(has("threads") && { threads: Math.max(1, threadCount() - 1) }),
  });
  return given.length === 0 ? name : `${name}(${given.map(([key, value]) => `${key}=${value}`).join(", ")})`;
}

/** The player with tables switched off by an integer parameter, if it has one. */
function withoutTables(rules: OpenGame, name: string): string[] {
  const parameters = rules.playerKinds.find((kind) => kind.name === name)?.parameters ?? [];
  return parameters
    .filter((spec) => spec.kind === "integer" && spec.min === 0)
    .map((spec) => `${name}(${spec.name}=0)`)
    .filter((text) => tablesOf(rules, text).length === 0);
}

/** A preset keeps its own name. */
function canonicalName(rules: OpenGame, name: string): string {
  const kind = rules.playerKinds.find((each) => each.name === name);
  return kind?.presetOf === undefined ? canonicalText(rules, name) : name;
}

/** Whether there is a chance node at the start or after one of the first moves. */
function hasChance(rules: OpenGame): boolean {
  const initial = rules.initial();
  const actors = rules.actors(initial);
  if (actors[0] === CHANCE) return true;
  const [actor] = actors;
  if (actor === undefined || actors.length !== 1) return false;
  return rules
    .moves(initial, actor)
    .slice(0, 3)
    .some((move) => rules.actors(rules.play(initial, [move]))[0] === CHANCE);
}
