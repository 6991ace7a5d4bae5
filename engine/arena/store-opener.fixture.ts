/** A thread that opens new stores at the same time as another one. */
import { parentPort, workerData } from "node:worker_threads";
import { GameStore } from "./store.ts";

const { folder, stores, shared } = workerData as { folder: string; stores: number; shared: SharedArrayBuffer };
const arrived = new Int32Array(shared);
for (let i = 1; i <= stores; i++) {
  Atomics.add(arrived, 0, 1);
  // Spins, so that both threads start at the same time.
  while (Atomics.load(arrived, 0) < 2 * i);
  try {
    GameStore.open(`${folder}/${i}.sqlite`).close();
  } catch (error) {
    parentPort?.postMessage(String(error));
  }
}
