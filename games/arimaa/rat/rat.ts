/**
 * The entry of this folder: nothing outside imports any other file of it, except the command line's `commands.ts` (Node only) and the kernel's
 * `outcomes.as.ts`.
 */
export { planHints } from "./plan-hints.ts";
export { RAT_PARAMETERS, ratKinds, ratSettings } from "./player.ts";
