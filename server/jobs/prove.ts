/** A job that proves the outcomes of a position and of its moves. The proof is stored: every thread and process that analyses the game finds it. */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { plural } from "../../engine/contracts/quantities.ts";
import { positionToProve } from "../../service/documents/provable.ts";
import { loadServedGame, type GameSource } from "../game-source.ts";
import type { Control } from "./job-control.ts";
import { type Of, sourceOf } from "./job-work.ts";

/** Its progress is the part of the time that it may take: how long a proof is shows only at its end. */
export async function prove(
  source: GameSource | null,
  { position }: Of<"prove">,
  { signal, report }: Control,
): Promise<string> {
  const { game } = await loadServedGame(sourceOf(source));
  const rules = unwrap(await game.open({}));
  try {
    if (!game.prober) throw new GameloreError("bad-usage", `${game.id}: outcomes are not proven`);
    const prober = unwrap(await game.prober(rules.options));
    try {
      const { seconds } = positionToProve(prober, rules, position);
      const started = performance.now();
      const onProgress = (states: number): void => {
        const done = Math.min(1, (performance.now() - started) / (1_000 * seconds));
        report({ progress: { phase: "time used", done, note: plural(states, "state") } });
      };
      const proving = prober.prove?.(unwrap(rules.parsePosition(position)), { signal, onProgress });
      if (!proving) throw new GameloreError("bad-usage", `${game.id}: outcomes are not proven`);
      unwrap(await proving);
      return `/explore/${game.id}?${new URLSearchParams({ position })}`;
    } finally {
      await prober.close();
    }
  } finally {
    await rules.close();
  }
}
