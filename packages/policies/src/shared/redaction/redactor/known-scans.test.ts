import { createHooks, type Hooks, type Message } from '@interpose/core';
import { expect, test } from 'vitest';

import { emails, made, user } from '../../../../test/redaction-talk.ts';
import { freezeThrough } from '../../values/frozen-through.ts';
import { mapMessage } from '../values/map-message.ts';
import { KnownScans } from './known-scans.ts';
import { scan } from './scan.ts';

/** Makes a registry whose detector counts the texts it searches. */
function searching() {
  const searched: string[] = [];
  const find = (text: string) => {
    searched.push(text);
    return emails.find(text);
  };
  const hooks = createHooks({ policies: [made({ detectors: [{ ...emails, find }] })] });
  return { hooks, searched };
}

async function ask(
  hooks: Hooks,
  messages: readonly Message[],
  id = 'a',
): Promise<readonly Message[]> {
  const asked = await hooks.dispatch('preRequest', { request: { messages } }, { session: { id } });
  return asked.decision === 'modify' ? asked.value.messages : messages;
}

const said = (text: string): Message => freezeThrough(user(text));

test('a message that cannot change is searched once, however often it is sent', async () => {
  const { hooks, searched } = searching();
  const history: Message[] = [];
  for (let step = 0; step < 20; step += 1) {
    history.push(said(`text ${step}`), said(`mail${step}@mail.com`));
    await ask(hooks, [...history]);
  }
  expect(searched).toHaveLength(40);
});

test('what was hidden stays the same object, and another session has tokens of its own', async () => {
  const { hooks } = searching();
  const messages = [said('ann@mail.com'), said('bob@mail.com')];
  const before = await ask(hooks, messages);
  const after = await ask(hooks, [...messages, said('hello')]);
  expect(before.map((message, index) => message === after[index])).toEqual([true, true]);
  expect(after).toMatchObject([user('<EMAIL_1>'), user('<EMAIL_2>'), user('hello')]);
  expect(await ask(hooks, [messages[1]!], 'b')).toMatchObject([user('<EMAIL_1>')]);
  expect(await ask(hooks, messages)).toMatchObject([user('<EMAIL_1>'), user('<EMAIL_2>')]);
});

test('of a conversation with other tokens for its first values only what is new is searched', async () => {
  const { hooks, searched } = searching();
  const first = user('write to bob@mail.com');
  const told = await hooks.dispatch('onUserMessage', { message: first }, { session: { id: 'a' } });
  const before = freezeThrough<Message>({ ...user('see <EMAIL_1>'), role: 'assistant' });
  const history = [before, freezeThrough(told.decision === 'modify' ? told.value : first)];
  const sent = [await ask(hooks, [...history])];
  searched.length = 0;
  for (let step = 0; step < 5; step += 1) {
    history.push(said(`text ${step}`));
    sent.push(await ask(hooks, [...history]));
  }
  expect(searched).toEqual([0, 1, 2, 3, 4].map((step) => `text ${step}`));
  for (const messages of sent) {
    expect(messages.slice(0, 2)).toEqual([before, user('write to <EMAIL_2>')]);
    expect(messages[1]).toBe(sent[0]![1]);
  }
});

test('a message that may change is searched whenever it is sent', async () => {
  const hooks = createHooks({ policies: [made()], strict: false });
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text: 'hello' }] };
  expect(await ask(hooks, [message])).toEqual([user('hello')]);
  message.content[0]!.text = 'ann@mail.com';
  expect(await ask(hooks, [message])).toEqual([user('<EMAIL_1>')]);
});

test('a text is hidden in an older message once the name of a property tells what it is', async () => {
  const find = (text: string) =>
    text.startsWith('code: ') ? [{ start: 6, end: text.length, type: 'CODE' }] : [];
  const policies = [made({ detectors: [{ types: ['CODE'], find }] })];
  const hooks = createHooks({ policies });
  const bare = said('4711');
  expect(await ask(hooks, [bare])).toEqual([bare]);
  const named = freezeThrough<Message>({
    role: 'user',
    content: [{ type: 'data', data: { code: '4711' } }],
  });
  expect(await ask(hooks, [bare, named])).toMatchObject([
    user('<CODE_1>'),
    { content: [{ data: { code: '<CODE_1>' } }] },
  ]);
});

test('of a conversation that grows only what is new is looked at, and all of it where its beginning is another', () => {
  const looked: Message[] = [];
  const known = new KnownScans((message) => scan(message, mapMessage, searched));
  const searched = { detectors: [emails], types: new Set(emails.types) };
  const isRead = (message: Message) => looked.push(message) > 0;
  const looks = (messages: readonly Message[]) => {
    looked.length = 0;
    const found = [...known.of(messages, isRead).spans.keys()];
    return { found, looked: new Set(looked) };
  };
  const [ann, bob, hello] = [said('ann@mail.com'), said('bob@mail.com'), said('hello')];
  looks([ann, hello]);
  expect(looks([ann, hello, bob])).toEqual({
    found: ['ann@mail.com', 'bob@mail.com'],
    looked: new Set([bob]),
  });
  expect(looks([ann, bob])).toEqual({
    found: ['ann@mail.com', 'bob@mail.com'],
    looked: new Set([ann, bob]),
  });
  const open = user('eve@mail.com');
  expect(looks([ann, bob, open, hello]).looked).toEqual(new Set([open, hello]));
  expect(looks([ann, bob, open, hello])).toEqual({
    found: ['ann@mail.com', 'bob@mail.com', 'eve@mail.com'],
    looked: new Set([open, hello]),
  });
});
