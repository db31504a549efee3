export type { WithHooksOptions } from './targets/adapter-options.ts';
export {
  ADMIT,
  AFTER,
  canOn,
  CHANGE,
  CHAT,
  DELEGATION,
  DELTAS,
  enforcedRows,
  GATE,
  MODEL,
  NOTHING,
  OBSERVED_TOOL,
  rows,
  TOOL,
  type Claims,
} from './targets/capability-rows.ts';
export { mapParts } from './streams/map-parts.ts';
export { partsFrom } from './streams/parts-from.ts';
export { streamOf } from './streams/stream-of.ts';
export { isCausedByAbort } from './values/abort-cause.ts';
export { citationsOf } from './values/citations.ts';
export {
  formatArguments,
  isDict,
  parseArguments,
  parseJson,
  readArguments,
  writeArguments,
  type Copy,
} from './values/json-arguments.ts';
export { andThen, isThenable } from './values/maybe-promise.ts';
export { makeOrigins, type Origins } from './values/native-origins.ts';
