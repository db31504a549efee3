export type { Passage, ReadContext, Reads } from './provenance/passage.ts';
export type { ArgumentGuard, GuardKind, Refusal, ToolRule } from './rules/tool-rule.ts';
export type { SourceLabel, TrackTaintOptions } from './rules/track-taint-options.ts';
export { trackTaint } from './track-taint.ts';
