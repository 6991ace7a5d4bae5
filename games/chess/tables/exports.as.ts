/** Kernel exports of the endgame tables and of the evaluation by endgame databases. */
export { countValues } from "../../../engine/solve/entries.as";
export { edbLookups, edbMisses, edbThreadBytes, edbValue, setEdbThread, useEdb } from "../edb/edb.as";
export { checkEntries, checkScratchBytes, entryState, expectedValue } from "./check.as";
export { pack, unpack, unpackMapBytes } from "./compact.as";
export { fillGeometry, geometryBytes, setGeometry } from "./geometry.as";
export { locatedEntry, locatedTable, locatePlacement, probePlacement, probeTables, probeThreadBytes, setTablebase, setProbeThread } from "./probe.as";
export { sliceScratchBytes, solveSlices } from "./retrograde.as";
