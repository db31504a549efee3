import type { Denial } from '../contract/decisions/outcome.ts';
import type { Refused } from '../contract/adapter/model-step.ts';
import type { AnyVerdict, DenyVerdict } from '../contract/decisions/verdict.ts';
import type { EventSource } from './event-source.ts';
import type { SuspendedVerdict } from './ruling.ts';
import { decidedBy } from './context-state.ts';
import type { EventContext } from './event-context.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';

const REFUSAL = 'Blocked by policy.';

/** A deny with who said it and where. */
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

/** The verdict that stands after a gate; a deny says who said it and where. */
export type StandingVerdict = Exclude<AnyVerdict, DenyVerdict> | Denial | SuspendedVerdict;

/** The refusal of a denial; it throws where a provider error was denied or the registry wants it so. */
export function refusal(source: EventSource, denial: Denial): Refused {
  const throws = denial.event === 'onRequestError' || source.registry.settings.onDeny === 'throw';
  return { kind: 'denied', denial, text: refusalText(denial), throws };
}

/**
 * What the caller reads in a refusal: the verdict's `message`, else a fixed text.
 *
 * @example
 * refusalText({ decision: 'deny', reason: 'over budget', code: 'budget', by: 'cap/stop', policy: 'cap', event: 'preRequest' }); // => 'Blocked by policy.'
 */
export function refusalText(denial: Denial): string {
  return denial.message ?? REFUSAL;
}

/**
 * What the model reads in place of a denied tool call, its result or its error.
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
