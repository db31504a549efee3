import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';

import { limits } from '../start/limits.ts';
import { stricter } from './stricter.ts';

const hooks = createHooks({
  policies: [{ ...stricter, mode: 'monitor' }, limits],
  approver: () => ({ approved: true, by: 'ada' }),
});
hooks.observe('onDecision', logDecisions({ level: 'info' }));

// Your hooked agent runs here. These two calls are made by hand, so that no
// model is needed.
for (const cents of [1500, 4200]) {
  const call = { id: `call-${cents}`, name: 'refund', args: { cents } };
  const tool = {
    name: 'refund',
    origin: 'local',
    known: true,
    enabled: true,
  } as const;
  const done = await hooks.step('preToolCall', { call, tool }, () => 'paid');
  console.log(
    cents / 100,
    'euros:',
    done.kind === 'output' ? done.output : done.kind,
  );
}
await hooks.close();
