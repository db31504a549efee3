import { createHooks } from '@interpose/core';
import { modelCycle, openChat, type Chat } from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

import { away, text } from '../../test/fallback-chat.ts';
import { fallbackModel } from './fallback-model.ts';

/** Sends requests as a host does, with its own request object; model-a fails each time, after so many turns. */
async function asked(chat: Chat, turns: number, native: object = {}): Promise<readonly string[]> {
  const models: string[] = [];
  await modelCycle(chat, {
    native,
    request: () => ({ model: 'model-a', messages: [] }),
    call: async (changed) => {
      const { model = 'model-a' } = changed ?? {};
      models.push(model);
      for (let turn = 0; turn < turns; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      if (model === 'model-a') throw away;
      return text(model);
    },
    response: (answer) => answer,
    continues: () => false,
  });
  return models;
}

async function startChat(): Promise<Chat> {
  const hooks = createHooks({ policies: [fallbackModel(['model-b', 'model-c'])], retries: 2 });
  return openChat(hooks, { host: { framework: 'openai', version: '' }, agent: { id: 'agent' } });
}

describe('fallbackModel', () => {
  test('leads each of several calls that run at once in one chat down the whole list', async () => {
    const chat = await startChat();
    const down = ['model-a', 'model-b'];
    expect(await Promise.all([5, 10, 15].map((turns) => asked(chat, turns)))).toEqual([
      down,
      down,
      down,
    ]);
  });

  test('begins anew with a request that an app sends again', async () => {
    const native = {};
    const down = ['model-a', 'model-b'];
    const chat = await startChat();
    expect(await asked(chat, 0, native)).toEqual(down);
    expect(await asked(chat, 0, native)).toEqual(down);
    expect(await asked(await startChat(), 0, native)).toEqual(down);
  });
});
