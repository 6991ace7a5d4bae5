/** UCI options of the engine: its own and those of its player. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import { shortened } from "../external/line-text.ts";
import { findOption, parseDeclaration, settingMessage, type DeclaredOption } from "./option-text.ts";
import type { PlayerSource } from "./player-source.ts";

const OWN: readonly string[] = [
  "name MultiPV type spin default 1 min 1 max 256",
  "name Move Overhead type spin default 50 min 0 max 10000",
  "name Ponder type check default false",
];
const OWN_OPTIONS: readonly DeclaredOption[] = OWN.map((text) => parseDeclaration(text) as DeclaredOption);

export class EngineOptions {
  debug = false;
  /** Number of principal variations. */
  multiPv = 1;
  /** Time reserved for communication. */
  overheadMs = 50;
  readonly #players: PlayerSource;

  constructor(players: PlayerSource) {
    this.#players = players;
  }

  /** Declarations without the word `option`. */
  declarations(): string[] {
    return [...OWN, ...this.#players.declarations()];
  }

  set(name: string, value: string | null): Result<null> {
    const option = findOption(OWN_OPTIONS, name);
    if (!option) return this.#setPlayers(name, value);
    const checked = settingMessage("the engine", OWN_OPTIONS, { name, value });
    if (!checked.ok) return checked;
    if (option.name === "MultiPV") this.multiPv = Number(value);
    else if (option.name === "Move Overhead") this.overheadMs = Number(value);
    // Ponder only announces that the GUI may send `go ponder`.
    return ok(null);
  }

  #setPlayers(name: string, value: string | null): Result<null> {
    const { optionNames } = this.#players;
    const option = optionNames.find((each) => each.toLowerCase() === name.toLowerCase());
    if (option !== undefined) return this.#players.set(option, value);
    const names = [...OWN_OPTIONS.map((each) => each.name), ...optionNames];
    return fail("bad-usage", `no such option: "${shortened(name)}"${didYouMean(name, names)}`);
  }
}
