export type { EntryClass } from './targets/entry-class.ts';
export { hookOnce, type Layer } from './targets/layer.ts';
export { checkWithHooks, type WithHooksOptions } from './targets/adapter-options.ts';
export { filledText, identifyAgent, type KnownIdentity } from './targets/agent-identity.ts';
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
  unmediatedRows,
  type Claims,
  type DeclaredPaths,
} from './targets/capability-rows.ts';
export { notEnforced, requireRows, rowsOn, toolRows } from './targets/coverage.ts';
export {
  cloneWith,
  makeTags,
  unknownTarget,
  withMembers,
  type Overlay,
  type Tag,
  type Tags,
} from './targets/hooked-value.ts';
export { showNamedModel } from './targets/inventory.ts';
export { replaceMember } from './targets/replace-member.ts';
export { shadowed } from './targets/shadowed.ts';
export { reportOnce, type Unpoliced } from './targets/report-once.ts';
export {
  isDeclared,
  isSchema,
  noteOptions,
  passUnmediated,
  type Hooking,
  type KnownSurface,
} from './targets/unmediated-calls.ts';
export {
  originalRan,
  unwatched,
  watchOriginal,
  type OriginalWatch,
} from './targets/watch-original.ts';
export { gateEmbedding, type Embedding } from './model/embedding-gate.ts';
export { changedSettings } from './model/changed-settings.ts';
export { KnownMessages, type Reading } from './model/known-messages.ts';
export {
  deniedError,
  requestReader,
  thrownFor,
  whyUnnamed,
  withoutAnswer,
  type Failed,
  type Refusable,
} from './model/model-outcome.ts';
export { offerTools, type Offer } from './model/offer-tools.ts';
export { noteSettings, spelled, unknownSettings, type SettingsOf } from './model/plain-settings.ts';
export { mapParts, partsFrom } from './model/parts-from.ts';
export { streamOf } from './model/stream-of.ts';
export {
  admitDelegation,
  aroundDelegation,
  type DelegatedAnswer,
  type DelegatedTask,
} from './run/delegation.ts';
export { endedBeforeForgotten, endWhenForgotten } from './run/end-when-forgotten.ts';
export { fatalTo, HostRun, openHostChat, settleRun, type HostOpening } from './run/host-run.ts';
export { RunMemory, type Remembering } from './run/run-memory.ts';
export { SeenCalls } from './run/seen-calls.ts';
export { bindHere, Surroundings, tellsSurroundings } from './run/surroundings.ts';
export {
  askGate,
  runsOther,
  SHOWS_OTHER,
  suspendedAmong,
  type Question,
} from './tools/approval-question.ts';
export {
  reportProviderCall,
  reportProviderResult,
  type ProviderCall,
} from './tools/provider-calls.ts';
export { reportRefusal } from './tools/refused-calls.ts';
export {
  describeTool,
  resultOf,
  toldInstead,
  toldUnreached,
  ToolError,
  type KnownTool,
} from './tools/tool-outcome.ts';
export { asText } from './values/as-text.ts';
export { textIn } from './values/text-in.ts';
export { errorAsJson, isCausedByAbort } from './values/error-causes.ts';
export { keptError } from './values/kept-error.ts';
export { citationsOf } from './values/citations.ts';
export { isCopy, isRecord } from './values/data-print.ts';
export {
  formatArguments,
  isDict,
  parseArguments,
  parseJson,
  readArguments,
  writeArguments,
  type Copy,
} from './values/json-arguments.ts';
export { addressOf, fileAt } from './model/file-address.ts';
export { hasMethods } from './values/has-methods.ts';
export { madeOnce } from './run/made-once.ts';
export { andThen, isThenable } from './values/maybe-promise.ts';
export { makeOrigins, type Origins } from './values/native-origins.ts';
export { omitUndefined } from './values/omit-undefined.ts';
export { sameItems } from './values/same-items.ts';
export { saidBeside } from './values/said-beside.ts';
export { spokenBy, takeSpeaker, withSpeaker } from './values/speaker.ts';
