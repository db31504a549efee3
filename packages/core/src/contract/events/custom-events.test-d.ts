import { expectTypeOf, test } from 'vitest';

import {
  createHooks,
  definePolicy,
  deny,
  respond,
  retry,
  type EventName,
  type InterceptorName,
  type ObserverName,
  type VerbOf,
} from '../../index.ts';

interface Charge {
  readonly cents: number;
}

interface Receipt {
  readonly number: string;
}

declare module '@interpose/core' {
  interface EventMap {
    preCharge: {
      kind: 'interceptor';
      payload: { charge: Charge; customer: string };
      slot: 'charge';
      outcomes: { receipt: Receipt };
      verbs: 'modify' | 'respond';
    };
    preShip: { kind: 'interceptor'; payload: { parcel: string }; slot: 'parcel' };
    preClose: { kind: 'interceptor'; payload: { shop: string } };
    onCharged: { kind: 'observer'; payload: { receipt: Receipt } };
  }
}

const hooks = createHooks();
const receipt: Receipt = { number: '1' };

test('custom events have names of the right kind', () => {
  expectTypeOf<'preCharge' | 'preShip' | 'onCharged'>().toExtend<EventName>();
  expectTypeOf<'preCharge'>().toExtend<InterceptorName>();
  expectTypeOf<'onCharged'>().toExtend<ObserverName>();
  expectTypeOf<'onCharged'>().not.toExtend<InterceptorName>();
  expectTypeOf<'preRefund'>().not.toExtend<EventName>();
});

test('hooks on a custom event see its payload and return its forms', () => {
  hooks.addHook('preCharge', ({ charge, customer }) => {
    expectTypeOf(customer).toEqualTypeOf<string>();
    return charge.cents > 500 ? deny('too much') : { charge: { cents: 5 } };
  });
  hooks.addHook('preCharge', () => ({ receipt }));
  hooks.addHook('preCharge', async () => respond({ receipt }));
  // @ts-expect-error a receipt has a number
  hooks.addHook('preCharge', () => ({ receipt: {} }));
  // @ts-expect-error one form, not two
  hooks.addHook('preCharge', ({ charge }) => ({ charge, receipt }));
  // @ts-expect-error a charge counts in cents
  hooks.addHook('preCharge', () => ({ charge: { euros: 5 } }));
  // @ts-expect-error the event does not take retry
  hooks.addHook('preCharge', () => retry());
  // @ts-expect-error the payload has no such key
  hooks.addHook('preCharge', ({ parcel }) => void parcel);
  // @ts-expect-error the short form of a contract event is none here
  hooks.addHook('preCharge', () => ({ result: receipt }));
});

test('verbs left out are those the registry gives at run time', () => {
  expectTypeOf<VerbOf<'preCharge'>>().toEqualTypeOf<'allow' | 'deny' | 'modify' | 'respond'>();
  expectTypeOf<VerbOf<'preShip'>>().toEqualTypeOf<'allow' | 'deny' | 'modify' | 'ask'>();
  expectTypeOf<VerbOf<'preClose'>>().toEqualTypeOf<'allow' | 'deny' | 'ask'>();
  expectTypeOf<VerbOf<'onCharged'>>().toEqualTypeOf<never>();
  // @ts-expect-error nothing can be modified where there is no slot
  hooks.addHook('preClose', () => ({ decision: 'modify', value: 'all' }));
});

test('an event is defined as it was declared', () => {
  hooks.defineEvent('preCharge', { kind: 'interceptor', slot: 'charge', outcomes: ['receipt'] });
  hooks.defineEvent('preClose', { kind: 'interceptor' });
  hooks.defineEvent('onCharged', { kind: 'observer' });
  hooks.defineEvent('preUndeclared', { kind: 'interceptor', slot: 'anything', after: true });
  // @ts-expect-error what it says would be ignored
  hooks.defineEvent('preCharge', { kind: 'observer', slot: 'charge', outcomes: ['receipt'] });
  // @ts-expect-error the slot is another
  hooks.defineEvent('preCharge', { kind: 'interceptor', slot: 'bill', outcomes: ['receipt'] });
  // @ts-expect-error without its slot nothing could be modified
  hooks.defineEvent('preCharge', { kind: 'interceptor', outcomes: ['receipt'] });
  // @ts-expect-error the outcome is another
  hooks.defineEvent('preCharge', { kind: 'interceptor', slot: 'charge', outcomes: ['bill'] });
  // @ts-expect-error it was declared without a slot
  hooks.defineEvent('preClose', { kind: 'interceptor', slot: 'shop' });
});

test('policies hook custom events', () => {
  definePolicy({
    name: 'cap',
    hooks: { preCharge: ({ charge }) => ({ charge: { cents: Math.min(charge.cents, 500) } }) },
  });
  definePolicy({
    name: 'cap',
    // @ts-expect-error a charge counts in cents
    hooks: { preCharge: () => ({ charge: { euros: 5 } }) },
  });
});

test('a dispatch takes the payload and gives back the verdict', async () => {
  const verdict = await hooks.dispatch('preCharge', { charge: { cents: 5 }, customer: 'ada' });
  if (verdict.decision === 'modify') expectTypeOf(verdict.value).toEqualTypeOf<Charge>();
  if (verdict.decision === 'respond')
    expectTypeOf(verdict.outcome.receipt).toEqualTypeOf<Receipt>();
  // @ts-expect-error the event does not take ask
  void (verdict.decision === 'ask');
  // @ts-expect-error the customer is missing
  await hooks.dispatch('preCharge', { charge: { cents: 5 } });
  // @ts-expect-error there is no such event
  await hooks.dispatch('preRefund', {});
  const told = await hooks.dispatch('onCharged', { receipt });
  expectTypeOf(told.decision).toEqualTypeOf<'allow'>();
});

test('a step acts on the slot and may be answered with an outcome', async () => {
  const payload = { charge: { cents: 5 }, customer: 'ada' };
  const outcome = await hooks.step('preCharge', payload, ({ cents }) => cents > 0);
  if (outcome.kind === 'output') expectTypeOf(outcome.output).toEqualTypeOf<boolean | Receipt>();
  const same = await hooks.step('preCharge', payload, async () => receipt);
  if (same.kind === 'output') expectTypeOf(same.output).toEqualTypeOf<Receipt>();
  const closed = await hooks.step('preClose', { shop: 'all' }, (value) => {
    expectTypeOf(value).toEqualTypeOf<undefined>();
    return 1;
  });
  if (closed.kind === 'output') expectTypeOf(closed.output).toEqualTypeOf<number>();
  // @ts-expect-error the slot is a charge
  await hooks.step('preCharge', payload, (value: string) => value);
  // @ts-expect-error nothing waits for an observer
  await hooks.step('onCharged', { receipt }, () => 1);
});
