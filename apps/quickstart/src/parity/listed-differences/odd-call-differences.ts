import type { ListedDifference } from '../compare/listed-difference.ts';
import type { OddArguments } from '../log/parity-entry.ts';

/** A call that one framework runs and the others refuse, or the other way round, tells other events. */
const events = ['preToolCall', 'onToolCallResult', 'onToolCallError', 'onDecision', 'onHookError'];

/** The differences about calls with such arguments and about no other call. */
export function oddCallDifferences(
  framework: string,
  oddity: OddArguments,
  reason: string,
): readonly ListedDifference[] {
  return events.map((event) => ({
    framework,
    event,
    reason,
    matches: ({ own, others }) => (own ?? others)?.oddity === oddity,
  }));
}
