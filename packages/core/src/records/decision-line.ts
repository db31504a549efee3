import type { DecisionRecord } from '../contract/decisions/record.ts';

/**
 * Returns one decision as one line for people: the verdict, the step, the hooks and the reason.
 *
 * @example
 * hooks.observe('onDecision', ({ record }) => console.log(decisionLine(record)));
 */
export function decisionLine(record: DecisionRecord): string {
  const { event, tool, decision, mode, by, codes, reason, problem, sessionId, ms } = record;
  const said = mode === 'monitor' ? `would ${decision}` : decision;
  const told = [
    said.padEnd(8),
    tool === undefined ? event : `${event} ${tool}`,
    [...by, ...codes].join(' '),
    reason,
    problem,
    endingOf(record),
    `session ${sessionId}`,
    `${ms.toFixed(1)} ms`,
  ];
  // Names come from models and reasons from anywhere. Neither may start a new line.
  return told.filter(Boolean).join('  ').replaceAll(CONTROL, ' ');
}

// oxlint-disable-next-line eslint/no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

function endingOf({ settled, approvedBy }: DecisionRecord): string | undefined {
  return approvedBy === undefined ? settled : `${settled} by ${approvedBy}`;
}
