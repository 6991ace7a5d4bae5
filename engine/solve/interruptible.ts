/** A solve that saves a checkpoint when it is interrupted, and frees its memory when it fails. */
import { GameloreError } from "../contracts/errors.ts";

export interface InterruptibleSolve<T> {
  run(): Promise<T>;
  /** Saves a checkpoint now. */
  save(): Promise<void>;
  /** Frees the table after a failure. */
  release(): void;
  close(): Promise<void>;
}

export async function runInterruptible<T>(solve: InterruptibleSolve<T>): Promise<T> {
  try {
    return await solve.run();
  } catch (error) {
    if (error instanceof GameloreError && error.code === "interrupted") await solve.save();
    solve.release();
    throw error;
  } finally {
    await solve.close();
  }
}
