/** A page cannot say how kernels are compiled. What it solves is small, in many calls. */
export function compileOnce(): void {}
