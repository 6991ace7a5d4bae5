/** Values of positions in a terminal game, from the same tables and solvers as in the page. */
import type { OpenGame } from "../engine/contracts/game.ts";
import type { PlayerNumber, Position } from "../engine/contracts/position.ts";
import type { Probe } from "../engine/contracts/table.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import { probeFirst } from "../service/documents/values.ts";
import { VariantValues } from "../service/value-sources.ts";

export interface TableAnswer {
  /** Null if no table covers the position. */
  readonly probe: Probe | null;
  /** Names the command that builds tables which would cover it. */
  readonly missing: string | null;
}

export class TableValues {
  readonly #rules: OpenGame;
  readonly #seat: PlayerNumber | null;
  readonly #values: VariantValues;

  /** `seat` is the person's, null for a spectator. */
  constructor(rules: OpenGame, seat: PlayerNumber | null) {
    this.#rules = rules;
    this.#seat = seat;
    this.#values = new VariantValues(rules, new TableStore(tablesFolder()));
  }

  async probe(position: Position): Promise<TableAnswer> {
    const [actor, ...others] = this.#rules.actors(position);
    if (actor === undefined || others.length > 0) return { probe: null, missing: null };
    const { probeSources } = await this.#values.sources();
    let missing: string | null = null;
    const onMissing = (message: string): void => void (missing ??= message);
    const found = await probeFirst(this.#rules, position, actor, this.#seat, probeSources, { onMissing });
    return { probe: found?.probe ?? null, missing };
  }

  close(): void {
    this.#values.close();
  }
}
