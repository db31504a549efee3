import { createHooks, type AnyVerdict, type InterceptorName } from '@interpose/core';
import { asyncProperty, assert as check, constantFrom, sample, type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  arbitraryHookBehaviour,
  arbitraryMalformedReturn,
  arbitraryPart,
  arbitraryRegistrations,
  arbitraryReturn,
  arbitraryVerdict,
  eventValues,
  register,
} from './index.ts';

const events = Object.keys(eventValues) as InterceptorName[];
const bound = { numRuns: 60, interruptAfterTimeLimit: 4000 };

/** Returns a payload of this event with a value in its slot. */
function payloadFor(event: InterceptorName): object {
  const { slot } = eventValues[event];
  const tool = { name: 'search', origin: 'local', known: true, enabled: true };
  const call = { id: 'call_1', name: 'search', args: {} };
  return {
    call,
    originalCall: call,
    tool,
    durationMs: 0,
    synthetic: false,
    ...(slot === undefined ? {} : { [slot[0]]: sample(slot[1], 1)[0] }),
  };
}

async function verdictOn(event: InterceptorName, returned: unknown): Promise<AnyVerdict> {
  const hooks = createHooks({
    approver: () => ({ approved: true }),
    strict: false,
    allowRename: true,
  });
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  hooks.addHook(event, (() => returned) as never);
  const verdict = await hooks.dispatch(event, payloadFor(event) as never);
  await hooks.close();
  return verdict;
}

function codeOf(verdict: AnyVerdict): string {
  return verdict.decision === 'deny' ? (verdict.code ?? 'denied') : 'not denied';
}

describe('what the core reads', () => {
  const cases = <Value>(make: (event: InterceptorName) => Arbitrary<Value>) =>
    constantFrom(...events).chain((event) => make(event).map((value) => [event, value] as const));

  test('every generated malformed return is denied with a code of the core', async () => {
    const denied = asyncProperty(cases(arbitraryMalformedReturn), async ([event, returned]) => {
      const settled = await verdictOn(event, returned);
      expect(codeOf(settled)).toMatch(/^(invalid_verdict|[a-z]+_unsupported)$/);
    });
    await check(denied, { ...bound, numRuns: 400 });
  });

  test('no generated verdict is malformed', async () => {
    const read = asyncProperty(
      cases((event) => arbitraryVerdict(event)),
      async ([event, verdict]) => {
        const settled = await verdictOn(event, verdict);
        expect(codeOf(settled)).not.toMatch(/^(invalid_verdict|[a-z]+_unsupported)$/);
      },
    );
    await check(read, { ...bound, numRuns: 400 });
  });

  test('no generated keyed form is malformed', async () => {
    const read = asyncProperty(cases(arbitraryReturn), async ([event, returned]) => {
      expect(codeOf(await verdictOn(event, returned))).not.toBe('invalid_verdict');
    });
    await check(read, { ...bound, numRuns: 400 });
  });
});

test('every verb of every event is generated', () => {
  for (const event of events) {
    const verbs = new Set(sample(arbitraryVerdict(event), 200).map(({ decision }) => decision));
    expect([event, [...verbs].toSorted()]).toEqual([
      event,
      [...eventValues[event].verbs].toSorted(),
    ]);
  }
});

test('every kind of part and of hook behaviour is generated', () => {
  const parts = new Set(sample(arbitraryPart(), 300).map(({ type }) => type));
  expect([...parts].toSorted()).toEqual([
    'data',
    'file',
    'other',
    'reasoning',
    'text',
    'tool-call',
    'tool-result',
  ]);
  const kinds = new Set(sample(arbitraryHookBehaviour('preToolCall'), 300).map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual([
    'hangs',
    'malformed',
    'rejects',
    'resolves',
    'returns',
    'throws',
  ]);
});

test('generated registrations run in the order of their priority until one decides', async () => {
  const inOrder = asyncProperty(arbitraryRegistrations('preToolCall'), async (registrations) => {
    const hooks = createHooks({
      timeoutMs: 30,
      approver: () => ({ approved: true }),
      strict: false,
    });
    const ran: string[] = [];
    for (const registration of registrations)
      register(hooks, 'preToolCall', registration, (name) => ran.push(name));
    await hooks.dispatch('preToolCall', payloadFor('preToolCall') as never);
    await hooks.close();
    const expected = registrations
      .toSorted((left, right) => (left.priority ?? 100) - (right.priority ?? 100))
      .map(({ name }) => name);
    const [first = ran[0]] = ran;
    expect(first).toBe(expected[0]);
    const places = ran.map((name) => expected.indexOf(name));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });
  await check(inOrder, bound);
});
