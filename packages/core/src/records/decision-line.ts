import type { DecisionRecord } from '../contract/decisions/record.ts';
import { printable } from './printable.ts';

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
  return printable(told.filter(Boolean).join('  '));
}

function endingOf({ settled, approvedBy }: DecisionRecord): string | undefined {
  return approvedBy === undefined ? settled : `${settled} by ${approvedBy}`;
}
