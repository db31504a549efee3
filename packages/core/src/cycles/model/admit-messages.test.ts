import { describe, expect, test } from 'vitest';

import { modelCycle, recallMessage, recallsMessages } from '../../adapter.ts';
import { createHooks, deny, textOf, type Message, type ModelRequest } from '../../index.ts';
import { modelStep } from '../../../test/model-step.ts';
import { completeChat, openTestChat } from '../../../test/open-test-chat.ts';
import { textMessage } from '../../../test/sample-values.ts';
import { sendMessages } from '../../../test/send-messages.ts';

const user = (text: string): Message => textMessage(text, 'user');
const assistant = (text: string): Message => textMessage(text, 'assistant');

/** Hooks that note the user messages that they are asked about. */
function noting() {
  const hooks = createHooks();
  const seen: string[] = [];
  hooks.addHook('onUserMessage', ({ message }) => {
    seen.push((message.content[0] as { text: string }).text);
  });
  return { hooks, seen };
}

test('a message that one hook changed and another answered is remembered as changed', async () => {
  const hooks = createHooks();
  hooks.addHook('onUserMessage', () => ({ message: user('[redacted]') }));
  hooks.addHook('onUserMessage', () => ({ answer: 'from the cache' }), { priority: 200 });
  const session = { id: 's' };
  await sendMessages(await openTestChat(hooks, { session }), [user('secret')]);
  const later = await openTestChat(hooks, { session });
  expect(recallMessage(later, user('secret'))).toEqual(user('[redacted]'));
});

test('a chat recalls messages once one was decided about, and where other chats share its session', async () => {
  const hooks = createHooks();
  hooks.addHook('onUserMessage', ({ message }) =>
    textOf(message) === 'secret' ? deny('no') : undefined,
  );
  const chat = await openTestChat(hooks);
  const inside = await openTestChat(hooks, { parent: chat });
  const named = await openTestChat(hooks, { session: { id: 's' } });
  await sendMessages(chat, [user('hello')]);
  expect([chat, inside, named].map(recallsMessages)).toEqual([false, true, true]);
  await sendMessages(chat, [user('secret')]);
  expect(recallsMessages(chat)).toBe(true);
});

describe('new user messages', () => {
  test('are those after the last answer, each asked about once in a chat', async () => {
    const { hooks, seen } = noting();
    const chat = await openTestChat(hooks);
    const history = [user('old'), assistant('done'), user('a'), user('b')];
    await sendMessages(chat, history);
    await sendMessages(chat, [...history, assistant('call'), textMessage('result', 'tool')]);
    expect(seen).toEqual(['a', 'b']);
  });

  test('are asked about before what an assistant began, which the model goes on with', async () => {
    const { hooks, seen } = noting();
    const chat = await openTestChat(hooks);
    const history = [user('old'), assistant('done'), user('a'), assistant('Sure,')];
    await sendMessages(chat, history);
    await sendMessages(chat, [...history, assistant('here it is')]);
    expect(seen).toEqual(['a']);
  });

  test('always fire, also in the middle of a run', async () => {
    const { hooks, seen } = noting();
    const chat = await openTestChat(hooks);
    const history = [user('first'), assistant('working')];
    await sendMessages(chat, history.slice(0, 1));
    await sendMessages(chat, [...history, user('steer')]);
    expect(seen).toEqual(['first', 'steer']);
  });

  test('of the same text at another place are new', async () => {
    const { hooks, seen } = noting();
    const chat = await openTestChat(hooks);
    await sendMessages(chat, [user('yes')]);
    await sendMessages(chat, [user('yes'), assistant('sure?'), user('yes')]);
    await sendMessages(chat, [user('yes'), assistant('sure?'), user('yes'), user('yes')]);
    expect(seen).toEqual(['yes', 'yes', 'yes']);
  });

  test('are not made new by a system message that comes or goes', async () => {
    const { hooks, seen } = noting();
    const chat = await openTestChat(hooks);
    await sendMessages(chat, [user('a'), assistant('x'), user('b')]);
    await sendMessages(chat, [
      textMessage('rules', 'system'),
      user('a'),
      assistant('x'),
      user('b'),
    ]);
    expect(seen).toEqual(['b']);
  });

  test('fire again in another chat of the session', async () => {
    const { hooks, seen } = noting();
    for (let n = 0; n < 2; n++)
      await sendMessages(await openTestChat(hooks, { session: { id: 's' } }), [user('again')]);
    expect(seen).toEqual(['again', 'again']);
  });

  test('are asked about before the request, and committed to history after their gate', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preRequest', () => void log.push('preRequest'));
    hooks.addHook('onUserMessage', () => void log.push('onUserMessage'));
    hooks.observe('onMessage', ({ message }) => void log.push(`onMessage ${message.role}`));
    await sendMessages(await openTestChat(hooks), [user('a'), user('b')]);
    expect(log).toEqual([
      'onUserMessage',
      'onMessage user',
      'onUserMessage',
      'onMessage user',
      'preRequest',
      'onMessage assistant',
    ]);
  });

  test('whose gate threw, or that were denied, are asked about again when they come again', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook(
      'onUserMessage',
      () => {
        asked++;
        if (asked === 1) throw new Error('guard is down');
        return deny('no');
      },
      { onError: 'throw' },
    );
    const chat = await openTestChat(hooks);
    await expect(sendMessages(chat, [user('hi')])).rejects.toThrow('guard is down');
    expect(await sendMessages(chat, [user('hi')])).toBeUndefined();
    expect(await sendMessages(chat, [user('hi')])).toBeUndefined();
    expect(asked).toBe(3);
  });
});

test('what was said before an answer is looked at once more at most, however long it is', async () => {
  const { hooks } = noting();
  hooks.addHook('onSystemMessage', () => undefined);
  const chat = await openTestChat(hooks);
  let looks = 0;
  const said = Array.from({ length: 200 }, (_, index): Message => {
    const message = textMessage(`${index}`, 'assistant');
    const role = index % 2 === 0 ? 'user' : 'tool';
    return Object.defineProperty(message, 'role', { get: () => (looks++, role) });
  });
  await sendMessages(chat, said);
  looks = 0;
  await sendMessages(chat, [...said, assistant('call'), textMessage('result', 'tool')]);
  expect(looks).toBe(said.length);
});

describe('messages that nobody changed', () => {
  test('go out as the very request that came', async () => {
    const { hooks } = noting();
    hooks.addHook('onSystemMessage', () => undefined);
    const changes: unknown[] = [];
    const chat = await openTestChat(hooks);
    const request = { instructions: 'rules', messages: [textMessage('x', 'system'), user('a')] };
    const call = (changed: ModelRequest | undefined) => {
      changes.push(changed);
      return { said: 'hi' };
    };
    await modelCycle(chat, modelStep({ request: () => request, call }));
    await completeChat(chat);
    expect(changes).toEqual([undefined]);
  });

  test('may hold what no JSON can', async () => {
    const { hooks } = noting();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const odd: Message = { role: 'user', content: [{ type: 'data', data: circle }] };
    const chat = await openTestChat(hooks);
    expect((await sendMessages(chat, [odd]))?.messages).toEqual([odd]);
    expect((await sendMessages(chat, [odd]))?.messages).toEqual([odd]);
  });
});

describe('a storage that recalls a message', () => {
  test('gets it as the hooks left it: itself, changed, or not at all', async () => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) => {
      const { text } = message.content[0] as { text: string };
      if (text === 'secret') return deny('no secrets');
      return text === 'card' ? { message: user('[card]') } : undefined;
    });
    const chat = await openTestChat(hooks);
    const [plain, card, secret] = [user('hello'), user('card'), user('secret')];
    await sendMessages(chat, [plain, card]);
    await sendMessages(chat, [secret]);
    expect(recallMessage(chat, plain)).toBe(plain);
    expect(recallMessage(chat, user('card'))).toEqual(user('[card]'));
    expect(recallMessage(chat, user('secret'))).toBeUndefined();
  });
});
