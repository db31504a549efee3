import type { StepRow } from '../decisions/step-row.ts';

/** A recorded decision: its record in canonical JSON, and its payload or an empty text. */
export interface WrittenDown {
  readonly tenant: string;
  readonly record: string;
  readonly payload: string;
  /** The record as an object, if it need not be read from its text. */
  readonly row?: StepRow | undefined;
}

/** Writes a line of the spool; no JSON text contains a tab. */
export function spoolLine({ tenant, record, payload }: WrittenDown): string {
  return `${tenant}\t${record}\t${payload}\n`;
}

/** Reads a line of the spool, without its end. */
export function readLine(line: string): WrittenDown {
  const [tenant = '', record = '', payload = ''] = line.split('\t');
  return { tenant, record, payload };
}
