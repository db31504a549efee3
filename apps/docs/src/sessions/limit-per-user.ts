import { createHooks, type User } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { limitRate } from '@interpose/policies/limit-rate';

const hooks = createHooks({
  policies: [
    limitRate({ limit: 2, windowMs: 60_000, per: 'user', tool: 'refund' }),
  ],
});
hooks.observe('onDecision', logDecisions());

/** Stands for your route: who asks, in which conversation. */
async function handle(user: User, conversation: string): Promise<void> {
  await hooks.inSession({ id: conversation, user }, async () => {
    // Here you call your hooked agent. This runs one step by hand, so that it needs no model.
    const call = { id: 'c1', name: 'refund', args: { cents: 500 } };
    const tool = {
      name: 'refund',
      origin: 'local',
      known: true,
      enabled: true,
    } as const;
    await hooks.step('preToolCall', { call, tool }, () => 'paid');
  });
}

for (const conversation of ['mug', 'lamp', 'chair'])
  await handle({ id: 'ada' }, conversation);
await handle({ id: 'bob' }, 'desk');
await hooks.close();
