import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { agentOn, runner } from '../../test/app.ts';
import { MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

test('law 16: the very agent is hooked, so that none is left which runs past the hooks', async () => {
  const hooks = createHooks({
    policies: [{ name: 'shut', hooks: { preRequest: () => deny('no') } }],
  });
  const agent = agentOn(new MemoryModel('Hi.'));
  expect(withHooks(agent, hooks)).toBe(agent);
  expect((await runner.run(agent, 'Hi.')).finalOutput).toBe('Blocked by policy.');
  expect((await runner.run(agent.clone({ name: 'copy' }), 'Hi.')).finalOutput).toBe(
    'Blocked by policy.',
  );
});
