import { createHooks, deny, type Dict } from '@interpose/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hookedWire, settled } from '../../test/hooked-wire.ts';

/** One message of a plan: what it is, when its check is over, and what the check says. */
interface Planned {
  readonly kind: 'request' | 'notification' | 'answer';
  /** The turn in which its check is over, among those of the others; `undefined`: at once. */
  readonly turn: number | undefined;
  readonly denied: boolean;
}

const plan = fc.array(
  fc.record<Planned>({
    kind: fc.constantFrom('request', 'notification', 'answer'),
    turn: fc.option(fc.nat(20), { nil: undefined }),
    denied: fc.boolean(),
  }),
  { maxLength: 12 },
);

function messageOf({ kind }: Planned, index: number): Dict {
  const params = { index };
  if (kind === 'request') return { jsonrpc: '2.0', id: index, method: 'tools/call', params };
  if (kind === 'notification') return { jsonrpc: '2.0', method: 'notifications/message', params };
  return { jsonrpc: '2.0', id: index, result: params };
}

function indexOf(message: unknown): number {
  const { params, result } = message as { readonly params?: Dict; readonly result?: Dict };
  return ((params ?? result) as { readonly index: number }).index;
}

/** Sends every message of the plan in one direction, ends their checks turn by turn, and returns what arrived. */
async function run(planned: readonly Planned[], leg: 'out' | 'in'): Promise<readonly number[]> {
  const hooks = createHooks();
  const checks: { readonly turn: number; readonly end: () => void }[] = [];
  hooks.addHook(leg === 'out' ? 'preMcpMessage' : 'onMcpMessage', ({ message }) => {
    const { turn, denied } = planned[indexOf(message)]!;
    const verdict = denied ? deny('no') : undefined;
    if (turn === undefined) return verdict;
    const { promise, resolve } = Promise.withResolvers<typeof verdict>();
    checks.push({ turn, end: () => resolve(verdict) });
    return promise;
  });
  const { wire, heard, send } = hookedWire(hooks);
  const sent = planned.map(async (one, index) => {
    if (leg === 'out') await send(messageOf(one, index));
    else wire.say(messageOf(one, index));
  });
  await settled();
  for (const { end } of checks.toSorted((one, other) => one.turn - other.turn)) {
    end();
    await Promise.resolve();
  }
  await Promise.all(sent);
  await settled();
  return (leg === 'out' ? wire.out : heard)
    .filter((one) => !('error' in (one as Dict)))
    .map(indexOf);
}

test.each(['out', 'in'] as const)(
  'whatever the checks take, every message that may pass does so once, in the order of its kind: %s',
  async (leg) => {
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => {
        const arrived = await run(planned, leg);
        const passing = planned.flatMap(({ denied }, index) => (denied ? [] : [index]));
        expect(arrived.toSorted((one, other) => one - other)).toEqual(passing);
        const of = (...kinds: readonly Planned['kind'][]): readonly number[] =>
          arrived.filter((index) => kinds.includes(planned[index]!.kind));
        for (const some of [of('request', 'notification'), of('answer')])
          expect(some).toEqual(some.toSorted((one, other) => one - other));
      }),
      { numRuns: 60 },
    );
  },
);
