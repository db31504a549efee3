import { deny } from '@interpose/core';
import { around, modelCycle, toolCycle } from '@interpose/core/adapter';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { keepContexts, record, weather } from '../../test/recorded.ts';
import { telemetry } from '../index.ts';

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeAll(() => {
  keepContexts();
  process.on('unhandledRejection', note);
});
afterAll(() => void process.off('unhandledRejection', note));

const after = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

const answer: Parameters<typeof modelCycle>[1] = {
  request: () => ({ model: 'small', messages: [] }),
  call: () => Promise.resolve({}),
  response: () => ({ content: [], usage: { inputTokens: 5 } }),
  continues: () => false,
};

describe('functions of the app', () => {
  test('content that is promised is left out, and ends no process', async () => {
    const { chat, spans } = await record({ content: () => Promise.reject(new Error('no key')) });
    await toolCycle(chat, weather);
    await after(5);
    const names = spans().flatMap(({ attributes }) => Object.keys(attributes));
    expect(names).not.toContain('gen_ai.tool.call.arguments');
    expect(names).not.toContain('gen_ai.tool.call.result');
    expect(unhandled).toEqual([]);
  });

  test('a price that fails, or is no number, costs neither the span nor its time', async () => {
    const fails = (): never => {
      throw new Error('no price');
    };
    for (const priceOf of [fails, () => Infinity]) {
      const { chat, hooks, spans, points } = await record({ priceOf });
      hooks.observe('onHookError', () => undefined);
      await modelCycle(chat, answer);
      expect(spans().map(({ name }) => name)).toEqual(['chat small']);
      expect(await points('gen_ai.client.operation.duration')).toHaveLength(1);
      expect(await points('interpose.spend')).toEqual([]);
    }
  });

  test.each<[string, unknown]>([
    ['spans is', 'chat'],
    ['tracer is no tracer', {}],
    ['meter is no meter', 5],
    ['provider is', 5],
    ['priceOf is', 5],
    ['proposedNames is', 'yes'],
  ])('an option that is none is refused: %s', (message, value) => {
    const name = message.split(' ')[0]!;
    expect(() => telemetry({ [name]: value })).toThrow(`[invalid_option] ${message}`);
  });
});

describe('names that models and errors give', () => {
  test('make no time series of their own for tools that nobody defined', async () => {
    const { hooks, chat, points } = await record({ spans: ['chat'] });
    hooks.addHook('preToolCall', ({ tool }) => (tool.known ? undefined : deny('no such tool')));
    for (const name of ['made_up', 'made_up_too'])
      await toolCycle(chat, {
        ...weather,
        call: { id: name, name, args: {} },
        tool: { name, origin: 'local', known: false, enabled: true },
      });
    await toolCycle(chat, weather);
    const told = await points('interpose.decisions');
    const names = told.map(({ attributes }) => attributes['gen_ai.tool.name']);
    expect(new Set(names)).toEqual(new Set(['_OTHER', 'weather']));
  });

  test('are told as error.type only if they are a class or a code', async () => {
    const { chat, spans, points } = await record();
    for (const code of ['ann@mail.example is unknown', 'ERR_GONE'])
      await toolCycle(chat, {
        ...weather,
        run: () => {
          throw Object.assign(new Error('gone'), { code });
        },
      });
    const types = ['threw', 'ERR_GONE'];
    expect(spans().map(({ attributes }) => attributes['error.type'])).toEqual(types);
    const ran = await points('gen_ai.client.operation.duration');
    expect(ran.map(({ attributes }) => attributes['error.type'])).toEqual(types);
  });
});

test('a step that an abort cut off ends, also where chats have no spans', async () => {
  const { chat, spans } = await record({ spans: ['tool'] });
  toolCycle(chat, { ...weather, run: () => new Promise<string>(() => undefined) }).catch(() => {});
  await chat.end({ kind: 'abort', reason: new Error('left') });
  expect(spans().map(({ name }) => name)).toEqual(['execute_tool weather']);
});

test('parallel retrievals of one source keep their own span, time and documents', async () => {
  const { chat, spans, points } = await record({ content: (value) => value });
  const asked = [20, 60].map((ms) =>
    around(chat, 'preKnowledgeQuery', { query: { text: `${ms}` }, source: 'faq' }, async () => {
      await after(ms);
      return [{ id: `after ${ms}`, content: '' }];
    }),
  );
  await Promise.all(asked);
  const told = spans().map(({ attributes }) => [
    attributes['gen_ai.retrieval.query.text'],
    JSON.parse(String(attributes['gen_ai.retrieval.documents'])) as unknown,
  ]);
  expect(told).toEqual([
    ['"20"', [{ id: 'after 20', content: '' }]],
    ['"60"', [{ id: 'after 60', content: '' }]],
  ]);
  const [time] = await points('gen_ai.client.operation.duration');
  expect(time?.value).toMatchObject({ count: 2 });
});
