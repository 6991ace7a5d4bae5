import type { GameOperations } from "./api.ts";

/** The methods of GameService that the server and the page call by name. In its own file: the page loads it without the engine. */
export const GAME_METHODS: readonly (keyof GameOperations)[] = [
  "game",
  "position",
  "values",
  "pv",
  "graph",
  "choose",
  "chance",
  "compose",
  "import",
  "export",
  "playerText",
];
