import type { ModelRequest, ModelResponse } from '@interpose/core';
import { modelCycle } from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

import { ask, away, startChat, text } from '../../test/fallback-chat.ts';
import { fallbackModel, type FallbackModelOptions } from './fallback-model.ts';

describe('a model call that fails', () => {
  test('goes on with the next model of the list, in its order, until one answers', async () => {
    const chat = await startChat(['model-b', 'model-c']);
    const { asked, outcome } = await ask(chat, (model) => model !== 'model-c');
    expect(asked).toEqual(['model-a', 'model-b', 'model-c']);
    expect(outcome).toMatchObject({ kind: 'response', native: text('model-c') });
  });

  test('leaves the failure of the last one standing, and never leaves the list', async () => {
    const chat = await startChat(['model-b']);
    const { asked, outcome } = await ask(chat, () => true);
    expect(asked).toEqual(['model-a', 'model-b']);
    expect(outcome).toMatchObject({ kind: 'error', thrown: away });
  });

  test('is tried no more often than the registry allows', async () => {
    const chat = await startChat(['model-b', 'model-c'], {}, { retries: 1 });
    expect((await ask(chat, () => true)).asked).toEqual(['model-a', 'model-b']);
  });

  test('begins with its own model the next time, or stays where it was', async () => {
    const isAway = (model: string | undefined): boolean => model === 'model-a';
    const each = await startChat(['model-b']);
    expect((await ask(each, isAway)).asked).toEqual(['model-a', 'model-b']);
    expect((await ask(each, isAway)).asked).toEqual(['model-a', 'model-b']);
    const staying = await startChat(['model-b'], { stay: 'chat' });
    expect((await ask(staying, isAway)).asked).toEqual(['model-a', 'model-b']);
    expect((await ask(staying, isAway)).asked).toEqual(['model-b']);
  });

  test('does not disturb other chats that run', async () => {
    const chats = await Promise.all([startChat(['model-b']), startChat(['model-b'])]);
    const [first, second] = await Promise.all([
      ask(chats[0], (model) => model === 'model-a'),
      ask(chats[1], () => false),
    ]);
    expect([first.asked, second.asked]).toEqual([['model-a', 'model-b'], ['model-a']]);
  });
});

describe('a failure', () => {
  const goesOn = async (error: unknown, options?: FallbackModelOptions): Promise<boolean> => {
    const chat = await startChat(['model-b'], options);
    const request: ModelRequest = { model: 'model-a', messages: [] };
    const outcome = await modelCycle<ModelResponse>(chat, {
      request: () => request,
      call(changed) {
        if (changed === undefined) throw error;
        return text('b');
      },
      response: (native) => native,
      continues: () => false,
    });
    return outcome.kind === 'response';
  };

  test.each<[string, unknown, boolean]>([
    ['too many requests', { message: '', statusCode: 429 }, true],
    ['an error of the provider', away, true],
    ['a connection', new Error('x', { cause: { code: 'ECONNREFUSED' } }), true],
    ['no network', new TypeError('fetch failed'), true],
    ['a time limit', new DOMException('late', 'TimeoutError'), true],
    ['a bad request', { message: '', status: 400 }, false],
    ['a wrong key', { message: '', status: 401 }, false],
    ['a bug', new TypeError('x is not a function'), false],
    ['something thrown', 'text', false],
  ])('that is %s', async (_, error, expected) => {
    expect(await goesOn(error)).toBe(expected);
  });

  test('counts as the app says, and only true goes on', async () => {
    expect(
      await goesOn({ message: '', status: 404 }, { when: ({ error }) => error.status === 404 }),
    ).toBe(true);
    expect(await goesOn(away, { when: () => false })).toBe(false);
    expect(await goesOn(away, { when: () => 1 as never })).toBe(false);
  });
});

describe('an answer', () => {
  const failing = (model: string): ModelResponse =>
    model === 'model-a'
      ? { content: [{ type: 'text', text: ' ' }], finishReason: 'content-filter' }
      : text(model);

  test.each(['empty', 'refused'] as const)(
    'that is %s counts as a failure where that is wanted',
    async (kind) => {
      const chat = await startChat(['model-b'], { responses: [kind] });
      expect((await ask(chat, () => false, failing)).asked).toEqual(['model-a', 'model-b']);
      const plain = await startChat(['model-b']);
      expect((await ask(plain, () => false, failing)).asked).toEqual(['model-a']);
    },
  );
});

test.each<[unknown, unknown?]>([
  [undefined],
  [[]],
  ['model-b'],
  [['']],
  [['b', 'b']],
  [['b', { model: 'b', ask: () => text('') }]],
  [[{ model: 'b' }]],
  [['b'], { stay: 'session' }],
  [['b'], { responses: ['short'] }],
  [['b'], { timeoutMs: '5' }],
])('a list %j with %j is refused', (models, options) => {
  expect(() => fallbackModel(models as string[], options as object)).toThrow('[invalid_option]');
});
