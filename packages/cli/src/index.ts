export { record } from './record/record.ts';
export type { RecordOptions } from './record/record-options.ts';
export {
  readRecordings,
  type BadRow,
  type ReadOptions,
  type RecordedSession,
} from './recordings/read-recordings.ts';
export { shadow, type Shadow, type ShadowCounts } from './compare/shadow.ts';
export type { Change, Said } from './compare/change.ts';
