/** A page cannot set compiler flags. Its solves are small and use many calls. */
export function disableBaselineCompiler(): void {}
