import { createHooks, deny, type Hooks } from '@interpose/core';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { question } from '../../test/shop.ts';
import { withHooks } from '../index.ts';

/** Hooks that say a verdict where none is taken, and what is reported of them. */
function observing(): { readonly hooks: Hooks; readonly told: string[] } {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ code, failedEvent }) => void told.push(`${code} ${failedEvent}`));
  // The types refuse a verdict here; JavaScript does not.
  hooks.addHook('onChatDone', (() => deny('too late')) as never);
  return { hooks, told };
}

/** A client of a service in memory, and how often that was asked. */
function open(): { readonly client: OpenAI; readonly count: () => number } {
  let asked = 0;
  const fetch = async (): Promise<Response> => {
    asked += 1;
    return Response.json({
      choices: [{ index: 0, message: { role: 'assistant', content: 'Ten.' } }],
    });
  };
  return { client: new OpenAI({ apiKey: 'any', fetch, logLevel: 'off' }), count: () => asked };
}

test('law 15: a verdict of an observed event is reported, and the answer is given', async () => {
  const { hooks, told } = observing();
  const { client } = open();
  const { choices } = await withHooks(client, hooks).chat.completions.create(question);
  await hooks.flush();
  expect([choices[0]?.message.content, told]).toEqual(['Ten.', ['verdict_at_observer onChatDone']]);
});

test.each(['onSessionStart', 'onChatStart'] as const)(
  'law 15: after a deny at %s no model is asked',
  async (event) => {
    const hooks = createHooks();
    hooks.addHook(event, (() => deny('closed')) as never);
    const { client, count } = open();
    await withHooks(client, hooks).chat.completions.create(question).catch(String);
    expect(count()).toBe(0);
  },
);

test('law 16: the very client is hooked, so that none is left which runs past the hooks', async () => {
  const hooks = createHooks({
    policies: [{ name: 'shut', hooks: { preRequest: () => deny('no') } }],
  });
  const { client, count } = open();
  expect(withHooks(client, hooks, {})).toBe(client);
  const { choices } = await client.chat.completions.create(question);
  const cloned = await client.withOptions({ timeout: 1000 }).chat.completions.create(question);
  expect([choices[0]?.message.content, cloned.choices[0]?.message.content, count()]).toEqual([
    'Blocked by policy.',
    'Blocked by policy.',
    0,
  ]);
});

/** Hooks that deny the start, and besides want no model at all. */
function closedAt(event: 'onSessionStart' | 'onChatStart', onDeny: 'message' | 'throw'): Hooks {
  const hooks = createHooks({ onDeny });
  const close = (): unknown => deny('closed', { code: 'closed', message: 'We are closed.' });
  const onInventoryChange = (): ReturnType<typeof deny> => deny('no component at all');
  hooks.use({ name: 'hours', hooks: { [event]: close as never, onInventoryChange } });
  return hooks;
}

const starts = (['onSessionStart', 'onChatStart'] as const).flatMap((event) => [
  [event, 'plain'] as const,
  [event, 'streamed'] as const,
]);

/** What a caller is thrown for it. */
const shut = { denial: { code: 'closed', policy: 'hours' } };

test.each(starts)(
  'law 15: a deny at %s is the refusal that the caller gets, %s, whatever is said of the inventory',
  async (event, mode) => {
    const ask = async (onDeny: 'message' | 'throw'): Promise<string> => {
      const { completions } = withHooks(open().client, closedAt(event, onDeny)).chat;
      if (mode === 'plain')
        return (await completions.create(question)).choices[0]?.message.refusal ?? '';
      let refusal = '';
      for await (const { choices } of await completions.create({ ...question, stream: true }))
        refusal += choices[0]?.delta.refusal ?? '';
      return refusal;
    };
    expect(await ask('message')).toBe('We are closed.');
    await expect(ask('throw')).rejects.toMatchObject(shut);
  },
);
