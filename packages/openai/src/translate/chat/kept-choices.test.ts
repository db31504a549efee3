import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../../test/ask-fetch.ts';

const pay = { name: 'pay', arguments: '{"euros":5}' };
const look = { name: 'look', arguments: '{}', input: '' };

test.each([false, true])(
  'a choice without its denied call stays in its place, and so do the others (streamed: %s)',
  async (stream) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => (call.name === 'pay' ? deny('no') : undefined));
    const [denied, kept] = [pay, look].map((called) => [
      { index: 0, id: 'c', type: 'function', function: called },
    ]);
    const said = [{ content: 'First.' }, { tool_calls: denied }, { tool_calls: kept }];
    const ends = ['stop', 'tool_calls', 'tool_calls'];
    const choices = said.map((message, index) => {
      const end = stream ? null : ends[index];
      return { index, [stream ? 'delta' : 'message']: message, finish_reason: end };
    });
    const finishes = ends.map((end, index) => ({ index, delta: {}, finish_reason: end }));
    const chunks = [...choices, ...finishes].map((choice) => ({ id: 'x', choices: [choice] }));
    const text = await askFetch(hooks, '/chat/completions', stream ? chunks : { choices });
    const events = stream
      ? [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => json!)
      : [text];
    const left = ends.map(() => ({ said: '', calls: [] as unknown[], end: '' }));
    for (const event of events)
      for (const choice of (JSON.parse(event) as { choices: Choice[] }).choices) {
        const { content, tool_calls: calls } = choice.message ?? choice.delta ?? {};
        left[choice.index]!.said += content ?? '';
        left[choice.index]!.calls.push(...(calls ?? []));
        left[choice.index]!.end += choice.finish_reason ?? '';
      }
    expect(left).toEqual([
      { said: 'First.', calls: [], end: 'stop' },
      { said: '', calls: [], end: 'stop' },
      { said: '', calls: kept, end: 'tool_calls' },
    ]);
  },
);

interface Message {
  readonly content?: string | null;
  readonly tool_calls?: readonly unknown[];
}

interface Choice {
  readonly index: number;
  readonly message?: Message;
  readonly delta?: Message;
  readonly finish_reason: string | null;
}
