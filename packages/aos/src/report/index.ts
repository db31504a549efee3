export { report } from './report.ts';
export type { ReportNote, ReportOptions, ReportSpoolOptions } from './report-options.ts';
