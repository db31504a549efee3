import { createHooks, type User } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';

import { limits } from '../start/limits.ts';
import { stricter } from './stricter.ts';

const base = createHooks({
  policies: [limits],
  approver: () => ({ approved: true, by: 'ada' }),
});
base.observe('onDecision', logDecisions());
const trial = base.extend({ policies: [stricter] });
const inTrial = new Set(['bob']);

for (const user of [{ id: 'ann' }, { id: 'bob' }] satisfies User[]) {
  const hooks = inTrial.has(user.id) ? trial : base;
  await hooks.inSession({ id: `chat-of-${user.id}`, user }, async () => {
    const call = { id: 'call-1', name: 'refund', args: { cents: 4200 } };
    const tool = {
      name: 'refund',
      origin: 'local',
      known: true,
      enabled: true,
    } as const;
    const done = await hooks.step('preToolCall', { call, tool }, () => 'paid');
    console.log(user.id, done.kind === 'output' ? done.output : done.kind);
  });
}
await base.close();
