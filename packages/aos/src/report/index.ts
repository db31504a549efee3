export { report } from './report.ts';
export type {
  ModelAnswer,
  ReportNote,
  ReportOptions,
  ReportSpoolOptions,
} from './report-options.ts';
