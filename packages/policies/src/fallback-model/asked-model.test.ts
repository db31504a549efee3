import { createHooks, type ModelRequest } from '@interpose/core';
import { openChat, streamCycle } from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

import { ask, away, startChat, text } from '../../test/fallback-chat.ts';
import type { Fallback } from './fallback.ts';
import { fallbackModel, type FallbackModelOptions } from './fallback-model.ts';

describe('where the SDK keeps its model', () => {
  test('a name is not tried, and the record says so', async () => {
    const codes: string[] = [];
    const policies = [fallbackModel(['model-b'])];
    const hooks = createHooks({ policies });
    hooks.observe('onRequestError', (_, record) => void codes.push(...(record?.codes ?? [])));
    const chat = await openChat(hooks, {
      host: { framework: 'langchain', version: '' },
      agent: { id: 'a' },
    });
    const { asked, outcome } = await ask(chat, () => true);
    await hooks.flush();
    expect(asked).toEqual(['model-a']);
    expect(outcome).toMatchObject({ kind: 'error', thrown: away });
    expect(codes).toEqual(['fallback_unsupported']);
  });

  test('a model that the app asks is, with the request as all hooks left it', async () => {
    const seen: ModelRequest[] = [];
    const asking: Fallback = {
      model: 'model-c',
      ask(request) {
        seen.push(request);
        return text('from the app');
      },
    };
    const hooks = createHooks({ policies: [fallbackModel(['model-b', asking])] });
    hooks.addHook(
      'preRequest',
      ({ request }) => ({ request: { ...request, instructions: 'hidden' } }),
      { priority: 950 },
    );
    const chat = await openChat(hooks, {
      host: { framework: 'langchain', version: '' },
      agent: { id: 'a' },
    });
    const { asked, outcome } = await ask(chat, () => true);
    expect(asked).toEqual(['model-a']);
    expect(outcome).toMatchObject({ kind: 'response', changed: text('from the app') });
    expect(seen).toEqual([{ model: 'model-c', instructions: 'hidden', messages: [] }]);
  });

  test('one that fails too goes on with the next', async () => {
    const failing: Fallback = { model: 'b', ask: () => Promise.reject(away) };
    const chat = await startChat(
      [failing, { model: 'c', ask: () => text('c') }],
      {},
      { framework: 'langchain' },
    );
    expect((await ask(chat, () => true)).outcome).toMatchObject({ changed: text('c') });
  });
});

describe('a stream', () => {
  async function read(
    options: FallbackModelOptions,
    before: readonly string[],
  ): Promise<{ said: string; error?: unknown }> {
    const chat = await startChat(['model-b'], options);
    const outcome = await streamCycle<string>(chat, {
      request: () => ({ model: 'model-a', messages: [] }),
      call: (changed) =>
        streamOf(changed === undefined ? before : ['all', ' well'], changed === undefined),
      continues: () => false,
      codec: {
        read: (part) => ({ kind: 'delta', channel: 'text', id: '0', text: part }),
        write: (_, part) => part,
        collect: (parts) => text(parts.join('')),
        compose: () => ['composed'],
        refuse: () => ['refused'],
      },
    });
    let said = '';
    if (outcome.kind !== 'stream') return { said };
    try {
      for await (const part of outcome.stream) said += part;
      return { said };
    } catch (error) {
      return { said, error };
    }
  }

  test('that breaks before anything left goes on with another model', async () => {
    expect(await read({}, [])).toEqual({ said: 'all well' });
  });

  test('that breaks after something left fails as it did', async () => {
    expect(await read({}, ['half'])).toEqual({ said: 'half', error: away });
  });

  test('that is held goes on, whenever it breaks', async () => {
    expect(await read({ holdStreams: true }, ['half'])).toEqual({ said: 'all well' });
  });
});

function streamOf(parts: readonly string[], breaks: boolean): ReadableStream<string> {
  const left = [...parts];
  return new ReadableStream(
    {
      pull(out) {
        const next = left.shift();
        if (next !== undefined) out.enqueue(next);
        else if (breaks) out.error(away);
        else out.close();
      },
    },
    { highWaterMark: 0 },
  );
}
