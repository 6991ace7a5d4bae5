/** A process of the GPU that crashes, as with a faulty driver. */
process.on("message", () => process.kill(process.pid, "SIGSEGV"));
