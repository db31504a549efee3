import { describe, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('what a run leaves behind, SDK $version', ({ sdk }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });

  test.each(['a tool call', 'a run'])('%s after its end has a chat of its own', async (kind) => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.observe('*', ({ event, parentChatId }) => {
      if (event !== 'onInventoryChange') told.push(event);
      expect(parentChatId).toBeUndefined();
    });
    const look = openTool('look', () => 'here');
    const over = Promise.withResolvers<void>();
    const other = new sdk.Agent({ name: 'other', model: new MemoryModel('Done.') });
    const later = async (): Promise<void> => {
      await over.promise;
      if (kind === 'a run') await runner.run(other, 'Go on.');
      else await look.invoke(undefined as never, '{}');
    };
    let left: Promise<void> | undefined;
    const start = openTool('start', () => {
      left = later();
      return 'started';
    });
    const model = new MemoryModel([calls('start')], 'Done.');
    const agent = new sdk.Agent({ name: 'shop', model, tools: [look, start] });
    await runner.run(withHooks(agent, hooks), 'Go.');
    const ofTheRun = told.splice(0);
    over.resolve();
    await left;
    await hooks.flush();
    for (const events of [ofTheRun, told])
      expect([events[0], events[1], ...events.slice(-2)]).toEqual([
        'onSessionStart',
        'onChatStart',
        'onChatDone',
        'onSessionEnd',
      ]);
  });
});
