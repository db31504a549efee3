import { expect, test } from 'vitest';

import { startSoak } from './start-soak.ts';

test('half a minute of everything leaves nothing behind', async () => {
  const report = await startSoak({ minutes: 0.5, seed: 1, unread: false });
  expect(report.faults).toEqual([]);
  expect(report.chats).toBeGreaterThan(50);
  expect(report.deniedCalls).toBeGreaterThan(0);
  expect(Object.keys(report.chatsPerAdapter).toSorted()).toEqual([
    'ai-sdk',
    'langchain',
    'openai',
    'openai-agents',
  ]);
});
