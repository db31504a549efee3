import { describe, expect, test } from 'vitest';

import { modelCycle, type Chat } from '../../adapter.ts';
import { createHooks, deny, textOf, type ModelRequest } from '../../index.ts';
import { modelStep } from '../../../test/model-step.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { textMessage } from '../../../test/sample-values.ts';

async function send(chat: Chat, request: ModelRequest) {
  const sent: ModelRequest[] = [];
  const outcome = await modelCycle(chat, modelStep({ request: () => request, sent }));
  return { outcome, request: sent[0] };
}

const rules = (text: string) => textMessage(text, 'system');

describe('system messages', () => {
  test('are asked about at the first request and when they change', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('onSystemMessage', ({ message }) => void seen.push(textOf(message)));
    const chat = await openTestChat(hooks);
    const first = { instructions: 'Be kind.', messages: [rules('Be brief.')] };
    await send(chat, first);
    await send(chat, first);
    await send(chat, { ...first, instructions: 'Be strict.' });
    await send(chat, first);
    expect(seen).toEqual(['Be kind.', 'Be brief.', 'Be strict.']);
  });

  test('of one id are asked about when their content changes, and not in the form that hooks gave them', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('onSystemMessage', ({ message }) => {
      seen.push(textOf(message));
      return { message: { ...message, content: rules(`${textOf(message)} Always.`).content } };
    });
    const chat = await openTestChat(hooks);
    const sent: unknown[] = [];
    for (const text of ['Be kind.', 'Be kind. Always.', 'Be rude.']) {
      const { request } = await send(chat, { messages: [{ ...rules(text), id: 'rules' }] });
      sent.push(textOf(request!.messages[0]!));
    }
    expect(seen).toEqual(['Be kind.', 'Be rude.']);
    expect(sent).toEqual(['Be kind. Always.', 'Be kind. Always.', 'Be rude. Always.']);
  });

  test('are asked about again in another chat', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook('onSystemMessage', () => void asked++);
    for (let n = 0; n < 2; n++)
      await send(await openTestChat(hooks), { instructions: 'x', messages: [] });
    expect(asked).toBe(2);
  });

  test('that are empty or absent fire nothing', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook('onSystemMessage', () => void asked++);
    const chat = await openTestChat(hooks);
    await send(chat, { instructions: '', messages: [] });
    await send(chat, { messages: [textMessage('hi')] });
    expect(asked).toBe(0);
  });

  test('that were changed stay changed in every later request of the chat', async () => {
    const hooks = createHooks();
    hooks.addHook('onSystemMessage', ({ message }) => ({
      message: rules(`${textOf(message)} Always.`),
    }));
    const chat = await openTestChat(hooks);
    const given = { instructions: 'Be kind.', messages: [rules('Be brief.'), textMessage('hi')] };
    for (let n = 0; n < 2; n++) {
      const { request } = await send(chat, given);
      expect(request).toEqual({
        instructions: 'Be kind. Always.',
        messages: [rules('Be brief. Always.'), textMessage('hi')],
      });
    }
  });

  test('become instructions of all their text parts', async () => {
    const hooks = createHooks();
    hooks.addHook('onSystemMessage', () => ({
      message: {
        role: 'system',
        content: [
          { type: 'text', text: 'one' },
          { type: 'data', data: 1 },
          { type: 'text', text: 'two' },
        ],
      },
    }));
    const { request } = await send(await openTestChat(hooks), { instructions: 'x', messages: [] });
    expect(request?.instructions).toBe('one\n\ntwo');
  });

  test.each([
    ['instructions', { instructions: 'bad', messages: [] }],
    ['a message', { messages: [rules('bad')] }],
  ])('that are denied, as %s, make no model call', async (_, given) => {
    const hooks = createHooks();
    hooks.addHook('onSystemMessage', () => deny('no'), { name: 'guard' });
    const { outcome, request } = await send(await openTestChat(hooks), given);
    expect(outcome).toMatchObject({
      kind: 'denied',
      denial: { event: 'onSystemMessage', by: 'guard' },
    });
    expect(request).toBeUndefined();
  });

  test('come after the user messages and before the request', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    for (const event of ['preRequest', 'onSystemMessage', 'onUserMessage'] as const)
      hooks.addHook(event, () => void log.push(event));
    await send(await openTestChat(hooks), { instructions: 'x', messages: [textMessage('hi')] });
    expect(log).toEqual(['onUserMessage', 'onSystemMessage', 'preRequest']);
  });
});
