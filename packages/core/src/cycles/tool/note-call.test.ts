import { expect, test } from 'vitest';

import { joinChat, noteCall } from '../../remote.ts';
import { createHooks } from '../../index.ts';

test('a call that ended elsewhere is in the history of its session', () => {
  const hooks = createHooks({ historyLimit: 1 });
  const host = { framework: 'elsewhere', version: '1.0.0' };
  const place = { host, agent: { id: 'support' }, chatId: 'turn-7', session: { id: 'thread' } };
  const chat = joinChat(hooks, place);
  for (const id of ['first', 'second']) {
    const call = { id, name: 'refund', args: {} };
    noteCall(chat, { call, status: 'result', durationMs: 7, synthetic: false });
  }
  expect(joinChat(hooks, place).session.history).toMatchObject([
    { call: { id: 'second' }, status: 'result', durationMs: 7, chatId: 'turn-7' },
  ]);
});
