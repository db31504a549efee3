import { createHooks, definePolicy, deny, typedTool } from '@interpose/core';
import { openChat, toolCycle } from '@interpose/core/adapter';

declare module '@interpose/core' {
  interface EventMap {
    preParcel: {
      kind: 'interceptor';
      payload: { parcel: { grams: number } };
      slot: 'parcel';
      verbs: 'modify';
    };
  }
}

const hooks = createHooks();
hooks.defineEvent('preParcel', { kind: 'interceptor', slot: 'parcel', verbs: ['modify'] });
hooks.addHook('preParcel', ({ parcel }) => ({ parcel: { grams: Math.min(parcel.grams, 500) } }));
// @ts-expect-error parcels are weighed in grams
hooks.addHook('preParcel', () => ({ parcel: { pounds: 1 } }));
// @ts-expect-error there is no such event
hooks.addHook('preParcels', () => undefined);

const refund = typedTool('refund', { execute: (input: { cents: number }) => input.cents });
hooks.use(
  definePolicy({
    name: 'cap',
    hooks: {
      preToolCall: {
        tool: refund,
        run: ({ call }) => (call.args.cents > 500 ? deny('too much') : undefined),
      },
    },
  }),
);

/** A line of an adapter, typed by the built package. */
export async function callOnce(cents: number): Promise<string> {
  const chat = await openChat(hooks, {
    host: { framework: 'consumer', version: '1' },
    agent: { id: 'agent' },
  });
  const outcome = await toolCycle(chat, {
    call: { id: '1', name: 'refund', args: { cents } },
    tool: { name: 'refund', origin: 'local', known: true, enabled: true },
    run: ({ args }) => String(args['cents']),
  });
  return outcome.kind;
}
