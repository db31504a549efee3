import { expect, test } from 'vitest';

import { startSoak } from './start-soak.ts';

test(
  'a short soak of every adapter on failing stores breaks no invariant and leaves nothing behind',
  { timeout: 600_000 },
  async () => {
    const report = await startSoak({ minutes: 1, seed: 1 });
    expect(report.faults).toEqual([]);
    expect(report.chats).toBeGreaterThan(20);
    expect(report.deniedCalls).toBeGreaterThan(0);
    expect(Object.keys(report.chatsPerAdapter).toSorted()).toEqual([
      'a2a',
      'ai-sdk',
      'langchain',
      'mcp',
      'openai',
      'openai-agents',
    ]);
  },
);
