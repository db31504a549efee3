import { createHooks, textOf } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { agentOn, modes, runIn } from '../../test/app.ts';
import { MemoryModel, says, type Item } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

/** Some pieces do not exist in every version, so not all types have them. */
const message = (...content: object[]): Item =>
  ({ type: 'message', role: 'assistant', status: 'completed', content }) as object as Item;
const thought = (rest: object): Item => ({ type: 'reasoning', content: [], ...rest });
const rawContent = [{ type: 'reasoning_text', text: 'hidden' }];

const answers: readonly (readonly [string, Item])[] = [
  ['a transcript', message({ type: 'audio', audio: 'AAAA', transcript: 'hidden' })],
  [
    'a transcript as Chat Completions has it',
    message({ type: 'audio', audio: 'AAAA', providerData: { transcript: 'hidden' } }),
  ],
  ['a refusal beside a text', message({ type: 'refusal', refusal: 'hidden' })],
  ['reasoning without a summary', thought({ rawContent })],
  [
    'reasoning beside its summary',
    thought({ content: [{ type: 'input_text', text: 'A summary.' }], rawContent }),
  ],
  [
    'reasoning as Responses has it',
    thought({
      content: [{ type: 'input_text', text: 'A summary.' }],
      providerData: { content: rawContent },
    }),
  ],
];

describe.each(answers)('%s', (_name, item) => {
  test.each(modes)('is read by whoever judges an answer (%s)', async (mode) => {
    const hooks = createHooks();
    const read: string[] = [];
    hooks.addHook('onResponse', ({ response }) => {
      read.push(JSON.stringify(response.content));
    });
    const result = await runIn(
      mode,
      withHooks(agentOn(new MemoryModel([item, says('Done.')])), hooks),
      'Hi.',
    );
    expect(read.join('')).toContain('hidden');
    expect(result.rawResponses[0]).toMatchObject({ output: [item, says('Done.')] });
  });

  test('is read and changed while it streams', async () => {
    const hooks = createHooks();
    let read = '';
    hooks.addHook('onResponseDelta', ({ delta }) => {
      read += delta;
      return { delta: delta.replace('hidden', '******') };
    });
    const agent = withHooks(agentOn(new MemoryModel([item, says('Done.')])), hooks);
    const { events, rawResponses, history } = await runIn('streamed', agent, 'Hi.');
    expect(read).toContain('hidden');
    const left = JSON.stringify([events, rawResponses, history]);
    expect(left).not.toContain('hidden');
    expect(left).toContain('******');
  });
});

describe('an answer that hooks changed', () => {
  const beside = { annotations: [{ url: 'https://a.test' }], reasoning: 'hidden' };
  const whole = message({ type: 'output_text', text: 'Done.', providerData: beside });

  test.each(modes)('keeps nothing of it beside what they left alone (%s)', async (mode) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({
      response: { ...response, content: response.content.filter(({ type }) => type === 'text') },
    }));
    const model = new MemoryModel([thought({ rawContent }), whole]);
    const { events, rawResponses, history } = await runIn(
      mode,
      withHooks(agentOn(model), hooks),
      'Hi.',
    );
    const left = JSON.stringify([events, rawResponses, history]);
    expect(left).not.toContain('hidden');
    expect(left).toContain('https://a.test');
  });

  test('keeps nothing of it where only its thoughts were changed while it streamed', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('hidden', '') }));
    const model = new MemoryModel([thought({ rawContent }), whole]);
    const agent = withHooks(agentOn(model), hooks);
    const { events, rawResponses } = await runIn('streamed', agent, 'Hi.');
    expect(JSON.stringify([events, rawResponses])).not.toContain('hidden');
  });

  test.each(modes)('keeps nothing of it beside the message (%s)', async (mode) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({
      response: { ...response, content: [{ type: 'text', text: textOf(response).slice(0, 4) }] },
    }));
    const said = {
      ...says('Done, and hidden.'),
      providerData: { raw: ['Done, and hidden.'] },
    } as Item;
    const agent = withHooks(agentOn(new MemoryModel([said])), hooks);
    const { events, rawResponses } = await runIn(mode, agent, 'Hi.');
    expect(JSON.stringify([events, rawResponses])).not.toContain('hidden');
  });
});

describe('what a model says beside a text that hooks change', () => {
  /** As `aisdk` of `@openai/agents-extensions` 0.18 hands on what a provider says of its answer. */
  const logprobs = [{ token: 'hid' }, { token: 'den' }];
  const beside = {
    model: 'google:gemini',
    phase: 'final_answer',
    google: { logprobs },
    said: 'hid',
  };
  const answer = {
    ...message({ type: 'output_text', text: 'hidden' }),
    providerData: beside,
  } as Item;
  const summary = thought({
    content: [{ type: 'input_text', text: 'A summary.' }],
    providerData: { google: beside.google, openai: { itemId: 'rs_1' } },
  });

  test.each(modes)('is gone from what the app can reach (%s)', async (mode) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({
      response: {
        ...response,
        content: response.content.map((part) =>
          part.type === 'text' ? { type: 'text', text: 'shown' } : part,
        ),
      },
    }));
    const agent = withHooks(agentOn(new MemoryModel([summary, answer])), hooks);
    const left = leftIn(await runIn(mode, agent, 'Hi.'));
    expect(left).toContain('shown');
    expect(left).toContain('final_answer');
    expect(left).toContain('rs_1');
    expect(left).not.toMatch(/hid|den/);
  });

  test('is gone where hooks change each piece of a stream', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => ({ delta: 'shown' }));
    const agent = withHooks(agentOn(new MemoryModel([summary, answer])), hooks);
    const left = leftIn(await runIn('streamed', agent, 'Hi.'));
    expect(left).toContain('final_answer');
    expect(left).not.toMatch(/hid|den/);
  });

  function leftIn({ history, rawResponses, events }: Awaited<ReturnType<typeof runIn>>): string {
    return JSON.stringify([history, rawResponses, events]);
  }
});
