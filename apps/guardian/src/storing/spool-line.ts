import type { StepRow } from '../decisions/step-row.ts';

/** A decision that is written down: its record in canonical JSON, and its payload or an empty text. */
export interface WrittenDown {
  readonly tenant: string;
  readonly record: string;
  readonly payload: string;
  /** The record as it is, where it need not be read from its text. */
  readonly row?: StepRow | undefined;
}

/** A line of the spool; a tab stands in no JSON text. */
export function spoolLine({ tenant, record, payload }: WrittenDown): string {
  return `${tenant}\t${record}\t${payload}\n`;
}

/** A line of the spool, without its end. */
export function readLine(line: string): WrittenDown {
  const [tenant = '', record = '', payload = ''] = line.split('\t');
  return { tenant, record, payload };
}
