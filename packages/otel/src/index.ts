export { telemetry } from './telemetry.ts';
export type { SpanName, TelemetryOptions } from './telemetry-options.ts';
