import { createHooks, type Hooks, type Message } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { hookFetch } from '../../index.ts';
import { isDict, type Body } from '../native.ts';

/** Returns the messages that are sent for these. */
async function sent(hooks: Hooks, messages: readonly Body[]): Promise<readonly Body[]> {
  let body = '';
  const fetch = (_: unknown, init?: RequestInit): Promise<Response> => {
    body = init?.body as string;
    return Promise.resolve(Response.json({ choices: [] }));
  };
  const asked = JSON.stringify({ model: 'm', messages });
  const init = { method: 'POST', body: asked };
  await hookFetch(fetch, hooks)('https://api.test/v1/chat/completions', init);
  return (JSON.parse(body) as { readonly messages: readonly Body[] }).messages;
}

/** Changes the texts in data parts, as a policy that redacts does. */
function withData(message: Message, change: (text: string) => string): Message {
  const content = message.content.map((part) =>
    part.type === 'data' && isDict(part.data)
      ? { ...part, data: { speaker: change(String(part.data['speaker'])) } }
      : part,
  );
  return { ...message, content };
}

const conversation: readonly Body[] = [
  { role: 'user', name: 'Ann', content: 'Hi' },
  { role: 'assistant', name: 'Desk', content: 'Yes?' },
  { role: 'system', name: 'Rules', content: 'Be short.' },
  { role: 'user', name: 'Bob', content: [{ type: 'text', text: 'And me?' }] },
];

describe('the name of who says a message', () => {
  test('is data of the message, and goes out as it came where nothing changed', async () => {
    const hooks = createHooks();
    const read: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => {
      read.push(...request.messages.map(({ content }) => content.at(-1)));
    });
    expect(await sent(hooks, conversation)).toEqual(conversation);
    const names = ['Ann', 'Desk', 'Rules', 'Bob'];
    expect(read).toEqual(names.map((speaker) => ({ type: 'data', data: { speaker } })));
  });

  test.each([
    ['other words', () => 'Guest', 'Guest'],
    ['a placeholder, as the service takes it', () => '<PERSON 1>', 'PERSON_1'],
    ['nothing', () => '', undefined],
  ])('goes out as %s where a hook says so, beside the same text', async (_, change, name) => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => {
      const messages = request.messages.map((message) => withData(message, change));
      return { request: { ...request, messages } };
    });
    const out = await sent(hooks, conversation);
    expect(out.map((message) => message['name'])).toEqual([name, name, name, name]);
    const without = ({ name: _name, ...message }: Body): Body => message;
    expect(out.map(without)).toEqual(conversation.map(without));
  });

  test('stays where a hook changed the text alone, and goes where it took all away', async () => {
    const [kept, gone] = [createHooks(), createHooks()];
    const said = { type: 'text', text: 'Hello' } as const;
    kept.addHook('onUserMessage', ({ message }) => ({
      message: { ...message, content: [said, ...message.content.slice(1)] },
    }));
    gone.addHook('onUserMessage', ({ message }) => ({ message: { ...message, content: [said] } }));
    const messages = [{ role: 'user', name: 'Ann', content: 'Hi' }];
    expect(await sent(kept, messages)).toEqual([{ role: 'user', name: 'Ann', content: 'Hello' }]);
    expect(await sent(gone, messages)).toEqual([{ role: 'user', content: 'Hello' }]);
  });

  test('is never that of another message whose place it took', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => {
      const messages = request.messages.slice(1).map((message) => withData(message, (who) => who));
      return { request: { ...request, messages } };
    });
    const messages = [...conversation.slice(0, 1), { role: 'user', content: 'And me?' }];
    expect(await sent(hooks, messages)).toEqual([{ role: 'user', content: 'And me?' }]);
  });

  test('of instructions stands in front of them', async () => {
    const hooks = createHooks();
    const read: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => {
      read.push(request.instructions);
      return { request: { ...request, instructions: 'Guest: Be short.' } };
    });
    const messages = [{ role: 'developer', name: 'Ann', content: 'Be short.' }];
    const out = await sent(hooks, [...messages, { role: 'user', content: 'Hi' }]);
    expect(read).toEqual(['Ann: Be short.']);
    expect(out[0]).toEqual({ role: 'developer', content: 'Guest: Be short.' });
  });
});
