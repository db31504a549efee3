import type { Denial } from '../contract/decisions/outcome.ts';
import type { Refused } from '../contract/adapter/model-step.ts';
import type { AnyVerdict, DenyVerdict } from '../contract/decisions/verdict.ts';
import type { EventSource } from './event-source.ts';
import type { SuspendedVerdict } from './ruling.ts';
import { decidedBy } from './context-state.ts';
import type { EventContext } from './event-context.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';

const REFUSAL = 'Blocked by policy.';

/** Returns the denial for a deny, with the hook and the event. */
export function denialOf(ctx: EventContext, verdict: DenyVerdict): Denial {
  const hook = decidedBy(ctx);
  const elsewhere = namesBehind(verdict)?.[0];
  return {
    ...verdict,
    code: verdict.code ?? 'denied',
    by: elsewhere ?? hook?.label ?? 'interpose',
    policy: elsewhere?.split('/')[0] ?? hook?.policy ?? 'interpose',
    event: ctx.event,
  };
}

/** The verdict that stands after a gate. A deny has the hook and the event. */
export type StandingVerdict = Exclude<AnyVerdict, DenyVerdict> | Denial | SuspendedVerdict;

/** Returns the refusal for a denial. It throws if a provider error was denied, or with `onDeny: 'throw'`. */
export function refusal(source: EventSource, denial: Denial): Refused {
  const throws = denial.event === 'onRequestError' || source.registry.settings.onDeny === 'throw';
  return { kind: 'denied', denial, text: refusalText(denial), throws };
}

/**
 * Returns the text of a refusal for the caller: the verdict's `message`, else a fixed text.
 *
 * @example
 * refusalText({ decision: 'deny', reason: 'over budget', code: 'budget', by: 'cap/stop', policy: 'cap', event: 'preRequest' }); // => 'Blocked by policy.'
 */
export function refusalText(denial: Denial): string {
  return denial.message ?? REFUSAL;
}

/**
 * Returns the text that the model reads in place of a denied tool call, its result or its error.
 *
 * @example
 * denialText({ decision: 'deny', reason: 'no shell', code: 'denied', by: 'guard/no-shell', policy: 'guard', event: 'preToolCall' }); // => 'Blocked by guard: no shell'
 */
export function denialText(denial: Denial): string {
  const lead = LEADS.get(denial.event) ?? 'Blocked by';
  return `${lead} ${denial.policy}: ${denial.reason}`;
}

const LEADS: ReadonlyMap<string, string> = new Map([
  ['onToolCallResult', 'Result withheld by'],
  ['onDelegateResult', 'Result withheld by'],
  ['onToolCallError', 'Error withheld by'],
]);
