export type { Passage, ReadContext, Reads } from './passage.ts';
export type { ArgumentGuard, Refusal, ToolRule } from './tool-rule.ts';
export type { SourceLabel, TrackTaintOptions } from './track-taint-options.ts';
export { trackTaint } from './track-taint.ts';
