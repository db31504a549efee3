import {
  createHooks,
  deny,
  type Hooks,
  type ModelRequest,
  type ModelResponse,
  type Part,
} from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

import { answers, askModel, streamModel } from '../../test/kit/ask-model.ts';
import { openTestChat } from '../../test/kit/call-tool.ts';
import { keptOf, responseIn } from './cached-response.ts';
import { cache, type CacheOptions } from './index.ts';

const asking = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'small',
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  settings: { temperature: 0 },
  ...more,
});

async function ask(hooks: Hooks, request: ModelRequest, answer: ModelResponse): Promise<string> {
  const chat = await openTestChat(hooks, { user: { id: 'ada' } });
  const text = await askModel(chat, { request, answer: () => answer });
  await hooks.flush();
  return text;
}

const says = (text: string, finishReason?: string): ModelResponse =>
  answers(1, 1, text, finishReason);

/** Returns the answer to the second of two requests: `one` when it came from the cache. */
async function second(
  first: ModelRequest,
  then: ModelRequest,
  options: CacheOptions = { requests: 'deterministic' },
): Promise<string> {
  const hooks = createHooks({ policies: [cache(options)] });
  await ask(hooks, first, says('one'));
  return ask(hooks, then, says('two'));
}

describe('cache of requests', () => {
  test('answers the same request from before', async () => {
    expect(await second(asking('a'), asking('a'))).toBe('one');
    const named = asking('a', { messages: [{ id: '7', ...asking('a').messages[0]! }] });
    expect(await second(asking('a'), named)).toBe('one');
  });

  test.each<[string, ModelRequest]>([
    ['message', asking('b')],
    ['model', asking('a', { model: 'large' })],
    ['instruction', asking('a', { instructions: 'Be brief.' })],
    ['tool', asking('a', { tools: [{ name: 'search', origin: 'local' }] })],
    ['setting', asking('a', { settings: { temperature: 0, seed: 1 } })],
  ])('asks the model again when another %s is given', async (_, other) => {
    expect(await second(asking('a'), other)).toBe('two');
  });

  test('serves only what is deterministic, unless it is told to serve more', async () => {
    for (const settings of [{ temperature: 0.2 }, { temperature: '0' }, {}]) {
      const warm = asking('a', { settings });
      expect(await second(warm, warm)).toBe('two');
      expect(await second(warm, warm, { requests: 'all' })).toBe('one');
      expect(await second(warm, warm, { requests: ({ agent }) => agent.id === 'a' })).toBe('one');
      expect(await second(warm, warm, { requests: ({ agent }) => agent.id === 'b' })).toBe('two');
    }
  });

  test('serves no request of which something is not seen', async () => {
    const audio: Part = { type: 'other', kind: 'audio' };
    const unseen = asking('a', { messages: [{ role: 'user', content: [audio] }] });
    expect(await second(unseen, unseen)).toBe('two');
    for (const settings of [
      { temperature: 0, conversation: 'conv_1' },
      { temperature: 0, previous_response_id: 'resp_1' },
      { temperature: 0, providerOptions: { openai: { previousResponseId: 'resp_1' } } },
    ]) {
      const continued = asking('a', { settings });
      expect(await second(continued, continued)).toBe('two');
    }
    const odd = asking('a', { settings: { temperature: 0, when: new Date(0) } });
    expect(await second(odd, odd)).toBe('two');
  });

  test('serves no request that was changed after the cache looked', async () => {
    const hooks = createHooks({ policies: [cache({ requests: 'all' })] });
    const dispose = hooks.addHook(
      'preRequest',
      ({ request }) => ({ request: { ...request, model: 'x' } }),
      {
        priority: 1000,
      },
    );
    await ask(hooks, asking('a'), says('of another model'));
    dispose();
    expect(await ask(hooks, asking('a'), says('two'))).toBe('two');
  });

  test.each([['length'], ['content-filter'], ['error'], ['odd']])(
    'keeps no answer that ended by %s',
    async (reason) => {
      const hooks = createHooks({ policies: [cache({ requests: 'all' })] });
      await ask(hooks, asking('a'), says('one', reason));
      expect(await ask(hooks, asking('a'), says('two'))).toBe('two');
    },
  );

  test('keeps no answer that another policy withheld', async () => {
    const hooks = createHooks({ policies: [cache({ requests: 'all' })] });
    const dispose = hooks.addHook('onResponse', () => deny('secret'));
    expect(await ask(hooks, asking('a'), says('secret'))).toBe('denied');
    dispose();
    expect(await ask(hooks, asking('a'), says('two'))).toBe('two');
  });

  test('keeps what a stream said, and serves it to a stream', async () => {
    const hooks = createHooks({ policies: [cache({ requests: 'all' })] });
    const chat = await openTestChat(hooks, { user: { id: 'ada' } });
    expect(await streamModel(chat, ['on', 'e'])).toBe('one');
    await hooks.flush();
    expect(await streamModel(chat, ['two'])).toBe('one');
  });

  test('tells no usage of an answer from the cache, since it cost nothing', async () => {
    const policy = cache({ requests: 'all' });
    const hooks = createHooks({ policies: [policy] });
    await ask(hooks, asking('a'), says('one'));
    const usages: unknown[] = [];
    hooks.observe(
      'onResponse',
      ({ response, synthetic }) => void usages.push([synthetic, response.usage]),
    );
    await ask(hooks, asking('a'), says('two'));
    expect(usages).toEqual([[true, undefined]]);
    expect((await tryPolicy(policy, 'preRequest', { request: asking('a') })).said).toBe('allow');
  });
});

describe('what is kept of a response', () => {
  test('is its text and calls, without reasoning, usage and metadata', () => {
    const text = { type: 'text', text: 'hi' } as const;
    const toolCall = { type: 'tool-call', id: '1', name: 'search', args: {} } as const;
    expect(
      keptOf({
        content: [{ type: 'reasoning', text: 'hm' }, text, toolCall],
        finishReason: 'tool-calls',
        usage: { inputTokens: 1 },
        metadata: { id: 'x' },
      }),
    ).toEqual({ content: [text, toolCall], finishReason: 'tool-calls' });
  });

  test.each<[string, readonly Part[]]>([
    ['nothing', []],
    ['only reasoning', [{ type: 'reasoning', text: 'hm' }]],
    ['what only the host understands', [{ type: 'other', kind: 'audio' }]],
    ['what a provider ran itself', [{ type: 'tool-result', id: '1', name: 'web', result: 1 }]],
  ])('is nothing of %s', (_, content) => {
    expect(keptOf({ content, finishReason: 'stop' })).toBeUndefined();
  });

  test.each([
    [null],
    ['text'],
    [{}],
    [{ content: [], finishReason: 'odd' }],
    [{ content: 'hi', finishReason: 'stop' }],
    [{ content: [null], finishReason: 'stop' }],
    [{ content: [{ type: 'text' }], finishReason: 'stop' }],
  ])('is not read from %j', (answer) => {
    expect(responseIn(answer)).toBeUndefined();
  });
});
