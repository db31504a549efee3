import type { ModelRequest } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, DeniedError, deny, mapText, textOf, type Hooks } from '@interpose/core';

import { agentOn, runIn, runner } from '../../test/app.ts';
import { MemoryModel, says, type Item } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

/** A model whose first event holds the provider's first data, as with Chat Completions. */
class TellingModel extends MemoryModel {
  override async *getStreamedResponse(
    request: ModelRequest,
  ): ReturnType<MemoryModel['getStreamedResponse']> {
    for await (const event of super.getStreamedResponse(request))
      yield event.type === 'response_started'
        ? { ...event, providerData: { text: 'The secret' } }
        : event;
  }
}

describe('the first event of a streamed run', () => {
  const hooked: Readonly<Record<string, (hooks: Hooks) => void>> = {
    denied: (hooks) => hooks.addHook('onResponse', () => deny('no')),
    rewritten: (hooks) =>
      hooks.addHook('onResponse', ({ response }) => ({
        response: { ...response, content: [{ type: 'text', text: 'Nothing.' }] },
      })),
    'changed piece by piece': (hooks) =>
      hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('secret', '***') })),
  };

  test.each(Object.entries(hooked))('holds nothing of an answer that is %s', async (_, add) => {
    const hooks = createHooks();
    add(hooks);
    const agent = withHooks(agentOn(new TellingModel('The secret is safe.')), hooks);
    const { events } = await runIn('streamed', agent, 'Hi.');
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(JSON.stringify(events).match(/response_started/g)).toHaveLength(1);
  });

  test('stays as it is where hooks say nothing', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => undefined);
    const agent = withHooks(agentOn(new TellingModel('The secret.')), hooks);
    const { events } = await runIn('streamed', agent, 'Hi.');
    expect(JSON.stringify(events)).toContain('{"text":"The secret"}');
  });
});

describe('a streamed run', () => {
  test.each(['buffered', 'windowed'])('keeps what the provider counted (%s)', async (mode) => {
    const usage = {
      inputTokens: 3,
      outputTokens: 4,
      totalTokens: 7,
      inputTokensDetails: { cached_tokens: 2 },
      outputTokensDetails: { reasoning_tokens: 1 },
    };
    class CountingModel extends MemoryModel {
      override async *getStreamedResponse(
        request: ModelRequest,
      ): ReturnType<MemoryModel['getStreamedResponse']> {
        for await (const event of super.getStreamedResponse(request))
          yield event.type === 'response_done'
            ? { ...event, response: { ...event.response, usage } }
            : event;
      }
    }
    const hooks = createHooks();
    if (mode === 'windowed') hooks.addHook('onResponseDelta', () => ({ delta: 'x' }));
    else
      hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, () => 'x') }));
    const result = await runIn('streamed', withHooks(agentOn(new CountingModel('Hi.')), hooks), '');
    expect(result.finalOutput).toBe('x');
    expect(result.rawResponses).toMatchObject([
      {
        usage: {
          ...usage,
          inputTokensDetails: [{ cached_tokens: 2 }],
          outputTokensDetails: [{ reasoning_tokens: 1 }],
        },
      },
    ]);
  });

  test('whose text passes a window lets no raw event of the provider out, and its answer is that text', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({
      delta: delta.replaceAll('secret', '[gone]'),
    }));
    const agent = withHooks(agentOn(new MemoryModel('The secret is safe.')), hooks);
    const result = await runIn('streamed', agent, 'Hi.');
    expect(result.finalOutput).toBe('The [gone] is safe.');
    expect(JSON.stringify([result.events, result.history, result.rawResponses])).not.toContain(
      'secret',
    );
  });

  test('that a policy rewrites shows neither in its events nor in its raw responses what was there', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({
      response: { ...response, content: [{ type: 'text', text: 'Nothing.' }] },
    }));
    const agent = withHooks(agentOn(new MemoryModel('The secret is safe.')), hooks);
    const result = await runIn('streamed', agent, 'Hi.');
    expect(result.finalOutput).toBe('Nothing.');
    expect(JSON.stringify([result.events, result.rawResponses])).not.toContain('secret');
  });

  test('shows its reasoning, of which no event tells, to hooks on deltas before it is there', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ channel, delta }) => ({ delta: `${channel}:${delta}` }));
    const thought: Item = { type: 'reasoning', content: [{ type: 'input_text', text: 'hm' }] };
    const agent = withHooks(agentOn(new MemoryModel([thought, says('Yes.')])), hooks);
    const result = await runIn('streamed', agent, 'Hi.');
    expect(result.finalOutput).toBe('text:Yes.');
    expect(result.history[1]).toMatchObject({ content: [{ text: 'reasoning:hm' }] });
  });

  test.each([true, false])(
    'whose deltas are changed has no other text, where answers are judged too (%s)',
    async (isJudged) => {
      const hooks = createHooks();
      if (isJudged) hooks.addHook('onResponse', () => undefined);
      hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.toUpperCase() }));
      const agent = withHooks(agentOn(new MemoryModel('The secret.')), hooks);
      const { events, finalOutput, history } = await runIn('streamed', agent, 'Hi.');
      expect(finalOutput).toBe('THE SECRET.');
      expect(JSON.stringify([events, history])).not.toContain('secret');
    },
  );

  test('that tells its text at the end only shows it to hooks on deltas all the same', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: `${delta}!` }));
    const model = new MemoryModel('Yes.');
    const own = model.getStreamedResponse.bind(model);
    model.getStreamedResponse = async function* (request) {
      for await (const event of own(request)) if (event.type === 'response_done') yield event;
    };
    const result = await runIn('streamed', withHooks(agentOn(model), hooks), 'Hi.');
    expect(result.finalOutput).toBe('Yes.!');
  });

  test.each([
    ['says something else at its end', says('Fine.')],
    ['breaks off', undefined],
  ])('that %s shows its hooks what it told before', async (_what, end) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) =>
      textOf(response).includes('secret') ? deny('no') : undefined,
    );
    const model = new MemoryModel('The secret is safe.');
    const own = model.getStreamedResponse.bind(model);
    model.getStreamedResponse = async function* (request) {
      for await (const event of own(request)) {
        if (event.type !== 'response_done') yield event;
        else if (end !== undefined)
          yield { ...event, response: { ...event.response, output: [end as never] } };
      }
    };
    const result = await runIn('streamed', withHooks(agentOn(model), hooks), 'Hi.');
    expect(result.finalOutput).toBe('Blocked by policy.');
    expect(JSON.stringify(result.events)).not.toContain('secret');
  });

  test('that a policy denies by a thrown error reaches its reader as that error', async () => {
    const hooks = createHooks({ onDeny: 'throw' });
    hooks.addHook('preRequest', () => deny('not here'));
    const agent = withHooks(agentOn(new MemoryModel()), hooks);
    const result = await runner.run(agent, 'Hi.', { stream: true });
    const read = async () => {
      for await (const event of result) void event;
    };
    await expect(read()).rejects.toSatisfy((error) => DeniedError.isInstance(error));
    await expect(result.completed).rejects.toSatisfy((error) => DeniedError.isInstance(error));
  });

  test('with an answer that a policy supplies names no id that the provider would not know', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ iteration }) =>
      iteration === 0 ? { response: { content: [{ type: 'text', text: 'Ten.' }] } } : undefined,
    );
    const agent = withHooks(agentOn(new MemoryModel()), hooks);
    const previous = await runIn('streamed', agent, 'Hi.', { previousResponseId: 'resp_before' });
    const fresh = await runIn('streamed', agent, 'Hi.');
    const plain = await runIn('plain', agent, 'Hi.', { previousResponseId: 'resp_before' });
    expect([previous.lastResponseId, fresh.lastResponseId, plain.lastResponseId]).toEqual([
      'resp_before',
      '',
      undefined,
    ]);
  });
});
