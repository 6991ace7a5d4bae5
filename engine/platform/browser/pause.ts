/** In the middle of long work: what else waits in this thread has its turn. A timer would wait some milliseconds each time. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
