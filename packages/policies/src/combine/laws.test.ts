import {
  createHooks,
  type AnyVerdict,
  type DecisionRecord,
  type InterceptorName,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';
import {
  arbitraryRegistrations,
  arbitraryReturn,
  behave,
  eventValues,
  type GeneratedRegistration,
} from '@interpose/testing/arbitraries';
import { array, assert, asyncProperty, constantFrom, type Arbitrary } from 'fast-check';
import { describe, test, expect } from 'vitest';

import { every, some, unless } from './index.ts';

const EVENTS = ['preToolCall', 'onToolCallResult', 'onResponse', 'preRequest'] as const;
const PAYLOADS: Readonly<Record<(typeof EVENTS)[number], object>> = {
  preToolCall: { call: { id: 'c', name: 'refund', args: {} } },
  onToolCallResult: { call: { id: 'c', name: 'refund', args: {} }, result: 'paid' },
  onResponse: { response: { content: [] }, request: { messages: [] }, synthetic: false },
  preRequest: { request: { messages: [] } },
};

interface Told {
  readonly verdict: object;
  readonly record: Pick<
    DecisionRecord,
    'event' | 'decision' | 'codes' | 'reason' | 'changed' | 'settled' | 'mode'
  >;
}

/** Returns the outcome of one dispatch of the event, without the names of the hooks that decided. */
async function tell(event: InterceptorName, policies: readonly Policy[]): Promise<Told> {
  const hooks = createHooks({ policies, approver: () => ({ approved: true }) });
  const records: DecisionRecord[] = [];
  hooks.addHook(event, () => undefined);
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  const said = (await hooks.dispatch(
    event,
    PAYLOADS[event as 'preToolCall'] as never,
  )) as AnyVerdict;
  const { by: _, policy: __, ...verdict } = { by: '', policy: '', ...said };
  await hooks.flush();
  const { decision, codes, reason, changed, settled, mode } = records.find(
    (each) => each.mode === 'enforce',
  )!;
  const record = { event, decision, codes, changed, mode };
  return {
    verdict,
    record: {
      ...record,
      ...(reason === undefined ? {} : { reason }),
      ...(settled === undefined ? {} : { settled }),
    },
  };
}

function policyOf(
  name: string,
  event: InterceptorName,
  registrations: readonly GeneratedRegistration[],
): Policy {
  const hooks = registrations.map(({ behaviour, ...options }) => ({
    ...options,
    run: atOnce(behaviour),
  }));
  return { name, version: '1', hooks: { [event]: hooks } };
}

/** Returns the behaviour without its wait, which would cost milliseconds for each hook. */
function atOnce(behaviour: GeneratedRegistration['behaviour']): () => unknown {
  if (behaviour.kind === 'resolves') return () => Promise.resolve(behaviour.value);
  if (behaviour.kind === 'rejects') return () => Promise.reject(behaviour.error);
  return behave(behaviour);
}

const arbitraryEvent = constantFrom(...EVENTS);

const RUNS = { numRuns: 30 };

function arbitraryPolicies(event: InterceptorName): Arbitrary<readonly Policy[]> {
  const settling = arbitraryRegistrations(event)
    .map((all) => all.filter(({ behaviour }) => behaviour.kind !== 'hangs'))
    .filter((all) => all.length > 0);
  return array(settling, { minLength: 1, maxLength: 3 }).map((all) =>
    all.map((registrations, index) => policyOf(`p${index}`, event, registrations)),
  );
}

/** Policies with one hook each, which answers at once with a readable answer. */
function judges(event: InterceptorName): Arbitrary<readonly Policy[]> {
  return array(arbitraryReturn(event), { minLength: 2, maxLength: 4 }).map((answers) =>
    answers.map((answer, index) => ({
      name: `p${index}`,
      hooks: { [event]: () => rerouted(answer) } as PolicyHooks,
    })),
  );
}

/** Returns the same answer for the call in question, because a hook cannot run a different call. */
function rerouted(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { call } = PAYLOADS.preToolCall as { readonly call: object };
  if ('call' in answer) return { call: { ...(answer.call as object), ...call } };
  if (!('value' in answer)) return answer;
  const { value } = answer;
  const isCall = typeof value === 'object' && value !== null && 'args' in value;
  return isCall ? { ...answer, value: { ...value, ...call } } : answer;
}

const WEAKEST_FIRST = ['allow', 'modify', 'retry', 'ask', 'respond', 'deny'];
const strength = ({ record: { decision } }: Told): number =>
  Math.max(1, WEAKEST_FIRST.indexOf(decision));

/** Leaves out the reasons: those of several denies are joined, so only the fact that all deny can be compared. */
function apartFromReasons(told: Told): unknown {
  return told.record.decision === 'deny' ? 'deny' : told;
}

describe('by the laws of the combinators', () => {
  test('every says what listing the same policies says', async () => {
    await assert(
      asyncProperty(
        arbitraryEvent.chain((event) => arbitraryPolicies(event).map((all) => ({ event, all }))),
        async ({ event, all }) => {
          expect(await tell(event, [every(...all)])).toEqual(await tell(event, all));
        },
      ),
      RUNS,
    );
  });

  test('unless says what its policy says where the condition is false, and nothing where it is true', async () => {
    await assert(
      asyncProperty(
        arbitraryEvent.chain((event) => arbitraryPolicies(event).map((all) => ({ event, all }))),
        async ({ event, all }) => {
          const left = all.map((policy) => unless(() => false, policy));
          expect(await tell(event, left)).toEqual(await tell(event, all));
          const out = all.map((policy) => unless(() => true, policy));
          expect((await tell(event, out)).verdict).toEqual({ decision: 'allow' });
        },
      ),
      RUNS,
    );
  });

  test('some says the weakest that its members say alone, the first of equals', async () => {
    await assert(
      asyncProperty(
        arbitraryEvent.chain((event) => judges(event).map((all) => ({ event, all }))),
        async ({ event, all }) => {
          const alone = await Promise.all(all.map((policy) => tell(event, [policy])));
          const weakest = Math.min(...alone.map(strength));
          const together = await tell(event, [some(...all)]);
          const chosen = alone.find((each) => strength(each) === weakest)!;
          expect(apartFromReasons(together)).toEqual(apartFromReasons(chosen));
        },
      ),
      RUNS,
    );
  });

  test('some of a policy and itself says what the policy says', async () => {
    await assert(
      asyncProperty(
        arbitraryEvent.chain((event) => judges(event).map(([first]) => ({ event, first: first! }))),
        async ({ event, first }) => {
          expect(await tell(event, [some(first, { ...first, name: 'twin' })])).toEqual(
            await tell(event, [first]),
          );
        },
      ),
      RUNS,
    );
  });

  test('some does not care how it is bracketed', async () => {
    await assert(
      asyncProperty(
        arbitraryEvent.chain((event) => judges(event).map((all) => ({ event, all }))),
        async ({ event, all: [first, ...rest] }) => {
          const flat = await tell(event, [some(first!, ...rest)]);
          const nested = await tell(event, [some(first!, some(...rest))]);
          expect(apartFromReasons(nested)).toEqual(apartFromReasons(flat));
        },
      ),
      RUNS,
    );
  });

  test('the events of these laws are among those that can be generated', () => {
    expect(EVENTS.every((event) => event in eventValues)).toBe(true);
  });
});
