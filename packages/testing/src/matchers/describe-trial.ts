import type { Trial } from '../try-policy/index.ts';

/** Describes what a policy did, as lines for a failure message. */
export function describeTrial({ event, said, verdict, record, asks, failures }: Trial): string {
  const settled = record?.settled === undefined ? '' : `, ${record.settled}`;
  return [
    `At ${event} it said ${said}${settled}.`,
    `In the end stands ${JSON.stringify(verdict)}.`,
    ...asks.map(({ reason, by }) => `Asked by ${by.join(', ')}: ${reason}`),
    ...failures.map(({ hook, code, error }) => `Failed: ${hook} [${code}] ${String(error)}`),
  ].join('\n');
}
