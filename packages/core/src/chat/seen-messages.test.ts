import { describe, expect, test } from 'vitest';

import { modelCycle, recallMessage } from '../adapter.ts';
import { createHooks, deny, textOf, type Message, type ModelRequest } from '../index.ts';
import { modelStep } from '../../test/model-step.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { textMessage } from '../../test/sample-values.ts';
import { sendMessages } from '../../test/send-messages.ts';

const user = (text: string): Message => textMessage(text, 'user');
const assistant = (text: string): Message => textMessage(text, 'assistant');

describe('a user message that was changed', () => {
  test('is what the model, the history and later hooks see', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    const changed = user('[card]');
    hooks.addHook('onUserMessage', () => ({ message: changed }));
    hooks.observe('onMessage', ({ message }) => void seen.push(message));
    hooks.addHook('preRequest', ({ request }) => void seen.push(request.messages[0]));
    const sent = await sendMessages(await openTestChat(hooks), [user('4111 1111')]);
    expect(sent?.messages).toEqual([changed]);
    expect(seen.slice(0, 2)).toEqual([changed, changed]);
  });

  test.each<[string, (message: Message) => Message, Message]>([
    ['identity', (message) => message, user('secret')],
    ['id', (message) => ({ ...message, content: [] }), { ...user('secret'), id: 'm1' }],
    ['content', (message) => ({ ...message, content: [...message.content] }), user('secret')],
  ])(
    'stays changed when it is sent again, known by %s, and fires no more',
    async (_, again, original) => {
      const hooks = createHooks();
      let asked = 0;
      hooks.addHook('onUserMessage', ({ message }) => {
        asked++;
        return message === original ? { message: user('[hidden]') } : undefined;
      });
      const session = { id: 's' };
      await sendMessages(await openTestChat(hooks, { session }), [original]);
      const later = await openTestChat(hooks, { session });
      const sent = await sendMessages(later, [again(original), assistant('ok'), user('more')]);
      expect(sent?.messages).toEqual([user('[hidden]'), assistant('ok'), user('more')]);
      expect(asked).toBe(2);
    },
  );

  test('is forgotten with its session', async () => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', () => ({ message: user('[hidden]') }), { once: true });
    await sendMessages(await openTestChat(hooks, { session: { id: 'a' } }), [user('secret')]);
    const sent = await sendMessages(await openTestChat(hooks, { session: { id: 'b' } }), [
      user('secret'),
      assistant('ok'),
    ]);
    expect(sent?.messages[0]).toEqual(user('secret'));
  });
});

describe('a user message that was denied', () => {
  test('makes no model call, and the caller gets the refusal', async () => {
    const hooks = createHooks();
    const roles: string[] = [];
    hooks.addHook('onUserMessage', () => deny('no', { message: 'Not here.' }), { name: 'guard' });
    hooks.observe('onMessage', ({ message }) => void roles.push(message.role));
    const sent: ModelRequest[] = [];
    const outcome = await modelCycle(await openTestChat(hooks), modelStep({ sent }));
    expect(outcome).toMatchObject({
      kind: 'denied',
      text: 'Not here.',
      throws: false,
      denial: { by: 'guard', event: 'onUserMessage' },
    });
    expect(sent).toEqual([]);
    expect(roles).toEqual([]);
  });

  test('is left out of later requests of the session', async () => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) =>
      JSON.stringify(message).includes('attack') ? deny('no') : undefined,
    );
    const session = { id: 's' };
    await sendMessages(await openTestChat(hooks, { session }), [user('attack')]);
    const later = await openTestChat(hooks, { session });
    const sent = await sendMessages(later, [user('attack'), assistant('refused'), user('hello')]);
    expect(sent?.messages).toEqual([assistant('refused'), user('hello')]);
  });
});

describe('a message with an id', () => {
  test('is asked about again in the same chat when its content changes, and only then', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('onUserMessage', ({ message }) => void seen.push(textOf(message)));
    const chat = await openTestChat(hooks);
    for (const text of ['one', 'one', 'two'])
      await sendMessages(chat, [{ ...user(text), id: 'm1' }]);
    expect(seen).toEqual(['one', 'two']);
  });

  test('is not asked about again in the form that hooks gave it', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook('onUserMessage', ({ message }) => {
      asked++;
      return { message: { ...message, content: user('[hidden]').content } };
    });
    const chat = await openTestChat(hooks);
    await sendMessages(chat, [{ ...user('secret'), id: 'm1' }]);
    const sent = await sendMessages(chat, [{ ...user('[hidden]'), id: 'm1' }]);
    expect(sent?.messages).toEqual([{ ...user('[hidden]'), id: 'm1' }]);
    expect(asked).toBe(1);
  });

  test.each<[string, () => object]>([
    ['denied', () => deny('no')],
    ['changed', () => ({ message: user('[hidden]') })],
  ])('that was %s and then edited stays in the history as edited', async (_, decide) => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }: { message: Message }) =>
      textOf(message) === 'secret' ? decide() : undefined,
    );
    const session = { id: 's' };
    await sendMessages(await openTestChat(hooks, { session }), [{ ...user('secret'), id: 'm1' }]);
    const chat = await openTestChat(hooks, { session });
    const edited = [{ ...user('hello'), id: 'm1' }];
    await sendMessages(chat, edited);
    const history = [...edited, assistant('call'), textMessage('found', 'tool')];
    expect((await sendMessages(chat, history))?.messages).toEqual(history);
  });
});

test.each(['denied', 'answered'])(
  'messages after one that was %s are judged with it',
  async (how) => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('onUserMessage', ({ message }) => {
      seen.push(textOf(message));
      return how === 'denied' ? deny('no') : { answer: 'from the cache' };
    });
    const chat = await openTestChat(hooks);
    const [first, second] = ['secret', 'also secret'].map((text) => textMessage(text, 'user'));
    await sendMessages(chat, [first!, second!]);
    // In the next request they stand before an answer, so nobody asks about them any more.
    expect(seen).toEqual(['secret', 'also secret']);
    expect(recallMessage(chat, second!)).toBe(how === 'denied' ? undefined : second);
  },
);

test('a message is denied also beside one that hooks answered', async () => {
  const hooks = createHooks();
  hooks.addHook('onUserMessage', ({ message }) =>
    textOf(message) === 'secret' ? deny('no') : { answer: 'from the cache' },
  );
  const chat = await openTestChat(hooks);
  const messages = ['a question', 'secret'].map((text) => textMessage(text, 'user'));
  const ended = await modelCycle(chat, modelStep({ request: () => ({ messages }) }));
  expect(ended).toMatchObject({ kind: 'denied' });
});
