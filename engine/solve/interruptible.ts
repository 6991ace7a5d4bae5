/** A solve that saves its unfinished work when it is interrupted, and gives its memory back when it does not end well. */
import { GameloreError } from "../contracts/errors.ts";

export interface InterruptibleSolve<T> {
  run(): Promise<T>;
  /** Saves what there is, whether due or not. */
  save(): Promise<void>;
  /** Gives the table back too: for a solve that did not end well. */
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
