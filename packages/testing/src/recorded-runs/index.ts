export { readRawRows, readRecordedRuns } from './read-recorded-runs.ts';
export type { RecordedRow } from './read-recorded-runs.ts';
export { readRun } from './run/read-run.ts';
export type {
  ArgumentsForm,
  IrregularKind,
  RecordedCall,
  RecordedChat,
  RecordedOutcome,
  RecordedRun,
  RecordedTurn,
} from './recorded-run.ts';
export { RecordedToolError, recordedTools } from './recorded-tools.ts';
export type { RecordedTool, RecordedToolRequest } from './recorded-tools.ts';
export { scriptFromRun } from './script-from-run.ts';
export type { RawRow } from './rows/split-lines.ts';
export { UnreadableRow } from './rows/unreadable-row.ts';
