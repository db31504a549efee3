import { createHooks, deny, type Policy } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { escalating } from '../src/approvers/index.ts';
import { every, parallel, some, unless } from '../src/combine/index.ts';
import { fallbackModel } from '../src/fallback-model/index.ts';
import { filterTools } from '../src/filter-tools/index.ts';
import { guardEgress } from '../src/guard-egress/index.ts';
import { monitor } from '../src/monitor/index.ts';
import { retryTools } from '../src/retry-tools/index.ts';

const run = (): undefined => undefined;
const closed: Policy = { name: 'closed', hooks: { preToolCall: () => deny('no') } };

/** A class whose methods nobody would call, were its own keys all that is read. */
class Methods {
  readonly preRequest = run;

  preToolCall(): object {
    return deny('never asked');
  }
}

class RefundHook {
  readonly run = run;

  get tool(): string {
    return 'refund';
  }
}

const PART = [
  ['hooks of a class', { name: 'p', hooks: new Methods() }, 'its hooks are not a plain object'],
  ['hooks in a map', { name: 'p', hooks: new Map() }, 'its hooks are not a plain object'],
  ['a hook of a class', { name: 'p', hooks: { preToolCall: new RefundHook() } }, 'its hook on'],
  ['no hook', { name: 'p', hooks: { preToolCall: [] } }, 'it has no hooks'],
] as const;

describe('what createHooks refuses in a policy is refused where policies are combined', () => {
  test.for(PART)('%s', ([, given, message]) => {
    const policy = given as unknown as Policy; // as JavaScript gives it
    expect(() => createHooks({ policies: [policy] })).toThrow(message);
    for (const combine of [every, some]) expect(() => combine(closed, policy)).toThrow(message);
    expect(() => parallel([closed, policy])).toThrow(message);
    expect(() => unless(() => true, policy)).toThrow(message);
  });

  test('a place of a list of hooks that is empty', () => {
    const listed = Object.assign([], { 1: run });
    const policy = { name: 'p', hooks: { preToolCall: listed } };
    expect(() => some(closed, policy)).toThrow('its hook on preToolCall is not a function');
  });
});

test.each<[string, (policy: Policy) => Policy]>([
  ['monitor', (policy) => monitor(policy)],
  ['unless', (policy) => unless(() => true, policy)],
  ['every, in dry run', (policy) => monitor(every(closed, policy))],
])('%s keeps a setup that is a method of a class', (_, wrap) => {
  let setUps = 0;
  class Watch implements Policy {
    readonly name = 'watch';
    readonly hooks = { preToolCall: run };

    setup(): void {
      setUps++;
    }
  }
  createHooks({ policies: [wrap(new Watch())] });
  expect(setUps).toBe(1);
});

test('monitor takes each policy of a list that is mapped', () => {
  expect([closed].map(monitor)).toMatchObject([{ name: 'closed', mode: 'monitor' }]);
});

const yes = (): { approved: true } => ({ approved: true });

test.each<[string, () => unknown, string]>([
  [
    'a place among approvers that is empty',
    () => escalating(Object.assign([yes], { 2: yes }), { afterMs: 5 }),
    'escalating: needs a list of approvers',
  ],
  [
    'a misspelt fact',
    () => filterTools(() => true, { facts: { a: { annotatoins: {} } as object } }),
    'the facts of a does not know "annotatoins"; did you mean annotations?',
  ],
  [
    'a misspelt hint',
    () =>
      filterTools(() => true, { facts: { a: { annotations: { readonlyHnt: true } as object } } }),
    'the annotations of a does not know "readonlyHnt"; did you mean readOnlyHint?',
  ],
  [
    'facts that are none',
    () => filterTools(() => true, { facts: { a: null as never } }),
    'the facts of a takes an object, and got null',
  ],
  ['a resolver that is true', () => guardEgress({ resolve: true as never }), 'resolve is "true"'],
  ['half an attempt', () => retryTools({ maxAttempts: 1.5 }), 'maxAttempts is 1.5 in retryTools'],
  [
    'a key of a model that nobody reads',
    () => fallbackModel([{ model: 'm', ask: yes as never, asks: 2 } as never]),
    'a model of fallbackModel does not know "asks"; did you mean ask?',
  ],
])('%s is refused', (_, make, message) => {
  expect(make).toThrow(message);
});
